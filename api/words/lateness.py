"""How late a submission is: in days where the penalty grows daily, since only then they say what it lost."""

from api.i18n import gettext as _, ngettext

_DAY_HOURS = 24


def late(days: int, step_hours: int) -> str:
    """Return the text of a badge on a submission after its due date."""
    if step_hours != _DAY_HOURS:
        return _("late")
    return ngettext("{n} day late", "{n} days late", days)
