"""The bytes between host and harness: jobs are written, replies are read strictly and with caps.

Frames and the names of messages are the harness's (`grader/harness/wire`). What stands in them it writes and
reads by itself (`play.py`); a contract test ties the two.
"""

import json
import marshal
import struct
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, TypeVar

from grader.harness.wire.frames import HEADER
from grader.harness.wire.messages import JobCode
from grader.records import Record, UnreadableRecord, from_data, from_json, to_data
from grader.sandbox.plays import Observation, Play, PlayStatus, Readings, Source, ValueKind
from grader.sandbox.replies import Loop, NetworkSeen, OwnRule, Problem, SecondUse, Watched, printable_record
from suites import EPOCHS, RATE, REPLACED_NODE, Ask, Backward, Clear, Drive, Graph, Operation, Suite, ZeroGrad

_Record = TypeVar("_Record", bound=Record)

_VALUES = struct.Struct("!IBI")
_HEAD = _VALUES.size
Candidates = Sequence[Sequence[int]]

_LONGEST_JSON = 256 << 10
_KINDS = bytes(ValueKind)
_STATUSES = frozenset(PlayStatus)
_READINGS_A_NODE = 3
# An answer is read some hundred times in a check, and a member of an enumeration is slow to find.
_ANSWERED, _NOT_APPLICABLE = PlayStatus.ANSWERED, PlayStatus.NOT_APPLICABLE
_BACKWARD, _OWN_RULE = Drive.BACKWARD, Drive.OWN_RULE
_WATCHED = frozenset({Drive.WATCHED, Drive.MOVED, Drive.ORDINARY})
_MARSHAL_VERSION = 2
_ANY_LAYOUT = (0, False)
"""Where the order of sets cannot matter to a right class: to a wrong one, addresses never are that order."""
_NONE_COUNTED: Mapping[int, bool] = {}
_STEP_NAMES = {Backward: "backward", Clear: "clear", ZeroGrad: "zero_grad"}


class UnexpectedReply(Exception):
    """The child's bytes are not what a harness writes."""


def frames(data: bytes) -> Iterator[tuple[bytes, bytes]]:
    """The complete frames in a piece of a child's stream.

    Raises `UnexpectedReply` where the bytes are not whole frames.
    """
    position = 0
    while position < len(data):
        if position + HEADER.size > len(data):
            raise UnexpectedReply
        kind, length = HEADER.unpack_from(data, position)
        position += HEADER.size
        if position + length > len(data):
            raise UnexpectedReply
        yield bytes([kind]), data[position : position + length]
        position += length


def open_message(source: Source, *, needs_backward: bool) -> bytes:
    """The payload that opens a submission: a line of JSON, then its bytes."""
    name = source.name.encode("ascii", "replace").decode()[:200]
    header = source._asdict() | {
        "name": name, "notebook": source.is_notebook, "needs_backward": needs_backward,
    }  # fmt: skip
    content: bytes = header.pop("content")
    return json.dumps(header).encode() + b"\n" + content


def job_message(
    plays: Sequence[Play],
    *,
    careful: bool = False,
    alone: bool = False,
    kind: str = JobCode.PLAYS,
    candidates: Candidates = (),
    endless: Sequence[Loop] = (),
    counted: Mapping[int, bool] = _NONE_COUNTED,
    lines: str = "",
) -> bytes:
    """The payload of a job; a graph that several plays share is written once.

    Marshalled, in a version of the format that every Python reads: it goes one way, from us to the
    harness, which trusts us. What comes back is never read like this.
    """
    graphs: dict[int, int] = {}
    fields, listed = [], []
    for number, play in enumerate(plays):
        if (key := id(play.graph)) not in graphs:
            graphs[key] = len(graphs)
            fields.append(_graph(play.suite, play.graph))
        seed, reverse = play.layout or _ANY_LAYOUT
        order = [play.graph.program.index[name] for name in play.order] if play.order else ()
        listed.append((number, graphs[key], play.inputs, seed, reverse, order))
    job = {
        "kind": kind, "careful": careful, "alone": alone, "graphs": fields, "plays": listed,
        "candidates": [*map(list, candidates)],
        "endless": [(loop.cell, loop.line, loop.last, loop.function) for loop in endless],
        "counted": [*counted.items()],
        "lines": lines,
    }  # fmt: skip
    return marshal.dumps(job, _MARSHAL_VERSION)


@lru_cache(maxsize=4096)
def _graph(suite: Suite, graph: Graph) -> tuple[Any, ...]:
    """The fields of the harness's `Graph`, in its order."""
    program = graph.program
    constants: list[int | float] = []

    def slot(operand: str | float) -> int:
        if isinstance(operand, str):
            return program.index[operand]
        constants.append(operand)
        return len(program.nodes) + len(constants) - 1

    steps = [
        (step.op, program.index[step.name], [slot(operand) for operand in step.operands])
        if isinstance(step, Operation)
        else (_STEP_NAMES[type(step)], program.index[step.node], [])
        for step in program.steps
    ]
    replaced = program.index[REPLACED_NODE] if suite.drive is Drive.OWN_RULE else None
    return (
        list(program.inputs), len(program.nodes), steps, constants, list(suite.about), suite.drive.value,
        replaced, graph.seeds_itself, program.reuses_nodes, _network(graph),
    )  # fmt: skip


