"""Where a platform sends its administrator to register us. Then it waits for an operator of ours."""

from fastapi import APIRouter, Request, Response

from api.lti._fields import Sent
from api.pages._page import render
from api.web import outward, signing_in
from api.web.dependencies import Ours
from api.web.headers import allow_frame_of
from api.web.origin import origin
from submissions.connect.lms import platforms
from submissions.connect.lms.registration import register
from submissions.errors import AlreadyThere, LaunchRefused, PlatformFailed, Unusable
from submissions.operating.service import Service
from submissions.outward.openid.outward import Conversation
from submissions.outward.openid.outward_pool import REGISTRATIONS
from submissions.people.access import throttle
from submissions.tables import PlatformState

router = APIRouter()

_DESCRIPTION = "Grades backpropagation assignments and explains what is wrong."
_BUCKET = "lms-register"


@router.get("/lti/register")
async def register_platform(request: Request, service: Ours, sent: Sent) -> Response:
    """Register a platform, which then waits for an operator."""
    return await outward.converse(request, _registered(request, service, sent), lane=REGISTRATIONS)


def _registered(request: Request, service: Service, sent: Sent) -> Conversation[Response]:
    configuration, now = sent.get("openid_configuration", ""), service.now()
    if not configuration:
        raise LaunchRefused("no-registration")
    with service.database.begin() as session:  # anybody who opens this address makes us ask another server
        throttle.spend(session, _BUCKET, signing_in.whom(request), throttle.REGISTRATIONS, now=now)
    private = service.settings.private_platforms
    allow_frame_of(request, platforms.origins_of_address(configuration, private=private))
    found = yield from register(
        configuration,
        sent.get("registration_token", ""),
        origin=origin(service.settings),
        description=_DESCRIPTION,
    )
    try:
        with service.database.begin() as session:
            known = platforms.register_itself(
                session, found.draft, product=found.product, scopes=found.scopes, private=private, now=now
            )
            allow_frame_of(request, list(known.origins))
            is_active = known.state == PlatformState.ACTIVE
            waits = platforms.waits(session, known, found.draft.deployment_id)
    except AlreadyThere:
        raise PlatformFailed("known") from None
    except Unusable:
        raise PlatformFailed("not-a-configuration") from None
    page = render(request, "lti_registered.html", name=found.draft.name, is_active=is_active, waits=waits)
    page.headers["Cross-Origin-Opener-Policy"] = "unsafe-none"  # some platforms open this page in a tab
    return page
