"""What starts or watches other processes: the pool, remote games, programs as bots, the farm."""
