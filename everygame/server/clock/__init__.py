"""The clocks of matches, and what is agreed about a match beside its rules."""
