"""A progress bar on standard error: at once for many files, else when it takes longer than a second."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Timer

_MANY = 3
_SECONDS = 1.0


@contextmanager
def progress(total: int) -> Iterator[Callable[[str], None]]:
    """Call what is given with the name of each file when its turn comes. Silent where no one watches."""
    if not sys.stderr.isatty():
        yield lambda _: None
        return
    bar = _Bar(total)
    timer = Timer(0.0 if total > _MANY else _SECONDS, bar.show)
    timer.daemon = True
    timer.start()
    try:
        yield bar.turn
    finally:
        timer.cancel()
        timer.join()
        bar.hide()


class _Bar:
    """Shown from another thread, so that a file that takes long does not hold it up."""

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
        """Draw it from now on."""
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

        columns = (TextColumn("{task.fields[name]}", markup=False), BarColumn(), MofNCompleteColumn())
        shown = Progress(*columns, console=Console(stderr=True), transient=True)
        task = shown.add_task("", total=self._total, name=self._name, completed=self._turns - 1)
        self._update = lambda: shown.update(task, name=self._name, completed=self._turns - 1)
        self._hide = shown.stop
        shown.start()

    def hide(self) -> None:
        """Take it away."""
        if self._hide is not None:
            self._hide()
