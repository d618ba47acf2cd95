"""A server whose lots follow from one fixed number, and whose bots stop by nodes, not by seconds.

python -m tests.browser.fixed PORT FILE
"""

from __future__ import annotations

import sys
from typing import Final

from everygame.server.serve import Settings, serve

FIXED: Final = '''
from everygame import honest_dice
from everygame.server.bots import jobs, player

class Fixed:
    """In place of `secrets`."""
    token_hex = staticmethod(lambda count: "07" * count)
    randbits = staticmethod(lambda bits: 7)

async def choose(self, request, seconds):
    return await self.pool.run(self.chooser, {**request, "seconds": 600.0}, 900.0)

honest_dice.secrets = player.secrets = Fixed
jobs.Bots.choose = choose
player.BotPlayer.delay = lambda *given: 0.0
'''
"""Done here, and by the worker of a browser that is compared with this server."""

if __name__ == "__main__":
    exec(FIXED)
    serve(Settings("127.0.0.1", int(sys.argv[1]), sys.argv[2], False))
