"""People at a match: their names, what they may say, and who is there."""
