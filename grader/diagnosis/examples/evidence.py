"""Finds what shows a cause: the smallest graph that fails for it, explained, and what was written in it."""

import re
from collections.abc import Iterable, Iterator, Sequence
from keyword import iskeyword
from typing import NamedTuple

from grader import records
from grader.compare import Quantity, tolerance_of
from grader.diagnosis.examples.example import (
    as_in_a_fresh_child,
    as_it_is,
    has_the_same_seed,
    shows_one_cause,
    telling,
    with_others_repaired,
)
from grader.diagnosis.exceptions import raised_by
from grader.explanation.explain import explain
from grader.explanation.lines import DIALECT, Dialect, Lines
from grader.explanation.pasted import as_printed, differ
from grader.finding import Explained, Raised, Write
from grader.judge import Judged
from grader.records import replace
from grader.sandbox.plays import ValueKind
from grader.sandbox.replies import LoadReply, Note, Offer, TracedWrite
from grader.sandbox_session import EditNumbers, SandboxSession
from suites import OPERATIONS, Drive

_MOST_SHOWN = 3
_MOST_NODES = 14
_MOST_WRITES = 120
_BY_BACKWARD = "by-backward"
_NAME = r"[A-Za-z_]\w{0,39}"
_GIVEN = r"(True|False|None|0\.0|'[A-Za-z_]{0,40}'|\(\)|\{label\})"
_ARGUMENTS = re.compile(rf"({_NAME}=)?(\{{x\}}|{_NAME}\(\{{x\}}\))(, {_NAME}={_GIVEN}){{0,6}}", re.ASCII)
"""The arguments that a node is made with: a number, and what else its class asks for."""
_PASS = re.compile(rf"({_NAME}\.)?{_NAME}\((output)?\)", re.ASCII)
_MADE_FIRST = re.compile(rf"{_NAME} = {_NAME}\(\)(; {_NAME}\.__enter__\(\))?", re.ASCII)
_OF_COMPANION = re.compile(rf"{_NAME}\.{_NAME}\((a(, b)?|\[a(, b)?\])\)", re.ASCII)
_PREPARED = re.compile(
    rf"((ordered = )?({_NAME}\.)?{_NAME}\((output)?\); )?({_NAME}\.)?{_NAME}\([\w., \[\]]{{0,20}}\)", re.ASCII
)
_QUESTION = re.compile(
    rf"{_NAME}(\.{_NAME}){{0,3}}\(((output, )?(output|node|\[node\])\)(\[0\])?|(id\()?(output|node)\)?, 0\))",
    re.ASCII,
)


class Example(NamedTuple):
    """A graph that fails, and what the submission wrote in it."""

    explained: Explained | None
    writes: tuple[Write, ...]
    raised: Raised | None = None
    """The exception that stopped it, unedited."""

    def writes_at(self, offers: Sequence[Offer]) -> tuple[Write, ...]:
        """Return the writes at the places of a cause that replaced a gradient."""
        lines = {(offer.line, offer.cell) for offer in offers}
        return tuple(write for write in self.writes if (write.line, write.cell) in lines and _loses(write))[
            :_MOST_SHOWN
        ]


NO_EXAMPLE = Example(None, ())


def example(
    judged: Judged,
    session: SandboxSession,
    without: EditNumbers = (),
    repair: EditNumbers = (),
    *,
    keeps: bool = False,
    is_only_cause: bool = False,
    fault: str = "",
    operation: str | None = None,
) -> Example:
    """Return an example: a graph that fails also `without` other causes, as `telling` finds it.

    A graph that is too large is no example. Nor is one that fails only after others, where the class `keeps`
    something from graph to graph: pasted behind the class, its lines would print what is right. If other
    causes change its numbers as well, it is played with those repaired, so that its numbers show one cause.
    """
    judged = _as_driven(judged, session.notes)
    found = telling(
        judged, session, without, repair, is_only_cause=is_only_cause, fault=fault, operation=operation
    )
    shown, edits = _with_one_cause(found, session, without, repair)
    if shown is None or len(shown.planned.play.graph.program.nodes) > _MOST_NODES:
        return NO_EXAMPLE
    # Last of these, for it takes a fresh child, in which every edit would have to be found again.
    leaves = keeps and not without
    shown = as_in_a_fresh_child(shown, session) if leaves else shown
    return NO_EXAMPLE if shown is None else _example_of(shown, edits, session, leaves=leaves)


def _with_one_cause(
    found: Judged, session: SandboxSession, without: EditNumbers, repair: EditNumbers
) -> tuple[Judged | None, EditNumbers]:
    """Return a play that shows one cause alone, if there is one, and the edits of others that it needs."""
    shown = as_it_is(found, session)
    if shown is None:
        is_hidden = bool(repair)
    elif repair:
        is_hidden = not shows_one_cause(shown, session, without, repair)
    else:
        is_hidden = not has_the_same_seed(shown, session, without)
    if is_hidden:
        return with_others_repaired(found, session, without, repair), without
    return shown, ()


