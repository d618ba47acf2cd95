"""The server: pages, requests and sockets, as docs/reference/wire.md has them."""
