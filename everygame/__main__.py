"""Run the command line when somebody calls `python -m everygame`."""

import sys

from everygame.cli import main

sys.exit(main())
