"""Compiles rules and searches to WebAssembly, for the Python of a page. Everything that it needs
comes from package registries, in pinned versions: no compiler of the system and no SDK takes part
(docs/decisions/0011-machine-code-in-the-browser.md)."""
