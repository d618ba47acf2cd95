"""What every request has in common: how it is read, limited and answered."""
