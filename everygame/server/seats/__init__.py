"""Who has which seat of a match."""
