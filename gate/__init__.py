"""The gate: everything that must hold before a change lands, in about ten minutes."""
