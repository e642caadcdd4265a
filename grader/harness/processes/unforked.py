"""Serves submissions in this very process: what a supervisor and its child do, with no wall between them.

For a worker of a browser, which is the only wall, and is thrown away. A child that ends is an exception here,
`ChildOver`: it is raised again at each tick until nothing of the submission runs any more. If a submission
ends the whole process, the host of the next one tells it the step at which that happened: at this step,
the next process says at once that its child is gone.
"""

import builtins
import gc
import io
import json
import marshal
import os
import signal
import sys
import tempfile
import time
import types
from collections.abc import Callable, Mapping
from typing import Any, NoReturn

from ..loading.modules import remove_stand_ins
from ..running.problem import MODULE, Places
from ..running.ticker import Ticker
from ..wire.frames import whole_frames
from ..wire.messages import OUT_OF_MEMORY, JobCode, MessageCode
from . import durations
from .jobs import Jobs, is_of_memory

TICKS = getattr(signal, "SIGPROF", signal.SIGTERM)
"""The signal of a tick. Windows has no SIGPROF; there it is SIGTERM, which nothing else uses."""
_LARGEST = 32 << 20
_LISTS = ("meta_path", "path", "argv", "path_hooks")
"""Lists of `sys` that a submission changes, or the harness for it."""

Ended = tuple[str, int]
"""How a child ended, and with which code, as a supervisor says it."""


class ChildOver(BaseException):
    """The child would be gone here."""


class Unforked:
    """One child after the other, each for the same submission."""

    def __init__(
        self,
        *,
        step_cpu: float,
        printed: int,
        shown: int,
        slower: float = 1.0,
        lost: Mapping[str, Ended] | None = None,
        begins: Callable[[str], object] = lambda _: None,
    ) -> None:
        """`slower` is how much slower this process is than those for which limits were chosen."""
        self.step_cpu, self.printed, self.shown = step_cpu, printed, shown
        self.slower = slower
        self.messages: list[tuple[bytes, bytes]] = []
        """The messages that a supervisor would send, the oldest first."""
        self._lost = {} if lost is None else lost
        self._begins = begins
        self._children = 0
        self._child: _UnforkedChild | None = None

    def take(self, kind: bytes, payload: bytes) -> None:
        """Do what the host asks for; the answers are among the messages when it returns."""
        if kind == MessageCode.CLOSE:
            self.close()
            return
        if kind == MessageCode.OPEN:
            self.close()
            self._children += 1
            self._child = _UnforkedChild(self, self._children)
        if self._child is not None and not self._child.has_ended:
            self.messages += self._child.served(kind, payload)

    def close(self) -> None:
        """Let go of the child, and of what it left in this process."""
        self.messages.clear()
        if self._child is not None:
            self._child.close()
            self._child = None

    def now(self) -> float:
        """Seconds, as a process would count them for which limits were chosen."""
        return time.perf_counter() / self.slower

    def begin(self, step: str) -> Ended | None:
        """Say which step begins; how its child ended in a process before this one, if it did."""
        self._begins(step)
        return self._lost.get(step)


