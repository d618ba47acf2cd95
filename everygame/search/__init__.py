"""Searches that know only the contract. Compiled where there is a C compiler."""
