"""The request of a page for a check in the browser: suites at textbook inputs, and what the result may say.

It travels with the page, so it holds nothing that its reader may not see: no hidden graph, no range of
inputs.
"""

import suites
from grader.assignment import GradientPolicy, SeedPolicy, SuiteSelection, assignment, at_textbook_inputs
from grader.records import Record, from_json
from submissions.courses.assignments.hints import Rung
from submissions.courses.assignments.own_graph import OwnGraph, suite_of


class TextbookGraph(Record):
    """A graph of the teachers, at the inputs that everybody can read."""

    number: int
    """Its place among all own graphs of the assignment, from 1."""
    title: str
    text: str
    inputs: dict[str, float]
    points: int
    rtol: float


class CheckRequest(Record):
    """The suites to play, their rules, and how much the result may say."""

    stage: str
    """The choice of suites by its name; with `suites`, only a name."""
    suites: tuple[str, ...] | None = None
    """The suites of an assignment by slug."""
    own_graphs: tuple[TextbookGraph, ...] = ()
    gradients: GradientPolicy = GradientPolicy.BACKPROPAGATION
    seed: SeedPolicy = SeedPolicy.CLASS
    class_name: str = ""
    keep_graph: bool = False
    operations: tuple[str, ...] = ()
    """The operations that the assignment asks for."""
    rung: Rung = Rung.REPAIR
    on_site: bool = False
    """Whether the page is of the static site, where links lead to files."""

    @property
    def of_assignment(self) -> bool:
        """Whether an assignment asks, which has points of its own."""
        return self.suites is not None


def read_request(text: str) -> CheckRequest:
    """Return the request of a page. Raises `UnreadableRecord` if it asks for nothing."""
    return from_json(CheckRequest, text)


def selection(asked: CheckRequest) -> SuiteSelection:
    """Return the suites, at textbook inputs alone. Raises `KeyError` if there is no such stage."""
    if asked.suites is None:
        return at_textbook_inputs(assignment(asked.stage))
    known = (suite for suite in suites.all_suites().values() if suite.slug in asked.suites)
    own = (suite_of(each.number, _own(each)) for each in asked.own_graphs)
    policies = asked.gradients, asked.seed, asked.class_name, asked.keep_graph
    return at_textbook_inputs(SuiteSelection(asked.stage, (*known, *own), *policies))


def _own(graph: TextbookGraph) -> OwnGraph:
    inputs = {name: (number, number) for name, number in graph.inputs.items()}
    return OwnGraph(graph.title, graph.text, inputs, graph.points, graph.rtol)
