"""Starts and watches other processes: workers, remote games, and programs as bots."""
