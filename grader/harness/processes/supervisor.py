"""Serves one submission: relays its bytes between host and child, keeps the child's limits, and ends.

A supervisor is forked for one submission and forks one child, *before* it reads a byte of it. What it reads
and relays afterwards - file name, source, jobs, answers, prints - is in its memory and in the child's, and
dies with them: no process that is forked later is a copy of either. The kernel keeps it to that.

It never runs a submission. It passes a child's frames on as opaque payload, so that nothing a child writes
can pass for something the supervisor says.

What it hears and says is in `messages.Message`.
"""

import contextlib
import json
import os
import select
import time
from collections.abc import Callable
from typing import NamedTuple, NoReturn

from ..lock import lock
from ..wire.frames import BrokenFrameError, frame, read_header, read_payload, whole_frames, write_all
from ..wire.messages import MessageCode, ReplyCode
from ..wire.settings import HarnessSettings
from . import child
from .forked import Child

SERVED, HUNG_UP = 0, 1
"""How a supervisor ends: its submission is closed, or nobody is left to serve. Its parent learns no more."""

_CHUNK = 1 << 16
_READ_NO_MORE = b"\1"

SelfTest = Callable[[], dict[str, bool]]


class Host(NamedTuple):
    """The descriptors by which the host is spoken with."""

    incoming: int = 0
    outgoing: int = 1


class Turn(NamedTuple):
    """Two supervisors have the same host, and one at a time reads what it says.

    Each writes to the next that it will read no more. One that ended without a word may have stopped in the
    middle of a message: nobody goes on after it.
    """

    before: int | None
    """Where the word of the one before comes; None for the first."""
    next: int

    def wait(self) -> bool:
        """Wait for it; False where it will not come."""
        return self.before is None or os.read(self.before, len(_READ_NO_MORE)) == _READ_NO_MORE

    def hand_over(self) -> None:
        """Give the host to the next supervisor."""
        os.write(self.next, _READ_NO_MORE)


def main(
    settings: HarnessSettings, prepared: lock.Lock | None, host: Host, self_test: SelfTest, turn: Turn
) -> NoReturn:
    """Serve one submission, or one self-test. Never returns."""
    how = HUNG_UP
    try:
        lock.die_with_parent()
        how = Supervisor(settings, prepared, host, self_test, turn).serve()
    finally:
        os._exit(how)