def _network(graph: Graph) -> tuple[Any, ...] | None:
    """The fields of the harness's `NetworkMessage`, in its order."""
    network = graph.network
    if network is None:
        return None
    outputs = [graph.program.index[name] for name in network.outputs]
    parameters = 0 if network.asks is Ask.LOSS else len(network.parameters)
    return (
        network.unit.value, network.asks.value, list(network.sizes), network.samples, parameters,
        outputs, RATE, EPOCHS,
    )  # fmt: skip


def read_observation(payload: bytes, plays: Sequence[Play], candidates: int = 1) -> tuple[int, Observation]:
    """The play's number and what it gave; in a job of candidates, plays are numbered candidate by candidate.

    Raises:
        UnexpectedReply: for anything a harness would not write.
    """
    number, status, count = _head(payload)
    if number >= len(plays) * candidates:
        raise UnexpectedReply
    play = plays[number % len(plays)]
    if status == _NOT_APPLICABLE and play.suite.drive is _BACKWARD and not _may_not_apply(play):
        raise UnexpectedReply  # it would take the graph's points out of those that can be lost
    nodes = len(play.graph.program.nodes) if status == _ANSWERED else 0
    end = _HEAD + 9 * count
    if count != _READINGS_A_NODE * nodes or end > len(payload):
        raise UnexpectedReply
    kinds = payload[_HEAD : _HEAD + count]
    if kinds.translate(None, _KINDS):
        raise UnexpectedReply
    if not nodes:
        return number, _unanswered(PlayStatus(status), payload[end:])
    values = _doubles(count).unpack_from(payload, _HEAD + count)
    twice = 2 * nodes
    forward = Readings(values[:nodes], kinds[:nodes])
    data = Readings(values[nodes:twice], kinds[nodes:twice])
    gradients = Readings(values[twice:], kinds[twice:])
    return number, Observation(_ANSWERED, forward, data, gradients, None, *_facts(play, payload[end:]))


def _head(payload: bytes) -> tuple[int, int, int]:
    """Return the number of the play, its status, and how many numbers follow."""
    if len(payload) < _HEAD:
        raise UnexpectedReply
    number, status, count = _VALUES.unpack_from(payload)
    if status not in _STATUSES:
        raise UnexpectedReply
    return number, status, count


def _is_reused(play: Play) -> bool:
    """Whether nodes of the graph are used again after its pass, which a class need not allow."""
    return play.suite.drive is _BACKWARD and play.graph.program.reuses_nodes


def _may_not_apply(play: Play) -> bool:
    """Whether a class need not allow what the graph does: another use of nodes, a pass from the middle."""
    return _is_reused(play) or play.graph.program.begins_in_the_middle


def _unanswered(status: PlayStatus, text: bytes) -> Observation:
    problem = read_json(Problem, text)
    if problem.loop is not None:
        raise UnexpectedReply
    return Observation(status, problem=problem)


def _facts(
    play: Play, text: bytes
) -> tuple[OwnRule | None, Watched | None, SecondUse | None, NetworkSeen | None]:
    """Read what a play of its kind tells beside numbers; most kinds tell nothing."""
    drive = play.suite.drive
    own_rule = read_json(OwnRule, text) if drive is _OWN_RULE else None
    watched = read_json(Watched, text) if drive in _WATCHED else None
    second_use = read_json(SecondUse, text) if _is_reused(play) else None
    network = read_json(NetworkSeen, text) if drive is Drive.NETWORK else None
    facts = (own_rule, watched, second_use, network)
    if text and not any(facts):
        raise UnexpectedReply
    return facts


@lru_cache(maxsize=256)
def _doubles(count: int) -> struct.Struct:
    """The shape of so many numbers."""
    return struct.Struct(f"<{count}d")


def read_json(kind: type[_Record], text: bytes) -> _Record:
    """Strict, bounded JSON of a child; its texts are made printable, and are within their bounds then too.

    Raises `UnexpectedReply` if it is not what the record says.
    """
    if len(text) > _LONGEST_JSON:
        raise UnexpectedReply
    try:
        record = from_json(kind, text)
        return record if _is_plain(text) else from_data(kind, to_data(printable_record(record)))
    except UnreadableRecord as error:
        raise UnexpectedReply from error


def _is_plain(text: bytes) -> bool:
    """Whether the JSON has printable ASCII and no escape, as each text in it then."""
    return text.isascii() and b"\\" not in text and b"\x7f" not in text
