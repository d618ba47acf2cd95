"""Playing in a terminal: any scene as text, and the conversation around it."""
