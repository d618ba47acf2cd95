"""`everygame study GAME`: what many matches say about its balance, its length, its leads."""
