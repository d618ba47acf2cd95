"""Live matches: begins matches, applies commands to them, and shows them through sockets."""
