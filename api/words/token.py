"""What `backgrade token` says."""

from collections.abc import Sequence

from api.words.count import count
from submissions.tables import ApiToken

ONCE = "this token is shown once; keep it like a password"


def listed(tokens: Sequence[ApiToken]) -> str:
    """The tokens of somebody, a line each."""
    return "".join([*map(_line, tokens), f"{count(len(tokens), 'token')}\n"])


def revoked(token: ApiToken) -> str:
    """One is good for nothing now."""
    return f"revoked: {token.name}, which ended in {token.ending}\n"


def _line(token: ApiToken) -> str:
    used = f"last used {token.used_at:%Y-%m-%d}" if token.used_at else "never used"
    course = f", course {token.course_id}" if token.course_id else ""
    scopes = " ".join(token.scopes)
    until = f"until {token.expires_at:%Y-%m-%d}"
    return f"{token.id}  ...{token.ending}  {until}, {used}  {token.name}: {scopes}{course}\n"
