"""States on packed arrays, for rules and searches that are compiled."""
