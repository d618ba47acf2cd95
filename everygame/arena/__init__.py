"""Many matches of bots against each other, and what they say about strength.

python -m everygame.arena GAME strong steady --matches 40 --seconds 0.1
"""
