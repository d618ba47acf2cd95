"""Builds what a watcher of a match sees (scenes, history and seats), only from what its viewer may
know."""
