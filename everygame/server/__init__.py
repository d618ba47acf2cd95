"""Serves the page, and answers requests and WebSockets, as docs/reference/wire.md says."""
