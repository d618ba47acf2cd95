"""Invitations: links to a seat, and matches that anybody may join."""
