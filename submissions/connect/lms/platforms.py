"""Platforms: registered by hand or by themselves, approved by an operator, changed, disabled."""

from collections.abc import Collection, Iterable, Mapping
from datetime import datetime
from urllib.parse import urlsplit
from uuid import UUID

from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from grader.records import Frozen, replace
from submissions.connect import durations
from submissions.errors import AlreadyThere, PlatformFailed, Unusable
from submissions.jobs import claims
from submissions.outward.outgoing.addresses import is_address
from submissions.people.access import audit
from submissions.people.access.audit import AuditAction
from submissions.people.access.policy import Caller, require_operator
from submissions.storage.database import Database
from submissions.storage.rows import row_of
from submissions.tables import (
    Job,
    JobKind,
    LmsAccount,
    LmsDeployment,
    LmsPlatform,
    LmsTabCode,
    PlatformState,
    WebSession,
)
from submissions.tables.identity import new_id
from submissions.texts.single_line import single_line

_LONGEST_ID, _LONGEST_URL = 255, 2000
_MOST_ORIGINS = 10
_MOST_WAITING = 20
"""Deployments of a platform that nobody has approved: anybody may ask for one."""
_MOST_REGISTRATIONS, _MOST_OF_ISSUER = 50, 3
_STATES: Mapping[PlatformState, AuditAction] = {
    PlatformState.PENDING: "lms-pending",
    PlatformState.ACTIVE: "lms-active",
    PlatformState.DISABLED: "lms-disabled",
}
_URLS = ("authorization_url", "token_url", "jwks_url")


class PlatformDraft(Frozen, kw_only=True):
    """The settings of a platform."""

    name: str
    issuer: str
    client_id: str
    authorization_url: str
    token_url: str
    jwks_url: str
    audience: str = ""
    deployment_id: str = ""
    """The first one; empty where it is not known yet."""
    origins: tuple[str, ...] = ()
    """Origins of pages that may show ours in a frame, besides those of the addresses above."""


def register(
    session: Session, caller: Caller, draft: PlatformDraft, *, private: bool = False, now: datetime
) -> LmsPlatform:
    """A platform that may send people here at once. With `private`, its addresses may lack encryption.

    Raises:
        Unusable: if something of it cannot be used.
        AlreadyThere: if there is one of this issuer and client id.
    """
    require_operator(caller)
    platform = _added(session, draft, PlatformState.ACTIVE, private=private, now=now)
    _record(session, caller.known, "lms-registered", platform, now)
    return platform


def register_itself(
    session: Session,
    draft: PlatformDraft,
    *,
    product: str,
    scopes: Iterable[str],
    private: bool,
    now: datetime,
) -> LmsPlatform:
    """A platform that registered itself: it waits for an operator.

    Anybody may ask for this in the name of any platform: of one that is known, nothing changes but that
    another deployment waits. An operator may have looked at it already, and approves what they saw.

    Raises:
        Unusable: if something of it cannot be used.
        AlreadyThere: if it is known with other addresses, or too many deployments of it wait.
        PlatformFailed: if too many platforms wait.
    """
    draft = _usable(draft, private=private)
    known = find(session, draft.issuer, draft.client_id)
    if known is None:
        forget_waiting(session, now=now)
        _require_room(session, draft.issuer)
        known = _added(session, draft, PlatformState.PENDING, private=private, now=now)
        known.product, known.scopes = product[:40], list(scopes)
    elif any(getattr(known, name) != getattr(draft, name) for name in _URLS) or _has_many(session, known):
        raise AlreadyThere
    else:
        _add_deployment(session, known, draft.deployment_id, approved=False, now=now)
    _record(session, None, "lms-registered-itself", known, now)
    return known


def change(
    session: Session, caller: Caller, platform_id: UUID, draft: PlatformDraft, *, private: bool, now: datetime
) -> LmsPlatform:
    """Change everything of a platform but its issuer and client id, which identify it."""
    platform = get(session, caller, platform_id)
    kept = replace(draft, issuer=platform.issuer, client_id=platform.client_id)
    _take_over(session, platform, _usable(kept, private=private), approved=True, now=now)
    platform.trouble, platform.failures = "", 0
    claims.wake(session, Job.platform_id == platform.id)
    _record(session, caller.known, "lms-changed", platform, now)
    return platform


def set_state(
    session: Session, caller: Caller, platform_id: UUID, state: PlatformState, *, now: datetime
) -> LmsPlatform:
    """Let a platform send people here, or no more."""
    platform = get(session, caller, platform_id)
    put(session, platform, state, by=caller.known, now=now)
    return platform


def put(
    session: Session, platform: LmsPlatform, state: PlatformState, *, by: UUID | None, now: datetime
) -> None:
    """Set the state of a platform, for somebody at the machine itself.

    Whoever approves a platform for the first time approves the deployment that it registered with. Others
    were asked for by anybody, or by other institutions: each of them is approved for itself.
    """
    if platform.state == PlatformState.PENDING and state == PlatformState.ACTIVE:
        for deployment in deployments(session, platform.id):
            deployment.approved |= deployment.created_at == platform.created_at
    platform.state = state
    if state == PlatformState.DISABLED:
        _sign_out(session, platform)
    _record(session, by, _STATES[state], platform, now)


