"""Several sandboxes as one: each thread has its own, and a broken one is proven again."""

import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager, nullcontext
from pathlib import Path

import pytest

from grader.assignment import assignment
from grader.errors import SandboxUnavailable
from grader.grade import grade
from grader.sandbox.choice import SandboxOptions, Wish, choose
from grader.sandbox.level import Level
from grader.sandbox.plays import Source
from grader.sandbox.protocol import Room
from grader.sandbox.run import Run
from grader.sandbox.several import Several

_EXAMPLES = Path(__file__).resolve().parents[3] / "examples"
_SOURCE = Source("value.py", b"")


class Counted:
    """A sandbox that can be used by one at a time, and says so."""

    def __init__(self) -> None:
        self.level = Level.LOCKED
        self.asked = self.used = 0
        self.closed = False
        self._turn = threading.Lock()

    @contextmanager
    def room(self, _: Source) -> Iterator[Room]:
        """It is its own room."""
        assert self._turn.acquire(blocking=False), "two at once"
        self.used += 1
        try:
            yield self
        finally:
            self._turn.release()

    def open(self, _source: Source, *, needs_backward: bool) -> nullcontext[Run]:
        """Nothing runs in it."""
        raise NotImplementedError(needs_backward)

    def prove(self) -> dict[str, bool]:
        """Nothing to prove."""
        self.asked += 1
        return {"files": True}

    def close(self) -> None:
        """Remember it."""
        self.closed = True


def test_each_has_one_of_its_own() -> None:
    several = Several([Counted(), Counted(), Counted()])
    together = threading.Barrier(3)

    def play() -> None:
        with several.room(_SOURCE):
            together.wait(10)

    with ThreadPoolExecutor(3) as pool:
        for done in [pool.submit(play) for _ in range(3)]:
            done.result()


def test_the_one_that_is_warm_goes_first() -> None:
    made = [Counted(), Counted()]
    several = Several(made)
    for _ in range(5):
        with several.room(_SOURCE):
            pass

    assert [each.used for each in made] == [5, 0]


def test_whoever_waits_too_long_is_told() -> None:
    several = Several([Counted()], patience=0.05)
    with several.room(_SOURCE), pytest.raises(SandboxUnavailable), several.room(_SOURCE):
        pass


def test_those_in_use_end_when_they_are_given_back() -> None:
    made = [Counted(), Counted()]
    several = Several(made)
    with several.room(_SOURCE):
        several.close()
        during = [each.closed for each in made]

    assert during == [False, True]
    assert all(each.closed for each in made)


def test_threads_that_grade_at_once_get_the_reports_they_would_get_alone() -> None:
    sources = [Source(path.name, path.read_bytes()) for path in sorted(_EXAMPLES.glob("*.py"))]
    core = assignment("core")
    chosen = choose(SandboxOptions(Wish.EMBEDDED, threads=3))
    with closing(chosen.sandbox) as sandbox:
        alone = [grade(source, core, sandbox) for source in sources]
        with ThreadPoolExecutor(3) as pool:
            together = list(pool.map(lambda source: grade(source, core, sandbox), sources * 3))

    assert together == alone * 3
