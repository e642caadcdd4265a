"""Tries edits of a loaded submission: each is put into force, plays are played, it is taken back."""

import ast
from collections.abc import Iterator
from functools import cached_property
from typing import Any

from .. import submission
from ..find_class import ValueClass
from ..guard import Guard
from ..play import BACKWARD_ERROR, Player, PlayMessage
from ..problem import Places, TooLong, describe
from ..source import Cell
from ..ticker import Ticker
from ..values import NOTHING, encode
from .survey import Survey


class Attempts:
    """What can be tried with one submission."""

    def __init__(self, player: Player, cells: list[Cell], header: dict[str, Any], places: Places) -> None:
        self._player = player
        self._cells = cells
        self._header = header
        self._places = places

    @cached_property
    def survey(self) -> Survey:
        """Made when it is first asked for: most submissions need none."""
        return Survey(self._cells, self._player.value_class, self._places, self._run)

    def as_dict(self) -> dict[str, Any]:
        """Everything that could be done, as data."""
        return self.survey.as_dict()

    def carried_out(self, numbers: list[int]) -> Player:
        """A player of the source with these edits, loaded from its beginning.

        Raises:
            Exception: where they exclude each other, or what comes out is no class.
        """
        return Player(self.survey.loaded_anew(self.survey.changes(numbers)))

    def resume(self) -> None:
        """Go on with the source as it is."""
        submission.resume(self._player.value_class)

    def shown(self, numbers: list[int]) -> list[dict[str, Any]]:
        """These edits as source text."""
        return self.survey.shown(numbers)

    def tried(
        self, trials: list[list[int]], plays: list[PlayMessage], ticker: Ticker, guard: Guard
    ) -> Iterator[list[bytes]]:
        """The answers of each trial, one a play."""
        for number, edits in enumerate(trials):
            first = number * len(plays)
            ticker.trying = True
            try:
                renumbered = [play._replace(number=first + i) for i, play in enumerate(plays)]
                answers = self._try(edits, renumbered, ticker, guard)
            finally:
                ticker.trying = False
                self.resume()
            yield answers

    def _try(self, edits: list[int], plays: list[PlayMessage], ticker: Ticker, guard: Guard) -> list[bytes]:
        answers: list[bytes] = []
        try:
            with ticker, self.survey.in_force(edits) as player:
                for play in plays:
                    with guard.over(play.graph.nodes, trying=True):
                        answers.append(player.answer(play))
                    if player.was_stopped:
                        raise TooLong  # noqa: TRY301 - as if it had come through
        except BaseException as error:
            problem = ticker.text(describe(error, self._places))
            left = plays[len(answers) :]
            answers += [encode(play.number, BACKWARD_ERROR, NOTHING) + problem for play in left]
        return answers

    def _run(self, pieces: list[tuple[Cell, ast.Module]]) -> ValueClass | None:
        return submission.run([*pieces], self._header, self._places)[1]
