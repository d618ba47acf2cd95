"""People at a match: their names, the phrases they may say, and who is present."""
