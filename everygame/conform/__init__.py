"""The checker that every game must pass: random matches in which each promise of the contract
is tested at each ply. Public: authors run it on their own games as `everygame check NAME`.
"""

from everygame.conform.matches import Report as Report
from everygame.conform.matches import conform as conform
