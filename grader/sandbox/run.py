"""One submission in one child of a zygote: what is sent, and how the answers are read."""

import time
from collections.abc import Callable, Mapping, Sequence
from typing import Literal, TypeVar

from pydantic import BaseModel, ConfigDict, ValidationError

from grader.errors import HarnessProtocolError
from grader.sandbox.base import (
    Done,
    Edited,
    Loaded,
    Note,
    Offers,
    Place,
    Play,
    Problem,
    Seen,
    SeenTrial,
    Shown,
    Source,
    Traced,
    WriteTold,
    printable,
)
from grader.sandbox.channel import Channel, ZygoteSilent
from grader.sandbox.limits import Limits
from grader.sandbox.wire import (
    UnexpectedReply,
    frames,
    job_message,
    open_message,
    read_json,
    read_observation,
)

_Model = TypeVar("_Model", bound=BaseModel)

_MARGIN = 1.0


class _Ended(BaseModel):
    """How the zygote says that a child is gone."""

    model_config = ConfigDict(extra="forbid", strict=True)

    how: Literal["exit", "time", "wall", "output", "protocol"]
    code: int
    cpu: float


class ZygoteRun:
    """A run on any back-end that speaks with a zygote through a channel."""

    def __init__(self, channel: Channel, limits: Limits, seconds: float | None = None) -> None:
        self._channel = channel
        self._limits = limits
        total = limits.total if seconds is None else min(seconds, limits.total)
        self._deadline = time.monotonic() + total
        self._printed = bytearray()
        self._loaded: Loaded | None = None
        self._job_notes: tuple[Note, ...] = ()
        self._ended: Problem | None = None
        self._place: Place | None = None
        self._closed = False

    def send(self, source: Source, *, needs_backward: bool) -> None:
        """Send the source; it is loaded while the caller goes on."""
        message = open_message(source, needs_backward=needs_backward)
        self._channel.send(b"O", message, deadline=self._latest())

    @property
    def loaded(self) -> Loaded:
        """What became of the source; the first to ask waits for it."""
        if self._loaded is None:
            answers: list[bytes] = []
            self._receive_until(b"L", {b"L": answers.append})
            told = self._told(Loaded, answers)
            if told is None or (told.found is None) == (told.problem is None):
                told = Loaded(problem=self._ended or Problem(kind="protocol"))
            self._loaded = told
        return self._loaded

    @property
    def notes(self) -> tuple[Note, ...]:
        """What had to be adapted so far."""
        return self._job_notes or self.loaded.notes

    @property
    def printed(self) -> str:
        """The beginning of what was printed, safe to show."""
        return printable(self._printed.decode("utf-8", "replace"))

    def play(self, plays: Sequence[Play], seen: Seen, *, careful: bool = False) -> Problem | None:
        """Play in order; what was answered before the child ended, if it did, was seen."""
        return self._do(
            job_message(plays, careful=careful), {b"V": _once(plays, 1, lambda _, n, o: seen(n, o))}
        )

    def survey(self) -> Offers:
        """What could be done to the source."""
        told: list[Offers] = []
        job = job_message((), kind="survey")
        self._do(job, {b"S": lambda text: told.append(read_json(Offers, text))})
        return told[0] if len(told) == 1 else Offers()

    def try_edits(
        self, trials: Sequence[Sequence[int]], plays: Sequence[Play], seen: SeenTrial
    ) -> Problem | None:
        """Play with each set of offers carried out."""
        job = job_message(plays, kind="trials", trials=trials, careful=True)
        return self._do(job, {b"V": _once(plays, len(trials), seen)})

    def play_edited(
        self, edits: Sequence[int], plays: Sequence[Play], seen: Seen
    ) -> tuple[Shown, ...] | None:
        """Load the source anew with these offers carried out, and play."""
        told: list[Edited] = []
        job = job_message(plays, kind="edited", trials=[edits])
        read = _once(plays, 1, lambda _, n, o: seen(n, o))
        ended = self._do(job, {b"X": lambda text: told.append(read_json(Edited, text)), b"V": read})
        if ended is not None or len(told) != 1 or len(told[0].edits) != len(edits):
            return None
        return told[0].edits

    def trace(self, plays: Sequence[Play]) -> tuple[tuple[WriteTold, ...], ...]:
        """The writes of each play."""
        told: list[Traced] = []
        job = job_message(plays, kind="traced")
        self._do(job, {b"T": lambda text: told.append(read_json(Traced, text))})
        if [each.number for each in told] != list(range(len(told))) or len(told) > len(plays):
            return ()
        if not all(_fits(each, play) for each, play in zip(told, plays, strict=False)):
            return ()
        return tuple(each.writes for each in told)

    def _do(self, job: bytes, handlers: Mapping[bytes, Callable[[bytes], None]]) -> Problem | None:
        """Send a job and hand on its answers; why the child is gone, if it is."""
        if self.loaded.problem is not None or self._ended is not None:
            return self._ended or self.loaded.problem
        self._channel.send(b"J", job, deadline=self._latest())
        done: list[bytes] = []
        self._receive_until(b"Z", {b"Z": done.append, **handlers})
        if told := self._told(Done, done):
            self._job_notes = told.notes
        return self._ended

    def close(self) -> None:
        """End the child. What it left in the pipe is read by the next run."""
        if not self._closed:
            self._closed = True
            self._channel.hang_up()

    def _latest(self) -> float:
        return self._deadline + _MARGIN

    def _told(self, model: type[_Model], answers: list[bytes]) -> _Model | None:
        """The last answer's JSON, if the child lived to give it and it makes sense."""
        if self._ended is not None or not answers:
            return None
        try:
            return read_json(model, answers[-1])
        except UnexpectedReply:
            self._ended = Problem(kind="protocol")
        return None

    def _receive_until(self, last: bytes, handlers: Mapping[bytes, Callable[[bytes], None]]) -> None:
        """Hand on the child's answers as they come, until the frame `last`, or the child's end."""
        handlers = {b"W": self._keep_place, **handlers}
        self._place = None
        while self._ended is None:
            if time.monotonic() > self._deadline:
                self._ended = Problem(kind="budget")
                return
            try:
                kind, payload = self._channel.receive(deadline=self._deadline)
            except ZygoteSilent:
                self._end_silent_child()
                return
            if kind == b"P":
                self._printed += payload[: self._limits.shown - len(self._printed)]
            elif kind == b"E":
                self._ended = _ending(payload, self._place)
            elif kind != b"D":
                raise HarnessProtocolError
            elif self._hand_on(payload, handlers) == last:
                return

    def _end_silent_child(self) -> None:
        """The time is over and nothing came. A zygote that is well says that it ended the child."""
        self.close()
        self._channel.read_to_hang_up()
        self._ended = Problem(kind="budget")

    def _keep_place(self, text: bytes) -> None:
        self._place = read_json(Place, text)

    def _hand_on(self, payload: bytes, handlers: Mapping[bytes, Callable[[bytes], None]]) -> bytes:
        """Handle the frames in a piece of the child's stream; the kind of the last one."""
        kind = b""
        try:
            for kind, content in frames(payload):
                handlers[kind](content)
        except (UnexpectedReply, KeyError):
            self._ended = Problem(kind="protocol")
        return kind


def _once(plays: Sequence[Play], trials: int, seen: SeenTrial) -> Callable[[bytes], None]:
    """Reads answers and hands them on; the same one twice is nothing a harness writes."""
    answered: set[int] = set()

    def read(answer: bytes) -> None:
        number, observation = read_observation(answer, plays, trials)
        if number in answered:
            raise UnexpectedReply
        answered.add(number)
        seen(*divmod(number, len(plays)), observation)

    return read


def _fits(told: Traced, play: Play) -> bool:
    """Whether all writes are of nodes of the play."""
    nodes = len(play.graph.program.nodes)
    return all(each.node < nodes and (each.during or 0) < nodes for each in told.writes)


def _ending(payload: bytes, place: Place | None) -> Problem:
    """Why the child is gone, and where it was just before."""
    try:
        ended = _Ended.model_validate_json(payload)
    except ValidationError:
        raise HarnessProtocolError from None
    if ended.how in ("time", "wall"):
        return Problem(kind=ended.how, **({} if place is None else place.model_dump()))
    if ended.how != "exit":
        return Problem(kind=ended.how)
    return Problem(kind="crash", signal=-ended.code) if ended.code < 0 else Problem(kind="exit")
