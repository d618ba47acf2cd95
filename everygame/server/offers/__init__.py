"""What people at several devices ask each other: to take a ply back, a draw, a pause."""
