"""Bots at a match: when they think, for how long, and what they tell people who ask."""
