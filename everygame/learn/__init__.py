"""The command `everygame learn`: it fits an evaluation of positions to matches of bots against
themselves."""
