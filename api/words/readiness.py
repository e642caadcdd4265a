"""Why the service is not ready, and what an operator can do about it."""

from api.i18n import gettext as _, ngettext
from api.words import Message, storage
from submissions.operating.readiness import FailedCheck, ReadinessPart


def not_ready() -> Message:
    """Say in one line that nothing can be graded."""
    return Message(
        _("Submissions cannot be graded at the moment."),
        _("`backgrade doctor` on this machine shows the reason."),
    )


def lack(check: FailedCheck) -> str:
    """One part that is not in order."""
    match check.part:
        case ReadinessPart.STORAGE if check.failure is not None:
            return " ".join(storage.failing(check.failure))
        case ReadinessPart.STORAGE:
            return _("Nothing can be stored.")
        case ReadinessPart.DATABASE:
            return _("The database does not answer, or another program has locked it.")
        case ReadinessPart.TABLES:
            return " ".join(storage.outdated())
        case ReadinessPart.QUEUE:
            return standstill(check.seconds)
        case ReadinessPart.SANDBOX:
            return _("No worker with a safe sandbox reported in the last minute.")


def standstill(seconds: int) -> str:
    """Nobody takes a file from the queue."""
    return ngettext(
        "The queue does not move: a file has waited for {n} second, and no grading has started.",
        "The queue does not move: a file has waited for {n} seconds, and no grading has started.",
        seconds,
    )
