"""Devices: the cookie that identifies each, and one library shared by several of them."""