class Supervisor:
    """One submission's, from its opening to its close."""

    def __init__(
        self,
        settings: HarnessSettings,
        prepared: lock.Lock | None,
        host: Host,
        self_test: SelfTest,
        turn: Turn,
    ) -> None:
        self.settings = settings
        self.prepared = prepared
        self.host = host
        self.self_test = self_test
        self.turn = turn
        # The only fork, and the first thing done: nothing has been read yet that a child could find.
        self.waiting: Child | None = Child(prepared)
        self.child: Child | None = None
        self.poll = select.poll()
        self.poll.register(host.incoming, select.POLLIN)

    def serve(self) -> int:
        """Serve until the host closes the submission, or its own end."""
        if not self.turn.wait():
            self.drop()
            return HUNG_UP
        while (header := read_header(self.host.incoming)) is not None:
            kind, length = header
            match kind:
                case MessageCode.OPEN:
                    self.open(length)
                case MessageCode.JOB:
                    self.job(self.read(length))
                case MessageCode.CLOSE:
                    return self.close()
                case MessageCode.SELF_TEST:
                    return self.prove()
                case _:
                    raise BrokenFrameError
            self.relay()
        self.drop()
        return HUNG_UP

    def read(self, length: int) -> bytes:
        """Return what a message from the host says. The host that breaks off in the middle is gone."""
        payload = read_payload(self.host.incoming, length)
        if payload is None:
            raise BrokenFrameError
        return payload

    def open(self, length: int) -> None:
        """Give the submission to the child that waits. A second one is for another supervisor."""
        if self.waiting is None or not self.waiting.is_ready():
            raise BrokenFrameError
        # Its one fork is behind it, and from here on it reads what a submission has a hand in.
        if self.prepared is not None:
            self.prepared.forbid_processes()
        payload = self.read(length)
        self.child, self.waiting = self.waiting, None
        self.poll.register(self.child.answers, select.POLLIN)
        self.poll.register(self.child.text, select.POLLIN)
        self.job(payload, MessageCode.OPEN)

    def job(self, payload: bytes, kind: bytes = MessageCode.JOB) -> None:
        """Pass a job on; its clocks start now."""
        if self.child is None:
            return
        self.child.owed += 1
        self.child.progress()
        self.hand(self.child, frame(kind, payload))

    def hand(self, current: Child, message: bytes) -> None:
        """Write to the child, whose clocks are running: it may not read, and it may say something first."""
        view = memoryview(message)
        room = select.poll()
        room.register(current.jobs, select.POLLOUT)
        room.register(current.answers, select.POLLIN)
        room.register(current.text, select.POLLIN)
        while view and not current.closed:
            try:
                view = view[os.write(current.jobs, view) :]
            except BlockingIOError:
                for fd, event in room.poll(50):
                    self.receive(fd)
                    if event & select.POLLHUP:  # closed by the child: it would be ready for ever
                        room.unregister(fd)
                self.check_clocks()
            except BrokenPipeError:
                self.end("exit")

    def close(self) -> int:
        """End the child; the answer tells the host where its last bytes end.

        The next supervisor begins while the kernel takes down what was the child's.
        """
        for current in (self.child, self.waiting):
            if current is not None:
                current.stop()
        # In this order: the next supervisor writes to the same descriptor.
        write_all(self.host.outgoing, frame(MessageCode.CLOSE))
        self.turn.hand_over()
        self.drop()
        return SERVED

    def prove(self) -> int:
        """Try everything that a submission must not be able to do."""
        self.drop()
        write_all(self.host.outgoing, frame(MessageCode.SELF_TEST, json.dumps(self.self_test()).encode()))
        self.turn.hand_over()
        return SERVED

    def drop(self) -> None:
        """End the child without a word."""
        for current in (self.child, self.waiting):
            if current is not None:
                current.kill()
                current.hang_up()
        self.child = self.waiting = None

    def relay(self) -> None:
        """Pass on what the child says until it waits for the next job, or a limit is reached."""
        while self.child is not None and self.child.busy:
            ready = self.poll.poll(50)
            for fd, _ in ready:
                if fd == self.host.incoming:
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
                write_all(self.host.outgoing, frame(MessageCode.PRINTED, data[:room]))
            if current.printed - current.printed_since > self.settings.printed:
                self.end("output")

    def answered(self, current: Child, data: bytes) -> None:
        """Pass complete frames on; the last kind of a job's answer ends its step."""
        current.pending += data
        current.answered += len(data)
        try:
            whole, kinds = whole_frames(current.pending, self.settings.answered)
        except BrokenFrameError:
            return self.end("protocol")
        if whole:
            current.owed = max(0, current.owed - sum(map(kinds.count, child.LAST_KINDS)))
            # An endless loop has a place at every tick: to name it is no progress.
            if not kinds.endswith(ReplyCode.PLACE):
                current.progress()
            if not current.busy:
                self.drain_text(current)
            if current.closed:
                return None
            if not current.busy:
                self.tell_used(current)
            write_all(self.host.outgoing, frame(MessageCode.ANSWERS, bytes(current.pending[:whole])))
            del current.pending[:whole]
        if current.answered > self.settings.answered:
            self.end("protocol")
        return None

    def check_clocks(self) -> None:
        """Stop a child that has computed, or waited, too long without an answer.

        One that others keep waiting, on a busy machine, has not waited by itself.
        """
        current = self.child
        if current is None or not current.busy:
            return
        if current.look():
            self.tell_used(current)
        if current.cpu_time() - current.cpu_since >= self.settings.step_cpu:
            self.end("time")
        elif current.waited - current.waited_since >= self.settings.step_wall:
            self.end("wall")
        elif time.monotonic() - current.since >= self.settings.silence:
            self.end("starved")

    def tell_used(self, current: Child) -> None:
        """Tell the host how long the child has computed and waited, all in all."""
        used = {"cpu": round(current.cpu_time(), 3), "waited": round(current.waited, 3)}
        write_all(self.host.outgoing, frame(MessageCode.USED, json.dumps(used).encode()))

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
        ending = {"how": how, "code": code, "cpu": round(cpu, 3)}
        write_all(self.host.outgoing, frame(MessageCode.ENDED, json.dumps(ending).encode()))

    def forget(self, current: Child) -> Child:
        """Stop listening to a child."""
        self.poll.unregister(current.answers)
        with contextlib.suppress(KeyError):
            self.poll.unregister(current.text)
        self.child = None
        return current
