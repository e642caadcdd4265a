"""The bytes between host and harness: what one side writes the other reads, and nothing else is believed."""

import json
import marshal
import math
import os
import struct
from contextlib import closing, suppress
from random import Random
from typing import Any

import pytest
from hypothesis import given, strategies as st

from grader.errors import HarnessProtocolError
from grader.harness.model import read
from grader.harness.playing import play as harness_play
from grader.harness.playing.values import Values, encode
from grader.harness.processes import child
from grader.harness.wire import messages
from grader.harness.wire.frames import HEADER, frame, whole_frames
from grader.harness.wire.messages import ReplyCode
from grader.records import Record
from grader.sandbox.channel import Channel, ZygoteGone
from grader.sandbox.embedded import Embedded
from grader.sandbox.limits import Limits
from grader.sandbox.plays import Layout, Observation, Play, PlayStatus, Source, ValueKind
from grader.sandbox.replies import Done, LoadReply, OwnRule, Problem, ProblemKind, SecondUse, printable
from grader.sandbox.run import Run
from grader.sandbox.wire import (
    UnexpectedReply,
    frames,
    job_message,
    open_message,
    read_json,
    read_observation,
)
from suites import MOVED, WATCHED, Drive, Graph, Stage, Suite, at, load
from tests.corpus_files import FOLDER, member
from tests.offenders import for_each
from tests.playing import played

GRAPH = Graph("c = a * b; d = c + a", at(a=2, b=3))
SUITE = Suite(title="t", stage=Stage.WHOLE_GRAPH, rank=1, graphs=(GRAPH,))
PLAYS = [Play(SUITE, GRAPH, (2.0, 3.0)), Play(SUITE, GRAPH, (1.5, -2.0), Layout(7, reverse=True))]
OWN = load()["own_rule"]
OWN_PLAY = Play(OWN, OWN.graphs[0], (2.0, 5.0))
BY_HAND = load()["sums_by_hand"]
BY_HAND_PLAY = Play(BY_HAND, BY_HAND.graphs[0], (2.0, -3.0), order=("c",))
NODES = 4

FLOATS = st.floats(allow_nan=True, allow_infinity=True, width=64)
KINDS = st.sampled_from(list(ValueKind))


# --- The two writings of one format -----------------------------------------------------------------------


@given(st.binary(min_size=1, max_size=1), st.binary(max_size=300))
def test_both_sides_find_the_same_frames(kind: bytes, payload: bytes) -> None:
    written = frame(kind, payload)
    assert list(frames(written * 3)) == [(kind, payload)] * 3
    assert whole_frames(written * 3 + written[:-1], 1 << 20) == (3 * len(written), 3 * kind)


def test_both_sides_number_statuses_and_kinds_alike() -> None:
    assert {s.name: s.value for s in PlayStatus} == {
        s.name: getattr(harness_play, s.name) for s in PlayStatus
    }
    assert {k.name: k.value for k in ValueKind} == {k.name: getattr(read, k.name) for k in ValueKind}
    assert [k.is_number for k in ValueKind] == [k < read.ABSENT for k in ValueKind]
    assert set(child.LAST_KINDS) == {ReplyCode.LOADED, ReplyCode.DONE}


@pytest.mark.parametrize("names", [messages.MessageCode, messages.ReplyCode, messages.JobCode])
def test_no_two_messages_have_one_name(names: type) -> None:
    named = [value for name, value in vars(names).items() if name.isupper()]

    assert len(set(named)) == len(named)


@given(st.lists(st.tuples(FLOATS, KINDS), min_size=3 * NODES, max_size=3 * NODES), st.integers(0, 1))
def test_numbers_arrive_as_they_were_written(readings: list[tuple[float, ValueKind]], number: int) -> None:
    numbers = [value for value, _ in readings]
    written = encode(number, PlayStatus.ANSWERED, Values(numbers, bytes(kind for _, kind in readings)))
    which, observation = read_observation(written, PLAYS)
    arrived = [*observation.forward.values, *observation.data.values, *observation.gradients.values]
    kinds = observation.forward.kinds + observation.data.kinds + observation.gradients.kinds
    assert which == number
    assert struct.pack("<12d", *arrived) == struct.pack("<12d", *numbers)
    assert list(kinds) == [kind for _, kind in readings]


