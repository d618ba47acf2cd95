"""Web push: messages to people whose page is closed when it is their turn."""
