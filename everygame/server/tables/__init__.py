"""Tables: games without rules, which people make or bring."""
