"""Random commands at live matches, and all that must hold after each of them."""