def _example_of(shown: Judged, edits: EditNumbers, session: SandboxSession, *, leaves: bool) -> Example:
    """Explain a graph by its writes, and say as much of its lines as they print.

    Where a class `leaves` something from graph to graph, each is asked of a fresh child.
    """
    if leaves:
        session.restart()
    play = shown.planned.play
    names = play.graph.program.nodes
    traced = session.trace(play, edits)[:_MOST_WRITES]
    writes = tuple(_named_write(write, names) for write in traced if write.function != "__init__")
    seeded = _is_seeded_by_its_caller(shown, traced, session)
    dialect = dialect_of(session.loaded, session.notes, play.order, seeded=seeded)
    if {*shown.observation.gradients.kinds[: len(play.inputs)]} == {ValueKind.NODE}:
        dialect = dialect._replace(gradient_of=f"{dialect.gradient_of}.{dialect.data}")
    explained = explain(
        play.graph.program,
        play.inputs,
        shown.observation,
        writes,
        dialect,
        tolerance=tolerance_of(play.suite),
    )
    explained = records.replace(explained, suite=play.suite.slug, others_repaired=bool(edits))
    if edits:
        return Example(explained, writes)
    stops = shown.observation.problem is not None
    if leaves:
        session.restart()
    runs = session.paste(explained.graph)
    lines = as_printed(explained.graph, runs, stops=stops, leaves=leaves)
    varies = differ(runs) or _differ_in_the_middle(
        explained.graph, Lines(play.graph.program, dialect), session
    )
    explained = records.replace(explained, graph=lines, stopped=stops, varies=varies)
    return Example(explained, writes, raised_by([shown]))


def _is_seeded_by_its_caller(shown: Judged, traced: Sequence[TracedWrite], session: SandboxSession) -> bool:
    """Whether lines that show the graph set the gradient of its output themselves."""
    if session.source.caller_seeds or shown.planned.play.graph.seeds_itself:
        return session.source.caller_seeds
    return any(note.kind == "caller-seeds" for note in session.notes) or _was_seeded(shown, traced)


def _differ_in_the_middle(graph: str, lines: Lines, session: SandboxSession) -> bool:
    """Whether the order of a set decides on some gradient, though not on the number that is printed."""
    return bool(graph) and differ(session.paste(f"{graph}\n{lines.all_gradients()}"))


def _as_driven(judged: Judged, notes: Sequence[Note]) -> Judged:
    """Return the play as it was driven: by its pass where rules cannot be called by hand."""
    planned = judged.planned
    suite = planned.play.suite
    if suite.drive is not Drive.BY_HAND or all(note.kind != _BY_BACKWARD for note in notes):
        return judged
    play = planned.play._replace(suite=replace(suite, drive=Drive.BACKWARD), order=())
    return replace(judged, planned=planned._replace(play=play))


def dialect_of(loaded: LoadReply, notes: Sequence[Note], order: tuple[str, ...], *, seeded: bool) -> Dialect:
    """Return the submission's names; the usual ones where its own could not stand in a line of code."""
    by_kind = {note.kind: note for note in (*notes, *loaded.notes)}
    names = {kind: note.name for kind, note in by_kind.items()}
    is_function = any(note.kind == "function" and note.operation == "backward()" for note in notes)

    def called(own: str | None, usual: str) -> str:
        return own if own and _is_name(own) else usual

    call = _call_of_pass(
        is_function=is_function,
        takes_gradient="backward-takes-gradient" in by_kind,
        flag=called(names.get("backward-takes-flag"), ""),
        computing=_as_computed(names.get("computed") or ""),
    )
    dialect = Dialect(
        cls=called(loaded.found.name if loaded.found else None, DIALECT.cls),
        data=_as_read(names.get("data-name")),
        gradient=called(names.get("gradient-name"), DIALECT.gradient),
        backward=called(loaded.backward, DIALECT.backward),
        closure=called(loaded.closures or names.get("rule-name"), DIALECT.closure),
        order=order,
        seeded=seeded,
        made=loaded.made if _ARGUMENTS.fullmatch(loaded.made) else DIALECT.made,
        call=call,
        functions=tuple(_functions_in((*notes, *loaded.notes))),
        before=_as_made_first(names.get("made-first") or ""),
        wraps_numbers="numbers-wrapped" in by_kind,
    )
    dialect = _as_prepared(dialect, by_kind.get("pass-prepared"))
    dialect = _as_returned(dialect, by_kind.get("gradients-returned"))
    dialect = _as_asked(dialect, by_kind.get("gradients-asked"))
    return _as_outputs_asked(dialect, by_kind.get("outputs-asked"))


