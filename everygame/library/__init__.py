"""Finds the games that there are, loads their files, and makes new games from the template."""
