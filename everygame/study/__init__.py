"""What many matches say about a game: its balance, its length, its leads."""
