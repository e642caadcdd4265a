"""What became of a regrade request."""

from api.i18n import gettext as _, pgettext
from submissions.tables import RequestState


def states() -> dict[RequestState, str]:
    """Each state in a few words."""
    return {
        RequestState.OPEN: pgettext("regrade request", "Open"),
        RequestState.CHANGED: _("Answered: grade changed"),
        RequestState.UNCHANGED: _("Answered: grade not changed"),
        RequestState.WITHDRAWN: _("Withdrawn"),
    }
