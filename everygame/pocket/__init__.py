"""The server in a browser: the same application, asked by messages of a page instead of a socket.

`main` begins there, in a worker of the browser; `export` writes the folder that brings it."""
