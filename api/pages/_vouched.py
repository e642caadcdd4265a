"""Receives somebody whom a sign-on provider or a proxy vouches for."""

from fastapi import Response

from api.pages._visit import Visit
from api.web import cookies, signing_in
from api.web.see_other import see_other
from api.web.signing_in import WayIn
from submissions.errors import SignOnRefused
from submissions.people import durations
from submissions.people.sign_on import identities
from submissions.people.sign_on.arrivals import Vouched

NEWCOMER = "/newcomer"


def receive(visit: Visit, vouched: Vouched, *, by: WayIn) -> Response:
    """A session for who is known here; who is not goes on to say whose account it is.

    Raises `SignOnRefused` if the account was disabled, or somebody else is signed in in this browser.
    """
    now, started, waits = visit.now(), "", ""
    with visit.database.begin() as session:
        person = identities.find(session, vouched, now=now)
        if person is None:
            waits = identities.wait(session, vouched, now=now)
        elif visit.caller.person_id is None:
            provider_id = vouched.provider_id
            started = signing_in.start(
                session, visit.request, person.id, by=by, is_strong=True, provider_id=provider_id, now=now
            )
        elif visit.caller.person_id != person.id:
            raise SignOnRefused("connected-elsewhere")
    if started:
        return signing_in.signed_in(visit.request, started, vouched.path)
    answer = see_other(NEWCOMER if waits else vouched.path)
    if waits:
        cookie = cookies.write(visit.request.scope, cookies.NEWCOMER, waits, durations.SIGN_ON)
        answer.headers.append("Set-Cookie", cookie)
    return answer
