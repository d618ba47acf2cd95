"""Tables without rules: the ones that people upload, their folders, and the pictures in them."""
