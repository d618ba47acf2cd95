"""Matches of bots against each other, and what the results say about their strength: the command
`everygame arena`."""
