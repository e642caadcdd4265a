"""How late a submission is: in days where a penalty grows daily, since only then they say what it lost."""

from decimal import Decimal

from api.i18n import gettext as _, ngettext

_DAY_HOURS = 24


def late(days: int, step_hours: int, percent: Decimal) -> str:
    """Return the text of a badge on a submission after its due date."""
    if step_hours != _DAY_HOURS or not percent:
        return _("late")
    return ngettext("{n} day late", "{n} days late", days)
