"""The result of a hunt as its reader sees it: which graph exposes which class, and what classes answer."""

from collections.abc import Iterator

from api.i18n import gettext as _
from api.report_view.numbers import short
from api.words import hunt as words
from grader import faults
from grader.hunt.report import HuntAnswer, HuntGraph, HuntReport
from grader.records import Frozen


class ClassView(Frozen):
    """A faulty class."""

    letter: str
    fault: str
    """The slug of its fault, and empty for students."""
    title: str
    is_exposed: bool


class NumberView(Frozen):
    """A number beside that of the reference."""

    text: str
    differs: bool


class AnswerView(Frozen):
    """The answer of a class to a graph that exposes it."""

    letter: str
    error: str
    """The exception with which it stops."""
    numbers: tuple[tuple[NumberView, NumberView], ...]
    """Data and gradient of each node."""


class HuntGraphView(Frozen):
    """A graph, and what became of it."""

    number: int
    title: str
    line: int
    problem: str
    differs: tuple[bool, ...]
    """Whether it exposes each class."""
    nodes: tuple[tuple[str, str, str], ...]
    """The nodes with the data and the gradient of the reference."""
    answers: tuple[AnswerView, ...]


class HuntView(Frozen):
    """All that is shown of a hunt."""

    problem: str
    """Why no graph is read; empty where some are."""
    classes: tuple[ClassView, ...]
    graphs: tuple[HuntGraphView, ...]
    sentences: tuple[str, ...]
    is_complete: bool


def hunt_view(report: HuntReport) -> HuntView:
    """Return the view of a fault hunt."""
    return HuntView(
        problem=words.problem(report.problem) if report.problem else "",
        classes=tuple(_classes(report)),
        graphs=tuple(_graph(number, graph, report) for number, graph in enumerate(report.graphs, 1)),
        sentences=tuple(filter(None, _sentences(report))),
        is_complete=report.is_complete,
    )


def _sentences(report: HuntReport) -> Iterator[str]:
    """Yield what all graphs together do; an empty text where there is nothing to say."""
    if not report.is_played:
        yield words.unplayed()
        return
    yield words.exposed(report)
    yield words.apart(report)
    yield words.unexposed(report)
    yield words.alike(report)
    yield words.bonus(report)


def _classes(report: HuntReport) -> Iterator[ClassView]:
    known = faults.load()
    for each in report.classes:
        title = _(known[each.fault].title) if each.fault in known else ""
        yield ClassView(each.letter, each.fault, title, each.letter in report.exposed)


def _graph(number: int, graph: HuntGraph, report: HuntReport) -> HuntGraphView:
    reference = zip(graph.nodes, graph.data, graph.gradients, strict=True)
    letters = (each.letter for each in report.classes)
    answers = zip(letters, graph.answers, strict=False)
    return HuntGraphView(
        number=number,
        title=_("Graph {n}", n=graph.title) if graph.title.isdigit() else graph.title,
        line=graph.line,
        problem=words.problem(graph.problem) if graph.problem else "",
        differs=tuple(answer.differs for answer in graph.answers),
        nodes=tuple((name, short(data), short(gradient)) for name, data, gradient in reference),
        answers=tuple(_answer(letter, answer, graph) for letter, answer in answers if answer.differs),
    )


def _answer(letter: str, answer: HuntAnswer, graph: HuntGraph) -> AnswerView:
    if answer.error:
        return AnswerView(letter, answer.error, ())
    data = (_number(*pair) for pair in zip(answer.data, graph.data, strict=True))
    gradients = (_number(*pair) for pair in zip(answer.gradients, graph.gradients, strict=True))
    return AnswerView(letter, "", tuple(zip(data, gradients, strict=True)))


def _number(got: float | None, right: float) -> NumberView:
    """Return the number as text, or the words for an infinite or missing one."""
    if got is None:
        return NumberView(_("no number"), differs=True)
    text = short(got)
    return NumberView(text, differs=text != short(right))