@for_each("suite", load().values(), ids=lambda suite: suite.slug)
def test_the_harness_reads_every_job_as_it_was_meant(suite: Suite) -> None:
    plays = [
        Play(
            suite,
            graph,
            tuple(map(float, point.values())),
            Layout(3, reverse=False),
            tuple(graph.program.nodes[:2]),
        )
        for graph in suite.graphs
        for point in graph.textbook
    ]
    job = marshal.loads(job_message(plays, careful=True))  # noqa: S302 - our own bytes
    graphs = [harness_play.GraphMessage(*graph) for graph in job["graphs"]]
    assert job["careful"] is True
    for number, (play, told) in enumerate(zip(plays, job["plays"], strict=True)):
        graph, program = graphs[told[1]], play.graph.program
        assert told == (number, told[1], play.inputs, 3, False, [0, 1])
        assert (graph.labels, graph.nodes) == (list(program.inputs), len(program.nodes))
        assert (graph.drive, graph.about) == (suite.drive.value, list(suite.about))
        names = [*program.nodes, *graph.constants]
        done = [
            (op, names[target], tuple(names[slot] for slot in operands))
            for op, target, operands in graph.steps
        ]
        operations = [(o.op, o.name, o.operands) for o in program.operations]
        assert [step for step in done if step[0] in {o.op for o in program.operations}] == operations
        assert len(done) == len(program.steps)
        assert (graph.replaced is not None) == (suite.drive is Drive.OWN_RULE)


def test_an_opening_has_one_line_of_header_whatever_the_name() -> None:
    for name in ("a.py", "ä\n\udcff\x00.ipynb", "x" * 5000, ""):
        header, _, content = open_message(Source(name, b"\n\n1"), needs_backward=True).partition(b"\n")
        assert content == b"\n\n1"
        assert set(json.loads(header)) >= {"name", "notebook", "needs_backward"}
        assert len(json.loads(header)["name"]) <= 200


SPECIAL_GRADIENTS = """
import math
class F(float): pass
class I(int): pass
class Other: pass
class Raises: pass
class Value:
    made = None
    def __init__(self, data):
        self.data, self._grad = data, 0.0
    @property
    def grad(self):
        if self._grad is Raises:
            raise ZeroDivisionError
        if self._grad is Other:
            raise AttributeError("grad")
        return self._grad
    @grad.setter
    def grad(self, value):
        self._grad = value
    def __mul__(self, other):
        out = Value(self.data * other.data)
        out.below = (self, other)
        return out
    def backward(self):
        a, b = self.below
        wanted = {values}
        self.grad, a.grad, b.grad = wanted
"""

GRADIENTS: list[tuple[str, ValueKind, float]] = [
    ("1.5", ValueKind.FLOAT, 1.5),
    ("float('nan')", ValueKind.FLOAT, math.nan),
    ("-float('inf')", ValueKind.FLOAT, -math.inf),
    ("-0.0", ValueKind.FLOAT, -0.0),
    ("5e-324", ValueKind.FLOAT, 5e-324),
    ("7", ValueKind.INT, 7.0),
    ("I(7)", ValueKind.INT, 7.0),
    ("10 ** 300", ValueKind.INT, 1e300),
    ("F(2.5)", ValueKind.FLOAT_SUBCLASS, 2.5),
    ("Value(2.5)", ValueKind.NODE, 2.5),
    ("Value(None)", ValueKind.NONE, math.nan),
    ("Value(Value(1.0))", ValueKind.OTHER, math.nan),
    ("Other", ValueKind.ABSENT, math.nan),
    ("None", ValueKind.NONE, math.nan),
    ("True", ValueKind.BOOL, math.nan),
    ("1 + 2j", ValueKind.COMPLEX, math.nan),
    ("10 ** 400", ValueKind.GIANT, math.nan),
    ("10 ** 5000", ValueKind.GIANT, math.nan),
    ("'3.0'", ValueKind.OTHER, math.nan),
    ("[3.0]", ValueKind.OTHER, math.nan),
    ("__import__('decimal').Decimal(3)", ValueKind.OTHER, math.nan),
    ("__import__('fractions').Fraction(3)", ValueKind.OTHER, math.nan),
    ("lambda: 3.0", ValueKind.OTHER, math.nan),
    ("Raises", ValueKind.RAISED, math.nan),
]

