"""Real replies of a harness, recorded, and played back with something wrong in them.

The recording is a table from what was asked to what was answered. An answer is changed on its way: what a
child may write, frame by frame; or what the zygote says around it. No process runs and nothing waits.
"""

import json
import marshal
import struct
from collections import defaultdict
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext, suppress
from dataclasses import dataclass, field
from random import Random
from typing import Any, Self
from unittest.mock import patch

from grader.assignment import SuiteSelection
from grader.grade import grade
from grader.harness.processes.child import LAST_KINDS
from grader.harness.wire.frames import frame
from grader.sandbox.channel import Channel, ZygoteSilent
from grader.sandbox.level import Level
from grader.sandbox.limits import Limits
from grader.sandbox.plays import Source
from grader.sandbox.protocol import Sandbox
from grader.sandbox.run import Run
from grader.sandbox.wire import UnexpectedReply, frames
from grader.sandbox.zygote import running
from tests.fuzz.mutations import with_values_changed

SEED = 1
"""What is asked of a file depends on it, so a replay needs the same one."""

Message = tuple[bytes, bytes]
"""A kind and a payload."""

Change = Callable[[list[Message], Random], None]
"""Changes messages, or the frames of one, in place."""

_SPECIAL = (0.0, -0.0, 1.0, 1e308, -1e308, 5e-324, float("inf"), float("-inf"), float("nan"))
_NOISE = (
    b"", b"null", b"[]", b'{"kind": "passed"}', b"[" * 50_000, b'{"a":' * 10_000, b"9" * 5000, b"\xff\xfe",
    b'{"offers": ' + b"[" * 3000, b'{"writes": [], "number": ' + b"9" * 400 + b"}", b"{}" * 1000, b"NaN",
)  # fmt: skip
_KINDS = b"LVZWSTXDPEC?"
_VALUES = struct.Struct("!IBI")
_MOST = 2**32
_SELDOM, _OFTEN = 0.15, 0.6


class Recording:
    """What was answered to what was asked while one file was graded."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self._answers: dict[Message, list[Message]] = {}
        self._by_job: dict[str, list[list[Message]]] = defaultdict(list)

    @property
    def jobs(self) -> set[str]:
        """What kinds of things were asked."""
        return set(self._by_job)

    def asked(self, asked: Message) -> list[Message]:
        """The list that the answers to this go into."""
        answers: list[Message] = []
        self._answers[asked] = answers
        self._by_job[_job(asked)].append(answers)
        return answers

    def answer(self, asked: Message, rng: Random) -> list[Message]:
        """What was answered to this, or to something of its kind."""
        found = self._answers.get(asked)
        alike = self._by_job.get(_job(asked), [[]])
        return list(found if found is not None else rng.choice(alike))


def record(sandbox: Sandbox, source: Source, assignment: SuiteSelection) -> Recording:
    """Grade a file for real, and keep all that was said."""
    recording = Recording(source)
    answers: list[Message] = []
    send, receive = Channel.send, Channel.receive

    def sending(channel: Channel, kind: bytes, payload: bytes, *, deadline: float) -> None:
        nonlocal answers
        answers = recording.asked((kind, payload))
        send(channel, kind, payload, deadline=deadline)

    def receiving(channel: Channel, *, deadline: float) -> Message:
        message = receive(channel, deadline=deadline)
        if message[0] in b"DPE":
            answers.append(message)
        return message

    with patch.object(Channel, "send", sending), patch.object(Channel, "receive", receiving):
        grade(source, assignment, sandbox, seed=SEED)
    return recording


@dataclass
class _ReplayChannel:
    """Stands in for the channel to a zygote."""

    recording: Recording
    change: Callable[[list[Message], Random], list[Message]]
    rng: Random
    _waiting: list[Message] = field(default_factory=list)
    _owed: int = 0
    """So many last words the child owes; until they are said, a supervisor ends it for its silence."""

    def send(self, kind: bytes, payload: bytes, *, deadline: float) -> None:
        """Ask: what is answered is there at once."""
        del deadline
        self._owed += 1
        self._waiting = self.change(self.recording.answer((kind, payload), self.rng), self.rng)

    def receive(self, *, deadline: float) -> Message:
        """The next message; a child that has no more to say is ended, a zygote that is sick is silent."""
        del deadline
        if self._waiting:
            message = self._waiting.pop(0)
            self._owed = max(0, self._owed - _last_words(message))
            return message
        if self._owed and self.change is not by_the_zygote:
            return b"E", _encoded({"how": "wall", "code": -9, "cpu": 0.1})
        raise ZygoteSilent

    def hang_up(self) -> None:
        """Nothing to end."""

    def read_to_hang_up(self) -> None:
        """Nothing to read past."""


@dataclass
class Replayed:
    """A sandbox whose answers are those of a recording, changed."""

    recording: Recording
    change: Callable[[list[Message], Random], list[Message]]
    rng: Random
    level = Level.ENCLOSED

    def open(self, source: Source, *, needs_backward: bool) -> AbstractContextManager[Run]:
        """See `Room.open`."""
        channel: Any = _ReplayChannel(self.recording, self.change, self.rng)
        return running(channel, Limits(), source, needs_backward=needs_backward)

    def room(self, _: Source) -> AbstractContextManager[Self]:
        """It is its own room."""
        return nullcontext(self)

    def prove(self) -> dict[str, bool]:
        """Nothing is proven."""
        return {}

    def close(self) -> None:
        """Nothing to end."""


def as_it_was(messages: list[Message], _: Random) -> list[Message]:
    """No change."""
    return messages


def by_the_child(messages: list[Message], rng: Random) -> list[Message]:
    """Changes that a submission could make: only within what the zygote relays as the child's."""
    if rng.random() > _OFTEN:
        return messages
    return [
        (kind, _with_frames_changed(payload, rng)) if kind == b"D" else (kind, payload)
        for kind, payload in messages
    ]


