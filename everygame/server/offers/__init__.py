"""Offers between people at several devices: to take a ply back, a draw, a pause."""
