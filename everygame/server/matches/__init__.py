"""Live matches: how they begin, what commands do to them, and the sockets that watch them."""
