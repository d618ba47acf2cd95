"""The state of a match of Cold Spell, and how it goes on: whose turn it is, what it may do, and
when the match ends.

`field.py` keeps the field, `hands.py` the cards that seats have taken and the words that they
spell, and `totals.py` the result. A card that was taken is identified by the square that it came
from.
"""

from __future__ import annotations

from everygame.contract import CHANCE, OVER, State
from everygame.fast.arrays import i64, vec
from everygame.fast.state import FastState, mix
from everygame.games.coldspell.best_words import Word
from everygame.games.coldspell.field import (
    ALL_CLAIMED,
    CLAIM,
    CLAIMED,
    DEALING,
    DONE,
    ENDINGS,
    FINISHED,
    FORCE,
    FORCED,
    HIJACK,
    HIJACKED,
    MAX_TURNS,
    MOVED,
    NOWHERE,
    PLACED,
    PLAYING,
    SEATS,
    SPELLING,
    SQUARES,
    STALEMATE,
    TAKE,
    TAKEN,
    Field,
)
from everygame.games.coldspell.hands import END_WORD, LETTER, MAX_HAND, Hands
from everygame.games.coldspell.match_setting import Table
from everygame.games.coldspell.scoring import arrange_all, best_words, find_totals
from everygame.games.coldspell.totals import Totals