ARRAYS: list[tuple[str, ValueKind, float]] = [
    ("np.float64(1.5)", ValueKind.FLOAT_SUBCLASS, 1.5),
    ("np.float32(1.5)", ValueKind.SINGLE, 1.5),
    ("Value(np.float32(1.5))", ValueKind.SINGLE, 1.5),
    ("np.int64(3)", ValueKind.ARRAY, 3.0),
    ("np.array(1.5)", ValueKind.ARRAY, 1.5),
    ("np.longdouble(1.5)", ValueKind.ARRAY, 1.5),
    ("np.array(1.5, dtype=np.longdouble)", ValueKind.ARRAY, 1.5),
    ("np.clongdouble(1)", ValueKind.COMPLEX, math.nan),
    ("np.array([[1.5]])", ValueKind.ARRAY, 1.5),
    ("np.array([1.0, 2.0])", ValueKind.OTHER, math.nan),
    ("np.array([])", ValueKind.OTHER, math.nan),
    ("np.array([None])", ValueKind.NONE, math.nan),
    ("np.bool_(True)", ValueKind.BOOL, math.nan),
    ("np.complex128(1)", ValueKind.COMPLEX, math.nan),
    ("np.array('x')", ValueKind.OTHER, math.nan),
]


def one_play(sandbox: Embedded, text: str, play: Play) -> Observation:
    with sandbox.open(Source("x.py", text.encode()), needs_backward=True) as run:
        told = played(run, [play])
        assert told.ended is None
        return told.observations[0]


@pytest.mark.parametrize(
    ("text", "kind", "number"), GRADIENTS + ARRAYS, ids=[g[0] for g in GRADIENTS + ARRAYS]
)
def test_every_kind_of_gradient_arrives_as_what_it_is(
    text: str, kind: ValueKind, number: float, sandbox: Embedded
) -> None:
    graph = Graph("c = a * b", at(a=2, b=3))
    beginning = "import numpy as np\n" if "np." in text else ""
    code = beginning + SPECIAL_GRADIENTS.replace("{values}", f"({text}, {text}, 1.0)")
    gradients = one_play(sandbox, code, Play(SUITE, graph, (2.0, 3.0))).gradients
    assert gradients.kinds == bytes([kind, ValueKind.FLOAT, kind])
    for arrived in (gradients.values[0], gradients.values[2]):
        assert struct.pack("<d", arrived) == struct.pack("<d", number) or math.isnan(arrived) == math.isnan(
            number
        )
    assert gradients.values[1] == 1.0


def test_every_status_arrives_with_its_problem(sandbox: Embedded) -> None:
    honest = member("closures_set/base").source.decode()
    minus = load()["subtraction"]
    sub = Play(minus, minus.graphs[0], tuple(map(float, minus.graphs[0].textbook[0].values())))
    no_minus = honest.replace("__sub__", "_no").replace("__neg__", "_no_neg").replace("__rsub__", "_no_r")
    found = {
        PlayStatus.ANSWERED: one_play(sandbox, honest, PLAYS[0]),
        PlayStatus.MISSING: one_play(sandbox, no_minus, sub),
        PlayStatus.FORWARD_ERROR: one_play(
            sandbox, honest + "\nValue.__mul__ = lambda a, b: 1 / 0\n", PLAYS[0]
        ),
        PlayStatus.BACKWARD_ERROR: one_play(
            sandbox, honest + "\nValue.backward = lambda a: 1 / 0\n", PLAYS[0]
        ),
        PlayStatus.NOT_APPLICABLE: one_play(sandbox, member("edge_lists/base").source.decode(), OWN_PLAY),
    }
    assert {status: observation.status for status, observation in found.items()} == {s: s for s in PlayStatus}
    problems = {
        status: observation.problem and observation.problem.kind for status, observation in found.items()
    }
    assert problems == {
        PlayStatus.ANSWERED: None,
        PlayStatus.MISSING: "missing",
        PlayStatus.FORWARD_ERROR: "exception",
        PlayStatus.BACKWARD_ERROR: "exception",
        PlayStatus.NOT_APPLICABLE: "no-closures",
    }


def test_the_own_rule_tells_how_it_was_taken(sandbox: Embedded) -> None:
    observation = one_play(sandbox, member("closures_set/base").source.decode(), OWN_PLAY)
    assert observation.own_rule == OwnRule(called=True, same=True)


def test_a_second_use_tells_what_is_policy(sandbox: Embedded) -> None:
    suite = load()["nodes_used_again"]
    play = Play(suite, suite.graphs[0], (2.0, 3.0))
    observation = one_play(sandbox, member("closures_set/base").source.decode(), play)
    assert observation.second_use == SecondUse(freed=False, uncleared=False)