class _UnforkedChild:
    """One child: its jobs, and its end."""

    def __init__(self, server: Unforked, number: int) -> None:
        self.server = server
        self.end: Ended | None = None
        self.is_closed = False
        self.uncounted: Callable[[int | None], bool] = lambda _: False
        """Whether nobody counts the steps of a play, or of the source that is loaded."""
        self._number = number
        self._messages = self._steps = 0
        self._said_until: int | None = None
        """How much was answered when it ended: what comes then is of a submission that caught its end."""
        self._began = server.now()
        self._file = tempfile.TemporaryFile()  # noqa: SIM115 - open for the life of the child
        self._answers = self._file.fileno()
        self._kept = _Kept()
        self._printed = _Printed(self)
        self._jobs = Jobs(self._answers, lambda places, out: _Tick(places, out, self))
        sys.stdin = io.TextIOWrapper(io.BytesIO())
        sys.stdout, sys.stderr = self._printed.stream(), self._printed.stream()
        os._exit = self._exit
        self._jobs.ticker.start()
        gc.enable()

    @property
    def has_ended(self) -> bool:
        """Whether it is gone."""
        return self.end is not None

    def served(self, kind: bytes, payload: bytes) -> list[tuple[bytes, bytes]]:
        """Return the words of a supervisor about a message's answers."""
        self._messages, self._steps = self._messages + 1, 0
        self.uncounted = _uncounted(kind, payload)
        try:
            self._jobs.take(kind, payload)
        except ChildOver:
            pass
        except Exception as error:
            if is_of_memory(error):
                self.end = ("exit", OUT_OF_MEMORY)
            else:
                self._jobs.tell_failure(error)
                self.end = self.end or ("exit", 0)
        except BaseException:
            self.end = self.end or ("exit", 0)
        finally:
            sys.settrace(None)
        return list(self._said())

    def begin_step(self) -> None:
        """A piece of the submission's own code begins, unless the child is gone."""
        if self.end is not None:
            raise ChildOver
        self._steps += 1
        self._printed.begin_step()
        if ended := self.server.begin(f"{self._number}.{self._messages}.{self._steps}"):
            self.over(*ended)

    def over(self, how: str, code: int = 0) -> NoReturn:
        """End the child here."""
        if self.end is None:
            self.end, self._said_until = (how, code), os.lseek(self._answers, 0, os.SEEK_CUR)
        raise ChildOver

    def close(self) -> None:
        """Put back what the submission could have changed of this process."""
        self.end, self.is_closed = self.end or ("exit", 0), True
        self._kept.put_back()
        self._file.close()
        gc.collect()  # what it filled the memory with is the next one's to fill

    def _exit(self, status: int = 0) -> NoReturn:
        """End the child where a submission ends its process."""
        self.over("exit", status)

    def _said(self) -> list[tuple[bytes, bytes]]:
        """Return the messages of a step: what was printed, used and answered, and how the child ended."""
        said = []
        if printed := self._printed.taken():
            said.append((MessageCode.PRINTED, printed))
        cpu = round(self.server.now() - self._began, 3)
        said.append((MessageCode.USED, json.dumps({"cpu": cpu, "waited": 0.0}).encode()))
        if answers := self._taken():
            said.append((MessageCode.ANSWERS, answers))
        if self.end is not None:
            how, code = self.end
            ending = {"how": how, "code": code, "cpu": cpu}
            said.append((MessageCode.ENDED, json.dumps(ending).encode()))
        return said

    def _taken(self) -> bytes:
        """Return the answers since the last time."""
        size = os.lseek(self._answers, 0, os.SEEK_CUR)
        size = size if self._said_until is None else self._said_until
        os.lseek(self._answers, 0, os.SEEK_SET)
        answers = os.read(self._answers, size)
        os.lseek(self._answers, 0, os.SEEK_SET)
        return answers[: whole_frames(answers, _LARGEST)[0]]


class _Tick(Ticker):
    """A ticker whose ticks end the child where a host would end it, or a supervisor."""

    def __init__(self, places: Places, answer_out: int, child: _UnforkedChild) -> None:
        super().__init__(places, answer_out)
        self._child = child
        self._processor_time = child.server.now

    def start(self) -> None:
        """Tick from now on, where this process has timers; elsewhere somebody else sends the signal."""
        signal.signal(TICKS, self._look_at_computing)
        if hasattr(signal, "setitimer"):
            signal.setitimer(signal.ITIMER_PROF, durations.TICK, durations.TICK)
        time.sleep = self._count_sleep  # type: ignore[assignment]

    def __enter__(self) -> None:
        """Begin a step."""
        self._child.begin_step()
        super().__enter__()

    def _look_at_computing(self, number: int, current: types.FrameType | None) -> None:
        """End the child where a step has used up its processor time."""
        if not self._inside:
            return
        if self._child.has_ended:
            raise ChildOver
        super()._look_at_computing(number, current)
        if self._processor_time() - self._began > self._child.server.step_cpu:
            self._child.over("time")

    def _say(self, current: types.FrameType | None, *, computes: bool = False, waits: bool = False) -> bool:
        """Say where a step stands, or return False; end the child where nobody goes on to wait for it."""
        said = super()._say(current, computes=computes, waits=waits)
        if said and (waits or self._child.uncounted(self.number)):
            self._child.over("wall" if waits else "time")
        return said

    def _stop_waiting(self, current: types.FrameType | None) -> None:
        """End the child where a step waits for too long."""
        super()._stop_waiting(current)
        self._child.over("wall")


