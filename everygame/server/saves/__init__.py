"""Saves of matches: kept on the server under a name, in a file, or in a backup of a whole
library."""
