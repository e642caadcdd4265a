"""Points as a reader sees them, and how late a submission is where lateness costs points."""

from decimal import Decimal

from api.i18n import gettext as _, ngettext, number

_PLACES = 2
_DAY_HOURS = 24


def points(worth: Decimal | float) -> str:
    """`62.5`, in Spanish `62,5`: to two places, without zeros at the end."""
    return number(round(float(worth), _PLACES))


def late(days: int, step_hours: int, percent: Decimal) -> str:
    """Return the text of a badge on a submission after its due date."""
    if step_hours != _DAY_HOURS or not percent:
        return _("late")
    return ngettext("{n} day late", "{n} days late", days)