def forget_waiting(session: Session, *, now: datetime) -> None:
    """Delete registrations that nobody approved for long."""
    waiting = delete(LmsPlatform).where(LmsPlatform.state == PlatformState.PENDING)
    session.execute(waiting.where(LmsPlatform.created_at <= now - durations.REGISTRATION))


def approve_deployment(
    session: Session, caller: Caller, platform_id: UUID, deployment_id: UUID, *, now: datetime
) -> None:
    """Accept launches from another deployment of a platform."""
    platform = get(session, caller, platform_id)
    deployment = row_of(session, LmsDeployment, deployment_id, platform_id=platform.id)
    deployment.approved = True
    _record(session, caller.known, "lms-deployment-approved", platform, now)


def get(session: Session, caller: Caller, platform_id: UUID) -> LmsPlatform:
    """Return a platform, for operators."""
    require_operator(caller)
    return row_of(session, LmsPlatform, platform_id)


def listed(session: Session, caller: Caller) -> list[LmsPlatform]:
    """All platforms, by name."""
    require_operator(caller)
    return all_of(session)


def all_of(session: Session) -> list[LmsPlatform]:
    """Return all platforms by name, for somebody at the machine itself."""
    return list(session.scalars(select(LmsPlatform).order_by(LmsPlatform.name, LmsPlatform.id)))


def named(session: Session, issuer: str, client_id: str) -> LmsPlatform:
    """The platform of an issuer and a client id. Raises `Unusable` if there is none."""
    found = find(session, issuer, client_id)
    if found is None:
        raise Unusable("issuer", "no-such-platform")
    return found


def deployments(session: Session, platform_id: UUID) -> list[LmsDeployment]:
    """The places of a platform, the oldest first."""
    chosen = select(LmsDeployment).where(LmsDeployment.platform_id == platform_id)
    return list(session.scalars(chosen.order_by(LmsDeployment.created_at, LmsDeployment.id)))


def waits(session: Session, platform: LmsPlatform, deployment_id: str) -> bool:
    """Whether a deployment that a platform named is one that an operator has to approve."""
    return any(
        each.deployment_id == deployment_id and not each.approved
        for each in deployments(session, platform.id)
    )


def approved(session: Session, of: Collection[LmsPlatform]) -> dict[UUID, list[str]]:
    """Return by platform the ids of its deployments that were approved; in one query."""
    chosen = select(LmsDeployment).where(
        LmsDeployment.platform_id.in_([each.id for each in of]), LmsDeployment.approved
    )
    found: dict[UUID, list[str]] = {each.id: [] for each in of}
    for deployment in session.scalars(chosen.order_by(LmsDeployment.created_at, LmsDeployment.id)):
        found[deployment.platform_id].append(deployment.deployment_id)
    return found


def find(session: Session, issuer: str, client_id: str) -> LmsPlatform | None:
    """The platform of an issuer and a client id."""
    chosen = select(LmsPlatform).where(LmsPlatform.issuer == issuer, LmsPlatform.client_id == client_id)
    return session.scalar(chosen)


def framing(database: Database) -> list[str]:
    """The origins of pages that may show ours in a frame: those of all active platforms."""
    chosen = select(LmsPlatform.origins).where(LmsPlatform.state == PlatformState.ACTIVE)
    with database.read() as session:
        return sorted({str(origin) for origins in session.scalars(chosen) for origin in origins})


def origin_of(url: str) -> str:
    """Scheme, host and port of an address."""
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc}".lower()


def waiting_origins(session: Session, issuer: str, client_id: str) -> list[str]:
    """Return the origins of a platform that waits for an operator, which may show why nobody comes in."""
    found = find(session, issuer, client_id)
    return list(found.origins) if found is not None and found.state == PlatformState.PENDING else []


def origins_of_address(url: str, *, private: bool) -> list[str]:
    """The origin of an address that somebody gave us; none where it cannot be one."""
    return [origin_of(url)] if is_address(url, private=private) else []


def page_of(platform: LmsPlatform, url: str) -> str:
    """An address that a platform gave us to lead somebody to; empty where it is no page of its own."""
    return url if is_address(url, private=True) and is_at(platform, origin_of(url)) else ""


def is_at(platform: LmsPlatform, origin: str) -> bool:
    """Whether pages of a platform are at an origin."""
    return any(_covers(str(each).lower(), origin) for each in platform.origins)


def _require_room(session: Session, issuer: str) -> None:
    waiting = select(LmsPlatform.issuer).where(LmsPlatform.state == PlatformState.PENDING)
    issuers = list(session.scalars(waiting))
    if len(issuers) >= _MOST_REGISTRATIONS or issuers.count(issuer) >= _MOST_OF_ISSUER:
        raise PlatformFailed("too-many-waiting")