def by_the_zygote(messages: list[Message], rng: Random) -> list[Message]:
    """Changes that no submission could make: a zygote that is broken, or another program."""
    messages = by_the_child(messages, rng)
    if rng.random() < _SELDOM:
        _change_in_place(messages, rng)
    if rng.random() < _SELDOM:
        ended = with_values_changed({"how": "exit", "code": 0, "cpu": 0.1}, rng)
        messages.insert(rng.randint(0, len(messages)), (b"E", _encoded(ended)))
    return messages


def _last_words(message: Message) -> int:
    kind, payload = message
    if kind != b"D":
        return 0
    with suppress(UnexpectedReply):
        return sum(kind in LAST_KINDS for kind, _ in frames(payload))
    return 0


def _job(asked: Message) -> str:
    kind, payload = asked
    return str(marshal.loads(payload)["kind"]) if kind == b"J" else kind.decode()  # noqa: S302 - our own bytes


def _with_frames_changed(payload: bytes, rng: Random) -> bytes:
    try:
        found = list(frames(payload))
    except UnexpectedReply:
        return payload
    for _ in range(rng.randint(1, 3)):
        if rng.random() < _OFTEN and found:
            at = rng.randrange(len(found))
            kind, content = found[at]
            found[at] = kind, _content_changed(kind, content, rng)
        else:
            _change_in_place(found, rng)
    changed = b"".join(frame(kind, content) for kind, content in found)
    return _bytes_changed(changed, rng) if rng.random() < _SELDOM else changed


def _change_in_place(messages: list[Message], rng: Random) -> None:
    """One of them gone, there twice, elsewhere, of another kind, or something that nobody asked for."""
    at = rng.randrange(len(messages) + 1)
    match rng.randrange(6):
        case 0:
            del messages[at : at + 1]
        case 1:
            messages[at:at] = messages[at : at + 1]
        case 2:
            rng.shuffle(messages)
        case 3 if messages[at:]:
            messages[at] = bytes([rng.choice(_KINDS)]), messages[at][1]
        case 4 if messages[at:]:
            messages[at] = messages[at][0], _bytes_changed(messages[at][1], rng)
        case _:
            messages.insert(at, (bytes([rng.choice(_KINDS)]), rng.choice(_NOISE)))


def _content_changed(kind: bytes, content: bytes, rng: Random) -> bytes:
    if kind == b"V":
        return _values_changed(content, rng)
    if rng.random() < _SELDOM:
        return rng.choice(_NOISE)
    try:
        return _encoded(with_values_changed(json.loads(content), rng))
    except (ValueError, RecursionError):
        return _bytes_changed(content, rng)


def _encoded(data: Any) -> bytes:
    return json.dumps(data, ensure_ascii=False).encode("utf-8", "surrogatepass")


def _values_changed(content: bytes, rng: Random) -> bytes:
    """Another number, kind, status, count or play; often all of it still of the right length."""
    if len(content) < _VALUES.size:
        return rng.choice(_NOISE)
    number, status, count = _VALUES.unpack_from(content)
    body = bytearray(content[_VALUES.size :])
    match rng.randrange(6):
        case 0:
            number = rng.choice((0, 1, (number + 1) % _MOST, _MOST - 1))
        case 1:
            status = rng.randrange(6)
        case 2:
            count = rng.choice((0, (count + 1) % _MOST, max(0, count - 1), _MOST - 1))
        case 3 if count and len(body) >= 9 * count:
            body[rng.randrange(count)] = rng.randrange(20)
        case 4 if count and len(body) >= 9 * count:
            struct.pack_into("<d", body, count + 8 * rng.randrange(count), rng.choice(_SPECIAL))
        case _:
            return _VALUES.pack(number, status, count) + _bytes_changed(bytes(body), rng)
    return _VALUES.pack(number, status, count) + bytes(body)


def _bytes_changed(data: bytes, rng: Random) -> bytes:
    changed = bytearray(data)
    match rng.randrange(4):
        case 0 if changed:
            changed[rng.randrange(len(changed))] = rng.randrange(256)
        case 1 if changed:
            del changed[rng.randrange(len(changed)) :]
        case 2:
            changed.insert(rng.randint(0, len(changed)), rng.randrange(256))
        case _:
            changed += rng.randbytes(rng.randrange(20))
    return bytes(changed)
