"""A candidate's play that takes long is played once more and its steps are counted, wherever it was seen."""

import ast
import os
from collections.abc import Iterator
from types import ModuleType
from typing import ClassVar, cast

import pytest

from grader.harness.model.find_class import ValueClass
from grader.harness.playing.play import Player, PlayMessage
from grader.harness.repair.attempts import Attempts
from grader.harness.repair.edit import RewriteOffer
from grader.harness.repair.survey import Survey
from grader.harness.running.guard import Guard
from grader.harness.running.problem import Places, TooLong
from grader.harness.running.ticker import Ticker
from grader.harness.running.tracing import is_traced


class _Empty:
    """A class whose module holds nothing."""

    module, classes = ModuleType("submission"), ()


class _Plays:
    """Answers a play in its own words, each time another, and learns something by each."""

    value_class = _Empty()

    def __init__(self, *answers: bytes) -> None:
        self._answers = iter(answers)
        self.conventions = 0
        self.seen: list[tuple[int, bool]] = []
        """What it knew before each, and whether steps were counted."""

    def answer(self, _play: PlayMessage) -> bytes:
        self.seen.append((self.conventions, is_traced()))
        self.conventions += 1
        return next(self._answers, b"")


class _Survey:
    """What could be done to a source."""

    def __init__(self, *rewrites: str) -> None:
        self.offers = [RewriteOffer(rewrite, ast.Pass(), ()) for rewrite in rewrites]


class _Nodes:
    nodes = 1


class _Play:
    graph = _Nodes()


class _TickAtTheEnd(Ticker):
    """One whose tick comes when the play is over, in our own code."""

    def __exit__(self, *failure: object) -> None:
        super().__exit__(*failure)
        if self.patience is not None:
            raise TooLong


@pytest.fixture
def answer_out() -> Iterator[int]:
    written = os.open(os.devnull, os.O_WRONLY)
    yield written
    os.close(written)


@pytest.mark.parametrize(("ticker", "answer"), [(Ticker, b"uncounted"), (_TickAtTheEnd, b"counted")])
def test_a_tick_behind_a_play_makes_it_counted_and_is_no_answer(
    ticker: type[Ticker], answer: bytes, answer_out: int
) -> None:
    plays = _Plays(b"uncounted", b"counted")

    assert _limited(plays, ticker, answer_out) == answer


def _limited(plays: _Plays, ticker: type[Ticker], answer_out: int, *rewrites: str) -> bytes:
    places, player, play = Places(), cast("Player", plays), cast("PlayMessage", _Play())
    attempts = Attempts(player, [], {}, places)
    attempts.survey = cast("Survey", _Survey(*rewrites))
    return attempts.limited(player, play, ticker(places, answer_out), Guard([], places), trying=True)


def test_a_play_that_is_ended_shows_nothing_of_the_class(answer_out: int) -> None:
    plays = _Plays()
    _limited(plays, _TickAtTheEnd, answer_out)

    assert plays.seen == [(0, False), (0, True)]


def test_of_a_class_that_keeps_something_every_play_is_counted(answer_out: int) -> None:
    """What a play leaves behind that is ended somewhere is left for the next one."""
    plays = _Plays()
    _limited(plays, _TickAtTheEnd, answer_out, "accumulate", "fresh-state")

    assert plays.seen == [(0, True)]


class _Known:
    """The class of a player."""

    notes: ClassVar[list[dict[str, str]]] = [{"kind": "data-name"}]


def _leaf(number: float, _label: str) -> float:
    return number


def _other_leaf(number: float, label: str) -> str:
    return f"{label} {number}"


def test_what_plays_have_shown_can_be_taken_back() -> None:
    player = Player.__new__(Player)
    player.value_class = cast("ValueClass", _Known())
    player.leaf, player.caller_seeds, player.may_seed, player.tries = _leaf, False, True, 3
    before = player.conventions
    player.leaf, player.caller_seeds, player.may_seed, player.tries = _other_leaf, True, False, 0
    player.value_class.notes.append({"kind": "caller-seeds"})
    assert player.conventions != before

    player.conventions = before

    assert player.conventions == before
    assert player.value_class.notes == [{"kind": "data-name"}]
