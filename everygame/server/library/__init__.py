"""The library of games, the page of a new match, and boxes to print."""
