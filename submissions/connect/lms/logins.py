"""Browsers on their way to a platform and back: each comes back once, to the browser that was sent."""

import secrets
from datetime import datetime
from urllib.parse import urlencode, urlsplit, urlunsplit

from sqlalchemy import delete, select, update
from sqlalchemy.orm import Session

from grader.records import Frozen
from submissions.connect import durations
from submissions.connect.lms import platforms
from submissions.errors import LaunchRefused
from submissions.people.access.random_secret import digest, fresh_secret
from submissions.tables import LmsDeepLink, LmsLogin, LmsPlatform, LmsTabCode, PlatformState

_LONGEST_HINT = 6000
_NONCE_BYTES = 24


class LoginRequest(Frozen, kw_only=True):
    """How a platform asks us to begin. Nothing of it is signed."""

    issuer: str
    login_hint: str
    client_id: str = ""
    message_hint: str = ""
    deployment_id: str = ""
    storage_target: str = ""
    """The frame of the platform that keeps values for us; empty where it offers none."""


class StartedLogin(Frozen):
    """The parts of a login that the browser takes along."""

    state: str
    browser: str
    """The secret that shows that it is the same browser which comes back."""
    address: str
    """The platform's address, with the request."""
    storage_target: str = ""
    storage_origin: str = ""


def begin(session: Session, asked: LoginRequest, *, redirect_uri: str, now: datetime) -> StartedLogin:
    """A login that has begun.

    Raises `LaunchRefused` if the platform is not known or not active, or the request has nothing to send
    back.
    """
    if not asked.issuer:
        raise LaunchRefused("not-a-login")
    platform = _platform(session, asked)
    if not asked.login_hint or max(len(asked.login_hint), len(asked.message_hint)) > _LONGEST_HINT:
        raise LaunchRefused("login-request")
    state, browser = fresh_secret(), fresh_secret()
    login = LmsLogin(
        state_hash=digest(state),
        platform_id=platform.id,
        browser_hash=digest(browser),
        nonce=_fresh_nonce(),
        request={
            "login_hint": asked.login_hint,
            "message_hint": asked.message_hint,
            "redirect_uri": redirect_uri,
            "storage_target": asked.storage_target[:100],
        },
        created_at=now,
        expires_at=now + durations.LAUNCH,
    )
    session.add(login)
    session.flush()
    return _started(platform, login, state, browser)


def again(session: Session, state: str, browser: str | None, *, now: datetime) -> StartedLogin | None:
    """A login that has begun, for the browser that it is bound to; None where this is another.

    Raises `LaunchRefused` if there is none, or it has ended.
    """
    login = _open(session, state, now)
    if browser is None or digest(browser) != login.browser_hash:
        return None
    return _started(session.get_one(LmsPlatform, login.platform_id), login, state, browser)


def rebind(session: Session, state: str, *, now: datetime) -> StartedLogin:
    """A login that has begun, bound to another browser or tab from now on: as if it had begun there.

    What a platform has signed for the browser before is no longer good: somebody could keep an answer about
    themselves, and have another browser take the login over and come in with it.

    Raises `LaunchRefused` if there is none, or it has ended.
    """
    login, browser = _open(session, state, now), fresh_secret()
    login.browser_hash, login.nonce = digest(browser), _fresh_nonce()
    session.flush()
    return _started(session.get_one(LmsPlatform, login.platform_id), login, state, browser)


def finish(session: Session, state: str, browser: str | None, *, now: datetime) -> LmsLogin:
    """The login that ends with this state, in the browser where it began: now, and never again.

    Raises `LaunchRefused` if there is none, it has ended, or it began in another browser.
    """
    login = _open(session, state, now)
    if browser is None or digest(browser) != login.browser_hash:
        raise LaunchRefused("other-browser")
    # Of two that come at once, the second finds the row changed.
    used = update(LmsLogin).where(LmsLogin.state_hash == login.state_hash, LmsLogin.used_at.is_(None))
    if session.scalar(used.values(used_at=now).returning(LmsLogin.state_hash)) is None:
        raise LaunchRefused("state-used")
    return login


def storage_of(session: Session, state: str, *, now: datetime) -> tuple[str, str]:
    """Frame and origin where the platform keeps values for us; both empty where it does not.

    Raises `LaunchRefused` if there is no such login, or it has ended.
    """
    login = _open(session, state, now)
    platform = session.get_one(LmsPlatform, login.platform_id)
    target = str(login.request["storage_target"])
    return target, platforms.origin_of(platform.authorization_url) if target else ""


def platform_origin(session: Session, state: str, *, now: datetime) -> str:
    """Return the origin of the platform that a login leads to.

    Raises `LaunchRefused` if there is none, or it has ended.
    """
    login = _open(session, state, now)
    return platforms.origin_of(session.get_one(LmsPlatform, login.platform_id).authorization_url)


def forget(session: Session, *, now: datetime) -> None:
    """Delete what has expired of launches."""
    for table in (LmsLogin, LmsTabCode, LmsDeepLink):
        session.execute(delete(table).where(table.expires_at <= now))
    platforms.forget_waiting(session, now=now)


def cookie_ending(state: str) -> str:
    """Return the ending that distinguishes the cookies of logins that go on at the same time."""
    return digest(state)[:16]


def _fresh_nonce() -> str:
    return secrets.token_urlsafe(_NONCE_BYTES)


def _open(session: Session, state: str, now: datetime) -> LmsLogin:
    login = session.get(LmsLogin, digest(state))
    if login is None or login.expires_at <= now:
        raise LaunchRefused("state-unknown")
    if login.used_at is not None:
        raise LaunchRefused("state-used")
    return login


def _platform(session: Session, asked: LoginRequest) -> LmsPlatform:
    """The platform that is meant. Anybody may register one of any issuer: only active ones are in doubt."""
    known = session.scalars(select(LmsPlatform).where(LmsPlatform.issuer == asked.issuer)).all()
    found = [each for each in known if asked.client_id in ("", each.client_id)]
    if not found:
        raise LaunchRefused("other-client" if known else "unknown-platform")
    active = [each for each in found if each.state == PlatformState.ACTIVE]
    if len(active) > 1:
        raise LaunchRefused("unclear-platform")
    platform = active[0] if active else found[0]
    require_active(platform)
    return platform


def require_active(platform: LmsPlatform) -> None:
    """Check that the platform may send people here. Raises `LaunchRefused` if not."""
    if platform.state == PlatformState.PENDING:
        raise LaunchRefused("platform-pending")
    if platform.state != PlatformState.ACTIVE:
        raise LaunchRefused("platform-disabled")


def _started(platform: LmsPlatform, login: LmsLogin, state: str, browser: str) -> StartedLogin:
    request = login.request
    asked = {
        "scope": "openid",
        "response_type": "id_token",
        "response_mode": "form_post",
        "prompt": "none",
        "client_id": platform.client_id,
        "redirect_uri": request["redirect_uri"],
        "login_hint": request["login_hint"],
        "state": state,
        "nonce": login.nonce,
    }
    if request["message_hint"]:
        asked["lti_message_hint"] = request["message_hint"]
    parts = urlsplit(platform.authorization_url)
    query = "&".join(each for each in (parts.query, urlencode(asked)) if each)
    target = str(request["storage_target"])
    origin = platforms.origin_of(platform.authorization_url) if target else ""
    return StartedLogin(state, browser, urlunsplit(parts._replace(query=query)), target, origin)
