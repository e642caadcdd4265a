"""The grades of a course: a page of students at a time, and all of them for a spreadsheet."""

from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Annotated
from uuid import UUID

from fastapi import APIRouter, Depends, Response

from api.pages._download import download_csv
from api.pages._fields import Asked, Typed
from api.pages._reader import FormReader, exact
from api.pages._table_links import PageNumber, TableLinks, read_section, section_options, section_text
from api.pages._visit import Visit
from api.spreadsheets.gradebook import as_csv
from api.web.see_other import see_other
from api.words.unusable import unusable
from submissions.courses.courses import courses
from submissions.courses.grades.cells import Column, columns
from submissions.errors import Unusable
from submissions.people.access import people
from submissions.people.access.policy import Action
from submissions.teaching.gradebook.grade_sheet import BY_NAME, SheetRequest, sheet
from submissions.teaching.gradebook.grade_standing import with_standing
from submissions.teaching.gradebook.grade_totals import percent
from submissions.teaching.gradebook.grade_weights import WeightTrial, set_weights, try_weights
from submissions.teaching.gradebook.gradebook import Gradebook, gradebook

router = APIRouter()

_BYTE_ORDER_MARK = "\ufeff"
"""The mark without which Excel takes UTF-8 for something else."""
_WEIGHT = "weight-"
_TRY = "try"
_CHANGES_SHOWN = 100


def _sheet_request(
    q: Asked = "", section: Asked = "", sort: Asked = BY_NAME, *, down: bool = False, page: PageNumber = 1
) -> SheetRequest:
    return SheetRequest(q, read_section(section), sort, down, page)


@router.get("/teach/courses/{course_id:uuid}/grades")
def grades(
    visit: Visit, course_id: UUID, asked: Annotated[SheetRequest, Depends(_sheet_request)]
) -> Response:
    """List the grades of some students, filtered and sorted as was asked."""
    with visit.in_course(course_id, Action.SEE_GRADES) as (session, view):
        seen = sheet(session, visit.caller, course_id, asked, now=visit.now())
        sections = people.sections(session, visit.caller, course_id)
    wanted = {
        "q": asked.who,
        "section": section_text(asked.section),
        "sort": asked.by,
        "down": "1" if asked.descending else "",
    }
    links = TableLinks(wanted)
    return view.page(
        "teach_grades.html",
        sheet=seen,
        order=asked,
        wanted=wanted,
        sections=section_options(sections),
        totals={row.person_id: percent(seen.columns, row) for row in seen.rows},
        weights=_weights(seen.columns),
        link=links.with_values,
        sort_link=links.sorted_by,
    )


@router.get("/teach/courses/{course_id:uuid}/grades.csv")
def grades_csv(visit: Visit, course_id: UUID, *, bom: bool = False) -> Response:
    """Return the gradebook as a CSV file."""
    with visit.database.read() as session:
        course = courses.get(session, visit.caller, course_id, Action.SEE_GRADES)
        book = gradebook(session, visit.caller, course_id)
        rows = with_standing(session, book.columns, book.rows, whole=True, now=visit.now())
    text = as_csv(Gradebook(book.columns, rows))
    return download_csv(f"{course.title} grades", f"{_BYTE_ORDER_MARK}{text}" if bom else text)


@router.get("/teach/courses/{course_id:uuid}/grades/weights")
def weights(visit: Visit, course_id: UUID) -> Response:
    """Show the weight of each assignment in the total."""
    return _weights_page(visit, course_id, {})


@router.post("/teach/courses/{course_id:uuid}/grades/weights")
def change_weights(visit: Visit, course_id: UUID, typed: Typed) -> Response:
    """Change the weights; or show the page again with what was typed, and what that would change."""
    trial: WeightTrial | None = None
    try:
        with visit.database.begin() as session:
            courses.get(session, visit.caller, course_id, Action.EDIT_GRADES)
            given = _weights_typed(columns(session, course_id), typed)
            if typed.get("how") == _TRY:
                trial = try_weights(session, visit.caller, course_id, given, now=visit.now())
            else:
                set_weights(session, visit.caller, course_id, given, now=visit.now())
    except Unusable as error:
        return _weights_page(visit, course_id, typed, error=error)
    if trial is None:
        return see_other(f"/teach/courses/{course_id}/grades")
    return _weights_page(visit, course_id, typed, trial=trial)


def _weights_typed(across: Sequence[Column], typed: Mapping[str, str]) -> dict[UUID, Decimal | None]:
    """Return the typed weights by assignment; None for an empty field."""
    reader = FormReader(typed, "UTC")
    given: dict[UUID, Decimal | None] = {}
    for column in across:
        name = f"{_WEIGHT}{column.assignment.id}"
        if name in typed:
            given[column.assignment.id] = reader.number(name, Decimal(0)) if reader.line(name) else None
    for problem in reader.problems:
        raise Unusable(problem.field.removeprefix(_WEIGHT), problem.why)
    return given


def _weights_page(
    visit: Visit,
    course_id: UUID,
    typed: Mapping[str, str],
    *,
    error: Unusable | None = None,
    trial: WeightTrial | None = None,
) -> Response:
    with visit.in_course(course_id, Action.EDIT_GRADES) as (session, view):
        across = columns(session, course_id)
    values = {
        f"{_WEIGHT}{each.assignment.id}": ""
        if each.assignment.grade_weight is None
        else exact(each.assignment.grade_weight)
        for each in across
    }
    return view.page(
        "teach_grade_weights.html",
        wrong=error,
        columns=across,
        prefix=_WEIGHT,
        shares=_weights(across),
        values={**values, **typed},
        errors={f"{_WEIGHT}{error.field}": unusable(error)} if error else {},
        trial=trial,
        shown=trial.changes[:_CHANGES_SHOWN] if trial else [],
    )


def _weights(across: Sequence[Column]) -> dict[UUID, Decimal]:
    """Return each assignment's share of the total in percent, once all of them count."""
    whole = sum((each.weight for each in across), Decimal(0))
    return {each.assignment.id: 100 * each.weight / whole if whole else Decimal(0) for each in across}
