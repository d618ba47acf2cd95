"""The games of the server, as the library page and the page of a new match show them."""
