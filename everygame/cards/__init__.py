"""The card kit: decks, deals, hands, tricks, scores, pictures, and the draw of hidden cards for
`resample`.

It consists of functions on numbers and texts; a game uses those that it needs."""

from everygame.cards.deals import complete as complete
from everygame.cards.deals import conceal as conceal
from everygame.cards.deals import deal_out as deal_out
from everygame.cards.deals import receiver as receiver
from everygame.cards.deals import undealt as undealt
from everygame.cards.deck import FRENCH as FRENCH
from everygame.cards.deck import PIQUET as PIQUET
from everygame.cards.deck import Deck as Deck
from everygame.cards.pictures import back as back
from everygame.cards.pictures import backs as backs
from everygame.cards.pictures import face as face
from everygame.cards.pictures import fan as fan
from everygame.cards.pictures import hand as hand
from everygame.cards.pictures import laid as laid
from everygame.cards.scores import places as places
from everygame.cards.scores import totals as totals
from everygame.cards.tricks import following as following
from everygame.cards.tricks import lacks_after as lacks_after
from everygame.cards.tricks import taker as taker
