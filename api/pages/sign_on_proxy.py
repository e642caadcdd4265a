"""Coming in by a proxy before us that has signed people in: by SAML, for example."""

from fastapi import APIRouter, Response

from api.pages._fields import NextAsked
from api.pages._visit import Visit
from api.pages._vouched import receive
from api.problems.way_back import way_back
from api.web.proxy import PATH, remote_user
from api.web.signing_in import WayIn
from submissions.errors import NotFound
from submissions.people.sign_on.arrivals import Vouched

router = APIRouter()

_ISSUER = "proxy"


@router.get(PATH)
def come_in(visit: Visit, to: NextAsked = "/") -> Response:
    """Sign in whom the proxy names; somebody unknown is asked whose account it is."""
    if not visit.service.settings.remote_user_header:
        raise NotFound
    name = remote_user(visit.request)
    vouched = Vouched(
        _ISSUER, name, name[:200], name[:200], provider_id=None, admits_new=True, path=way_back(to)
    )
    return receive(visit, vouched, by=WayIn.PROXY)
