"""How much a client may ask for, told in headers: `RateLimit` and `RateLimit-Policy` of the IETF's draft.

The draft (draft-ietf-httpapi-ratelimit-headers-11) may still change: clients rely on `Retry-After` alone.
"""

from grader.records import Frozen

CONCURRENT = "concurrent-requests"
POLICY, STATE = "RateLimit-Policy", "RateLimit"


class RateLimit(Frozen):
    """A limit, and how much of it a client has left."""

    name: str
    quota: int
    left: int = 0
    window: int | None = None
    """Seconds; None for what is counted while it lasts."""
    reset: int | None = None
    """Seconds until all of it is there again; None where nobody knows."""
    unit: str | None = None
    """None for requests."""

    @property
    def headers(self) -> dict[str, str]:
        """Return the headers as structured fields (RFC 9651)."""
        unit = f'"{self.unit}"' if self.unit else None
        policy = _item(self.name, {"q": self.quota, "qu": unit, "w": self.window})
        return {POLICY: policy, STATE: _item(self.name, {"r": max(0, self.left), "t": self.reset})}


def submissions(seconds: int, *, reset: int) -> RateLimit:
    """Return the limit of one submission of an assignment in this many seconds."""
    return RateLimit("submissions", 1, window=seconds, reset=reset)


def _item(name: str, parameters: dict[str, object]) -> str:
    return "".join(
        [f'"{name}"', *(f";{key}={value}" for key, value in parameters.items() if value is not None)]
    )
