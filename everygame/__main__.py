"""`python -m everygame`."""

import sys

from everygame.cli import main

sys.exit(main())