# --- Bytes that no harness writes -------------------------------------------------------------------------

GOOD = encode(0, PlayStatus.ANSWERED, Values([1.0] * 12, bytes(12)))
GOOD_PROBLEM = encode(1, PlayStatus.FORWARD_ERROR, Values([], b"")) + b'{"kind": "exception", "message": "x"}'


def mutated(data: bytes, rng: Random) -> bytes:
    changed = bytearray(data)
    for _ in range(rng.randint(1, 4)):
        at_most = len(changed)
        match rng.randrange(4):
            case 0 if changed:
                changed[rng.randrange(at_most)] = rng.randrange(256)
            case 1:
                changed.insert(rng.randint(0, at_most), rng.randrange(256))
            case 2 if changed:
                del changed[rng.randrange(at_most) :]
            case _:
                changed += bytes(rng.randrange(30))
    return bytes(changed)


@given(st.binary(max_size=400))
def test_random_bytes_are_an_observation_or_refused(data: bytes) -> None:
    with suppress(UnexpectedReply):
        read_observation(data, [*PLAYS, OWN_PLAY, BY_HAND_PLAY])
    with suppress(UnexpectedReply):
        list(frames(data))


@given(st.sampled_from([GOOD, GOOD_PROBLEM]), st.randoms(use_true_random=False))
def test_mutated_answers_are_an_observation_or_refused(data: bytes, rng: Random) -> None:
    with suppress(UnexpectedReply):
        number, observation = read_observation(mutated(data, rng), PLAYS)
        assert number in (0, 1)
        assert (observation.status is PlayStatus.ANSWERED) == (len(observation.gradients.values) == NODES)


@for_each(
    "data",
    [
        b"",
        GOOD[:8],
        GOOD[:-1],
        GOOD + b"x",
        encode(2, PlayStatus.ANSWERED, Values([1.0] * 12, bytes(12))),
        encode(0, 5, Values([1.0] * 12, bytes(12))),
        encode(0, PlayStatus.ANSWERED, Values([1.0] * 11, bytes(11))),
        encode(0, PlayStatus.ANSWERED, Values([1.0] * 12, bytes([9]) * 12)),
        encode(0, PlayStatus.ANSWERED, Values([], b"")),
        encode(0, PlayStatus.BACKWARD_ERROR, Values([1.0] * 12, bytes(12))),
        encode(0, PlayStatus.BACKWARD_ERROR, Values([], b"")),
        encode(0, PlayStatus.NOT_APPLICABLE, Values([], b"")) + b'{"kind": "no-closures"}',
        struct.pack("!IBI", 0, 0, (1 << 32) - 1),
    ],
    ids=range(13),
)
def test_an_answer_that_does_not_fit_its_play_is_refused(data: bytes) -> None:
    with pytest.raises(UnexpectedReply):
        read_observation(data, PLAYS)


def test_a_watched_pass_sends_the_numbers_that_came_up(sandbox: Embedded) -> None:
    play = Play(WATCHED, WATCHED.graphs[0], (0.7, 1.3, 2.1))
    told = one_play(sandbox, member("local_gradients/base").source.decode(), play).watched
    assert told is not None
    u = 0.7 * 1.3
    assert u in told.held
    assert u in told.built
    assert 2.1 * (u + 2.1) in told.seen
    assert len(told.when) == len(told.seen)
    assert (told.complex, told.exact) == (0, ())


def test_a_pass_at_moved_inputs_is_not_asked_where_data_follows_them(sandbox: Embedded) -> None:
    play = Play(MOVED, MOVED.graphs[0], (0.7, 1.3, 2.1))
    plain = one_play(sandbox, member("local_gradients/base").source.decode(), play)
    lazy = (FOLDER / "unusual" / "data_is_computed_when_read.py").read_text(encoding="utf-8")
    assert plain.status is PlayStatus.ANSWERED
    assert one_play(sandbox, lazy, play).status is PlayStatus.NOT_APPLICABLE


