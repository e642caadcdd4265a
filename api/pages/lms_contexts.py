"""A teacher who comes from a learning platform for the first time says which course this is."""

from uuid import UUID

from fastapi import APIRouter, Response
from sqlalchemy.orm import Session
from starlette.concurrency import run_in_threadpool

from api.pages._fields import Line, Password, Typed, chosen_id
from api.pages._reader import FormReader
from api.pages._visit import Visit
from api.web import hashing, signing_in
from api.web.caller import known_visitor
from api.web.see_other import see_other
from submissions.connect.lms import accounts, contexts, copied_courses
from submissions.errors import (
    AlreadyThere,
    LaunchRefused,
    RequestError,
    TooOften,
    Unusable,
    WrongPassword,
    WrongSecondFactor,
)
from submissions.operating.service import Service
from submissions.people.access import half_sign_ins, second_factors, sign_in as signs
from submissions.people.access.accounts import zones
from submissions.people.access.half_sign_ins import Owed
from submissions.people.access.passwords import PasswordCheck
from submissions.people.access.sign_in import SignInAttempt
from submissions.tables import LmsContext

router = APIRouter()


@router.get("/lms/contexts/{context_id:uuid}")
def which_course(visit: Visit, context_id: UUID) -> Response:
    """Ask which course this is: one of the teacher's, a new one, or one of the account they already have."""
    return _page(visit, context_id)


@router.post("/lms/contexts/{context_id:uuid}/course")
def link_course(visit: Visit, context_id: UUID, course: Line = "") -> Response:
    """Link the platform's course to one of the teacher's."""
    with visit.database.begin() as session:
        chosen = chosen_id(course)
        context = contexts.link_course(session, visit.caller, context_id, chosen, now=visit.now())
        to = _way_on(session, visit, context)
    return see_other(to)


@router.post("/lms/contexts/{context_id:uuid}/new")
def make_course(visit: Visit, context_id: UUID, zone: Line = "UTC") -> Response:
    """Link the platform's course to a new one of the same title."""
    try:
        with visit.database.begin() as session:
            context = contexts.make_course(session, visit.caller, context_id, zone, now=visit.now())
            to = _way_on(session, visit, context)
    except Unusable as error:
        return _page(visit, context_id, error)
    return see_other(to)


@router.post("/lms/contexts/{context_id:uuid}/copy")
def copy_course(visit: Visit, context_id: UUID, typed: Typed) -> Response:
    """Link the platform's course to a copy of an earlier course, whose assignments its activities name."""
    reader = FormReader(typed, "UTC")
    days = reader.whole("days", 0)
    try:
        reader.require_usable()
        with visit.database.begin() as session:
            chosen = chosen_id(typed.get("course", ""))
            context = contexts.copy_course(
                session, visit.caller, context_id, chosen, days=days, now=visit.now()
            )
            to = _way_on(session, visit, context)
    except Unusable as error:
        return _page(visit, context_id, error)
    return see_other(to)


@router.post("/lms/contexts/{context_id:uuid}/account")
async def use_own_account(
    visit: Visit, context_id: UUID, login: Line = "", password: Password = "", code: Line = ""
) -> Response:
    """Come into the account that they have here already, from now on: with its password, never by a name.

    Whatever else signing in asks for is asked here: the platform signs in to it alone from then on.
    """
    try:
        attempt = await run_in_threadpool(_begin, visit, context_id, login)
        checked = await hashing.check(attempt.kept, password)
        await run_in_threadpool(_count_code, visit.service, attempt, checked)
        secret = await run_in_threadpool(_adopt, visit, attempt, checked, code)
    except (WrongPassword, WrongSecondFactor, TooOften, AlreadyThere, LaunchRefused) as error:
        return await run_in_threadpool(_page, visit, context_id, error)
    to = f"/lms/contexts/{context_id}"
    return signing_in.signed_in_here(visit.request, secret, to)


def _begin(visit: Visit, context_id: UUID, login: str) -> SignInAttempt:
    with visit.database.begin() as session:
        contexts.unlinked(session, visit.caller, context_id)
        accounts.require_empty(session, visit.caller.known)
        return signs.begin(session, login, signing_in.whom(visit.request), now=visit.now())


def _count_code(service: Service, attempt: SignInAttempt, checked: PasswordCheck) -> None:
    """Count the try, whatever comes after it."""
    if attempt.person_id is None or not checked.good:
        return
    with service.database.begin() as session:
        if second_factors.is_set_up(session, attempt.person_id):
            second_factors.count(session, attempt.person_id, now=service.now())


def _adopt(visit: Visit, attempt: SignInAttempt, checked: PasswordCheck, code: str) -> str:
    now = visit.now()
    with visit.database.begin() as session:
        own = signs.end(session, attempt, checked, now=now)
        secret = None
        if own is not None:
            is_strong = _shown_all(session, visit.service, own, code)
            before = known_visitor(visit.request)
            secret = signing_in.start(
                session,
                visit.request,
                own,
                is_strong=is_strong,
                way_back=before.way_back,
                now=now,
            )
            accounts.adopt(session, visit.caller.known, own, now=now)
    if secret is None:  # only now: that it failed is written down
        raise WrongPassword
    return secret


def _shown_all(session: Session, service: Service, person_id: UUID, code: str) -> bool:
    """Whether a second factor was shown, where the password alone is not enough.

    Raises:
        WrongSecondFactor: if the code is another.
        LaunchRefused: if they have to set up a second factor first.
    """
    strong_staff = service.settings.staff_second_factor
    match half_sign_ins.owed(session, person_id, strong_staff=strong_staff, teaches=True):
        case Owed.APP:
            raise LaunchRefused("no-second-factor")
        case Owed.CODE:
            second_factors.check(session, person_id, code, now=service.now())
            return True
    return False


def _way_on(session: Session, visit: Visit, context: LmsContext) -> str:
    """Return the way on: to the choice that the platform asked for, else to the activity, else the course."""
    asked = contexts.choice_of(session, context, visit.caller.known, now=visit.now())
    if asked is not None:
        return f"/lms/choices/{asked.id}"
    activity = contexts.opened_activity(session, context)
    if activity is None:
        return f"/teach/courses/{context.course_id}"
    if activity.assignment_id is None:
        return f"/lms/activities/{activity.id}"
    return f"/teach/assignments/{activity.assignment_id}"


def _page(visit: Visit, context_id: UUID, error: RequestError | None = None) -> Response:
    with visit.database.read() as session:
        context = contexts.unlinked(session, visit.caller, context_id)
        found = contexts.linkable(session, visit.caller)
        copies = copied_courses.offered(session, visit.caller, context)
        is_new = accounts.is_empty(session, visit.caller.known)
    return visit.page(
        "lms_context.html",
        wrong=error,
        context=context,
        courses=found,
        copies=copies,
        is_new=is_new,
        zones=[(each, each) for each in sorted(zones())],
    )
