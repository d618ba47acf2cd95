"""Shows the games of the server on the library page and on the page of a new match."""
