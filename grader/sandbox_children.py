"""The children of one submission: each loads it, one after the other, until their time is over."""

from collections.abc import Callable
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field
from typing import Self, TypeVar

from grader.errors import HarnessProtocolError
from grader.hangs import at_loop
from grader.numbering import Numbers
from grader.records import replace
from grader.sandbox.channel import ZygoteGone
from grader.sandbox.limits import Limits
from grader.sandbox.plays import Source
from grader.sandbox.protocol import Room, Sandbox
from grader.sandbox.replies import LoadReply, Note, Problem, ProblemKind
from grader.sandbox.run import Run
from grader.spans import span

FATAL = frozenset(
    {
        ProblemKind.TIME,
        ProblemKind.WALL,
        ProblemKind.OUTPUT,
        ProblemKind.CRASH,
        ProblemKind.PROTOCOL,
        ProblemKind.EXIT,
        ProblemKind.BUDGET,
    }
)
"""Problems of a play that ended its child, or was not reached."""

_RECORDING = ("recording-flag", "recording-switch", "pass-prepared", "computed")

_MOST_ASKED = 2
"""Sandboxes that may be lost over one question. None of them was the submission's fault."""

_SECONDS = Limits().total

_Answer = TypeVar("_Answer")
_Lost = TypeVar("_Lost")


@dataclass
class SandboxChildren:
    """A submission, and the child that it is loaded in at present."""

    sandbox: Sandbox
    source: Source
    needs_backward: bool
    seconds: float = field(default_factory=lambda: _SECONDS)
    """When its children have computed and waited for so long, no other is started."""
    loaded: LoadReply = field(default_factory=LoadReply)
    """The content of the submission; known after the first play."""
    notes: tuple[Note, ...] = ()
    printed: str = ""
    _numbers: Numbers | None = None
    """The numbers of the offers in the current child, once it was asked."""
    _spent: float = 0.0
    """Seconds of children that are gone."""
    _whole: ExitStack = field(default_factory=ExitStack)
    _runs: ExitStack = field(default_factory=ExitStack)
    _room: Room = field(init=False)
    _run: Run | None = None
    _first: bool = True
    _of_the_whole: Problem | None = None
    """Why what the source defines is loaded, and nothing else."""

    def __enter__(self) -> Self:
        self._room = self._whole.enter_context(self.sandbox.room(self.source))
        self._whole.enter_context(self._runs)
        return self

    def __exit__(self, *failure: object) -> None:
        self._whole.__exit__(*failure)  # type: ignore[arg-type]

    def start(self) -> None:
        """Send the submission to a child, which loads it while the caller goes on."""
        self._current()

    def restart(self) -> None:
        """Go on in a fresh child."""
        if self._run is not None:
            self._spent += self._run.spent
        self._runs.close()
        self._run = self._numbers = None

    def load(self) -> None:
        """Learn what the submission holds, where nothing is played."""
        self._note()
        while self._load_otherwise():
            self._note()

    def makes_record(self) -> bool:
        """Load the source again with the flag or switch that makes its class record; False if it has none."""
        plain = self.source, self.loaded
        self.restart()
        self.source, self._first = self.source._replace(may_not_record=True), True
        self._note()
        if any(note.kind in _RECORDING for note in self.loaded.notes):
            self.notes = ()
            return True
        self.restart()
        self.source, self.loaded = plain
        return False

    def _is_over(self) -> bool:
        """Whether all its time is used up: what its children computed and waited, whatever others did."""
        running = self._run.spent if self._run is not None else 0.0
        return self._spent + running >= self.seconds

    def _ask(self, question: Callable[[Run], _Answer], *, lost: _Lost) -> _Answer | _Lost:
        """Ask the current child. Where its sandbox is lost, another one is asked, once."""
        for _ in range(_MOST_ASKED):
            try:
                return question(self._current())
            except (ZygoteGone, HarnessProtocolError) as error:
                self._abandon(error)
        return lost

    def _abandon(self, error: Exception) -> None:
        """Let go of a sandbox that was lost."""
        self._run = self._numbers = None
        with suppress(ZygoteGone, HarnessProtocolError):
            self._runs.__exit__(type(error), error, error.__traceback__)

    def _current(self) -> Run:
        if self._run is not None:
            return self._run
        with span("sandbox: child"):
            opened = self._room.open(self.source, needs_backward=self.needs_backward)
            self._run = self._runs.enter_context(opened)
        return self._run

    def _note(self) -> None:
        run = self._current()
        if self._first:
            self.loaded, self._first = self._with_the_whole(run.loaded), False
            if run.loaded.problem is None:
                alone = self.source.definitions_only or run.loaded.alone
                self.source = self.source._replace(counted=False, again=True, definitions_only=alone)
        self.notes = tuple(dict.fromkeys((*self.notes, *run.notes)))
        self.printed = max(self.printed, run.printed, key=len)

    def _with_the_whole(self, loaded: LoadReply) -> LoadReply:
        """Return the reply with the problem of the whole source where its definitions alone were loaded."""
        if self._of_the_whole is None:
            return loaded
        if loaded.problem is None:
            return replace(loaded, error=self._of_the_whole)
        return replace(loaded, problem=self._of_the_whole)

    def _load_otherwise(self) -> bool:
        """Prepare to load a source that ended its child once more; return False if no way is left.

        Where top-level code takes long, its steps are counted; where that ends the child, it is left out.
        """
        problem = self.loaded.problem
        if problem is None or problem.kind not in {*FATAL, ProblemKind.MEMORY}:
            return False
        if self._current().takes_long:
            self.source = self.source._replace(counted=True)
        elif not self.source.definitions_only:
            self.source = self.source._replace(definitions_only=True, counted=False)
            self._of_the_whole = at_loop(problem)
        else:
            return False
        self.restart()
        self._first = True
        return True
