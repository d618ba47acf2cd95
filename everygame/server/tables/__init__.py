"""Tables without rules that people upload: their checks, their folders, and their pictures."""
