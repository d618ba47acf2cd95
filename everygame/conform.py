"""The checker that every game must pass: random matches in which each promise of the contract
is tested at each ply. Public: authors run it on their own games as `everygame check NAME`.
"""

from __future__ import annotations

import hashlib
import json
import reprlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random

from everygame.check.deduction import forgotten
from everygame.check.difference import two_views
from everygame.check.locate import find_folder, find_method, find_missing
from everygame.check.vocabulary import find_word, unknown
from everygame.contract import CHANCE, OVER, TRUTH, AnyJson, Game, Json, State
from everygame.errors import BadGame, BadPosition, EveryGameError, find_place, shown
from everygame.fast.state import FastState
from everygame.scene import (
    Artist,
    Scene,
    check,
    choices_of,
    depict,
    look_back,
    mark_final,
    to_json,
    view,
)
from everygame.words import Message, compose, say

LONGEST = 10_000
"""Plies after which a random match is given up: a game must end."""
WALK = 40
"""Plies of a random match that no rule ends."""
PLIES = 8
"""Plies beside the one that is played, whose texts are compared with its text."""
NO_STATES: tuple[AnyJson, ...] = (None, [], {}, "state", 7)
STRANGE: tuple[AnyJson, ...] = (None, -99, 1.5, "?", [], {})
"""Values that most keys of a state cannot have."""
EXPLANATIONS = 50
"""Truths drawn before a text is called a leak."""
DEDUCED, DEDUCTIONS = 0.1, 25
"""The share of the plies at which is asked whether what they tell is remembered, and how often."""
ENDLESS = "the match does not end: {n} plies, and to_play never answers OVER."
REFUSE = say(" What is no position raises BadPosition; read_text, read_number and read_truth do.")


@dataclass(frozen=True)
class Report:
    """What was played. Both builds must give the same digest."""

    matches: int
    plies: int
    digest: str
    """SHA-256 over the JSON of every state, in order."""


def canonical(data: AnyJson) -> str:
    """The same text for the same JSON."""
    return json.dumps(data, sort_keys=True, ensure_ascii=False)


OPEN = "{name}: `hidden` is True, but observations never left something open.{place}"
HIDING = "{name}: `hidden` is False, but observations left something open.{place}"


def conform(
    game: Game,
    matches: int,
    seed: int,
    artist: Artist | None = None,
    tick: Callable[[], None] = lambda: None,
) -> Report:
    """Play random matches and check every state. Raises BadGame at the first fault; the sentence
    names the match, the ply and the broken promise. `tick` is called now and then, so that who
    waits knows that it goes on."""
    inspector = Inspector(game, artist, tick)
    for number in range(matches):
        inspector.match(Random(f"{seed}/{number}"), number)
    unseen = game.endless and game.hidden  # a walk may not come to where something is hidden
    if matches and inspector.moved_secret != game.hidden and not unseen:
        place = find_method(type(game.initial_state()), "observe")
        raise BadGame(OPEN if game.hidden else HIDING, name=game.name, place=place)
    return Report(matches, inspector.plies, inspector.digest.hexdigest())


def leads(start: State, read: str, viewer: int | None, after: State) -> bool:
    """A ply that reads so to the viewer leads from one state to the other."""
    wanted = canonical(after.to_json())
    actions = (action for action in start.legal_actions() if start.text(action, viewer) == read)
    return any(canonical(start.apply(action).to_json()) == wanted for action in actions)


def is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def of_two_truths(one: AnyJson, other: AnyJson) -> Message:
    """Where two views differ that ought to be one."""
    return say(" Of two truths with one view, {views}.", views=two_views(one, other))


def called(viewer: int | None) -> Message:
    return say("a spectator") if viewer is None else say("seat {seat}", seat=viewer)


