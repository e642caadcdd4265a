"""The whole hunt: a file of graphs and some faulty classes in, a `HuntReport` out."""

import math
from collections.abc import Iterator, Sequence
from itertools import combinations
from string import ascii_uppercase

from grader.hunt.library import FEW_NODES
from grader.hunt.playing import HuntAnswers, play
from grader.hunt.problem import HuntProblemError
from grader.hunt.reading import ReadGraph, read_graph
from grader.hunt.report import HuntAnswer, HuntedClass, HuntGraph, HuntInput, HuntReport
from grader.hunt.splitting import GraphText, split, text_of
from grader.records import Frozen


class Hunt(Frozen):
    """The faults that are hunted."""

    faults: tuple[str, ...]
    """The faults by slug; the first class is A."""
    most_nodes: int = FEW_NODES
    """The most nodes that earn the bonus; 0: there is none."""


def run_hunt(content: bytes, hunt: Hunt) -> HuntReport:
    """Play the graphs of a file on all classes. Whatever the file holds, there is a report."""
    lettered = zip(ascii_uppercase, hunt.faults, strict=False)
    classes = tuple(HuntedClass(letter=letter, fault=slug) for letter, slug in lettered)
    try:
        texts = split(text_of(content))
    except HuntProblemError as error:
        pairs = tuple(_pairs(classes))
        return HuntReport(classes=classes, problem=error.problem, alike=pairs, most_nodes=hunt.most_nodes)
    return _played(classes, texts, hunt)


def _played(classes: Sequence[HuntedClass], texts: Sequence[GraphText], hunt: Hunt) -> HuntReport:
    results = [_result(text, number, hunt) for number, text in enumerate(texts, 1)]
    graphs = tuple(graph for graph, _ in results)
    played = [each for _, each in results if each is not None]
    places = {each.letter: place for place, each in enumerate(classes)}
    return HuntReport(
        classes=tuple(classes),
        graphs=graphs,
        exposed=tuple(letter for letter, place in places.items() if _is_exposed(place, played)),
        alike=tuple(
            pair for pair in _pairs(classes) if not _is_told_apart(places[pair[0]], places[pair[1]], played)
        ),
        nodes=sum(len(graph.nodes) for graph in graphs),
        most_nodes=hunt.most_nodes,
    )


def _pairs(classes: Sequence[HuntedClass]) -> Iterator[tuple[str, str]]:
    """Yield the letters of any two classes."""
    return combinations([each.letter for each in classes], 2)


def _is_exposed(place: int, played: Sequence[HuntAnswers]) -> bool:
    return any(each.exposes(place) for each in played)


def _is_told_apart(one: int, other: int, played: Sequence[HuntAnswers]) -> bool:
    return any(each.tells_apart(one, other) for each in played)


def _result(text: GraphText, number: int, hunt: Hunt) -> tuple[HuntGraph, HuntAnswers | None]:
    """Return the result of a graph; without a title, it is called by its number."""
    title = text.title or str(number)
    try:
        graph = read_graph(text.lines, text.line)
        played = play(graph, hunt.faults)
    except HuntProblemError as error:
        return HuntGraph(title=title, line=text.line, problem=error.problem), None
    return _graph(title, text.line, graph, played), played


def _graph(title: str, line: int, graph: ReadGraph, played: HuntAnswers) -> HuntGraph:
    program = graph.program
    inputs = zip(program.inputs, graph.inputs, strict=True)
    return HuntGraph(
        title=title,
        line=line,
        inputs=tuple(HuntInput(name=name, value=value) for name, value in inputs),
        nodes=program.texts,
        data=played.right.data,
        gradients=played.right.gradients,
        answers=tuple(_answer(played, place) for place in range(len(played.answers))),
    )


def _answer(played: HuntAnswers, place: int) -> HuntAnswer:
    answer = played.answers[place]
    if isinstance(answer, Exception):
        return HuntAnswer(differs=True, error=type(answer).__name__)
    if not played.exposes(place):
        return HuntAnswer()
    return HuntAnswer(differs=True, data=_finite(answer.data), gradients=_finite(answer.gradients))


def _finite(numbers: tuple[float, ...]) -> tuple[float | None, ...]:
    """The numbers as JSON has them."""
    return tuple(number if math.isfinite(number) else None for number in numbers)
