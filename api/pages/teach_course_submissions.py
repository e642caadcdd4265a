"""The submissions of a course, of all its assignments together."""

from uuid import UUID

from fastapi import APIRouter, Response

from api.pages._table_links import PageNumber, TableLinks, submission_order
from api.pages._visit import Visit
from api.words import finding as finding_words
from submissions.people.access.policy import Action
from submissions.teaching.results import course_submissions
from submissions.teaching.results.ordering import SubmissionColumn

router = APIRouter()

_ON_A_PAGE = 50


@router.get("/teach/courses/{course_id:uuid}/submissions")
def submissions(
    visit: Visit,
    course_id: UUID,
    sort: SubmissionColumn | None = None,
    *,
    down: bool = False,
    page: PageNumber = 1,
) -> Response:
    """List some submissions of a course, the newest first or as is asked."""
    order = submission_order(sort, descending=down)
    with visit.in_course(course_id, Action.SEE_SUBMISSIONS) as (session, view):
        view.show(
            found=course_submissions.page_of(
                session, visit.caller, course_id, order, page=page, on_a_page=_ON_A_PAGE
            )
        )
    links = TableLinks({"sort": sort or "", "down": "1" if sort and down else ""})
    return view.page(
        "teach_course_submissions.html",
        order=order,
        link=links.with_values,
        sort_link=links.sorted_by,
        cause=finding_words.cause,
    )
