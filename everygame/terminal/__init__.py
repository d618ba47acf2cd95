"""Playing in a terminal: scenes as text, and the dialogue with the players."""
