"""Deep linking: a teacher chooses assignments, and goes back to the platform with them."""

from collections.abc import Collection
from urllib.parse import urlencode
from uuid import UUID

from fastapi import APIRouter, Response

from api.i18n import gettext as _
from api.pages._fields import Line, Lines, SeveralAsked, chosen_id
from api.pages._visit import Visit
from api.web.headers import allow_form_to
from api.web.origin import origin
from api.web.see_other import see_other
from api.words.assignment_settings import TEXTS
from grader.assignment import CHOICES
from submissions.connect.lms import deep_links
from submissions.connect.lms.platforms import origin_of
from submissions.errors import Unusable

router = APIRouter()


@router.get("/lms/choices/{choice_id:uuid}")
def choose(
    visit: Visit,
    choice_id: UUID,
    assignment: SeveralAsked = [],  # noqa: B006 - FastAPI copies it
) -> Response:
    """Ask which assignments to add to the platform; those that were just created are ticked."""
    return _page(visit, choice_id, assignment)


@router.post("/lms/choices/{choice_id:uuid}")
def chosen(
    visit: Visit,
    choice_id: UUID,
    assignment: Lines = [],  # noqa: B006 - FastAPI copies it
) -> Response:
    """Send the chosen assignments back to the platform."""
    ids = list(dict.fromkeys(chosen_id(each) for each in assignment))
    try:
        with visit.database.begin() as session:
            signed = deep_links.answer(
                session, visit.caller, choice_id, ids, origin=origin(visit.service.settings), now=visit.now()
            )
    except Unusable as error:
        return _page(visit, choice_id, assignment, error)
    allow_form_to(visit.request, origin_of(signed.return_url))
    return visit.page("lti_return.html", to=signed.return_url, token=signed.token)


@router.post("/lms/choices/{choice_id:uuid}/new")
def make(
    visit: Visit,
    choice_id: UUID,
    title: Line = "",
    stage: Line = "core",
    assignment: Lines = [],  # noqa: B006 - FastAPI copies it
) -> Response:
    """Create an assignment, to be chosen with those that were created before."""
    try:
        with visit.database.begin() as session:
            made = deep_links.make(session, visit.caller, choice_id, stage, title, now=visit.now()).id
    except Unusable as error:
        return _page(visit, choice_id, assignment, error)
    ticked = [("assignment", each) for each in (*assignment, str(made))[-deep_links.MOST :]]
    return see_other(f"/lms/choices/{choice_id}?{urlencode(ticked)}")


def _page(visit: Visit, choice_id: UUID, ticked: Collection[str], error: Unusable | None = None) -> Response:
    with visit.database.read() as session:
        offered = deep_links.choice(session, visit.caller, choice_id, now=visit.now())
    options = TEXTS["stage"].options
    return visit.page(
        "lms_choice.html",
        wrong=error,
        offered=offered,
        ticked=list(ticked) if offered.several else list(ticked)[-1:],
        choice_id=choice_id,
        stages=[(stage, _(options.get(stage, stage))) for stage in CHOICES],
    )
