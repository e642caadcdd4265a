"""The gradebook file of a learning platform, filled with our points: checked first, then downloaded."""

import re
from collections.abc import Sequence
from decimal import Decimal
from typing import Annotated, Any
from uuid import UUID

from fastapi import APIRouter, Depends, Response

from api.i18n import N_, gettext as _
from api.pages._carried_file import Carried, carry
from api.pages._download import download
from api.pages._fields import Line
from api.pages._reader import exact
from api.pages._visit import Visit
from api.spreadsheets import filling
from api.spreadsheets.filling import CannotFill, NotFilled
from api.spreadsheets.matching import SourcedIds, Unmatched
from api.spreadsheets.platforms import GradeColumn
from api.spreadsheets.table_file import NotATable
from api.web.body_limit import takes_file
from api.words import Message
from api.words.unusable import WHY
from grader.records import Frozen
from submissions.connect.lms import accounts
from submissions.connect.lms.line_items import made_maximum
from submissions.courses.courses import courses
from submissions.courses.grades.cells import Column
from submissions.operating.service import Service
from submissions.people.access.policy import Action
from submissions.teaching.gradebook.gradebook import GradebookRow, gradebook

router = APIRouter()

_DOWNLOAD = "download"
_INDEX = re.compile("[0-9]{1,5}")
_POINTS = re.compile("[0-9]{1,6}([.][0-9]{1,5})?")
_MOST_NAMED = 200
"""People who are listed; of more, how many there are."""


@router.get("/teach/courses/{course_id:uuid}/grades/fill")
def choose(visit: Visit, course_id: UUID) -> Response:
    """Show the form for the file."""
    return _page(visit, course_id)


class FillForm(Frozen):
    """The fields of the form beside the file."""

    how: Line = ""
    assignment: Line = ""
    column: Line = ""
    scale: Line = ""
    out_of: Line = ""
    by_name: Line = ""

    @property
    def possible(self) -> Decimal | None:
        """The points that the column is out of, as somebody typed them."""
        typed = self.out_of.strip().replace(",", ".")
        return Decimal(typed) or None if _POINTS.fullmatch(typed) else None


@router.post("/teach/courses/{course_id:uuid}/grades/fill")
@takes_file()
def fill(visit: Visit, course_id: UUID, file: Carried, form: Annotated[FillForm, Depends()]) -> Response:
    """Show what would be filled in; or send the file itself."""
    with visit.database.read() as session:
        courses.get(session, visit.caller, course_id, Action.SEE_GRADES)
        book = gradebook(session, visit.caller, course_id)
        sourced_ids = accounts.sourced_ids(session, course_id)
    ours = next((each for each in book.columns if str(each.assignment.id) == form.assignment), None)
    if ours is None:
        message = Message(
            _("This assignment is not in this course."), _("Choose an assignment from the list.")
        )
        return _page(visit, course_id, message=message)
    try:
        shown = _filled(visit, file, form, ours, book.rows, sourced_ids)
    except (NotATable, CannotFill) as error:
        return _page(visit, course_id, message=why_not(error), assignment=form.assignment)
    if form.how == _DOWNLOAD:
        return download(file.name, shown["result"].content)
    return _page(visit, course_id, assignment=form.assignment, **shown)


def _filled(
    visit: Visit,
    file: Carried,
    form: FillForm,
    ours: Column,
    students: Sequence[GradebookRow],
    sourced_ids: SourcedIds,
) -> dict[str, Any]:
    """Return what the template shows of the file, with the `result`. Raises `NotATable` or `CannotFill`."""
    sent, is_scaled, by_name = file.content(), bool(form.scale) or not file.is_second, bool(form.by_name)
    found = filling.opened(sent)
    index = int(form.column) if _INDEX.fullmatch(form.column) else found.like(ours.assignment.title).index
    target = found.column(index)
    out_of = _maximum(visit.service, ours, target, form)
    return {
        "found": found,
        "result": filling.filled(
            found,
            index,
            ours,
            students,
            scale=is_scaled,
            out_of=out_of,
            by_name=by_name,
            sourced_ids=sourced_ids,
        ),
        "target": target,
        "out_of": "" if out_of is None else exact(out_of),
        "ours": ours,
        "is_scaled": is_scaled,
        "by_name": by_name,
        "file_name": file.name,
        "content": carry(sent),
    }


def _maximum(service: Service, column: Column, target: GradeColumn, form: FillForm) -> Decimal | None:
    """Return the maximum of a column: from its file, from the form, or from the column that we made.

    Raises `CannotFill` if nobody says it, and points are to be converted to it in a file that is downloaded.
    """
    with service.database.read() as session:
        known = target.possible or form.possible or made_maximum(session, column, target.title)
    if known is None and form.how == _DOWNLOAD and form.scale:
        raise CannotFill(NotFilled.NO_MAXIMUM)
    return known


def _page(
    visit: Visit,
    course_id: UUID,
    *,
    message: Message | None = None,
    assignment: str = "",
    **seen: Any,  # noqa: ANN401 - what the template shows of a file
) -> Response:
    with visit.in_course(course_id, Action.SEE_GRADES) as (session, view):
        columns = gradebook(session, visit.caller, course_id, limit=1).columns
    return view.page(
        "teach_grade_fill.html",
        wrong=message,
        message=message,
        assignment=assignment,
        why_unmatched=UNMATCHED,
        most_named=_MOST_NAMED,
        assignments=[(str(each.assignment.id), each.assignment.title) for each in columns],
        **{"result": None, **seen},
    )


UNMATCHED = {
    Unmatched.UNKNOWN: N_("No student of this course has one of these ids."),
    Unmatched.AMBIGUOUS: N_("More than one student or row has these ids."),
    Unmatched.LIKELY: N_("One student has this full name, and no id that this file could have."),
}


def why_not(error: NotATable | CannotFill) -> Message:
    """Return what is wrong with a file, and what to do next."""
    return Message(_(WHY[f"gradebook-{error.why}"]))
