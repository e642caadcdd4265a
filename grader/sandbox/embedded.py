"""The back-end without an engine: a zygote as a subprocess, its children locked by the kernel.

Linux only. Needs no root, no extra package and no Docker; as root, children leave root first.
"""

import importlib.util
import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict
from functools import cached_property
from pathlib import Path

from pydantic import BaseModel, ConfigDict, ValidationError

from grader.errors import GraderError, HarnessProtocolError, SandboxUnavailable, SelfTestFailed
from grader.sandbox.base import Level, Source
from grader.sandbox.channel import Channel, ZygoteGone
from grader.sandbox.limits import Limits
from grader.sandbox.run import ZygoteRun

_HARNESS = Path(__file__).parent.parent / "harness"
_START_SECONDS = 20.0
_END_SECONDS = 2.0


class _Ready(BaseModel):
    """What the zygote says of itself."""

    model_config = ConfigDict(extra="forbid", strict=True)

    python: str
    numpy: bool
    locked: bool
    namespaces: bool
    landlock: int
    uid: int


class _Zygote:
    """One zygote process and the channel to it."""

    def __init__(self, limits: Limits, *, numpy: bool, locked: bool) -> None:
        settings = {**asdict(limits), "locked": locked, "numpy_folder": _numpy_folder() if numpy else None}
        del settings["total"]
        command = [sys.executable, "-I", "-S", "-B", str(_HARNESS), json.dumps(settings)]
        environment = {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"} if numpy else {}
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
            env=environment, close_fds=True, start_new_session=True, cwd="/",
        )  # fmt: skip
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.channel = Channel(os.dup(self.process.stdout.fileno()), os.dup(self.process.stdin.fileno()))
        self.process.stdin.close()
        self.process.stdout.close()

    @cached_property
    def ready(self) -> _Ready:
        """What it says of itself once it has set everything up."""
        try:
            _, payload = self.channel.receive(deadline=time.monotonic() + _START_SECONDS)
            return _Ready.model_validate_json(payload)
        except (ZygoteGone, HarnessProtocolError, ValidationError) as error:
            self.kill()
            message = "the sandbox process ended before it was ready"
            raise SandboxUnavailable(message) from error

    def self_test(self) -> dict[str, bool]:
        """Each property and whether an attempt to break it failed just now."""
        deadline = time.monotonic() + _START_SECONDS
        self.channel.send(b"T", b"", deadline=deadline)
        kind, payload = self.channel.receive(deadline=deadline)
        results = json.loads(payload) if kind == b"T" else None
        if not isinstance(results, dict) or not results:
            raise HarnessProtocolError
        return {str(name): held is True for name, held in results.items()}

    def stop(self) -> None:
        """Hang up; a zygote that hears that ends its children and itself."""
        self.channel.close()
        try:
            self.process.wait(_END_SECONDS)
        except subprocess.TimeoutExpired:
            self._kill_group()

    def kill(self) -> None:
        """End it now, and everything in its session."""
        self._kill_group()
        self.channel.close()

    def _kill_group(self) -> None:
        with suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()


class Embedded:
    """Zygotes started when first needed: one plain, one with numpy. Serves one run at a time."""

    def __init__(self, limits: Limits | None = None, *, locked: bool = True) -> None:
        self.limits = limits or Limits()
        self._locked = locked
        self._zygotes: dict[bool, _Zygote] = {}
        self._proven: set[bool] = set()
        self._turn = threading.Lock()

    @property
    def level(self) -> Level:
        """What it is made of on this machine."""
        ready = self._zygote(numpy=next(iter(self._zygotes), False)).ready
        if not ready.locked:
            return Level.TRUSTED
        if not ready.landlock:
            return Level.FILTERED
        return Level.ENCLOSED if ready.namespaces else Level.LOCKED

    @contextmanager
    def open(
        self, source: Source, *, needs_backward: bool, seconds: float | None = None
    ) -> Iterator[ZygoteRun]:
        """Load a submission in a fresh child; see `Sandbox.open`."""
        with self._turn:
            numpy = b"numpy" in source.content
            run = ZygoteRun(self._listening(numpy=numpy).channel, self.limits, seconds)
            try:
                run.send(source, needs_backward=needs_backward)
                yield run
                run.close()
            except ZygoteGone as error:
                self._forget(numpy=numpy)
                raise HarnessProtocolError from error
            except BaseException:
                self._forget(numpy=numpy)
                raise

    def warm_up(self) -> None:
        """Start the plain zygote without waiting for it."""
        with self._turn:
            self._started(numpy=False)

    def prove(self) -> dict[str, bool]:
        """The self-test of a zygote, now; see `Sandbox.prove`."""
        with self._turn:
            try:
                return self._listening(numpy=False).self_test()
            except ZygoteGone as error:
                self._forget(numpy=False)
                raise HarnessProtocolError from error

    def close(self) -> None:
        """End every process."""
        with self._turn:
            self._proven.clear()
            while self._zygotes:
                self._zygotes.popitem()[1].stop()

    def _zygote(self, *, numpy: bool) -> _Zygote:
        """A zygote that was proven safe after it was started."""
        zygote = self._started(numpy=numpy)
        if numpy not in self._proven:
            try:
                _ = zygote.ready
                if self._locked:
                    _require_safe(zygote)
            except GraderError:
                del self._zygotes[numpy]
                raise
            self._proven.add(numpy)
        return zygote

    def _listening(self, *, numpy: bool) -> _Zygote:
        """A zygote that has done with what was before; one that died of it or is stuck is replaced."""
        zygote = self._zygote(numpy=numpy)
        try:
            if zygote.process.poll() is None:
                zygote.channel.read_to_hang_up()
                return zygote
        except (ZygoteGone, HarnessProtocolError):
            pass
        self._forget(numpy=numpy)
        return self._zygote(numpy=numpy)

    def _started(self, *, numpy: bool) -> _Zygote:
        if numpy not in self._zygotes:
            if not sys.platform.startswith("linux") and self._locked:
                raise SandboxUnavailable
            self._zygotes[numpy] = _Zygote(self.limits, numpy=numpy, locked=self._locked)
        return self._zygotes[numpy]

    def _forget(self, *, numpy: bool) -> None:
        self._proven.discard(numpy)
        if zygote := self._zygotes.pop(numpy, None):
            zygote.kill()


def _require_safe(zygote: _Zygote) -> None:
    try:
        results = zygote.self_test()
    except (ZygoteGone, HarnessProtocolError, ValueError) as error:
        zygote.kill()
        raise SandboxUnavailable("the sandbox did not finish its self-test") from error
    if broken := [name for name, held in results.items() if not held]:
        zygote.kill()
        raise SelfTestFailed(f"the sandbox is not safe here: {', '.join(broken)} not proven")


def _numpy_folder() -> str:
    """The folder that holds numpy, without importing it."""
    spec = importlib.util.find_spec("numpy")
    if spec is None or spec.origin is None:
        raise SandboxUnavailable("numpy, which submissions may use, is not installed")
    return str(Path(spec.origin).parent.parent)
