"""Live matches: how a match begins, what a command does to it, and the sockets that show it."""
