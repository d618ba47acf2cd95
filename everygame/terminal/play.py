"""Plays a match in a terminal, with people at one keyboard and bots in the other seats."""

from __future__ import annotations

import random
import shutil
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from everygame.bots import request
from everygame.bots.request import recalled
from everygame.catalogues import ENGLISH
from everygame.contract import CHANCE, Game, Json, State
from everygame.errors import BadMove, EveryGameError, IllegalMove
from everygame.history import TIME
from everygame.match import Match, Outcome
from everygame.scene import Artist, Scene, depict, ply_in_words, view
from everygame.sides import side_count, side_names
from everygame.terminal.chart import head, weigh_line
from everygame.terminal.columns import ljust, wrap
from everygame.terminal.draw import columns, draw
from everygame.terminal.keys import ask
from everygame.terminal.language import in_language
from everygame.words import all_of, say, sentences, translate

HELP = say("""
Type a move, or its beginning, or its number in the list; where a move has an arrow key, press it.
  undo, redo    take a move back, or play it again
  moves         what each move does
  hint          a good move, and why it is good
  history       all moves so far; "go 5" takes the table to move 5
  chart         who stood better after each move, and where it turned
  rules         the rules of the game
  save FILE     keep a copy of the match
  quit          stop; the match is kept and goes on next time
""")

HINT = 2.0
"""The seconds that a bot thinks for a hint."""
Chooser = Callable[[Json], Json]
"""A function such as `everygame.bots.choose`: it maps a request to an answer."""


