"""Plays in a terminal: it draws scenes as text, and talks with the players."""
