"""Which games there are, where they lie, and new ones from the template."""