def _sign_out(session: Session, platform: LmsPlatform) -> None:
    """End what its launches began: sessions that are strong without a provider, and codes for tabs."""
    its = select(LmsAccount.person_id).where(LmsAccount.platform_id == platform.id)
    launched = WebSession.is_strong & WebSession.provider_id.is_(None)
    session.execute(delete(WebSession).where(WebSession.person_id.in_(its), launched))
    session.execute(delete(LmsTabCode).where(LmsTabCode.person_id.in_(its)))


def _covers(known: str, origin: str) -> bool:
    """Whether an origin is the known one; a star stands for the first part of a name, or several."""
    start, star, ending = known.partition("*")
    return origin.startswith(start) and origin.endswith(ending) if star else origin == known


def _added(
    session: Session, draft: PlatformDraft, state: PlatformState, *, private: bool, now: datetime
) -> LmsPlatform:
    draft = _usable(draft, private=private)
    if find(session, draft.issuer, draft.client_id) is not None:
        raise AlreadyThere
    platform = LmsPlatform(
        id=new_id(), issuer=draft.issuer, client_id=draft.client_id, state=state, created_at=now
    )
    platform.scopes, platform.product, platform.trouble = [], "", ""
    platform.failures = 0
    _take_over(session, platform, draft, approved=state == PlatformState.ACTIVE, now=now)
    session.flush()
    session.add(Job(kind=JobKind.PASSBACK, platform_id=platform.id, created_at=now))
    return platform


def _take_over(
    session: Session, platform: LmsPlatform, draft: PlatformDraft, *, approved: bool, now: datetime
) -> None:
    if platform.jwks_url != draft.jwks_url:
        platform.jwks, platform.jwks_at = None, None
    for name in ("name", *_URLS, "audience"):
        setattr(platform, name, getattr(draft, name))
    own = (origin_of(draft.authorization_url), *_web_origin(draft.issuer))
    platform.origins = list(dict.fromkeys((*own, *draft.origins)))
    session.add(platform)
    session.flush()
    _add_deployment(session, platform, draft.deployment_id, approved=approved, now=now)


def _add_deployment(
    session: Session, platform: LmsPlatform, deployment_id: str, *, approved: bool, now: datetime
) -> None:
    there = {each.deployment_id for each in deployments(session, platform.id)}
    if not deployment_id or deployment_id in there:
        return
    deployment = LmsDeployment(
        platform_id=platform.id, deployment_id=deployment_id, approved=approved, created_at=now
    )
    session.add(deployment)
    session.flush()


def _has_many(session: Session, platform: LmsPlatform) -> bool:
    """Whether as many deployments wait as may."""
    return sum(not each.approved for each in deployments(session, platform.id)) >= _MOST_WAITING


def _web_origin(issuer: str) -> tuple[str, ...]:
    """Return the origin of an issuer that is an address; nothing else gets into a policy of browsers."""
    return (origin_of(issuer),) if is_address(issuer, private=True) else ()


def _usable(draft: PlatformDraft, *, private: bool) -> PlatformDraft:
    for name in ("issuer", "client_id"):
        _require_id(name, getattr(draft, name))
    if draft.deployment_id:
        _require_id("deployment_id", draft.deployment_id)
    for name in _URLS:
        _require_url(name, getattr(draft, name), private=private)
    if len(draft.audience) > _LONGEST_URL or not draft.audience.isprintable():
        raise Unusable("audience", "too-long", longest=_LONGEST_URL)
    if len(draft.origins) > _MOST_ORIGINS:
        raise Unusable("origins", "too-long", longest=_MOST_ORIGINS)
    for origin in draft.origins:
        _require_origin(origin, private=private)
    return replace(draft, name=single_line("name", draft.name))


def _require_id(name: str, value: str) -> None:
    if not value:
        raise Unusable(name, "empty")
    if len(value) > _LONGEST_ID:
        raise Unusable(name, "too-long", longest=_LONGEST_ID)
    if not value.isprintable() or value != value.strip():
        raise Unusable(name, "not-printable")


def _require_url(name: str, url: str, *, private: bool) -> None:
    if len(url) > _LONGEST_URL:
        raise Unusable(name, "too-long", longest=_LONGEST_URL)
    if not is_address(url, private=private):
        raise Unusable(name, "not-an-address")


def _require_origin(origin: str, *, private: bool) -> None:
    """An origin as a policy of browsers names it; a star may stand for the first part of a name."""
    whole = origin.replace("://*.", "://any.", 1)
    if not is_address(whole, private=private) or origin_of(whole) != whole.lower():
        raise Unusable("origins", "not-an-origin")
    if origin != whole and whole.count(".") < 2:  # noqa: PLR2004 - *.edu would be half of the world
        raise Unusable("origins", "not-an-origin")


def _record(
    session: Session, actor: UUID | None, action: AuditAction, platform: LmsPlatform, now: datetime
) -> None:
    audit.record(session, actor, action, about=platform.id, now=now, state=platform.state)
