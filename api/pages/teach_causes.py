"""What a class misunderstands in an assignment: how many students have each cause, and who."""

from collections.abc import Callable, Iterator, Mapping
from enum import StrEnum
from typing import Annotated
from uuid import UUID

from fastapi import APIRouter, Depends, Response

from api.i18n import number
from api.pages._counted_people import counted_list, held_cause
from api.pages._fields import Asked
from api.pages._selection import AsksSelection, attempt_choices, section_choices, selection_definition
from api.pages._table_links import TableLinks
from api.pages._visit import Visit
from api.web.counted_people import MayAskPeople
from api.words import finding as finding_words
from grader import faults
from grader.records import Frozen
from submissions.people.access.policy import Action
from submissions.tables.name_key import name_key
from submissions.teaching.figures.class_causes import CauseCount, ClassCauses, class_causes
from submissions.teaching.results.ordering import in_table_order

router = APIRouter()


class CauseRow(Frozen):
    """A cause in the table."""

    count: CauseCount
    title: str
    attempts: str
    """The attempts until it is overcome; empty where nobody came so far."""
    has_page: bool
    """Whether it is one of the catalogue of faults."""


class CauseColumn(StrEnum):
    """The columns by which the table is sorted."""

    TITLE = "title"
    NOW = "now"
    EVER = "ever"
    OVERCAME = "overcame"
    ATTEMPTS = "attempts"


class CauseOrder(Frozen):
    """A column, and which way round."""

    by: CauseColumn
    descending: bool

    def sorted(self, rows: list[CauseRow]) -> list[CauseRow]:
        """Sort the rows; causes that nobody overcame stand last by attempts, whichever way round."""
        return in_table_order(rows, _KEYS[self.by], descending=self.descending)


_KEYS: Mapping[CauseColumn, Callable[[CauseRow], float | str | None]] = {
    CauseColumn.TITLE: lambda row: name_key(row.title),
    CauseColumn.NOW: lambda row: row.count.figure.now,
    CauseColumn.EVER: lambda row: row.count.figure.ever,
    CauseColumn.OVERCAME: lambda row: row.count.overcame,
    CauseColumn.ATTEMPTS: lambda row: row.count.attempts,
}


def _order(sort: CauseColumn | None = None, *, down: bool = False) -> CauseOrder:
    return CauseOrder(CauseColumn.NOW, descending=True) if sort is None else CauseOrder(sort, down)


@router.get("/teach/assignments/{assignment_id:uuid}/causes")
def causes(
    visit: Visit,
    assignment_id: UUID,
    asked: AsksSelection,
    question: MayAskPeople,
    order: Annotated[CauseOrder, Depends(_order)],
    cause: Asked = "",
) -> Response:
    """Show all causes, the students who have `cause`, and those whom the number `counted` counts."""
    with visit.in_assignment(assignment_id, Action.SEE_SUBMISSIONS) as (session, view):
        selection = asked.read(view.course.zone)
        found = class_causes(session, view.assignment, selection)
        view.show(
            counted=counted_list(session, view.assignment, selection, question),
            held=held_cause(session, view.assignment, selection, cause),
            sections=section_choices(session, view.course.id),
        )
    return view.page(
        "teach_causes.html",
        asked=asked,
        attempts=attempt_choices(),
        selection_definition=selection_definition(),
        found=found,
        rows=order.sorted(list(_rows(found))),
        order=order,
        sort_link=TableLinks(
            {**asked.chosen, "sort": order.by, "down": "1" if order.descending else ""}
        ).sorted_by,
    )


def _rows(found: ClassCauses) -> Iterator[CauseRow]:
    for each in found.causes:
        attempts = "" if each.attempts is None else number(each.attempts)
        yield CauseRow(each, finding_words.cause(each.cause), attempts, each.cause in faults.load())
