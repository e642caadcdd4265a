"""A trial's play that takes long is played once more while its steps are counted, wherever that was seen."""

import os
from collections.abc import Iterator
from typing import cast

import pytest

from grader.harness.playing.play import Player, PlayMessage
from grader.harness.repair.attempts import Attempts
from grader.harness.running.guard import Guard
from grader.harness.running.problem import Places, TooLong
from grader.harness.running.ticker import Ticker


class _Plays:
    """Answers a play in its own words, each time another."""

    def __init__(self, answers: Iterator[bytes]) -> None:
        self._answers = answers

    def answer(self, _play: PlayMessage) -> bytes:
        return next(self._answers)


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
    places, plays = Places(), cast("Player", _Plays(iter([b"uncounted", b"counted"])))
    attempts = Attempts(plays, [], {}, places)
    play = cast("PlayMessage", _Play())

    limited = attempts.limited(plays, play, ticker(places, answer_out), Guard([], places), trying=True)

    assert limited == answer
