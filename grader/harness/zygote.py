"""The parent inside the sandbox: forks locked children, relays their bytes, keeps their limits.

It never runs a submission. It speaks with the host in frames, and passes a child's frames on as
opaque payload, so that nothing a child writes can pass for something the zygote says.

From the host: `O` open a submission, `J` a job for it, `C` close it, `T` self-test.
To the host: `R` ready, `D` bytes of the child, `P` printed text, `E` the child ended by itself or
by a limit, `C` it was closed as asked, `T` the self-test's results.
"""

import contextlib
import gc
import json
import os
import select
import signal
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NoReturn

from . import child, container, landlock, lock, modules, namespaces, preload, selftest
from .frames import BrokenFrameError, frame, last_kind, read_frame, whole_frames, write_all

_CHUNK = 1 << 16
_ENDING_MILLISECONDS = 100
_HOST_IN, _HOST_OUT = 0, 1


@dataclass(frozen=True)
class Settings:
    """What the host decides; the fields of the JSON on the command line."""

    memory: int
    """Bytes of address space a child may have."""
    cpu: int
    """Seconds of processor time for a child's whole life, kept by the kernel."""
    step_cpu: float
    """Seconds of processor time without an answer before a child is stopped."""
    step_wall: float
    """Seconds without an answer, computing or not, before a child is stopped."""
    printed: int
    """Bytes a child may print before it is stopped."""
    shown: int
    """Bytes of what it prints that are passed on."""
    answered: int
    """Bytes a child may answer."""
    locked: bool
    numpy_folder: str | None
    """The folder to import numpy from; None for a zygote without it."""
    container: dict[str, Any] | None
    """What the container around it promises, by the fields of `container.Promised`; None without one."""


