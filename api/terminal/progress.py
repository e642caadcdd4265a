"""The progress of a long command, on standard error: a bar in a terminal, lines where there is none."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from math import ceil
from threading import Timer
from time import monotonic

from api.i18n import gettext as _
from api.terminal import durations
from api.terminal.console import warn

_MANY = 3


@contextmanager
def progress(total: int) -> Iterator[Callable[[str], None]]:
    """Call what is given with the name of each file when its turn comes."""
    if not sys.stderr.isatty():
        said = GradingPace()
        turns = iter(range(total))
        yield lambda _: said.reached(next(turns), total)
        return
    bar = _Bar(total)
    timer = Timer(0.0 if total > _MANY else durations.PROGRESS_HIDDEN, bar.show)
    timer.daemon = True
    timer.start()
    try:
        yield bar.turn
    finally:
        timer.cancel()
        timer.join()
        bar.hide()


class GradingPace:
    """Says every few seconds how many files are graded, and how long the rest takes at the pace so far.

    The pace is measured from the first call: what the start of a sandbox takes is no part of it.
    """

    def __init__(self) -> None:
        self._began: float | None = None
        self._first = 0
        self._said = 0.0

    def reached(self, done: int, total: int) -> None:
        """Record how many files are graded, and print it from time to time."""
        at = monotonic()
        if self._began is None:
            self._began = self._said = at
            self._first = done
        if at - self._said < durations.PROGRESS_LINE or not self._first < done < total:
            return
        self._said = at
        of_one = (at - self._began) / (done - self._first)
        warn(
            _(
                "{done} of {total} files are graded; about {seconds} s left",
                done=done,
                total=total,
                seconds=ceil(of_one * (total - done)),
            )
        )


class _Bar:
    """A bar that another thread shows, so that a file that takes long does not hold it up."""

    def __init__(self, total: int) -> None:
        self._total = total
        self._turns = 0
        self._name = ""
        self._hide: Callable[[], None] | None = None
        self._update: Callable[[], None] = lambda: None

    def turn(self, name: str) -> None:
        """The next file's turn has come."""
        self._turns += 1
        self._name = name
        self._update()

    def show(self) -> None:
        """Show the progress bar from now on."""
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

        columns = (TextColumn("{task.fields[name]}", markup=False), BarColumn(), MofNCompleteColumn())
        shown = Progress(*columns, console=Console(stderr=True), transient=True)
        task = shown.add_task("", total=self._total, name=self._name, completed=self._turns - 1)
        self._update = lambda: shown.update(task, name=self._name, completed=self._turns - 1)
        self._hide = shown.stop
        shown.start()

    def hide(self) -> None:
        """Hide the progress bar."""
        if self._hide is not None:
            self._hide()
