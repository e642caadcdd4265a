"""A graph of a report as its reader sees it: what was asked, and what is wrong."""

import re
from collections.abc import Iterator, Mapping, Sequence

from api.i18n import N_, gettext as _
from api.report_view.numbers import pair, short
from api.report_view.one_line import one_line
from api.report_view.source_lines import SourceLines
from api.words import Message, graph as graph_words, suite as suite_words
from api.words.problem import problem
from grader.compare import Quantity, Reason
from grader.finding import Where
from grader.records import Frozen
from grader.report import GraphResult, Verdict, WrongNode
from grader.sandbox.replies import Note, Problem, ProblemKind

_MOST_INPUTS = 8
_LONGEST_CAPTION = 120
_NAME_OR_CALL = re.compile(r"\w+(?:\([^()]*\))?")
_INDENTATION = {"indent", "unindent", "no-block", "tabs"}
"""The syntax errors that a line without its indentation does not show."""
_GOT = {
    Reason.CHANGED: N_("{got}, changed by `backward()`"),
    Reason.INFINITE: N_("an infinite number"),
    Reason.ABSENT: N_("no such attribute"),
    Reason.BOOL: N_("`True` or `False`"),
    Reason.COMPLEX: N_("a complex number"),
    Reason.GIANT: N_("a number too large for a float"),
    Reason.WRONG_TYPE: N_("an object that is not a number"),
    Reason.RAISED: N_("an exception"),
}
_CODE = {Reason.DIFFERENT: "{got}", Reason.NAN: "nan", Reason.NONE: "`None`"}


class QuotedMessage(Frozen):
    """A message, and the line of the submission that it is about, with its place."""

    message: Message
    line: str = ""
    """The line; where its indentation is wrong, the lines of its blocks above it."""
    where: Where | None = None
    pointer: str = ""
    """The line below, with a caret at the character that is meant; empty where it is the whole line."""


class WrongNumberView(Frozen):
    """A wrong number as a row."""

    name: str
    """`a.grad`."""
    expected: str
    got: str
    is_first: bool


class GraphView(Frozen):
    """A graph and, where it failed, what is wrong."""

    caption: str
    verdict: Verdict
    points: str
    inputs: str
    messages: tuple[QuotedMessage, ...]
    wrong: tuple[WrongNumberView, ...]
    kind: str
    """The id of what is wrong first; empty where nothing is."""
    likeness: tuple[object, ...]
    """Graphs that failed in the same way have the same."""

    @property
    def failed(self) -> bool:
        """Whether there is something to show."""
        return self.verdict is Verdict.FAILED


def graph_view(graph: GraphResult, attributes: Mapping[Quantity, str], lines: SourceLines) -> GraphView:
    """The view of one graph."""
    return GraphView(
        caption=caption_of(graph.graph),
        verdict=graph.verdict,
        points=suite_words.points(graph.earned, graph.possible),
        inputs=_inputs(graph),
        messages=tuple(_messages(graph, lines)),
        wrong=tuple(wrong_number(node, attributes, is_first=node is graph.wrong[0]) for node in graph.wrong),
        kind=_kind(graph),
        likeness=_likeness(graph),
    )


def quoted(seen: Problem, lines: SourceLines) -> QuotedMessage:
    """A problem, and the line where it happened."""
    sentence, advice = problem(seen)
    where = Where(line=seen.line, cell=seen.cell) if seen.line is not None else None
    message = Message(one_line(sentence), advice)
    if seen.kind is ProblemKind.SYNTAX and seen.type in _INDENTATION:
        shown = lines.indented(seen.line, seen.cell)
        last = shown.rpartition("\n")[2]
        return QuotedMessage(message, shown, where, " " * _indentation(last) + "^" if shown else "")
    pointer = lines.pointer(seen.line, seen.cell, seen.column)
    return QuotedMessage(message, lines.line(seen.line, seen.cell), where, pointer)


def _indentation(line: str) -> int:
    return len(line) - len(line.lstrip(" →"))


def attributes_of(notes: Sequence[Note]) -> dict[Quantity, str]:
    """Return the names that the class gives its numbers."""
    names = {adapted.kind: adapted.name for adapted in notes}
    data, gradient = names.get("data-name"), names.get("gradient-name")
    return {Quantity.DATA: data or "data", Quantity.GRADIENT: gradient or "grad"}


def wrong_number(wrong: WrongNode, attributes: Mapping[Quantity, str], *, is_first: bool) -> WrongNumberView:
    """A wrong number as a row."""
    got = wrong.got
    expected, number = (short(wrong.expected), "") if got is None else pair(wrong.expected, got)
    node = one_line(wrong.node, _LONGEST_CAPTION)
    node = node if _NAME_OR_CALL.fullmatch(node) else f"({node})"
    name = f"{node}.{attributes[wrong.quantity]}"
    return WrongNumberView(name, expected, got_instead(wrong.reason, number), is_first)


def got_instead(reason: Reason, number: str) -> str:
    """Return what stands beside the right number, under a heading like `got`."""
    return _CODE[reason].format(got=number) if reason in _CODE else _(_GOT[reason], got=number)


def caption_of(text: str) -> str:
    """The text of a graph in a line; the title that stands for a long one, in the reader's language."""
    return one_line("; ".join(line.strip() for line in _(text).splitlines()), _LONGEST_CAPTION)


def _inputs(graph: GraphResult) -> str:
    shown = [f"{given.name} = {short(given.value)}" for given in graph.inputs[:_MOST_INPUTS]]
    return ", ".join([*shown, "…"] if len(graph.inputs) > _MOST_INPUTS else shown)


def _messages(graph: GraphResult, lines: SourceLines) -> Iterator[QuotedMessage]:
    if graph.problem is not None:
        yield quoted(graph.problem, lines)
    if graph.orders is not None:
        yield QuotedMessage(graph_words.orders(graph.orders))
    if graph.unrepeatable:
        yield QuotedMessage(graph_words.unrepeatable())
    if graph.not_backprop:
        yield QuotedMessage(graph_words.not_backprop())


def _kind(graph: GraphResult) -> str:
    if graph.problem is not None:
        return graph.problem.kind
    return "not-backprop" if graph.not_backprop else "".join(first.reason for first in graph.wrong[:1])


def _likeness(graph: GraphResult) -> tuple[object, ...]:
    problem = graph.problem
    if problem is not None:
        return problem.kind, problem.type, problem.line, problem.cell, problem.operation
    signs = bool(graph.orders), graph.unrepeatable, graph.not_backprop
    return (*signs, *((first.quantity, first.reason) for first in graph.wrong[:1]))
