"""Learns what positions of a game are worth, from matches of bots with themselves."""
