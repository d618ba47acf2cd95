"""What a viewer is shown of a match, built from what its seat may know."""
