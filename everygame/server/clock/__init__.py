"""Game clocks, and what people agree on about a match besides the rules of its game."""
