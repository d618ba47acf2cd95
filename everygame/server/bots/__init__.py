"""Bots in live matches: when and how long they think, and the hints and analysis that people ask
for."""