class ColdSpellPlay(FastState):
    """The field, the seat to play and what it has done in its turn, and the cards and words of each
    seat."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.players: i64 = table.players
        self.field = Field(table.straight)
        self.phase: i64 = DEALING
        """DEALING, PLAYING, SPELLING or FINISHED."""
        self.turn: i64 = 0
        self.used: i64 = 0
        """The kind of the first action of the turn after it was played, such as MOVED; 0 before."""
        self.lifted: i64 = NOWHERE
        """The square of the pyramid that was hijacked and must move now, or NOWHERE."""
        self.idle: i64 = 0
        """How many turns in a row have ended without a place, claim, force or take; −1 in a turn
        after one of these was played."""
        self.turns: i64 = 0
        """How many turns have ended."""
        self.how: i64 = 0
        """How the match ends, as a place in `ENDINGS`; 0 until all cards are claimed or a stalemate
        is reached."""
        self.undealt: vec[i64] = vec[i64](list(table.deck.counts))
        """How many cards of each kind are still in the deck; it is kept only during the deal."""
        self.hands = Hands(table.kinds, table.players)
        self.totals = Totals(table.players)

    def copy_from(self, other: State) -> None:
        assert isinstance(other, ColdSpellPlay)
        kind: i64
        self.phase = other.phase
        self.turn = other.turn
        self.used = other.used
        self.lifted = other.lifted
        self.idle = other.idle
        self.turns = other.turns
        self.how = other.how
        self.field.copy_from(other.field)
        if other.phase == DEALING:
            for kind in range(len(self.undealt)):
                self.undealt[kind] = other.undealt[kind]
        self.hands.copy_from(other.hands)
        self.totals.copy_from(other.totals)

    def seat_count(self) -> i64:
        return self.players

    def to_play(self) -> i64:
        if self.phase == PLAYING:
            return self.turn
        if self.phase == SPELLING:
            return self.hands.speller
        return CHANCE if self.phase == DEALING else OVER

    # -- legal actions

    def legal_actions_into(self, out: vec[i64]) -> i64:
        if self.phase == PLAYING:
            return self.fill_turn(out)
        if self.phase == SPELLING:
            return self.hands.legal_actions_into(self.field, out)
        return self.fill_deal(out)

    def fill_deal(self, out: vec[i64]) -> i64:
        """Write to `out` the kinds of cards that are still in the deck, and return how many there
        are."""
        kind: i64
        n: i64 = 0
        for kind in range(len(self.undealt)):
            if self.undealt[kind]:
                out[n] = kind
                n += 1
        return n

    def weights_into(self, out: vec[i64]) -> i64:
        kind: i64
        n: i64 = 0
        total: i64 = 0
        for kind in range(len(self.undealt)):
            if self.undealt[kind]:
                out[n] = self.undealt[kind]
                total += out[n]
                n += 1
        return total

    def fill_turn(self, out: vec[i64]) -> i64:
        """Write the legal actions of a turn to `out`, and return how many there are. After the
        first action a second one is always possible, besides ending the turn: if the stash is
        empty, some pyramid is upright, since otherwise the match would be over, and that one can
        still be claimed or forced."""
        field, used = self.field, self.used
        if used == HIJACKED:
            return field.fill_moves(self.lifted, out, 0)
        n = field.fill_placings(out, 0)
        if used != MOVED:
            n = field.fill_all_moves(out, n)
        if used != CLAIMED:
            n = field.fill_squares(CLAIM, field.up, out, n)
        if used != FORCED:
            n = self.fill_forcings(out, n)
        if used != TAKEN:
            n = field.fill_squares(TAKE, field.claims[self.turn], out, n)
        if used == 0:
            return field.fill_hijacks(out, n)
        out[n] = DONE
        return n + 1

    def fill_forcings(self, out: vec[i64], n: i64) -> i64:
        """Write to `out`, from place n on, the actions that force an upright pyramid's card on an
        opponent; return the place after the last."""
        seat: i64
        for seat in range(self.players):
            if seat != self.turn:
                n = self.field.fill_squares(FORCE + seat * SQUARES, self.field.up, out, n)
        return n

    # -- playing actions

    def advance(self, action: i64) -> None:
        if self.phase == DEALING:
            self.deal(action)
        elif self.phase == SPELLING:
            self.spell(action)
        elif action == DONE:
            self.end_turn()
        else:
            self.act(action)

    def deal(self, kind: i64) -> None:
        self.undealt[kind] -= 1
        self.field.deal(kind)
        if self.field.dealt == SQUARES:
            self.phase = PLAYING

    def spell(self, action: i64) -> None:
        self.hands.advance(action)
        if self.hands.speller == self.players:
            self.phase = FINISHED

    def act(self, action: i64) -> None:
        """Play an action of a turn, and end the turn or the match if the rules say so."""
        kind = self.field.change(action, self.turn)
        if kind == TAKEN:
            self.hands.take(self.turn, action - TAKE)
        self.lifted = action - HIJACK if kind == HIJACKED else NOWHERE
        if kind != MOVED and kind != HIJACKED:
            self.idle = -1
        if self.field.all_claimed():
            self.pass_turn()
            self.finish(ALL_CLAIMED)
        elif kind == PLACED or self.used:
            self.end_turn()
        else:
            self.used = kind

    def pass_turn(self) -> None:
        self.used = 0
        self.lifted = NOWHERE
        self.turn = self.turn + 1 if self.turn + 1 < self.players else 0

    def end_turn(self) -> None:
        self.idle += 1
        self.turns += 1
        self.pass_turn()
        if self.idle >= 2 * self.players or self.turns >= MAX_TURNS:
            self.finish(STALEMATE)

    def finish(self, how: i64) -> None:
        """End the play: give every claimed card to its claimant, from the top rank, left to right,
        and begin the spelling if players spell. `how` is a place in `ENDINGS`."""
        self.how = how
        square: i64
        seat: i64
        for square in range(SQUARES):
            for seat in range(SEATS):
                if self.field.claims[seat] & self.field.tables.bit[square]:
                    self.field.take(seat, square)
                    self.hands.take(seat, square)
        self.phase = FINISHED
        if not self.table.auto:
            self.begin_spelling()

    def begin_spelling(self) -> None:
        self.hands.words = self.table.words
        self.hands.call(0)
        self.phase = SPELLING if self.hands.speller < self.players else FINISHED

    # -- the end of a match

    def return_of(self, seat: i64) -> float:
        if self.phase != FINISHED:
            return 0.0
        return self.counted().return_of(seat)

    def counted(self) -> Totals:
        """Return the points and longest words of all seats in a finished match."""
        if not self.totals.known:
            if self.table.auto:
                self.totals.copy_from(find_totals(self.table.index, self.hands_of_cards()))
            else:
                self.hands.count(self.field, self.totals)
        return self.totals

    def final_totals(self) -> tuple[int, ...]:
        """Return the points of each seat in a finished match, the bonus included."""
        seat: i64
        totals = self.counted()
        return tuple([totals.total(seat) for seat in range(self.players)])

    def ending(self) -> str:
        return ENDINGS[self.how] if self.phase == FINISHED else ""

    def fingerprint(self) -> i64:
        mark = mix(self.turn * 64 + self.used * 8 + self.phase, self.lifted * 256 + self.turns)
        return self.hands.fingerprint(self.field.fingerprint(mix(mark, self.idle + 1)))

    # -- cards and words of the seats, as lists

    def squares(self, seat: int) -> list[int]:
        """Return the squares from which a seat took its cards, in the order taken."""
        hands, row = self.hands, seat * MAX_HAND
        return [int(hands.square[row + card]) for card in range(hands.size[seat])]

    def faces(self, seat: int, card: int) -> str:
        """Return the letters that a card of a seat can stand for."""
        square = self.hands.square[seat * MAX_HAND + card]
        return self.table.deck.faces[self.field.card[square]]

    def cards(self, seat: int) -> tuple[tuple[str, int], ...]:
        """Return the letters that each of a seat's cards can stand for, and its points, in the
        order taken."""
        field = self.field
        found = [
            self.table.card(field.card[square], field.pips(square)) for square in self.squares(seat)
        ]
        return tuple(found)

    def hands_of_cards(self) -> list[tuple[tuple[str, int], ...]]:
        """Return the answer of `cards` for each seat."""
        return [self.cards(seat) for seat in range(self.players)]

    @property
    def taken(self) -> list[list[int]]:
        """The answer of `squares` for each seat."""
        return [self.squares(seat) for seat in range(self.players)]

    @property
    def words(self) -> list[list[Word]]:
        """The finished words of each seat."""
        found = [words[:-1] for words in self.spelled()[: self.players]]
        return found + [[] for _ in range(self.players - len(found))]

    @property
    def letters(self) -> Word:
        """The unfinished word of the speller."""
        return self.spelled()[-1][-1]

    def spelled(self) -> list[list[Word]]:
        """Return the words of each seat up to the speller; the last word of a seat is unfinished,
        and may have no letter."""
        found: list[list[Word]] = [[()]]
        for i in range(self.hands.length):
            ply, words = self.hands.plies[i], found[-1]
            if ply == DONE:
                found.append([()])
            elif ply == END_WORD:
                words.append(())
            else:
                words[-1] = (*words[-1], self.read_letter(ply))
        return found

    def read_letter(self, action: int) -> tuple[int, str]:
        """Return the number of the card and the letter of an action that lays one."""
        card, letter = divmod(action - LETTER, len(self.table.letters))
        return card, self.table.letters[letter]

    def letter_action(self, card: int, letter: str) -> int:
        """Return the action that lays a card as a letter."""
        return LETTER + card * len(self.table.letters) + self.table.letters.index(letter)

    def shown_words(self) -> list[list[Word]]:
        """Return the words of each seat in a finished match: those that it spelled, or with
        `spelling=auto` the best ones."""
        if not self.table.auto:
            return self.words
        hands = self.hands_of_cards()
        found = arrange_all(self.table.index, hands)
        return [best_words(self.table.index, c, best) for c, best in zip(hands, found, strict=True)]
