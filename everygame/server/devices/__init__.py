"""Devices: how they are known, and one library on several of them."""
