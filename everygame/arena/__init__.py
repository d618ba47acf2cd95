"""Matches of bots against each other and what they say about strength: `everygame arena`."""
