"""A launch from beginning to end, step by step, each in a transaction of its own."""

from collections.abc import Callable
from datetime import datetime

from grader.records import Frozen, replace
from submissions.connect.lms import launches, logins, platforms
from submissions.connect.lms.claims import LaunchClaims
from submissions.connect.lms.launches import Launched
from submissions.errors import LaunchRefused
from submissions.outward.openid import id_tokens, key_sets
from submissions.outward.openid.id_tokens import TokenRefused
from submissions.outward.openid.outward import Conversation
from submissions.storage.database import Database
from submissions.tables import LmsPlatform


class Posted(Frozen):
    """An answer that a browser brings back from a platform."""

    token: str
    state: str
    browser: str | None
    """The secret by which the browser shows that it is the one that was sent; None where it shows none."""


def arrive(
    database: Database,
    posted: Posted,
    *,
    origin: str,
    language_of: Callable[[str], str | None],
    now: datetime,
) -> Conversation[tuple[Launched, LaunchClaims]]:
    """Return who came in. The login is used up, whatever comes after.

    Raises `LaunchRefused` if something is not in order.
    """
    with database.begin() as session:
        login = logins.finish(session, posted.state, posted.browser, now=now)
    try:
        key_id = id_tokens.key_id(posted.token)
        keys = yield from key_sets.keys_for(
            database, LmsPlatform, login.platform_id, lambda platform: platform.jwks_url, key_id, now=now
        )
        with database.read() as session:
            platform = session.get_one(LmsPlatform, login.platform_id)
            claims = launches.checked(posted.token, platform, login, keys, origin=origin, now=now)
    except TokenRefused as error:
        raise LaunchRefused(error.reason, **error.facts) from None
    with database.begin() as session:
        deployment_id = launches.deployment_of(session, platform.id, claims.deployment, now=now).id
    language, back = language_of(claims.locale), platforms.page_of(platform, claims.return_url)
    try:
        with database.begin() as session:
            launched = launches.admit(session, deployment_id, claims, language=language, now=now)
    except LaunchRefused as error:
        error.language, error.return_url = language, back
        raise
    return replace(launched, return_url=back), claims