@pytest.mark.parametrize(
    "told",
    [
        b"",
        b"{}",
        b'{"held": [], "built": [], "seen": [], "exact": [], "complex": -1}',
        b'{"held": [], "built": [], "seen": [NaN], "exact": [], "complex": 0}',
        b'{"held": [], "built": [], "seen": ["1"], "exact": [], "complex": 0}',
        b'{"held": [' + b"1.0, " * 4000 + b'1.0], "built": [], "seen": [], "exact": [], "complex": 0}',
    ],
)
def test_what_a_watched_pass_says_is_read_strictly(told: bytes) -> None:
    play = Play(WATCHED, WATCHED.graphs[0], (0.7, 1.3, 2.1))
    count = 3 * len(play.graph.program.nodes)
    values = Values([1.0] * count, bytes(count))
    with pytest.raises(UnexpectedReply):
        read_observation(encode(0, PlayStatus.ANSWERED, values) + told, [play])


def test_an_answer_to_our_own_rule_must_tell_how_it_was_taken() -> None:
    nodes = len(OWN_PLAY.graph.program.nodes)
    written = encode(0, PlayStatus.ANSWERED, Values([1.0] * 3 * nodes, bytes(3 * nodes)))
    with pytest.raises(UnexpectedReply):
        read_observation(written, [OWN_PLAY])
    told = b'{"called": false, "same": false, "growth": 4.0}'
    _, observation = read_observation(written + told, [OWN_PLAY])
    assert observation.own_rule == OwnRule(called=False, same=False, growth=4.0)


HOSTILE_JSON = {
    "nothing": b"",
    "half": b'{"kind": "exception"',
    "null": b"null",
    "list": b"[]",
    "deep lists": b'{"message": ' + b"[" * 30_000 + b"]" * 30_000 + b"}",
    "deep objects": b'{"a":' * 10_000 + b"1" + b"}" * 10_000,
    "too long": b'{"kind": "exception", "message": "' + b"x" * (64 << 10) + b'"}',
    "long text": b'{"kind": "exception", "message": "' + b"x" * 4001 + b'"}',
    "huge line": b'{"kind": "exception", "line": ' + b"9" * 4000 + b"}",
    "negative line": b'{"kind": "exception", "line": -1}',
    "line as text": b'{"kind": "exception", "line": "3"}',
    "line as truth": b'{"kind": "exception", "line": true}',
    "line as fraction": b'{"kind": "exception", "line": 3.5}',
    "huge signal": b'{"kind": "crash", "signal": ' + b"9" * 4000 + b"}",
    "unknown kind": b'{"kind": "passed"}',
    "another field": b'{"kind": "exception", "score": 100}',
    "half a character": rb'{"kind": "exception", "message": "\ud800"}',
    "no UTF-8": b'{"kind": "exception", "message": "\xff"}',
    "NaN": b'{"kind": "exception", "line": NaN}',
    "many classes": b'{"kind": "two-classes", "classes": [' + b'"A",' * 10 + b'"A"]}',
    "twice": b'{"kind": "exception"}{"kind": "exception"}',
}


@for_each("case", HOSTILE_JSON)
@for_each("model", [Problem, LoadReply, Done, OwnRule])
def test_hostile_json_is_refused(case: str, model: type[Record]) -> None:
    with pytest.raises(UnexpectedReply):
        read_json(model, HOSTILE_JSON[case])


@given(st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(
        st.sampled_from(["kind", "message", "line", "notes", "class", "problem", "name", "absent"]), inner
    ),
    max_leaves=20,
))  # fmt: skip
def test_any_json_is_a_model_or_refused(value: Any) -> None:
    for model in (Problem, LoadReply, Done, OwnRule):
        with suppress(UnexpectedReply):
            read_json(model, json.dumps(value).encode())


@given(st.text())
def test_text_of_a_student_cannot_move_the_cursor(text: str) -> None:
    safe = printable(text)
    assert printable(safe) == safe
    assert all(c in "\n\t" or c.isprintable() or c.isspace() for c in safe)
    assert len(safe.replace("\n", "").splitlines()) <= 1


def test_controls_and_reversals_are_shown_as_escapes() -> None:
    assert printable("a\x1b[31m\r\x00\x9b\x85") == r"a\x1b[31m\x0d\x00\x9b\x85"
    assert printable("\u202e\u2066\u200b\u2028\u2029\ufeff") == r"\x202e\x2066\x200b\x2028\x2029\xfeff"
    assert printable("\ud800\U000e0041") == r"\xd800\xe0041"
    assert printable("∂L/∂x = 1\n\tgrüße 日本 🎓") == "∂L/∂x = 1\n\tgrüße 日本 🎓"