@dataclass
class TerminalMatch:
    """A match in a terminal, with its bots and the file in which it is kept."""

    game: Game
    artist: Artist
    match: Match
    bots: dict[int, str]
    """For each seat that a bot plays: the bot's level."""
    choose: Chooser
    rules: Callable[[], str]
    """Returns the rule sheet."""
    keep: Callable[[], None]
    """Writes the match to its file; called after each change."""
    save: Callable[[str], None]
    colour: bool
    advise: Chooser
    """Returns a hint for a request, as `everygame.bots.analysis.advise` does."""
    weigh: Chooser
    """Returns the evaluation of a position for a request, as `everygame.bots.analysis.weigh`
    does."""
    ask: Callable[[str, Mapping[str, str]], str] = ask
    put: Callable[[str], None] = print
    language: str = ENGLISH
    """The language of all output. Players type the same commands in every language."""
    looked: int | None = field(default=None)
    """In games with secrets: the seat of the player who now looks at the screen."""

    def run(self) -> None:
        """Play until the match is over or a player quits."""
        self.match.draw()
        self.keep()
        self.tell_sides()
        while True:
            outcome = self.match.outcome()
            who = self.match.to_play()
            if outcome is None and who in self.bots:
                self.play_bot(who)
                continue
            self.show(who, outcome)
            if not self.answer(who, outcome):
                return

    # -- output

    def tell_sides(self) -> None:
        """Say who plays with whom, where seats share a side."""
        for side in side_names(self.game, self.names()) if self.game.sides else ():
            if side not in self.names():
                self.tell(say("{side} play together.", side=side))

    def tell(self, words: str) -> None:
        self.put(self.spoken(words))

    def spoken(self, words: str) -> str:
        return translate(words, self.language)

    def names(self) -> tuple[str, ...]:
        return tuple(map(self.spoken, self.artist.seat_names(self.game)))

    def viewer(self, who: int) -> int | None:
        """Return the viewer for whom the match is drawn: the seat to move if a person has it,
        otherwise the only person's seat, otherwise a spectator."""
        people = self.people()
        if who in people:
            return who
        if len(people) == 1 or (people and not self.game.hidden):
            return people[0]
        return None

    def scene(self, who: int) -> Scene:
        found = depict(self.artist, self.game, view(self.match.state(), self.viewer(who)))
        return in_language(found, self.language)

    def show(self, who: int, outcome: Outcome | None) -> None:
        self.draw_curtain(who)
        scene = self.scene(who)
        self.tell("")
        self.tell(draw(scene, self.names(), self.colour))
        self.tell("")
        for seat, score in enumerate(scene.scores):
            self.tell(f"{self.names()[seat]}: {score}")
        for note in scene.notes:
            self.tell(note)
        self.tell(self.ended(scene, outcome) if outcome else self.bold(scene.prompt))

    def draw_curtain(self, who: int) -> None:
        """Clear the screen between two people who take turns at it in a game with secrets."""
        if not self.game.hidden or len(self.people()) < 2 or who < 0 or who == self.looked:
            return
        self.tell("\n" * 60)
        hand = say("Hand the keyboard to {name}, who presses Enter. ", name=self.names()[who])
        self.ask(self.spoken(hand), {})
        self.looked = who

    def ended(self, scene: Scene, outcome: Outcome) -> str:
        if scene.over:
            return self.bold(scene.over)
        if outcome.resigned is not None:
            name = self.names()[outcome.resigned]
            if outcome.ending == TIME:
                return self.bold(say("{name} is out of time.", name=name))
            return self.bold(say("{name} gave up.", name=name))
        winners = [n for n, r in zip(self.names(), outcome.returns, strict=True) if r > 0]
        ending = say(outcome.ending)
        if not winners and side_count(self.game) == 1:
            return self.bold(say("It is not won ({ending}).", ending=ending))
        if not winners:
            return self.bold(say("A draw ({ending}).", ending=ending))
        return self.bold(say("{winners} won ({ending}).", winners=all_of(winners), ending=ending))

    def bold(self, words: str) -> str:
        text = self.spoken(words)
        return f"\x1b[1m{text}\x1b[0m" if self.colour else text

    # -- input

    def answer(self, who: int, outcome: Outcome | None) -> bool:
        """Ask the player for commands until the match changes; return False where the player
        quits."""
        node = self.match.node
        keys = {choice.key: choice.move for choice in self.scene(who).choices if choice.key}
        while self.match.node == node:
            if outcome is None:
                self.tell(self.choices())
            try:
                words = self.ask("> ", keys).split()
            except EOFError:
                return False
            if words[:1] == ["quit"]:
                return False
            try:
                self.act(words, who)
            except EveryGameError as error:
                self.tell(error.message)
        self.keep()
        return True

    def commands(self) -> dict[str, Callable[[list[str], int], None]]:
        """Return what each command does with the words after it and the seat that gave it."""
        return {
            "undo": self.undo,
            "redo": self.redo,
            "moves": self.explain,
            "hint": self.hint,
            "history": self.history,
            "chart": self.chart,
            "go": self.go,
            "rules": lambda words, who: self.tell(self.rules()),
            "save": self.save_copy,
            "help": lambda words, who: self.tell(HELP),
            "?": lambda words, who: self.tell(HELP),
        }

    def act(self, words: list[str], who: int) -> None:
        if words and (command := self.commands().get(words[0])):
            command(words[1:], who)
        elif words:
            self.match.play(who, self.find_move(" ".join(words)))

    def moves(self) -> list[str]:
        return sorted(self.match.state().legal_moves())

    def choices(self) -> str:
        moves = self.moves()
        if len(moves) > 40:
            return say('{n} moves; "moves" lists them, "help" explains.', n=len(moves))
        width = min(shutil.get_terminal_size().columns, 100)
        return columns((f"{number} {move}" for number, move in enumerate(moves, 1)), width)

    def find_move(self, typed: str) -> str:
        """Return the move that was typed: its text, its number in the list, or an unambiguous
        beginning."""
        moves = self.moves()
        if typed in moves:
            return typed
        if typed.isdecimal() and 0 < int(typed[:6]) <= len(moves):
            return moves[int(typed) - 1]
        starts = [move for move in moves if move.startswith(typed)]
        if len(starts) == 1:
            return starts[0]
        if starts:
            raise IllegalMove(
                "{typed} could be {start}.", typed=repr(typed), start=", ".join(starts[:8])
            )
        raise IllegalMove('{typed} is no legal move here; "help" explains.', typed=repr(typed))

    def explain(self, words: list[str], who: int) -> None:
        for choice in self.scene(who).choices:
            if choice.kind == "carry":
                continue  # there are too many to be read
            self.tell(f"  {ljust(choice.move, 12)} {choice.name or choice.label}")

    def people(self) -> list[int]:
        return [seat for seat in range(self.game.players) if seat not in self.bots]

    def undo(self, words: list[str], who: int) -> None:
        self.move_to(self.match.undo(self.people(), True), say("There is nothing to take back."))

    def redo(self, words: list[str], who: int) -> None:
        self.move_to(self.match.redo(self.people(), True), say("There is nothing to play again."))

    def move_to(self, node: int | None, sorry: str) -> None:
        if node is None:
            raise IllegalMove(sorry)
        self.match.go(node)

    def history(self, words: list[str], who: int) -> None:
        line = self.match.line()[1:]
        texts = self.match.move_texts(line, self.viewer(who))
        shown = [f"{ply} {text}" for ply, text in enumerate(texts, 1)]
        self.tell(columns(shown, 80) if shown else say("Nothing has been played yet."))

    def chart(self, words: list[str], who: int) -> None:
        if self.game.players == 1:
            raise BadMove("Alone, nobody stands better.")
        said = weigh_line(self.match, self.viewer(who), self.weigh, self.show_progress, self.spoken)
        nothing = say("There is nothing to judge.")
        self.tell("\n".join([head(self.names()), *said]) if said else nothing)

    def show_progress(self, text: str) -> None:
        if sys.stdout.isatty():
            print(text, end="", flush=True)

    def go(self, words: list[str], who: int) -> None:
        line = self.match.line()
        if len(words) != 1 or not words[0].isdecimal() or int(words[0][:6]) >= len(line):
            raise IllegalMove('Say which move: "go 0" to "go {number}".', number=len(line) - 1)
        self.match.go(line[int(words[0])])

    def save_copy(self, words: list[str], who: int) -> None:
        if not words:
            raise IllegalMove('Say where: "save my-match.json".')
        self.save(" ".join(words))
        self.tell(say("Saved as {file}.", file=" ".join(words)))

    # -- bots

    def request(self, seat: int, level: str) -> Json:
        """Return the request to a bot: the observations of its seat, and its legal moves."""
        path = self.match.path(self.match.node)[-recalled(self.game) - 1 :]
        asked = request.ask(self.game, [self.match.state(node) for node in path], seat)
        return {**asked, "level": level, "seed": random.getrandbits(31)}

    def play_bot(self, seat: int) -> None:
        self.tell(say("{name} thinks …", name=self.names()[seat]))
        move = self.choose(self.request(seat, self.bots[seat]))["move"]
        before = self.match.state()
        self.match.play(seat, move)
        self.tell(self.describe(before, before.parse(move)))
        self.keep()

    def describe(self, before: State, action: int) -> str:
        """Describe a bot's ply by its move text. A ply whose move text is secret is described by
        the game's `in_words`, where the game has that."""
        name, viewer = self.names()[before.to_play()], self.viewer(CHANCE)
        read, plies = before.text(action, viewer), (before, before.apply(action))
        words = ply_in_words(self.artist, self.game, plies, read, viewer)
        if words not in (read, "") and read != before.text(action):
            return say("{name}: {words}.", name=name, words=words)
        return say("{name} plays {move}.", name=name, move=read)

    def hint(self, words: list[str], who: int) -> None:
        if who < 0:
            raise BadMove("The match is over.")
        if self.game.endless:
            raise BadMove("This game has no bot to ask.")
        answer = self.advise({**self.request(who, ""), "seconds": HINT})
        told = sentences([say("A good move: {move}.", move=answer["move"]), *answer["reasons"]])
        self.tell("\n".join(wrap(self.spoken(told), 80)))
