"""The learning platforms of this installation, for who runs it: registered, approved, looked after."""

from collections.abc import Mapping
from uuid import UUID

from fastapi import APIRouter, Response

from api.pages._fields import Typed
from api.pages._visit import Visit
from api.web.origin import origin
from api.web.see_other import see_other
from api.words import lms as words
from api.words.platform_setup import lacking
from submissions.connect import durations
from submissions.connect.lms import keys, platforms
from submissions.connect.lms.platforms import PlatformDraft
from submissions.errors import AlreadyThere, Unusable
from submissions.operating.service import Service
from submissions.tables import LmsPlatform, PlatformState

router = APIRouter()

_HERE = "/lms/platforms"


@router.get(_HERE)
def listed(visit: Visit) -> Response:
    """Show all platforms, our addresses, our keys, and a form for another platform."""
    return _list(visit, {})


@router.post(_HERE)
def register(visit: Visit, typed: Typed) -> Response:
    """Register a platform by hand; or show the form again."""
    private = visit.service.settings.private_platforms
    try:
        with visit.database.begin() as session:
            draft = _draft(typed)
            found = platforms.register(session, visit.caller, draft, private=private, now=visit.now())
    except (Unusable, AlreadyThere) as error:
        return _list(visit, typed, error)
    return see_other(f"{_HERE}/{found.id}")


@router.post(f"{_HERE}/keys")
def rotate(visit: Visit) -> Response:
    """Make another key of ours, which signs from tomorrow on."""
    with visit.database.begin() as session:
        keys.rotate_for(session, visit.caller, now=visit.now())
    return see_other(_HERE)


@router.get(f"{_HERE}/{{platform_id:uuid}}")
def look(visit: Visit, platform_id: UUID) -> Response:
    """Show one platform: what it granted, what happened last, and what is not set up."""
    return _platform_page(visit, platform_id)


@router.post(f"{_HERE}/{{platform_id:uuid}}")
def change(visit: Visit, platform_id: UUID, typed: Typed) -> Response:
    """Change the addresses or the name of a platform; or show the form again."""
    private = visit.service.settings.private_platforms
    try:
        with visit.database.begin() as session:
            draft = _draft(typed)
            platforms.change(session, visit.caller, platform_id, draft, private=private, now=visit.now())
    except Unusable as error:
        return _platform_page(visit, platform_id, typed, error)
    return see_other(f"{_HERE}/{platform_id}")


@router.post(f"{_HERE}/{{platform_id:uuid}}/approve")
def approve(visit: Visit, platform_id: UUID) -> Response:
    """Let a platform send people here."""
    return _set_state(visit, platform_id, PlatformState.ACTIVE)


@router.post(f"{_HERE}/{{platform_id:uuid}}/disable")
def disable(visit: Visit, platform_id: UUID) -> Response:
    """Let a platform send nobody, and send it nothing."""
    return _set_state(visit, platform_id, PlatformState.DISABLED)


@router.post(f"{_HERE}/{{platform_id:uuid}}/deployments/{{deployment_id:uuid}}/approve")
def approve_deployment(visit: Visit, platform_id: UUID, deployment_id: UUID) -> Response:
    """Accept launches from another deployment of a platform."""
    with visit.database.begin() as session:
        platforms.approve_deployment(session, visit.caller, platform_id, deployment_id, now=visit.now())
    return see_other(f"{_HERE}/{platform_id}")


def _set_state(visit: Visit, platform_id: UUID, state: PlatformState) -> Response:
    with visit.database.begin() as session:
        platforms.set_state(session, visit.caller, platform_id, state, now=visit.now())
    return see_other(f"{_HERE}/{platform_id}")


def _list(visit: Visit, typed: Mapping[str, str], error: Unusable | AlreadyThere | None = None) -> Response:
    now = visit.now()
    with visit.database.read() as session:
        found = platforms.listed(session, visit.caller)
        ours = keys.listed(session)
    return visit.page(
        "lms_platforms.html",
        wrong=error,
        platforms=found,
        states=words.PLATFORM_STATES,
        keys=[key for key in ours if key.retired_at is None or key.retired_at > now - durations.KEY_AFTER],
        ours=_our_addresses(visit.service),
        values=typed,
    )


def _platform_page(
    visit: Visit, platform_id: UUID, typed: Mapping[str, str] | None = None, error: Unusable | None = None
) -> Response:
    with visit.database.read() as session:
        found = platforms.get(session, visit.caller, platform_id)
        deployments = platforms.deployments(session, found.id)
    return visit.page(
        "lms_platform.html",
        wrong=error,
        platform=found,
        deployments=deployments,
        states=words.PLATFORM_STATES,
        trouble=words.reason(found.trouble),
        lacks=lacking(found, deployments),
        scopes=words.scopes(found.scopes),
        ours=_our_addresses(visit.service),
        values=typed or _values(found),
    )


def _our_addresses(service: Service) -> dict[str, str]:
    """Return the addresses that an administrator copies into a platform."""
    here = origin(service.settings)
    return {
        "register": f"{here}/lti/register",
        "launch": f"{here}/lti/launch",
        "login": f"{here}/lti/login",
        "key_set": f"{here}/lti/jwks.json",
    }


def _draft(typed: Mapping[str, str]) -> PlatformDraft:
    def line(name: str) -> str:
        return typed.get(name, "").strip()

    return PlatformDraft(
        name=line("name"),
        issuer=line("issuer"),
        client_id=line("client_id"),
        authorization_url=line("authorization_url"),
        token_url=line("token_url"),
        jwks_url=line("jwks_url"),
        audience=line("audience"),
        deployment_id=line("deployment_id"),
        origins=tuple(line("origins").split()),
    )


def _values(platform: LmsPlatform) -> dict[str, str]:
    names = ("name", "issuer", "client_id", "authorization_url", "token_url", "jwks_url", "audience")
    return {**{name: str(getattr(platform, name)) for name in names}, "origins": " ".join(platform.origins)}
