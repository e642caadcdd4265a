"""A student's own progress in a course: what counts, what was overcome, what is open."""

from uuid import UUID

from fastapi import APIRouter, Response
from markupsafe import Markup

from api.pages._visit import Visit
from api.report_view.pictures.trend import trend
from api.words.finding import cause
from grader import faults
from grader.records import Frozen
from submissions.courses.assignments.deadline_status import DeadlineStatus, Phase, deadline_statuses
from submissions.courses.courses import courses
from submissions.people.access.policy import Action, may
from submissions.teaching.gradebook.progress import AssignmentProgress, progress

router = APIRouter()


class ProgressCard(Frozen):
    """An assignment on the page."""

    progress: AssignmentProgress
    deadline_status: DeadlineStatus
    offers_form: bool
    """Whether the student can submit now and has not yet."""
    trend: Markup
    """Suites passed over time; empty where there are fewer than two attempts."""
    overcome: list[tuple[str, str]]
    """Slugs of faults with their titles; what is unknown has no slug."""
    open: list[tuple[str, str]]


@router.get("/courses/{course_id:uuid}/progress")
def own_progress(visit: Visit, course_id: UUID) -> Response:
    """Show students their own progress in a course."""
    with visit.database.read() as session:
        found = courses.get(session, visit.caller, course_id)
        seen = progress(session, visit.caller, course_id, now=visit.now())
        listed = [each.assignment for each in seen]
        statuses = deadline_statuses(session, visit.caller, listed, now=visit.now())
        may_submit = may(session, visit.caller, Action.SUBMIT, course_id)
    cards = [_card(each, statuses[each.assignment.id], may_submit=may_submit) for each in seen]
    return visit.page("progress.html", course=found, cards=cards)


def _card(found: AssignmentProgress, status: DeadlineStatus, *, may_submit: bool) -> ProgressCard:
    shares = [each.passed / each.asked for each in found.attempts if each.asked and each.passed is not None]
    drawn = Markup(trend(shares))  # noqa: S704 - numbers alone, drawn by us
    offers_form = may_submit and not found.submitted and status.phase in (Phase.OPEN, Phase.LATE)
    return ProgressCard(found, status, offers_form, drawn, _titled(found.overcome), _titled(found.open))


def _titled(slugs: tuple[str, ...]) -> list[tuple[str, str]]:
    known = faults.load()
    return [(slug if slug in known else "", cause(slug)) for slug in slugs]
