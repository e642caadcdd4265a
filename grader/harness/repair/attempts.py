"""Tries edits of a loaded submission: each is put into force, plays are played, it is taken back."""

import ast
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from functools import cached_property
from typing import Any

from ..loading import submission
from ..loading.source import Cell
from ..model.find_class import ValueClass
from ..network_rewrites import NETWORK_FAMILIES
from ..playing.play import Player, PlayMessage
from ..playing.values import BACKWARD_ERROR, NOTHING, encode
from ..rewrites import FAMILIES
from ..running.guard import Guard
from ..running.problem import Places, TooLong, describe
from ..running.steps import StepLimit
from ..running.ticker import Ticker
from ..wire.as_json import as_json
from .module_state import ModuleState
from .survey import Survey

_UNCOUNTED = 0.005
"""Seconds of processor time after which a play is counted; a tick sees it, after 0.01 at most."""
_MADE_ANEW = "fresh-state"
_MOST_STEPS, _STEPS_A_NODE = 600_000, 1_000
"""The most steps of a play of an edited source: more than a play takes that comes to its end."""
_STEPS_OF_FEW, _STEPS_A_NODE_OF_FEW = 280_000, 20_000
"""The bound where a graph has few nodes, and so few paths: nearly every play that does not end is of two."""

_FIRST = 2
"""Plays of the unchanged source, after which edits are tried."""


class Attempts:
    """The edits that can be tried with one submission."""

    def __init__(self, player: Player, cells: list[Cell], header: dict[str, Any], places: Places) -> None:
        self._player = player
        self._cells = cells
        self._header = header
        self._places = places
        self.at_first = ModuleState(player.value_class.module, player.value_class.classes)
        """The state that the source itself has left, before any play."""
        self._kept: ModuleState | None = None

    @cached_property
    def survey(self) -> Survey:
        """The survey, made when it is first asked for: most submissions need none."""
        families = NETWORK_FAMILIES if self._header["of_networks"] else FAMILIES
        return Survey(self._cells, self._player.value_class, self._places, self._load_changed, families)

    def as_dict(self) -> dict[str, Any]:
        """Return everything that could be done, as data.

        What the survey's own plays have left is taken back: edits are tried in a state that is small.
        """
        try:
            return self.survey.as_dict()
        finally:
            self.at_first.put_back()

    def carried_out(self, numbers: list[int]) -> Player:
        """Return a player of the source with these edits, loaded from its beginning.

        Raises `Exception` where they exclude each other, or what comes out is no class.
        """
        return self.survey.player_of(self.survey.loaded_anew(self.survey.changes(numbers)))

    def resume(self) -> None:
        """Go on with the source as it is."""
        submission.resume(self._player.value_class)

    def shown(self, numbers: list[int]) -> list[dict[str, Any]]:
        """Return these edits as source text."""
        return self.survey.shown(numbers)

    def tried(
        self,
        candidates: list[list[int]],
        plays: list[PlayMessage],
        ticker: Ticker,
        guard: Guard,
        *,
        alone: bool,
    ) -> Iterator[list[bytes]]:
        """Yield the answers of each candidate, one a play; each begins with the same state of the module.

        So does each play, where they are played `alone`. Where a class keeps something, that state is what
        plays of the unchanged source leave: in the first one its mistake might not show, and any edit would
        seem to mend it.
        """
        kept = self._kept or self._state_after(plays[:_FIRST], ticker, guard)
        before_play = kept.put_back if alone else _do_nothing
        for number, edits in enumerate(candidates):
            first = number * len(plays)
            try:
                renumbered = [play._replace(number=first + i) for i, play in enumerate(plays)]
                answers = self._answers_with(edits, renumbered, ticker, guard, before_play)
            finally:
                kept.put_back()
                self.resume()
            yield answers

    def _answers_with(
        self,
        edits: list[int],
        plays: list[PlayMessage],
        ticker: Ticker,
        guard: Guard,
        before_play: Callable[[], None],
    ) -> list[bytes]:
        """Return the answers to plays with these edits in force; a problem where one ends them."""
        answers: list[bytes] = []
        try:
            with ExitStack() as stack:
                with ticker.loading():
                    player = stack.enter_context(self.survey.in_force(edits))
                for play in plays:
                    before_play()
                    answers.append(self.limited(player, play, ticker, guard, trying=True))
                    if player.was_stopped:
                        raise TooLong  # noqa: TRY301 - as if it had come through
        except BaseException as error:
            problem = as_json(describe(error, self._places))
            left = plays[len(answers) :]
            answers += [encode(play.number, BACKWARD_ERROR, NOTHING) + problem for play in left]
        return answers

    def limited(
        self, player: Player, play: PlayMessage, ticker: Ticker, guard: Guard, *, trying: bool
    ) -> bytes:
        """Return the answer of a play. One that takes long is played once more, while its steps are counted.

        Where a class keeps something of earlier plays, the steps of every play are counted: a play that the
        clock ended would leave behind another state on a slower machine.
        """
        kept = player.conventions
        if not self._keeps_something:
            ticker.patience = _UNCOUNTED
            try:
                with ticker, guard.over(play.graph.nodes, trying=trying):
                    answer = player.answer(play)
                if not ticker.has_ended_step:
                    return answer
            except TooLong:  # it was ended in our own code, around the play
                pass
            finally:
                ticker.patience = None
            player.conventions = kept
        with ticker, StepLimit(_most_steps(play.graph.nodes), self._places):
            return player.answer(play)

    def _state_after(self, plays: list[PlayMessage], ticker: Ticker, guard: Guard) -> ModuleState:
        """Return the state that plays of the unchanged source leave: the first one, if it keeps nothing."""
        if self._keeps_something:
            self._answers_with([], plays, ticker, guard, _do_nothing)
            value_class = self._player.value_class
            self._kept = ModuleState(value_class.module, value_class.classes)
        return self._kept or self.at_first

    @cached_property
    def _keeps_something(self) -> bool:
        """Whether one play may leave something for the next: then there is an edit that makes it anew."""
        return any(offer.rewrite == _MADE_ANEW for offer in self.survey.offers)

    def _load_changed(self, pieces: list[tuple[Cell, ast.Module]]) -> ValueClass | None:
        """Load changed sources as the submission, and return its class."""
        return submission.run([*pieces], self._header, self._places).value_class


def _do_nothing() -> None:
    """Leave the state of one play to the next."""


def _most_steps(nodes: int) -> int:
    """Return the most steps of a play on a graph with so many nodes."""
    return min(_MOST_STEPS + _STEPS_A_NODE * nodes, _STEPS_OF_FEW + _STEPS_A_NODE_OF_FEW * nodes)
