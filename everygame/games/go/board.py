"""Stones, groups and liberties.

The board has a border, so that no test for the edge is needed when the neighbours of a point are
read. The point in file and rank, both counted from 0, of a board of `size` has the index (rank + 1)
* (size + 1) + file + 1. Each point holds EMPTY, BLACK, WHITE or BORDER."""

from __future__ import annotations

from typing import Final, final

from everygame.fast.arrays import i64, vec

EMPTY: Final = 0
BLACK: Final = 1
WHITE: Final = 2
BORDER: Final = 3
LARGEST: Final = 19
"""The largest size of a board."""
POINTS: Final = (LARGEST + 2) * (LARGEST + 1) + 1
"""The number of points of the largest board with its border."""

marks: Final = vec[i64]([0] * POINTS)
"""For each point: the number of the last walk that reached it. All boards share this buffer."""
walked: Final = vec[i64]([0] * POINTS)
"""The stones of a walk, in the order in which they were found. All boards share this buffer."""
walk_count: Final = vec[i64]([0])
"""The number of walks so far."""


@final
class Board:
    """The contents of all points."""

    def __init__(self, size: int) -> None:
        i: i64
        self.size: i64 = size
        self.width: i64 = size + 1
        self.group_size: i64 = 0
        self.taken: i64 = 0
        self.liberty: i64 = 0
        """The liberty that the last walk found last. If the walk found one liberty, it is this
        one."""
        self.points = vec[i64]([BORDER] * POINTS)
        for i in range(self.size * self.size):
            self.points[self.place(i)] = EMPTY

    def place(self, square: i64) -> i64:
        """Return the index of the point of a square; the number of the square is rank * size +
        file."""
        return (square // self.size + 1) * self.width + square % self.size + 1

    def copy_from(self, other: Board) -> None:
        i: i64
        for i in range(self.width, (self.size + 1) * self.width):
            self.points[i] = other.points[i]

    def near(self, point: i64, way: i64) -> i64:
        """Return the neighbour of a point in direction `way`, from 0 to 3."""
        if way < 2:
            return point + 1 if way == 0 else point - 1
        return point + self.width if way == 2 else point - self.width

    def touches(self, point: i64, content: i64) -> bool:
        """Whether at least one neighbour of the point has this content."""
        p, width = self.points, self.width
        if p[point + 1] == content or p[point - 1] == content:
            return True
        return p[point + width] == content or p[point - width] == content

    def walk(self, start: i64, most: i64) -> i64:
        """Walk over the group at `start`; return the number of its liberties, at most `most`. If
        the group has fewer liberties, `walked` then holds its stones and `group_size` their number;
        the walk ends early when `most` liberties are found."""
        way: i64
        i: i64 = 0
        found: i64 = 0
        self.group_size = 1
        # Each walk marks points with a number of its own, so that no table has to be cleared.
        number = walk_count[0] + 1
        walk_count[0] = number
        p, colour = self.points, self.points[start]
        walked[0] = start
        marks[start] = number
        while i < self.group_size:
            for way in range(4):
                point = self.near(walked[i], way)
                if marks[point] == number:
                    continue
                if p[point] == EMPTY:
                    marks[point] = number
                    found += 1
                    self.liberty = point
                    if found == most:
                        return found
                elif p[point] == colour:
                    marks[point] = number
                    walked[self.group_size] = point
                    self.group_size += 1
            i += 1
        return found

    def may_stand(self, point: i64, colour: i64) -> bool:
        """Whether a stone of this colour on the empty point would have a liberty, after it has
        captured."""
        way: i64
        if self.touches(point, EMPTY):
            return True
        for way in range(4):
            beside = self.near(point, way)
            content = self.points[beside]
            if content != BORDER and (self.walk(beside, 2) == 1) == (content != colour):
                return True
        return False

    def put(self, point: i64, colour: i64) -> i64:
        """Put a stone on the point and take off the stones that it captures. Return the number of
        captured stones; `taken` is then the point of one of them, if there are any."""
        i: i64
        way: i64
        captured: i64 = 0
        self.points[point] = colour
        for way in range(4):
            beside = self.near(point, way)
            if self.points[beside] == 3 - colour and self.walk(beside, 1) == 0:
                for i in range(self.group_size):
                    self.points[walked[i]] = EMPTY
                captured += self.group_size
                self.taken = beside
        return captured

    def area(self, colour: i64) -> i64:
        """Return the number of stones of a colour, and of empty points in regions that touch only
        this colour."""
        i: i64
        total: i64 = 0
        # The regions counted below mark their points with this number or a greater one, so a point
        # with a smaller mark has not been counted yet.
        number = walk_count[0] + 1
        for i in range(self.width, (self.size + 1) * self.width):
            if self.points[i] == colour:
                total += 1
            elif self.points[i] == EMPTY and marks[i] < number:
                total += self.region(i, colour)
        return total

    def region(self, start: i64, colour: i64) -> i64:
        """Return the size of the empty region around a point, or 0 if the region does not touch
        this colour or touches the other one too. The points of the region are marked with the
        number of a new walk."""
        way: i64
        i: i64 = 0
        size: i64 = 1
        foreign = False
        own = False
        number = walk_count[0] + 1
        walk_count[0] = number
        walked[0] = start
        marks[start] = number
        while i < size:
            for way in range(4):
                point = self.near(walked[i], way)
                content = self.points[point]
                if content == EMPTY:
                    if marks[point] != number:
                        marks[point] = number
                        walked[size] = point
                        size += 1
                elif content == colour:
                    own = True
                elif content != BORDER:
                    foreign = True
            i += 1
        return size if own and not foreign else 0
