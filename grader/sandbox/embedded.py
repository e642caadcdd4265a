"""The back-end without an engine: a zygote as a subprocess, its children locked by the kernel.

Linux only. Needs no root, no extra package and no Docker; as root, children leave root first.

What reads a child's answers is imported when the first zygote is on its way: both take as long.
"""

import importlib.util
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Self

from grader.errors import GraderError, HarnessProtocolError, SandboxUnavailable
from grader.sandbox import durations
from grader.sandbox.channel import Channel, ZygoteGone
from grader.sandbox.imports import Imports
from grader.sandbox.level import Level
from grader.sandbox.limits import Limits
from grader.sandbox.starting import INTERPRETER_OPTIONS, ask_for_self_test, environment, settings

if TYPE_CHECKING:
    from grader.sandbox.plays import Source
    from grader.sandbox.run import Run
    from grader.sandbox.zygote import ZygoteReady

_HARNESS = Path(__file__).parent.parent / "harness"
_BYTECODE = ("-B",) if sys.dont_write_bytecode else ()
"""Bytecode of the harness is kept where this process keeps its own, whose variables a zygote does not get.
Without, each start of a zygote compiles the harness, which takes longer than all else in it."""


class _Zygote:
    """One zygote process and the channel to it."""

    def __init__(self, limits: Limits, imports: Imports, *, locked: bool, serves_many: bool) -> None:
        harness_settings = settings(
            limits,
            imports=imports,
            numpy_folder=_numpy_folder() if imports.has_numpy else None,
            locked=locked,
            serves_many=serves_many,
        )
        command = [sys.executable, *INTERPRETER_OPTIONS, *_BYTECODE, str(_HARNESS), harness_settings]
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
            env=environment(imports), close_fds=True, start_new_session=True, cwd="/",
        )  # fmt: skip
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.channel = Channel(os.dup(self.process.stdout.fileno()), os.dup(self.process.stdin.fileno()))
        self.process.stdin.close()
        self.process.stdout.close()
        if locked:
            ask_for_self_test(self.channel)  # it is made while the host imports, or computes what to expect

    @cached_property
    def ready(self) -> "ZygoteReady":
        """Return what it says of itself once it has set everything up."""
        from grader.sandbox.zygote import ready

        return ready(self.channel)

    def stop(self) -> None:
        """Hang up; a zygote that hears that ends its children and itself."""
        self.channel.finish(durations.PROCESS_END)
        try:
            self.process.wait(durations.PROCESS_END)
        except subprocess.TimeoutExpired:
            self._kill_group()

    def kill(self) -> None:
        """End the process now, and everything in its session."""
        self._kill_group()
        self.channel.close()

    def _kill_group(self) -> None:
        with suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()


class Embedded:
    """Zygotes started when first needed, one for each kind of imports. Serves one run at a time.

    One that will serve a single file need not rehearse, nor fork a child before it is needed.
    """

    def __init__(
        self, limits: Limits | None = None, *, locked: bool = True, serves_many: bool = True
    ) -> None:
        self.limits = limits or Limits()
        self._locked, self._serves_many = locked, serves_many
        self._zygotes: dict[Imports, _Zygote] = {}
        self._proven: set[Imports] = set()
        self._turn = threading.Lock()
        """Of the submission that is served."""
        self._starting = threading.RLock()
        """Of whoever starts, proves or ends a zygote: a service asks for the level while it grades already,
        and two who wait for one answer take it from each other."""

    @property
    def level(self) -> Level:
        """The strength of the sandbox on this machine."""
        with self._starting:
            ready = self._zygote(next(iter(self._zygotes), Imports.USUAL)).ready
        if not ready.locked:
            return Level.TRUSTED
        if not ready.landlock:
            return Level.FILTERED
        return Level.ENCLOSED if ready.namespaces else Level.LOCKED

    @contextmanager
    def open(self, source: "Source", *, needs_backward: bool) -> Iterator["Run"]:
        """Load a submission in a fresh child; see `Room.open`."""
        from grader.sandbox.zygote import running

        with self._turn:
            imports = source.imports
            channel = self._listening(imports).channel
            try:
                with running(channel, self.limits, source, needs_backward=needs_backward) as run:
                    yield run
            except BaseException:
                self._forget(imports)
                raise

    def room(self, _: "Source") -> AbstractContextManager[Self]:
        """Nothing is kept from one child to the next: it is its own room."""
        return nullcontext(self)

    def warm_up(self, imports: Imports = Imports.USUAL) -> None:
        """Start a zygote without waiting for it."""
        with self._turn:
            self._started(imports)

    def prove(self) -> dict[str, bool]:
        """The self-test of a zygote, now; see `Sandbox.prove`."""
        from grader.sandbox.zygote import self_test

        with self._turn:
            try:
                return self_test(self._listening(Imports.USUAL).channel)
            except ZygoteGone as error:
                self._forget(Imports.USUAL)
                raise HarnessProtocolError from error

    def close(self) -> None:
        """End every process."""
        with self._turn, self._starting:
            self._proven.clear()
            while self._zygotes:
                self._zygotes.popitem()[1].stop()

    def _zygote(self, imports: Imports) -> _Zygote:
        """A zygote that was proven safe after it was started."""
        from grader.sandbox.zygote import require_safe

        with self._starting:
            zygote = self._started(imports)
            if imports not in self._proven:
                try:
                    _ = zygote.ready
                    if self._locked:
                        require_safe(zygote.channel)
                except GraderError:
                    self._forget(imports)
                    raise
                self._proven.add(imports)
            return zygote

    def _listening(self, imports: Imports) -> _Zygote:
        """A zygote that has done with what was before; one that died of it or is stuck is replaced."""
        zygote = self._zygote(imports)
        try:
            if zygote.process.poll() is None:
                zygote.channel.read_to_hang_up()
                return zygote
        except (ZygoteGone, HarnessProtocolError):
            pass
        self._forget(imports)
        return self._zygote(imports)

    def _started(self, imports: Imports) -> _Zygote:
        with self._starting:
            if imports not in self._zygotes:
                if not sys.platform.startswith("linux") and self._locked:
                    raise SandboxUnavailable
                self._zygotes[imports] = _Zygote(
                    self.limits, imports, locked=self._locked, serves_many=self._serves_many
                )
            return self._zygotes[imports]

    def _forget(self, imports: Imports) -> None:
        with self._starting:
            self._proven.discard(imports)
            if zygote := self._zygotes.pop(imports, None):
                zygote.kill()


def _numpy_folder() -> str:
    """The folder that holds numpy, without importing it."""
    spec = importlib.util.find_spec("numpy")
    if spec is None or spec.origin is None:
        raise SandboxUnavailable("numpy, which submissions may use, is not installed")
    return str(Path(spec.origin).parent.parent)