class _Printed:
    """Takes what is printed, keeps its beginning, and ends a flood."""

    def __init__(self, child: _UnforkedChild) -> None:
        self._child = child
        self._kept = bytearray()
        self._size = 0

    def stream(self) -> io.TextIOWrapper:
        """A text stream into it; one that is closed leaves the others open."""
        return io.TextIOWrapper(io.BufferedWriter(_Into(self.take)), "utf-8", "replace", write_through=True)

    def begin_step(self) -> None:
        """Start the count of what the next step prints."""
        self._size = 0

    def take(self, data: bytes) -> None:
        """Take some of it; when all is over, streams may still be emptied."""
        if self._child.is_closed:
            return
        self._size += len(data)
        room = self._child.server.shown - len(self._kept)
        self._kept += data[: max(room, 0)]
        if self._size > self._child.server.printed:
            self._child.over("output")

    def taken(self) -> bytes:
        """Return the text that was kept since the last time."""
        kept = bytes(self._kept)
        self._kept.clear()
        return kept


class _Into(io.RawIOBase):
    """A raw stream that passes on what is written to it."""

    def __init__(self, take: Callable[[bytes], None]) -> None:
        self._take = take

    def writable(self) -> bool:
        """Return True: it takes what is written."""
        return True

    def write(self, data: Any) -> int:
        """Pass on what is written."""
        taken = bytes(data)
        self._take(taken)
        return len(taken)


class _Kept:
    """The parts of its process that a submission may change, as they were before."""

    def __init__(self) -> None:
        self._streams = sys.stdin, sys.stdout, sys.stderr
        self._functions = time.sleep, os._exit, sys.getrecursionlimit()
        self._builtins = dict(builtins.__dict__)
        self._modules = sys.modules.copy()
        self._lists = {name: (getattr(sys, name), [*getattr(sys, name)]) for name in _LISTS}

    def put_back(self) -> None:
        """Restore the process to what was kept."""
        sys.settrace(None)
        now = builtins.__dict__
        now.update(self._builtins)
        for name in now.keys() - self._builtins.keys():
            del now[name]
        sys.stdin, sys.stdout, sys.stderr = self._streams
        time.sleep, os._exit, limit = self._functions
        sys.setrecursionlimit(limit)
        for name, (each, before) in self._lists.items():
            each[:] = before
            setattr(sys, name, each)
        remove_stand_ins()
        sys.modules.update(self._modules)
        for name, module in list(sys.modules.items()):
            if getattr(module, "__name__", "") == MODULE:
                del sys.modules[name]
        if hasattr(signal, "setitimer"):
            signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(TICKS, signal.SIG_IGN)


def _uncounted(kind: bytes, payload: bytes) -> Callable[[int | None], bool]:
    """Whether the host ends a child that says it takes long: where the steps at work are not counted."""
    if kind == MessageCode.OPEN:
        header = json.loads(payload[: payload.index(b"\n")])
        is_known = header["counted"] or header["again"]
        return lambda _: not is_known
    job = marshal.loads(payload)  # noqa: S302 - the words of the host
    if job["kind"] != JobCode.PLAYS:
        return lambda _: False
    counted = dict(job["counted"])
    return lambda number: number is not None and number not in counted
