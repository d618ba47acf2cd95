"""What the operator of a server sees of it: whether it lives and is ready."""
