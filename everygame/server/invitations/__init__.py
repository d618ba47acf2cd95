"""Invitations: links to a seat that work once, and open invitations, which anybody may accept."""
