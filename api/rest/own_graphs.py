"""The own graphs of an assignment: graphs that its teachers wrote. For staff."""

from collections.abc import Sequence
from typing import Annotated
from uuid import UUID

from fastapi import APIRouter, Response
from pydantic import Field, JsonValue

from api.rest._model import Answer, Given, Line
from api.rest._visit import Visit
from api.web import etags
from api.web.openapi import TAGGED, answers
from grader.leverage import NUDGE, InputLeverage, leverages
from submissions import tables
from submissions.courses.assignments import assignments, own_graph, own_graphs
from submissions.courses.assignments.graphs import graphs_of, set_graphs
from submissions.courses.assignments.own_graphs import GraphProblem
from submissions.grading.intake import try_files
from submissions.people.access.policy import Action
from suites import FUNCTIONS

router = APIRouter(tags=["assignments"])

_Number = Annotated[float, Field(ge=-own_graphs.LARGEST, le=own_graphs.LARGEST, allow_inf_nan=False)]
_Text = Annotated[str, Field(max_length=own_graphs.LONGEST)]
_Name = Annotated[str, Field(max_length=40)]
_MOST_INPUTS = 12
_STATEMENTS = f"Statements of names, numbers, `+ - * / **` and {', '.join(FUNCTIONS)}."
_EXAMPLE: dict[str, JsonValue] = {
    "title": "Product of a sum and a difference",
    "text": "e = a * b; L = (e + c) * (a - c)",
    "inputs": {"a": {"low": 1, "high": 3}, "b": {"low": -3, "high": -3}, "c": {"low": 10, "high": 10}},
    "points": 2,
}


class InputRange(Given):
    """The range from which an input is drawn; both ends are the same where it is fixed."""

    low: _Number
    high: _Number


class OwnGraph(Given):
    """A graph, as the page of the assignment shows it."""

    title: Line
    text: Annotated[_Text, Field(description=_STATEMENTS)]
    inputs: Annotated[dict[_Name, InputRange], Field(max_length=_MOST_INPUTS)]
    points: Annotated[int, Field(ge=0, le=own_graphs.MOST_POINTS)] = 1
    rtol: Annotated[float, Field(ge=own_graphs.TOLERANCES[0], le=own_graphs.TOLERANCES[1])] = 1e-6
    hidden: bool = False
    """Whether students see only whether it passed."""


class OwnGraphs(Given, json_schema_extra={"examples": [{"items": [_EXAMPLE]}]}):
    """All own graphs of an assignment, in the order in which they are graded."""

    items: Annotated[list[OwnGraph], Field(max_length=own_graphs.MOST)]


class GraphToCheck(
    Given, json_schema_extra={"examples": [{name: _EXAMPLE[name] for name in ("text", "inputs")}]}
):
    """A graph that may not be finished."""

    text: _Text
    inputs: Annotated[dict[_Name, InputRange], Field(max_length=_MOST_INPUTS)]


class RightNode(Answer):
    """The numbers that a node must hold."""

    node: str
    data: float
    gradient: float


class InputNudge(Answer):
    """The output after one input is changed by a little."""

    by: float
    predicted: float
    """The output that the gradient predicts: the output and the gradient times the change."""
    computed: float | None
    """The output that the graph computes; null where it has no value there."""


class NudgedInput(Answer):
    """An input, and its effect on the output."""

    input: Annotated[str, Field(validation_alias="name")]
    value: float
    gradient: float
    nudges: list[InputNudge]


class CheckedGraph(Answer):
    """The right numbers in the middle of the ranges, or why the graph cannot be graded."""

    nodes: list[RightNode]
    inputs: list[NudgedInput] = Field(default_factory=list)
    """The effect of each input: the output predicted and computed when the input moves by 0.1. None of a
    graph whose numbers are too large for that."""
    problem: str | None = None
    line: int | None = None
    column: int | None = None


@router.get("/assignments/{assignment_id}/own-graphs", response_model=OwnGraphs, responses={200: TAGGED})
def get_own_graphs(visit: Visit, assignment_id: UUID) -> Response:
    """The graphs, with the `ETag` that a change of them has to name."""
    with visit.reading(assignment_id, Action.SEE_SUBMISSIONS) as (session, assignment):
        shown = _document(graphs_of(session, visit.caller, assignment))
    return etags.document(shown, None, _tag(assignment))


@router.put(
    "/assignments/{assignment_id}/own-graphs",
    operation_id="change-own-graphs",
    response_model=OwnGraphs,
    responses=answers(412, 428, successes={200: TAGGED}),
)
def set_own_graphs(
    visit: Visit, assignment_id: UUID, given: OwnGraphs, if_match: etags.IfMatch = None
) -> Response:
    """Set all of them, which makes a new version of the assignment."""
    graphs = [_graph(each) for each in given.items]
    with visit.changing(assignment_id, Action.EDIT_ASSIGNMENT) as (session, assignment):
        etags.require_match(if_match, _tag(assignment))
        set_graphs(session, visit.caller, assignment, graphs, revision=assignment.revision, now=visit.now())
        try_files.again(session, assignment, now=visit.now())
    return etags.document(given, None, _tag(assignment))


@router.post("/assignments/{assignment_id}/own-graphs/check", operation_id="verify-own-graph")
def check_own_graph(visit: Visit, assignment_id: UUID, given: GraphToCheck) -> CheckedGraph:
    """Return what is right for a graph, or what is wrong with it and where. Nothing is kept."""
    with visit.database.read() as session:
        assignments.get(session, visit.caller, assignment_id, Action.EDIT_ASSIGNMENT)
    checked = own_graphs.check(given.text, _ranges(given.inputs))
    if isinstance(checked, GraphProblem):
        return CheckedGraph(
            nodes=[], problem=checked.reason, line=checked.line or None, column=checked.column or None
        )
    columns = zip(checked.program.texts, checked.expected.data, checked.expected.gradients, strict=True)
    return CheckedGraph(
        nodes=[RightNode(node=text, data=data, gradient=gradient) for text, data, gradient in columns],
        inputs=[NudgedInput.of(each) for each in _leverages(checked)],
    )


def _leverages(checked: own_graphs.CheckedGraph) -> Sequence[InputLeverage]:
    """Return what a nudge does; nothing where it leads to numbers that are too large."""
    try:
        return leverages(checked.program, checked.inputs, (-NUDGE, NUDGE)).inputs
    except (ArithmeticError, ValueError):
        return ()


def _graph(given: OwnGraph) -> own_graph.OwnGraph:
    return own_graph.OwnGraph(
        given.title, given.text, _ranges(given.inputs), given.points, given.rtol, given.hidden
    )


def _ranges(inputs: dict[str, InputRange]) -> dict[str, tuple[float, float]]:
    return {name: (each.low, each.high) for name, each in inputs.items()}


def _document(graphs: tuple[own_graph.OwnGraph, ...]) -> OwnGraphs:
    items = [
        OwnGraph(
            title=own.title,
            text=own.text,
            inputs={name: InputRange(low=low, high=high) for name, (low, high) in own.inputs.items()},
            points=own.points,
            rtol=own.rtol,
            hidden=own.hidden,
        )
        for own in graphs
    ]
    return OwnGraphs(items=items)


def _tag(assignment: tables.Assignment) -> str:
    return f'"{assignment.revision}"'
