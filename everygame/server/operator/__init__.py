"""Answers an operator's monitors and service manager: the server lives, and it is ready."""
