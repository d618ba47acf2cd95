"""Where the server can be reached, and the switch that lets other devices reach it."""
