"""One submission in one child of a zygote: what is sent, and how the answers are read."""

import contextlib
import json
import time
from collections.abc import Sequence

from pydantic import BaseModel, ConfigDict, ValidationError

from grader.errors import HarnessProtocolError
from grader.sandbox.base import Done, Loaded, Note, Observation, Play, Played, Problem, Source, printable
from grader.sandbox.channel import Channel
from grader.sandbox.limits import Limits
from grader.sandbox.wire import JobWriter, UnexpectedReply, frames, open_message, read_json, read_observation

_MARGIN = 1.0
_ENDINGS = {"time": "time", "wall": "wall", "output": "output", "protocol": "protocol"}


class _Ended(BaseModel):
    """How the zygote says that a child is gone."""

    model_config = ConfigDict(extra="forbid", strict=True)

    how: str
    code: int
    cpu: float


class ZygoteRun:
    """A run on any back-end that speaks with a zygote through a channel."""

    def __init__(self, channel: Channel, limits: Limits, writer: JobWriter) -> None:
        self._channel = channel
        self._limits = limits
        self._writer = writer
        self._deadline = time.monotonic() + limits.total
        self._printed = bytearray()
        self._loaded = Loaded()
        self._job_notes: tuple[Note, ...] = ()
        self._ended: Problem | None = None

    @property
    def loaded(self) -> Loaded:
        """What became of the source."""
        return self._loaded

    @property
    def notes(self) -> tuple[Note, ...]:
        """What had to be adapted so far."""
        return self._job_notes or self._loaded.notes

    @property
    def printed(self) -> str:
        """The beginning of what was printed, safe to show."""
        return printable(bytes(self._printed[: self._limits.shown]).decode("utf-8", "replace"))

    def load(self, source: Source, *, needs_backward: bool) -> None:
        """Send the source and wait until it has run."""
        self._channel.send(b"O", open_message(source, needs_backward=needs_backward), deadline=self._latest())
        answers: list[bytes] = []
        self._receive_until(b"L", answers)
        try:
            self._loaded = read_json(Loaded, answers[-1]) if not self._ended else Loaded(problem=self._ended)
        except UnexpectedReply:
            self._loaded = Loaded(problem=Problem(kind="protocol"))

    def play(self, plays: Sequence[Play], *, careful: bool = False) -> Played:
        """Play in order; what was answered before the child ended, if it did, is kept."""
        if self._ended is not None:
            return Played({}, self._ended)
        self._channel.send(b"J", self._writer.write(plays, careful=careful), deadline=self._latest())
        answers: list[bytes] = []
        self._receive_until(b"Z", answers)
        observations: dict[int, Observation] = {}
        try:
            done = None if self._ended else answers.pop()
            for answer in answers:
                number, observation = read_observation(answer, plays)
                if number in observations:
                    raise UnexpectedReply
                observations[number] = observation
            if done is not None:
                self._job_notes = read_json(Done, done).notes
        except UnexpectedReply:
            self._ended = Problem(kind="protocol")
        return Played(observations, self._ended)

    def close(self) -> None:
        """End the child and read what it left in the pipe."""
        self._channel.send(b"C", b"", deadline=time.monotonic() + _MARGIN)
        while self._channel.receive(deadline=time.monotonic() + _MARGIN)[0] != b"C":
            pass

    def _latest(self) -> float:
        return self._deadline + _MARGIN

    def _receive_until(self, last: bytes, answers: list[bytes]) -> None:
        """Collect the child's answers until the frame `last` comes, or the child ends."""
        while self._ended is None:
            if time.monotonic() > self._deadline:
                self._ended = Problem(kind="budget")
                return
            kind, payload = self._channel.receive(deadline=self._latest())
            if kind == b"P":
                self._printed += payload
            elif kind == b"E":
                self._ended = _ending(payload)
            elif kind != b"D":
                raise HarnessProtocolError
            elif self._collect(payload, last, answers):
                return

    def _collect(self, payload: bytes, last: bytes, answers: list[bytes]) -> bool:
        with contextlib.suppress(UnexpectedReply):
            for kind, content in frames(payload):
                if kind not in (b"V", last):
                    break
                answers.append(content)
                if kind == last:
                    return True
            else:
                return False
        self._ended = Problem(kind="protocol")
        return True


def _ending(payload: bytes) -> Problem:
    """Why the child is gone, in the words of a report."""
    try:
        ended = _Ended.model_validate(json.loads(payload))
    except (ValueError, ValidationError):
        raise HarnessProtocolError from None
    if ended.how in _ENDINGS:
        return Problem.model_validate({"kind": _ENDINGS[ended.how]})
    if ended.code < 0:
        return Problem(kind="crash", signal=-ended.code)
    return Problem(kind="exit")
