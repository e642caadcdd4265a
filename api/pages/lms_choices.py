"""Deep linking: a teacher chooses assignments, and goes back to the platform with them."""

from collections.abc import Collection
from urllib.parse import urlencode
from uuid import UUID

from fastapi import APIRouter, Request, Response

from api.i18n import gettext as _
from api.pages._fields import Line, Lines, SeveralAsked, chosen_id
from api.pages._page import form_status, render
from api.web import signing_in
from api.web.caller import Asks
from api.web.dependencies import Ours
from api.web.headers import allow_form_to
from api.web.origin import origin
from api.words.assignment_settings import TEXTS
from api.words.unusable import unusable
from grader.assignment import CHOICES
from submissions.connect.lms import deep_links
from submissions.connect.lms.platforms import origin_of
from submissions.errors import Unusable
from submissions.operating.service import Service
from submissions.people.access.policy import Caller

router = APIRouter()


@router.get("/lms/choices/{choice_id:uuid}")
def choose(
    request: Request,
    service: Ours,
    caller: Asks,
    choice_id: UUID,
    assignment: SeveralAsked = [],  # noqa: B006 - FastAPI copies it
) -> Response:
    """The assignments of the course, and a form for a new one; those that were just created are ticked."""
    return _page(request, service, caller, choice_id, assignment)


@router.post("/lms/choices/{choice_id:uuid}")
def chosen(
    request: Request,
    service: Ours,
    caller: Asks,
    choice_id: UUID,
    assignment: Lines = [],  # noqa: B006 - FastAPI copies it
) -> Response:
    """Back to the platform, with what was chosen."""
    ids = list(dict.fromkeys(chosen_id(each) for each in assignment))
    try:
        with service.database.begin() as session:
            signed = deep_links.answer(
                session, caller, choice_id, ids, origin=origin(service.settings), now=service.now()
            )
    except Unusable as error:
        return _page(request, service, caller, choice_id, assignment, error)
    allow_form_to(request, origin_of(signed.return_url))
    return render(request, "lti_return.html", to=signed.return_url, token=signed.token)


@router.post("/lms/choices/{choice_id:uuid}/new")
def make(
    request: Request,
    service: Ours,
    caller: Asks,
    choice_id: UUID,
    title: Line = "",
    stage: Line = "core",
    assignment: Lines = [],  # noqa: B006 - FastAPI copies it
) -> Response:
    """A new assignment, to be chosen with those that were created before."""
    try:
        with service.database.begin() as session:
            made = deep_links.make(session, caller, choice_id, stage, title, now=service.now()).id
    except Unusable as error:
        return _page(request, service, caller, choice_id, assignment, error)
    ticked = [("assignment", each) for each in (*assignment, str(made))[-deep_links.MOST :]]
    return signing_in.see(f"/lms/choices/{choice_id}?{urlencode(ticked)}")


def _page(
    request: Request,
    service: Service,
    caller: Caller,
    choice_id: UUID,
    ticked: Collection[str],
    error: Unusable | None = None,
) -> Response:
    with service.database.read() as session:
        offered = deep_links.choice(session, caller, choice_id, now=service.now())
    options = TEXTS["stage"].options
    return render(
        request,
        "lms_choice.html",
        status=form_status(error),
        offered=offered,
        ticked=list(ticked) if offered.several else list(ticked)[-1:],
        choice_id=choice_id,
        stages=[(stage, _(options.get(stage, stage))) for stage in CHOICES],
        errors={error.field: unusable(error)} if error else {},
    )
