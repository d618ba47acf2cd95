"""What many matches say about a game: how balanced it is, how long it takes, and how the lead
changes."""
