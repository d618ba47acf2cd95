"""Push messages to devices that are away."""
