"""How the points of attempts went."""

from api.i18n import ngettext, percent


def title(first: float, last: float, attempts: int) -> str:
    """Say what the drawing is of."""
    return ngettext(
        "{n} attempt: from {first} of the points to {last}.",
        "{n} attempts: from {first} of the points to {last}.",
        attempts,
        first=percent(first),
        last=percent(last),
    )
