"""The own graphs of an assignment: written, drawn, kept."""

from collections.abc import Mapping
from uuid import UUID

from fastapi import APIRouter, Response

from api.pages import _own_graph
from api.pages._fields import Asked, Line, Typed
from api.pages._visit import Visit
from api.web.see_other import see_other
from api.words.unusable import unusable
from submissions.courses.assignments import assignments
from submissions.courses.assignments.graphs import graphs_of, set_graphs
from submissions.errors import Unusable
from submissions.grading.intake import try_files
from submissions.people.access.policy import Action
from submissions.teaching.regrades.regrades import outdated
from suites import FUNCTIONS

router = APIRouter()

_SAVE = "save"


@router.get("/teach/assignments/{assignment_id:uuid}/graphs")
def own_graphs(visit: Visit, assignment_id: UUID, edit: Asked = "") -> Response:
    """Show all own graphs, and the form for a new one, or for number `edit`."""
    return _page(visit, assignment_id, _number(edit), None)


@router.post("/teach/assignments/{assignment_id:uuid}/graphs")
def save_graph(visit: Visit, assignment_id: UUID, typed: Typed) -> Response:
    """Keep what was typed; or draw it, or say why it cannot be kept."""
    if typed.get("do") != _SAVE:
        return _page(visit, assignment_id, None, typed)
    try:
        own = _own_graph.read(typed)
        with visit.changing(assignment_id, Action.EDIT_ASSIGNMENT) as (session, assignment):
            graphs = list(graphs_of(session, visit.caller, assignment))
            position = _number(typed.get("number", ""))
            if position and position <= len(graphs):
                graphs[position - 1] = own
            else:
                graphs.append(own)
            revision = _number(typed.get("revision", "")) or 0
            set_graphs(session, visit.caller, assignment, graphs, revision=revision, now=visit.now())
            try_files.again(session, assignment, now=visit.now())
    except Unusable as error:
        return _page(visit, assignment_id, None, typed, error=error)
    return see_other(f"/teach/assignments/{assignment_id}/graphs")


@router.post("/teach/assignments/{assignment_id:uuid}/graphs/preview")
def preview_graph(visit: Visit, assignment_id: UUID, typed: Typed) -> Response:
    """Draw the graph of the form: a part of the page, for its script."""
    with visit.database.read() as session:
        assignments.get(session, visit.caller, assignment_id, Action.EDIT_ASSIGNMENT)
    return visit.page("_own_graph.html", preview=_own_graph.preview(typed))


@router.post("/teach/assignments/{assignment_id:uuid}/graphs/remove")
def remove_graph(visit: Visit, assignment_id: UUID, number: Line, revision: Line = "") -> Response:
    """Remove the graph with a number."""
    with visit.changing(assignment_id, Action.EDIT_ASSIGNMENT) as (session, assignment):
        graphs = list(graphs_of(session, visit.caller, assignment))
        position = _number(number) or 0
        if 0 < position <= len(graphs):
            del graphs[position - 1]
        expected = _number(revision) or 0
        set_graphs(session, visit.caller, assignment, graphs, revision=expected, now=visit.now())
        try_files.again(session, assignment, now=visit.now())
    return see_other(f"/teach/assignments/{assignment_id}/graphs")


def _page(
    visit: Visit,
    assignment_id: UUID,
    position: int | None,
    typed: Mapping[str, str] | None,
    *,
    error: Unusable | None = None,
) -> Response:
    with visit.in_assignment(assignment_id, Action.EDIT_ASSIGNMENT) as (session, view):
        graphs = graphs_of(session, visit.caller, view.assignment)
        view.show(on_earlier=outdated(session, visit.caller, view.assignment))
    if typed is None:
        is_known = position is not None and 0 < position <= len(graphs)
        known = _own_graph.filled(graphs[position - 1], position) if is_known and position else None
        typed = known or _own_graph.EXAMPLE
    preview = _own_graph.preview(typed)
    why = _why(error, preview.problem) if error else ""
    return view.page(
        "teach_graphs.html",
        wrong=error,
        graphs=graphs,
        values={**_own_graph.EMPTY, **typed},
        functions=", ".join(FUNCTIONS),
        revision=typed.get("revision") or view.assignment.revision,
        preview=preview,
        error=error.field if error else "",
        why=why,
    )


def _why(error: Unusable, problem: str) -> str:
    """Why it was not saved: what is wrong with the graph, where that is the reason."""
    return problem if error.why == "not-a-graph" and problem else unusable(error)


def _number(text: str) -> int | None:
    """A whole number; None where there is none."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 10 else None  # noqa: PLR2004
