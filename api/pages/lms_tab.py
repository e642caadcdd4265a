"""From the frame of a learning platform to a tab of one's own: two clicks, and no script."""

from fastapi import APIRouter, Request, Response

from api.pages._fields import Next
from api.pages._visit import Visit
from api.problems.way_back import way_back
from api.web import csrf, signing_in
from api.web.caller import known_visitor
from api.web.dependencies import Ours
from api.web.signing_in import WayIn
from submissions.connect.lms import tabs
from submissions.errors import ForeignForm
from submissions.people.access.sessions import WayBack

router = APIRouter()


@router.post("/lms/tab")
def ask(visit: Visit, to: Next = "/") -> Response:
    """Show a link that opens this page in a tab of its own."""
    person_id = visit.caller.known
    with visit.database.begin() as session:
        code = tabs.create(
            session,
            person_id,
            way_back(to),
            return_url=known_visitor(visit.request).way_back.return_url,
            now=visit.now(),
        )
    return visit.page("lms_tab.html", code=code)


@router.get("/lms/tab/{secret}")
def open_tab(request: Request, service: Ours, secret: str) -> Response:
    """Start a session of its own for the tab. Nobody else's page can send a browser here."""
    if not csrf.comes_from_us(request):
        raise ForeignForm
    now = service.now()
    with service.database.begin() as session:
        tab = tabs.use(session, secret, now=now)
        started = signing_in.start(
            session,
            request,
            tab.person.id,
            by=WayIn.PLATFORM,
            is_strong=True,
            way_back=WayBack(tab.return_url, tab.path),
            now=now,
        )
    return signing_in.signed_in(request, started, tab.path)
