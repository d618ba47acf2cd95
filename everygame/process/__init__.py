"""Starts and watches other processes: the worker pool, remote games, programs as bots, and workers
for batches of tasks."""
