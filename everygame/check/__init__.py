"""The checker that every game must pass. `conform` plays random matches and tests each promise of
the contract at each ply, and `everygame check NAME` also checks all other files of a game."""

from everygame.check.matches import Report as Report
from everygame.check.matches import conform as conform
