"""Runs the server in a browser. It is the same application, which gets messages from the page
instead of network requests: `main` starts it in a worker of the browser, and `export` writes the
folder of files that contains it."""
