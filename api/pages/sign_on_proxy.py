"""Coming in by a proxy before us that has signed people in: by SAML, for example."""

from fastapi import APIRouter, Request, Response

from api.pages._fields import NextAsked
from api.pages._vouched import receive
from api.problems.way_back import way_back
from api.web.caller import Asks
from api.web.dependencies import Ours
from api.web.proxy import PATH, remote_user
from api.web.signing_in import WayIn
from submissions.errors import NotFound
from submissions.people.sign_on.arrivals import Vouched

router = APIRouter()

_ISSUER = "proxy"


@router.get(PATH)
def come_in(request: Request, service: Ours, caller: Asks, to: NextAsked = "/") -> Response:
    """A session for who is known here; who is not says whose account it is."""
    if not service.settings.remote_user_header:
        raise NotFound
    name = remote_user(request)
    vouched = Vouched(
        _ISSUER, name, name[:200], name[:200], provider_id=None, admits_new=True, path=way_back(to)
    )
    return receive(request, service, caller, vouched, by=WayIn.PROXY)
