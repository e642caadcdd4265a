"""The protocol of a sandbox: what runs submissions where they can do no harm."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from typing import Protocol

from grader.sandbox.level import Level
from grader.sandbox.plays import Observation, Play, Source
from grader.sandbox.replies import (
    AppliedEdit,
    ClassPlace,
    LoadReply,
    Loop,
    Note,
    Offers,
    PastedRun,
    Problem,
    TracedWrite,
)

Seen = Callable[[int, Observation], None]
"""Takes a play's position in its job, and what it gave. A play that was not reached is not seen."""


SeenCandidate = Callable[[int, int, Observation], None]
"""Takes the number of a candidate, a play's position, and what it gave."""


class Run(Protocol):
    """One submission in one child."""

    @property
    def loaded(self) -> LoadReply:
        """The reply to loading its source."""

    @property
    def notes(self) -> tuple[Note, ...]:
        """The notes of what had to be adapted so far."""

    @property
    def printed(self) -> str:
        """The beginning of what it printed."""

    @property
    def spent(self) -> float:
        """The seconds that its child has computed and waited, however long others kept it waiting."""

    @property
    def stuck(self) -> int | None:
        """The play of the last job that took too long, if the child could say so."""

    @property
    def left_much(self) -> bool:
        """Whether its plays left so much behind that each of the others is to be played alone."""

    @property
    def takes_long(self) -> bool:
        """Whether the child was ended because a step took long that was not counted."""

    def play(
        self,
        plays: Sequence[Play],
        seen: Seen,
        *,
        careful: bool = False,
        alone: bool = False,
        endless: Sequence[Loop] = (),
        counted: Mapping[int, bool] = ...,
    ) -> Problem | None:
        """Play in order, and hand on each observation as it comes; why the child is gone, if it is.

        With `careful`, each answer is sent before the next play begins. With `alone`, each begins with what
        the source left behind, and nothing of earlier plays. A play that goes on and on in a
        loop that is known to be `endless` is stopped by count. One that takes long ends the child, unless its
        number is among the `counted`: then a loop that does not end is looked for, and it has so many
        steps. For each of these, whether a list that grows shows such a loop. After one that used up the
        memory, those behind it are not played.
        """

    def lacking(self, plays: Sequence[Play], seen: Seen) -> None:
        """Build the graphs without asking for gradients; those with a missing operation are seen."""

    def survey(self) -> Offers | None:
        """Ask what could be done to the source; None if the child ended over it."""

    def try_edits(
        self,
        candidates: Sequence[Sequence[int]],
        plays: Sequence[Play],
        seen: SeenCandidate,
        endless: Sequence[Loop] = (),
        *,
        alone: bool = False,
    ) -> Problem | None:
        """Play the same plays with each of these sets of offers carried out, as `play` does."""

    def play_edited(
        self, edits: Sequence[int], plays: Sequence[Play], seen: Seen, endless: Sequence[Loop] = ()
    ) -> tuple[AppliedEdit, ...] | None:
        """Load the source anew with these offers carried out, and play; the edits as source text.

        None where it does not load, or the child ended.
        """

    def trace(self, plays: Sequence[Play], edits: Sequence[int] = ()) -> tuple[tuple[TracedWrite, ...], ...]:
        """The writes of each play, with these offers carried out; fewer if the child ended over one."""

    def paste(self, lines: str) -> tuple[PastedRun, ...]:
        """Return what lines print behind the class, in two opposite orders of sets; nothing if it ended."""

    def uncalled(self, plays: Sequence[Play]) -> tuple[ClassPlace, ...] | None:
        """The methods of the class that none of the plays runs; None if the child ended."""


class Room(Protocol):
    """Where the children of one submission run, one at a time."""

    def open(self, source: Source, *, needs_backward: bool) -> AbstractContextManager[Run]:
        """Load a submission in a fresh child.

        Raises:
            SandboxUnavailable: if there is nothing to run it in.
            HarnessProtocolError: if the sandbox itself does not answer.
        """


class Sandbox(Protocol):
    """Runs submissions where they can do no harm."""

    @property
    def level(self) -> Level:
        """The strength of the sandbox."""

    def room(self, source: Source) -> AbstractContextManager[Room]:
        """Room for everything that is to be run of one submission; may wait until there is some.

        Raises:
            SandboxUnavailable: if there is none.
            SelfTestFailed: if it is not safe.
        """

    def prove(self) -> dict[str, bool]:
        """Each property of the sandbox, and whether it was proven just now."""

    def close(self) -> None:
        """End every process of it."""
