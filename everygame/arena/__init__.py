"""Many matches of bots against each other, and what they say about strength and about a game.

`everygame arena GAME strong steady --matches 40` and `everygame study GAME`.
"""