class Inspector:
    """The state of one run of checks."""

    def __init__(
        self, game: Game, artist: Artist | None, tick: Callable[[], None] = lambda: None
    ) -> None:
        self.game = game
        self.artist = artist
        self.tick = tick
        self.kind: type[State] = State
        """Of the states that are looked at."""
        self.asked = "initial_state"
        """The method whose answer is looked at."""
        self.plies = 0
        self.digest = hashlib.sha256()
        self.moved_secret = False
        self.deduced = 0
        self.where: str = ""

    def require(
        self, promise: bool, text: str, method: str = "", why: str = "", /, **arguments: str | int
    ) -> None:
        """`method`: the one that breaks the promise, if it is not the one that was asked; `why`:
        what is said after the place where it is written."""
        self.tick()
        if not promise:
            raise self.fault(compose(text, arguments), self.place(method or self.asked), why)

    def fault(self, sentence: str, place: str, why: str = "") -> BadGame:
        """With the name of the game and the ply before it."""
        return BadGame(
            "{name}, {where}: {sentence}{place}{why}",
            name=self.game.name,
            where=self.where,
            sentence=sentence,
            place=place,
            why=why,
        )

    def place(self, method: str) -> str:
        """Where a method of the state, the game or the artist is written."""
        owners = (self.kind, type(self.game), self.artist)
        places = (find_method(owner, method) for owner in owners if hasattr(owner, method))
        return next(places, "")

    def match(self, rng: Random, number: int) -> None:
        """One random match. What the game itself raises is a fault of the game."""
        try:
            self.check_match(rng, number)
        except BadGame:
            raise
        except Exception as error:
            raise BadGame(
                "{name}, {where}: {explain}",
                name=self.game.name,
                where=self.where,
                explain=self.explain(error),
            ) from error

    def explain(self, error: Exception) -> str:
        """What the game itself raised, or made of what was asked of it."""
        missing = find_missing(error)
        if missing:
            return missing
        place = find_place(error, find_folder(self.game))
        said = shown(error)
        if place:
            return say("{place} {error}", place=place, error=said)
        return say("{error}.{place}", error=said, place=self.place(self.asked))

    def json(self, method: str, data: AnyJson) -> str:
        """`canonical` of what a method answered."""
        self.asked = method
        self.require(isinstance(data, dict), "{asked} is no dict.", method, asked=method)
        try:
            return canonical(data)
        except (TypeError, ValueError, RecursionError) as error:
            said = str(error)
            self.require(
                False, "{asked} is no plain JSON: {error}.", method, asked=method, error=said
            )
            raise

    def ply(self, number: int, ply: int) -> Message:
        """Where the checks are."""
        return compose("match {number}, ply {ply}", {"number": number, "ply": ply})

    def check_match(self, rng: Random, number: int) -> None:
        """One random match, then: no state that was handed out has changed."""
        self.where, self.asked = self.ply(number, 0), "initial_state"
        state = self.game.initial_state()
        self.require(isinstance(state, State), "initial_state is no State.")
        same = self.game.initial_state().to_json() == state.to_json()
        self.require(
            same, "initial_state is another one each time; what is random is left to CHANCE."
        )
        self.kind = type(state)
        seen: list[tuple[State, str]] = []
        for ply in range(LONGEST + 1):
            self.where = self.ply(number, ply)
            text = self.json("to_json", state.to_json())
            self.digest.update(text.encode())
            seen.append((state, text))
            self.state(state, text, rng)
            if state.to_play() == OVER or (self.game.endless and ply == WALK):
                break
            self.require(ply < LONGEST, ENDLESS, "to_play", n=LONGEST)
            action = self.pick(state, rng)
            self.asked = "advance"
            after, again = state.apply(action), state.apply(action)
            self.require(canonical(state.to_json()) == text, "apply changes the state itself.")
            self.require(
                canonical(after.to_json()) == canonical(again.to_json()),
                "apply does not lead to the same state again; what is random is left to CHANCE.",
            )
            self.history(state, action, Random(rng.random()))
            self.deduction(state, action, after, Random(f"{self.where}, {action}"))
            state = after
            self.plies += 1
        for ply, (old, text) in enumerate(seen):
            self.where = self.ply(number, ply)
            self.require(
                canonical(old.to_json()) == text, "apply changed an earlier state.", "advance"
            )
        self.strangers(json.loads(text))

    def strangers(self, data: Json) -> None:
        """Saves come from anywhere: what is no state raises BadPosition and nothing else."""
        for strange in NO_STATES:
            taken = self.reads(strange)
            said = "from_json takes {what} for a state."
            self.require(not taken, said, "from_json", REFUSE, what=repr(strange))
        for key in data:
            self.reads({name: value for name, value in data.items() if name != key})
            for value in STRANGE:
                self.reads({**data, key: value})

    def reads(self, data: AnyJson) -> bool:
        """from_json makes a state of this."""
        try:
            self.game.from_json(data)
        except BadPosition:
            return False
        except Exception as error:
            what, kind = reprlib.repr(data), type(error).__name__
            text = "from_json of {what} raises {kind}, not BadPosition."
            self.require(False, text, "from_json", REFUSE, what=what, kind=kind)
        return True

    def pick(self, state: State, rng: Random) -> int:
        if state.to_play() != CHANCE:
            return rng.choice(state.legal_actions())
        outcomes = state.chance_outcomes()
        return rng.choices([a for a, _ in outcomes], [p for _, p in outcomes])[0]

    def state(self, state: State, text: str, rng: Random) -> None:
        self.kinds(state)
        self.actions(state)
        self.result(state)
        self.asked = "from_json"
        self.round_trips(state, text)
        for seat in range(self.game.players):
            self.secrets(state, text, seat, rng)
        if self.artist is not None:
            for viewer in (None, *range(self.game.players)):
                self.picture(state, viewer)
            self.picture_of_truth(state)

    def kinds(self, state: State) -> None:
        """What methods answer is of the kind that the contract says."""
        self.asked = "to_play"
        self.require(type(state.to_play()) is int, "to_play is no whole number.")
        self.asked = "legal_actions"
        actions = state.legal_actions()
        whole = isinstance(actions, list) and all(type(action) is int for action in actions)
        self.require(whole, "legal_actions is no list of whole numbers.")
        self.asked = "text"
        for action in actions:
            text = state.text(action)
            one = isinstance(text, str) and len(text.split()) == 1 and text == text.strip()
            self.require(one, "{text} is no move text: one word without spaces.", text=repr(text))
        self.asked = "ending"
        self.require(isinstance(state.ending(), str), "ending() is no text.")
        self.asked = "returns"
        returns = state.returns()
        numbers = isinstance(returns, list | tuple) and all(map(is_number, returns))
        self.require(numbers, "returns is no list of numbers.")

    def actions(self, state: State) -> None:
        self.asked = "legal_actions"
        who, actions = state.to_play(), state.legal_actions()
        seats = (CHANCE, OVER, *range(self.game.players))
        self.require(who in seats, "no seat is {who}.", "to_play", who=who)
        self.require(
            actions == sorted(set(actions)), "legal_actions is not ascending.", "legal_actions"
        )
        sentence = "legal_actions is empty exactly when OVER."
        self.require(bool(actions) == (who != OVER), sentence, "legal_actions")
        texts = [state.text(action) for action in actions]
        whole = [state.text(action, TRUTH) for action in actions]
        self.require(
            texts == whole, "text of an action is not that for TRUTH, its default viewer.", "text"
        )
        twice = len(set(texts)) < len(texts)
        self.require(not twice, "two legal actions have the same text.", "text")
        for action, text in list(zip(actions, texts, strict=True))[:8]:
            again = state.parse(text) == action
            self.require(again, "parse({text}) is another action.", "parse", text=repr(text))
        if who == CHANCE:
            self.asked = "chance_outcomes"
            outcomes = state.chance_outcomes()
            self.require([a for a, _ in outcomes] == actions, "chance_outcomes misses actions.")
            total = sum(p for _, p in outcomes)
            self.require(abs(total - 1) < 1e-9, "chance adds up to {total}.", total=str(total))
            self.require(all(p >= 0 for _, p in outcomes), "a chance is negative.")
        elif actions:
            advice = state.advise()
            self.require(advice is None or advice in actions, "advise is not legal.", "advise")
            self.require(actions[0] >= 0, "an action is negative.", "legal_actions")
            self.require(
                actions[-1] < self.game.num_actions,
                "an action reaches num_actions.",
                "legal_actions",
            )

    def result(self, state: State) -> None:
        self.asked = "returns"
        returns, over = state.returns(), state.to_play() == OVER
        right = len(returns) == self.game.players
        self.require(right, "returns is not one number a seat.", "returns")
        said = str(returns)
        within = all(-1 <= r <= 1 for r in returns)
        self.require(within, "returns leaves [-1, 1]: {returns}.", "returns", returns=said)
        if self.game.players > 1:
            even = abs(sum(returns)) < 1e-9
            self.require(even, "returns does not sum to 0: {returns}.", "returns", returns=said)
        self.require(over or not any(returns), "there are returns before the end.", "returns")
        ended = bool(state.ending()) == over
        self.require(ended, "ending() is a word exactly when OVER.", "ending")

    def round_trips(self, state: State, text: str) -> None:
        twin = self.game.from_json(json.loads(text))
        self.same(state, text, twin, "from_json(to_json())")
        try:
            position = state.position()
        except BadPosition:
            position = ""
        if position and state.to_play() != OVER:
            again = self.game.parse_position(position)
            read = again.position() == position
            self.require(read, "{position} reads as another position.", position=repr(position))
            self.require(again.to_play() == state.to_play(), "a position has its turn.")
        if isinstance(state, FastState):
            copy = state.blank()
            copy.copy_from(state)
            self.same(state, text, copy, "assign")

    def same(self, state: State, text: str, twin: State, how: str) -> None:
        self.require(canonical(twin.to_json()) == text, "{how} differs.", "to_json", how=how)
        self.require(twin.to_play() == state.to_play(), "{how} changes who plays.", how=how)
        self.require(
            twin.legal_actions() == state.legal_actions(), "{how} changes the actions.", how=how
        )
        self.require(twin.returns() == state.returns(), "{how} changes the returns.", how=how)
        self.require(twin.ending() == state.ending(), "{how} changes the ending.", how=how)
        self.require(twin.key() == state.key(), "{how} changes the key.", how=how)

    def secrets(self, state: State, text: str, seat: int, rng: Random) -> None:
        """Another truth with the same observation looks the same to that seat in every way."""
        observation = self.json("observe", state.observe(seat))
        if observation == text and not self.game.hidden:
            return  # it sees the truth, and that comes back from JSON
        self.asked = "resample"
        other = self.another(state, seat, rng)
        self.require(isinstance(other, State), "resample is no State.")
        same = canonical(other.observe(seat)) == observation
        if not same:
            self.leak(state, other, seat)
        if canonical(other.to_json()) == text:
            return
        self.moved_secret = True
        public = canonical(state.observe(None))
        unmoved = canonical(other.observe(None)) == public
        if not unmoved:
            views = two_views(state.observe(None), other.observe(None))
            why = say(
                " {views}, of two truths that seat {n} cannot tell apart.", views=views, n=seat
            )
            self.require(False, "a spectator sees a secret.", "observe", why)
        same = other.to_play() == state.to_play()
        self.require(same, "who plays tells seat {seat} a secret.", seat=seat)
        if state.disclose() is not None:
            self.disclosed(state, other)
        if state.to_play() == seat:
            same = other.legal_actions() == state.legal_actions()
            if not same:
                self.moves_tell(state, other, seat)
        if self.artist is not None:
            before, after = self.draw(state, seat), self.draw(other, seat)
            if canonical(to_json(before)) != canonical(to_json(after)):
                why = of_two_truths(to_json(before), to_json(after))
                self.require(False, "the scene tells seat {n} a secret.", "scene", why, n=seat)

    def leak(self, state: State, other: State, seat: int) -> None:
        """Say where the seat sees what another truth has otherwise."""
        views = two_views(state.observe(seat), other.observe(seat))
        why = say(
            " Drawn anew by resample, {views}. If the seat may know this, resample has to keep it."
            "{place}",
            views=views,
            place=self.place("resample"),
        )
        self.require(False, "seat {seat} sees a secret.", "observe", why, seat=seat)

    def moves_tell(self, state: State, other: State, seat: int) -> None:
        moves = [[one.text(action) for action in one.legal_actions()] for one in (state, other)]
        told = "the legal actions tell seat {seat} a secret."
        self.require(False, told, "legal_actions", of_two_truths(*moves), seat=seat)

    def disclosed(self, state: State, other: State) -> None:
        """What one seat can tell apart, whoever is told the truth can."""
        seats = range(self.game.players)
        apart = any(canonical(state.observe(s)) != canonical(other.observe(s)) for s in seats)
        told = canonical(state.disclose()) != canonical(other.disclose())
        self.require(told or not apart, "disclose keeps back what a seat knows.", "disclose")

    def history(self, state: State, action: int, rng: Random) -> None:
        """What a viewer reads of a ply tells it nothing that it cannot see when it is played.
        One viewer a ply is asked, by chance."""
        if not self.game.hidden:
            return
        seat = rng.randrange(self.game.players)
        self.drawn_alike(state, seat, rng.random())
        self.asked = "text"
        viewer = rng.choice([seat, None])
        read, truths = state.text(action, viewer), [state, self.another(state, seat, rng)]
        for truth, other in self.alike(truths, action, viewer, rng):
            drawn = (self.another(state, seat, rng) for _ in range(EXPLANATIONS))
            after = truth.apply(other)
            told = any(leads(start, read, viewer, after) for start in (*truths, *drawn))
            if not told:
                reads = truth.text(other, viewer)
                if viewer is not None and viewer == state.to_play():
                    mine = "{viewer} has played {read}, and its observation then leaves that open."
                    self.require(False, mine, "observe", viewer=called(viewer), read=repr(read))
                why = say(
                    " What is seen after it is seen after one that reads {other}, too. If it may be"
                    " known, observe has to keep it.{place}",
                    other=repr(reads),
                    place=self.place("observe"),
                )
                said = "{read} in the history tells {viewer} a secret."
                who = called(viewer)
                self.require(False, said, "text", why, read=repr(read), viewer=who)

    def deduction(self, state: State, action: int, after: State, rng: Random) -> None:
        """What a ply tells a seat that looks on, `resample` does not forget."""
        seats = [seat for seat in range(self.game.players) if seat != state.to_play()]
        asked = seats and self.deduced < DEDUCTIONS and rng.random() < DEDUCED
        if not self.game.hidden or self.game.endless or not asked:
            return
        self.deduced += 1
        self.asked = "resample"
        seat = rng.choice(seats)
        fact = forgotten(self.game, state, action, after, seat, rng)
        read = state.text(action, seat)
        text = (
            "resample forgets what {read} told seat {seat}: it draws truths in which {fact}, and"
            " in none in which that ply could be played is it so. Let the observation keep what"
            " the plies told (who has no card of a suit), and resample heed it."
        )
        self.require(not fact, text, "resample", read=repr(read), seat=seat, fact=fact)

    def another(self, state: State, seat: int, rng: Random) -> State:
        """A truth that the seat cannot tell from this one."""
        observation = json.loads(canonical(state.observe(seat)))
        return self.game.resample(observation, seat, Random(rng.random()))

    def drawn_alike(self, state: State, seat: int, seed: float) -> None:
        """What `resample` draws depends on nothing but the observation and the generator, so that
        bots do the same again; asked at every eighth ply."""
        if self.plies % 8 == 1:
            seen, self.asked = json.loads(canonical(state.observe(seat))), "resample"
            drawn = [
                canonical(self.game.resample(seen, seat, Random(seed)).to_json()) for _ in range(3)
            ]
            self.require(len(set(drawn)) == 1, "resample draws otherwise with the same generator.")

    def alike(
        self, truths: list[State], action: int, viewer: int | None, rng: Random
    ) -> Iterator[tuple[State, int]]:
        """Some plies that read otherwise than `action` in the first of these truths, but leave
        the viewer with the same observation."""
        read = truths[0].text(action, viewer)
        seen = canonical(truths[0].apply(action).observe(viewer))
        plies = [(truth, other) for truth in truths for other in truth.legal_actions()]
        for truth, other in rng.sample(plies, min(len(plies), PLIES)):
            reads_otherwise = truth.text(other, viewer) != read
            if reads_otherwise and canonical(truth.apply(other).observe(viewer)) == seen:
                yield truth, other

    def draw(self, state: State, viewer: int | None) -> Scene:
        assert self.artist is not None
        self.asked = "scene"
        try:
            seen = view(state, viewer)
            scene = self.artist.scene(self.game, seen)
            self.require(isinstance(scene, Scene), "scene(game, view) answers no Scene.")
            return mark_final(scene, self.game, seen)
        except BadGame:
            raise
        except EveryGameError as error:
            raise BadGame(
                "{name}, {where}: no scene: {error}",
                name=self.game.name,
                where=self.where,
                error=error,
            ) from error

    def picture(self, state: State, viewer: int | None) -> None:
        scene = self.draw(state, viewer)
        for fault in check(scene):
            self.require(False, fault)
        assert self.artist is not None
        names, seats = self.artist.seat_names(self.game), self.game.players
        self.require(len(names) == seats, "seat_names is not one name a seat.", "seat_names")
        self.require(len(scene.scores) in (0, seats), "the scores are not one text a seat.")
        strange = unknown(scene)
        if strange:
            word, sentence = strange
            place = find_word(find_folder(self.game), word) or self.place("scene")
            raise self.fault(sentence, place)
        mine = viewer is not None and state.to_play() == viewer
        moves = {state.text(action) for action in state.legal_actions()} if mine else set()
        offered = {choice.move for choice in choices_of(scene)}
        wrong = str(sorted(offered ^ moves))
        self.require(offered == moves, "the scene offers {moves} wrongly.", moves=wrong)

    def picture_of_truth(self, state: State) -> None:
        """As one viewer a ply sees it who looks back."""
        assert self.artist is not None
        viewers = (None, *range(self.game.players))
        seen = look_back(state, viewers[self.plies % len(viewers)])
        if self.game.hidden and seen is not None:
            for fault in check(depict(self.artist, self.game, seen)):
                self.require(False, "of the truth: {fault}", fault=fault)
