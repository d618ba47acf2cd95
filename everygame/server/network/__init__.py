"""The addresses of the server, and the switch that lets other devices on the network reach it."""
