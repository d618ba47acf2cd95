"""All that starts or watches another process: pools, games in a process of their own, the farm."""
