"""Saves of matches, and a backup of a whole library."""
