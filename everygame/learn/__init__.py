"""Learning in the open: what positions of a game are worth, from bots' matches with themselves."""