def _functions_in(notes: Iterable[Note]) -> Iterator[tuple[str, str]]:
    """Yield the operations that functions do; one with a capital is a class, called in another way."""
    for note in notes:
        operation, name = note.operation, note.name or ""
        if note.kind == "function" and operation in OPERATIONS and _is_name(name) and name.islower():
            yield operation, f"{name}({{}})"
        if note.kind == "companion-operation" and operation in OPERATIONS and _OF_COMPANION.fullmatch(name):
            yield operation, re.sub(r"a(, b)?(?=\]?\)$)", "{}", name)


def _as_made_first(written: str) -> str:
    """Return the line that makes what nodes need before them, if it is one."""
    return written if _MADE_FIRST.fullmatch(written) else ""


def _as_read(data_name: str | None) -> str:
    """Return how the data of a node is read: by its name, or by a call that returns it."""
    name = data_name or DIALECT.data
    return name if _is_name(name.removesuffix("()")) else DIALECT.data


def _as_computed(name: str) -> str:
    """Return how numbers are asked for: of the node, or of a function, whose name has its parentheses."""
    if not _is_name(name.removesuffix("()")):
        return ""
    return name if name.endswith("()") else f"{{node}}.{name}()"


def _as_prepared(dialect: Dialect, note: Note | None) -> Dialect:
    """Return the dialect of a class whose pass needs another call before it, if it does."""
    if note is None or not _PREPARED.fullmatch(note.name or ""):
        return dialect
    before, semicolon, _ = dialect.call.rpartition("; ")
    call = re.sub(r"\boutput\b", "{node}", note.name or "")
    return dialect._replace(call=f"{before}{semicolon}{call}")


def _as_outputs_asked(dialect: Dialect, note: Note | None) -> Dialect:
    """Return the dialect of a class whose outputs are asked about each node, if they are."""
    if note is None or not _QUESTION.fullmatch(note.name or ""):
        return dialect
    own_pass = note.operation if _PASS.fullmatch(note.operation or "") else ""
    call, asked = (re.sub(r"\b(output|node)\b", r"{\1}", each or "") for each in (own_pass, note.name))
    return dialect._replace(seeded=False, call=call.replace("{output}", "{node}"), gradient_of=asked)


def _as_asked(dialect: Dialect, note: Note | None) -> Dialect:
    """Return the dialect of a class whose nodes are asked for their gradients one by one, if they are."""
    if note is None:
        return dialect
    return dialect._replace(
        seeded=False, asks=dialect.backward, call=f"{{node}}.{dialect.gradient} = 1.0",
        gradient_of=f"{{node}}.{dialect.backward}{'()' * (note.name or '').endswith('()')}",
    )  # fmt: skip


def _as_returned(dialect: Dialect, note: Note | None) -> Dialect:
    """Return the dialect of a class whose pass returns the gradients in a dict, if it does."""
    if note is None:
        return dialect
    key = "id({node})" if note.operation == "id" else "{node}"
    before, semicolon, last = dialect.call.rpartition("; ")
    call = f"{before}{semicolon}returned = {last}"
    return dialect._replace(call=call, gradient_of=f"returned.get({key}, 0)")


def _call_of_pass(*, is_function: bool, takes_gradient: bool, flag: str, computing: str) -> str:
    """Return how the pass is asked for, behind the numbers where these are asked for too."""
    if computing:
        call = _call_of_pass(is_function=is_function, takes_gradient=takes_gradient, flag=flag, computing="")
        return f"{computing}; {call}"
    given = ", ".join(["1.0"] * takes_gradient + [f"{flag}=True"] * bool(flag))
    return "{backward}({node})" if is_function else f"{{node}}.{{backward}}({given})"


def _was_seeded(judged: Judged, traced: Sequence[TracedWrite]) -> bool:
    """Whether the output holds a gradient of 1 that the class never wrote: then we did."""
    program, gradients = judged.planned.play.graph.program, judged.observation.gradients.values
    root = program.nodes.index(program.root)
    own = [write.new for write in traced if write.gradient and write.node == root]
    return bool(own) and 1.0 not in own and gradients[root : root + 1] == (1.0,)


def _is_name(name: str) -> bool:
    """Whether a text is a name, or a path: a number may stand in an object that a node keeps."""
    return name.isascii() and all(part.isidentifier() and not iskeyword(part) for part in name.split("."))


def _loses(write: Write) -> bool:
    """Whether a write replaces a gradient that was not zero."""
    return write.quantity is Quantity.GRADIENT and bool(write.old) and write.new is not None


def _named_write(write: TracedWrite, names: tuple[str, ...]) -> Write:
    """Return a traced write with the names of its nodes."""
    return Write(
        node=names[write.node],
        quantity=Quantity.GRADIENT if write.gradient else Quantity.DATA,
        old=write.old,
        new=write.new,
        line=write.line,
        cell=write.cell,
        function=write.function,
        step=write.step,
        during=None if write.during is None or write.during >= len(names) else names[write.during],
    )