class Child:
    """One forked child and the pipes to it."""

    def __init__(self, prepared: lock.Lock | None) -> None:
        job_in, self.jobs = os.pipe()
        self.answers, answer_out = os.pipe()
        self.text, text_out = os.pipe()
        os.set_blocking(self.text, False)
        os.set_blocking(self.jobs, False)
        self.pid = os.fork()
        if self.pid == 0:
            for fd in (self.jobs, self.answers, self.text):
                os.close(fd)
            child.main(job_in, answer_out, text_out, prepared)
        for fd in (job_in, answer_out, text_out):
            os.close(fd)
        self.busy = self.closed = False
        self.pending = bytearray()
        self.answered = self.printed = 0
        self.progress()

    def progress(self) -> None:
        """Start the clocks of the next step."""
        self.since = time.monotonic()
        self.cpu_since = self.cpu_time()

    def cpu_time(self) -> float:
        """Seconds of processor time so far, read from outside."""
        try:
            return time.clock_gettime((~self.pid << 3) | 2)  # the kernel's name for a process's clock
        except OSError:
            return 0.0

    def has_ended(self) -> bool:
        """Whether it ended by itself; the end of its pipes comes a little before its own."""
        for _ in range(_ENDING_MILLISECONDS):
            if os.waitid(os.P_PID, self.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None:
                return True
            time.sleep(0.001)
        return False

    def kill(self) -> int:
        """Make sure it is gone; its exit code, negative for a signal."""
        with contextlib.suppress(ProcessLookupError):
            os.kill(self.pid, signal.SIGKILL)
        _, status = os.waitpid(self.pid, 0)
        return os.waitstatus_to_exitcode(status)

    def hang_up(self) -> None:
        """Close the pipes."""
        self.closed = True
        for fd in (self.jobs, self.answers, self.text):
            os.close(fd)


class Zygote:
    """Serves one submission at a time. The next child waits, forked and locked, beforehand."""

    def __init__(self, settings: Settings, prepared: lock.Lock | None) -> None:
        self.settings = settings
        self.prepared = prepared
        self.spare: Child | None = None
        self.child: Child | None = None
        self.poll = select.poll()
        self.poll.register(_HOST_IN, select.POLLIN)

    def serve(self) -> None:
        """Until the host closes its end."""
        handlers: dict[bytes, Callable[[bytes], None]] = {
            b"O": self.open, b"J": self.job, b"C": self.close, b"T": self.self_test,
        }  # fmt: skip
        while True:
            self.prepare_spare()
            message = read_frame(_HOST_IN)
            if message is None:
                break
            kind, payload = message
            handlers[kind](payload)
            self.relay()
        for left in (self.child, self.spare):
            if left is not None:
                left.kill()

    def prepare_spare(self) -> None:
        """Fork the next child while nobody waits."""
        if self.child is None and self.spare is None:
            self.spare = Child(self.prepared)

    def open(self, payload: bytes) -> None:
        """Give the submission to the child that waits."""
        self.drop()
        self.prepare_spare()
        self.child, self.spare = self.spare, None
        assert self.child is not None
        self.poll.register(self.child.answers, select.POLLIN)
        self.poll.register(self.child.text, select.POLLIN)
        self.job(payload, b"O")

    def job(self, payload: bytes, kind: bytes = b"J") -> None:
        """Pass a job on; its clocks start now."""
        if self.child is None:
            return
        self.child.busy = True
        self.child.progress()
        self.hand(self.child, frame(kind, payload))

    def hand(self, current: Child, message: bytes) -> None:
        """Write to the child, whose clocks are running: it may have stopped reading."""
        view = memoryview(message)
        room = select.poll()
        room.register(current.jobs, select.POLLOUT)
        while view and not current.closed:
            try:
                view = view[os.write(current.jobs, view) :]
            except BlockingIOError:
                room.poll(50)
                self.check_clocks()
            except BrokenPipeError:
                self.end("exit")

    def close(self, _payload: bytes) -> None:
        """End the child; the answer tells the host where its last bytes end."""
        self.drop()
        write_all(_HOST_OUT, frame(b"C"))

    def drop(self) -> None:
        """End the child without a word."""
        if self.child is not None:
            current = self.forget(self.child)
            current.kill()
            current.hang_up()

    def self_test(self, _payload: bytes) -> None:
        """Fork a child that tries everything it must not be able to do."""
        results = selftest.run(self.prepared)
        if self.settings.container is not None:
            results |= container.run(container.Promised(**self.settings.container))
        write_all(_HOST_OUT, frame(b"T", json.dumps(results).encode()))

    def relay(self) -> None:
        """Pass on what the child says until it waits for the next job, or a limit is reached."""
        while self.child is not None and self.child.busy:
            ready = self.poll.poll(50)
            for fd, _ in ready:
                if fd == _HOST_IN:
                    return
                self.receive(fd)
            self.check_clocks()

    def receive(self, fd: int) -> None:
        """One piece of the child's answers or prints."""
        current = self.child
        if current is None or fd not in (current.answers, current.text):
            return
        if fd == current.text:
            self.drain_text(current)
        elif data := os.read(fd, _CHUNK):
            self.answered(current, data)
        else:
            self.end("exit")

    def drain_text(self, current: Child) -> None:
        """Pass the beginning of what is printed on, and stop a flood."""
        while not current.closed:
            try:
                data = os.read(current.text, _CHUNK)
            except BlockingIOError:
                return
            if not data:
                with contextlib.suppress(KeyError):
                    self.poll.unregister(current.text)
                return
            room = self.settings.shown - current.printed
            current.printed += len(data)
            if room > 0:
                write_all(_HOST_OUT, frame(b"P", data[:room]))
            if current.printed > self.settings.printed:
                self.end("output")

    def answered(self, current: Child, data: bytes) -> None:
        """Pass complete frames on; the last kind of a job's answer ends its step."""
        current.pending += data
        current.answered += len(data)
        try:
            whole = whole_frames(current.pending, self.settings.answered)
        except BrokenFrameError:
            return self.end("protocol")
        if whole:
            kind = last_kind(current.pending, whole)
            current.busy = kind not in child.LAST_KINDS
            if kind != b"W":
                current.progress()
            if not current.busy:
                self.drain_text(current)
            if current.closed:
                return None
            write_all(_HOST_OUT, frame(b"D", bytes(current.pending[:whole])))
            del current.pending[:whole]
        if current.answered > self.settings.answered:
            self.end("protocol")
        return None

    def check_clocks(self) -> None:
        """Stop a child that has computed, or waited, too long without an answer."""
        current = self.child
        if current is None or not current.busy:
            return
        if current.cpu_time() - current.cpu_since >= self.settings.step_cpu:
            self.end("time")
        elif time.monotonic() - current.since >= self.settings.step_wall:
            self.end("wall")

    def end(self, how: str) -> None:
        """Tell the host that the child is gone, and why."""
        if self.child is None:
            return
        current = self.forget(self.child)
        cpu = current.cpu_time()
        if how == "exit" and not current.has_ended():
            how = "protocol"  # it closed its own pipes and went on
        code = current.kill()
        self.drain_text(current)
        current.hang_up()
        told = {"how": how, "code": code, "cpu": round(cpu, 3)}
        write_all(_HOST_OUT, frame(b"E", json.dumps(told).encode()))

    def forget(self, current: Child) -> Child:
        """Stop listening to a child."""
        self.poll.unregister(current.answers)
        with contextlib.suppress(KeyError):
            self.poll.unregister(current.text)
        self.child = None
        return current


def main(settings_text: str) -> NoReturn:
    """Set up the sandbox, say what it is made of, and serve."""
    settings = Settings(**json.loads(settings_text))
    enclosed = settings.locked and namespaces.unshare()
    if enclosed and (zygote := os.fork()):
        os._exit(os.waitstatus_to_exitcode(os.waitpid(zygote, 0)[1]) & 0xFF)
    if enclosed:
        lock.die_with_parent()
    preload.preload(settings.numpy_folder)
    modules.shut_out_files()
    os.environ.clear()
    enclosed = enclosed and namespaces.empty_root()
    prepared = lock.prepare(memory=settings.memory, cpu=settings.cpu) if settings.locked else None
    ready = {
        "python": sys.version.split()[0],
        "numpy": settings.numpy_folder is not None,
        "locked": settings.locked,
        "namespaces": enclosed,
        "landlock": landlock.abi() if settings.locked else 0,
        "uid": os.getuid(),
    }
    gc.collect()
    gc.freeze()
    write_all(_HOST_OUT, frame(b"R", json.dumps(ready).encode()))
    with contextlib.suppress(BrokenPipeError):
        Zygote(settings, prepared).serve()
    os._exit(0)