def test_text_in_a_model_is_made_printable() -> None:
    problem = read_json(Problem, json.dumps({"kind": "exception", "message": "\x1b[2J\u202e"}).encode())
    assert problem.message == r"\x1b[2J\x202e"


# --- A whole run against a zygote that says anything ------------------------------------------------------


def run_against(stream: bytes) -> tuple[LoadReply, dict[int, Observation]]:
    """What a run makes of a zygote's words."""
    incoming, ours = os.pipe()
    theirs, outgoing = os.pipe()
    os.write(ours, stream)
    os.close(ours)
    channel = Channel(incoming, outgoing)
    try:
        with closing(channel):
            run = Run(channel, Limits(total=0.5))
            run.send(Source("x.py", b"class Value: ..."), needs_backward=True)
            return run.loaded, dict(played(run, PLAYS).observations)
    finally:
        os.close(theirs)


OUTLINE = frame(b"O", b'{"classes": ["Value"], "functions": [], "makes": false, "computes": true}')
LOADED = OUTLINE + frame(b"L", b'{"class": {"name": "Value"}, "backward": "backward"}')
DONE = frame(b"Z", b'{"notes": []}')


def test_a_run_reads_what_an_honest_zygote_says() -> None:
    stream = frame(b"P", b"hello") + frame(b"D", LOADED) + frame(b"D", frame(b"V", GOOD) + DONE)
    loaded, observations = run_against(stream)
    assert loaded.found is not None
    assert set(observations) == {0}


@given(
    st.lists(st.tuples(st.sampled_from("DPERCTVLZ?"), st.binary(max_size=60)), max_size=6),
    st.booleans(),
    st.randoms(use_true_random=False),
)
def test_whatever_a_zygote_says_is_an_outcome_or_a_breach(
    words: list[tuple[str, bytes]],
    loads: bool,  # noqa: FBT001 - hypothesis gives it
    rng: Random,
) -> None:
    pieces = [frame(b"D", LOADED)] if loads else []
    pieces += [frame(kind.encode(), payload) for kind, payload in words]
    pieces += [frame(b"D", mutated(LOADED + frame(b"V", GOOD) + DONE, rng)), mutated(DONE, rng)]
    with suppress(HarnessProtocolError, ZygoteGone):
        run_against(b"".join(pieces)[:60_000])


@pytest.mark.parametrize("cpu", ["Infinity", "NaN", "1e999"])
def test_an_end_after_no_number_of_seconds_is_a_breach(cpu: str) -> None:
    ended = frame(b"E", f'{{"how": "exit", "code": 0, "cpu": {cpu}}}'.encode())

    with pytest.raises(HarnessProtocolError):
        run_against(frame(b"D", LOADED) + ended)


@given(st.lists(st.tuples(st.sampled_from("VLZW?"), st.binary(max_size=80)), min_size=1, max_size=5))
def test_whatever_a_child_says_is_an_outcome(words: list[tuple[str, bytes]]) -> None:
    said = b"".join(frame(kind.encode(), payload) for kind, payload in words)
    ended = frame(b"E", b'{"how": "exit", "code": 0, "cpu": 0.1}')
    with suppress(ZygoteGone):  # where it said that it is done, the stream ends
        _, observations = run_against(frame(b"D", LOADED) + frame(b"D", said) + ended)
        assert set(observations) <= {0, 1}


@pytest.mark.parametrize(
    "said",
    [
        frame(b"V", GOOD) * 2,
        frame(b"V", GOOD) + b"\0",
        LOADED,
        OUTLINE,
        frame(b"Z", b"[]"),
        frame(b"Z", b"{}")[:-1],
        frame(b"V", b""),
        HEADER.pack(ord("V"), 1 << 31),
        frame(b"X"),
    ],
    ids=range(9),
)
def test_a_child_that_breaks_the_format_has_ended(said: bytes) -> None:
    incoming, ours = os.pipe()
    theirs, outgoing = os.pipe()
    os.write(ours, frame(b"D", LOADED) + frame(b"D", said))
    with closing(Channel(incoming, outgoing)) as channel:
        run = Run(channel, Limits(total=0.5))
        told = played(run, PLAYS)
        assert told.ended == Problem(kind=ProblemKind.PROTOCOL)
        assert played(run, PLAYS).ended == Problem(kind=ProblemKind.PROTOCOL)
    os.close(ours)
    os.close(theirs)
