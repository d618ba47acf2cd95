"""What a watcher of a match is shown: scenes, history and seats, built only from what its viewer
may know."""
