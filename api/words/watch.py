"""Why somebody is on the watch list."""

from datetime import datetime

from api.i18n import N_, duration, gettext as _, ngettext
from api.words.finding import cause
from submissions.teaching.watch.watch_list import SeenReason, WatchReason

KINDS = {
    WatchReason.REQUEST: N_("Regrade request"),
    WatchReason.OUR_FAILURE: N_("Our failure"),
    WatchReason.SAME_CAUSE: N_("Same cause"),
    WatchReason.NO_PROGRESS: N_("No progress"),
    WatchReason.HINTS_TOP: N_("All hints open"),
    WatchReason.STOPPED: N_("Stopped"),
    WatchReason.NEVER_STARTED: N_("Never started"),
}
"""The reasons in a word or two, to choose by."""

LABELS = {
    "same_cause_attempts": N_("Same cause: attempts in a row"),
    "no_progress_hours": N_("No progress: hours"),
    "stopped_days": N_("Stopped: days without a submission"),
    "not_started_days": N_("Never started: days before the due date"),
}
"""The labels of the thresholds, by name."""


_SAID = {
    WatchReason.REQUEST: N_("Asked for a regrade {duration} ago"),
    WatchReason.OUR_FAILURE: N_("We could not grade the latest attempt"),
    WatchReason.NO_PROGRESS: N_("No better result for {duration}"),
    WatchReason.HINTS_TOP: N_("All hints are open, and it still fails"),
    WatchReason.STOPPED: N_("No submission for {duration}, before the due date"),
    WatchReason.NEVER_STARTED: N_("No submission yet"),
}


def reason(of: SeenReason, now: datetime) -> str:
    """One reason, with its numbers."""
    if of.kind is WatchReason.SAME_CAUSE:
        return ngettext(
            "Same cause in {n} attempt: {cause}",
            "Same cause in {n} attempts: {cause}",
            of.number,
            cause=cause(of.cause),
        )
    since = duration(now - of.since) if of.since is not None else ""
    return _(_SAID[of.kind], duration=since or _("a moment"))
