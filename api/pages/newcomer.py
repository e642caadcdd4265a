"""Somebody whom a sign-on provider vouches for and nobody here knows says whose account it is."""

from fastapi import APIRouter, Request, Response

from api.pages._visit import Visit
from api.pages._vouched import NEWCOMER
from api.problems.way_back import sign_in_first
from api.web import cookies, signing_in
from api.web.dependencies import Ours
from api.web.see_other import see_other
from api.web.signing_in import WayIn
from submissions.people.sign_on import identities

router = APIRouter()


@router.get(NEWCOMER)
def ask(visit: Visit) -> Response:
    """Ask for a new account or the one that they have: never guessed from a name or an e-mail address."""
    with visit.database.read() as session:
        found = identities.waiting(session, _secret(visit.request), now=visit.now())
        return visit.page(
            "newcomer.html",
            newcomer=found,
            provider=identities.provider_name(session, found),
            may_create=identities.admits_new(session, found),
            is_known=visit.caller.person_id is not None,
            sign_in=sign_in_first(NEWCOMER),
        )


@router.post(f"{NEWCOMER}/create")
def create(request: Request, service: Ours) -> Response:
    """Create an account for the newcomer, and sign in."""
    now = service.now()
    with service.database.begin() as session:
        person, newcomer = identities.create(session, _secret(request), now=now)
        by = WayIn.SIGN_ON if newcomer.provider_id else WayIn.PROXY
        provider_id = newcomer.provider_id
        secret = signing_in.start(
            session, request, person.id, by=by, is_strong=True, provider_id=provider_id, now=now
        )
    return _forgotten(request, signing_in.signed_in(request, secret, newcomer.path))


@router.post(f"{NEWCOMER}/connect")
def connect(visit: Visit) -> Response:
    """Let the newcomer into the account that is signed in here, from now on."""
    with visit.database.begin() as session:
        newcomer = identities.connect(session, _secret(visit.request), visit.caller.known, now=visit.now())
    return _forgotten(visit.request, see_other(newcomer.path))


def _secret(request: Request) -> str | None:
    return cookies.read(request.scope, cookies.NEWCOMER)


def _forgotten(request: Request, answer: Response) -> Response:
    answer.headers.append("Set-Cookie", cookies.erase(request.scope, cookies.NEWCOMER))
    return answer
