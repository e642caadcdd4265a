"""Kinds of jobs, and why one failed."""

from api.i18n import N_, gettext as _
from api.words import lms, webhook
from submissions.connect.webhooks.post import PostError
from submissions.operating.jobs import FailedJob
from submissions.tables import JobKind

KINDS = {
    JobKind.GRADING: N_("Grading of submissions"),
    JobKind.WEBHOOK: N_("Messages to webhooks"),
    JobKind.PASSBACK: N_("Grades for learning platforms"),
    JobKind.MAIL: N_("E-mail"),
    JobKind.HOUSEKEEPING: N_("Housekeeping"),
}
GIVEN_UP = {
    JobKind.GRADING: N_("Submissions that we could not grade"),
    JobKind.WEBHOOK: N_("Messages that a webhook did not accept"),
    JobKind.PASSBACK: N_("Grades that a platform did not accept"),
    JobKind.MAIL: N_("E-mail that could not be sent"),
    JobKind.HOUSEKEEPING: N_("Housekeeping that failed"),
}
"""The headings of the lists."""
WHAT = {
    JobKind.GRADING: N_("Assignment"),
    JobKind.WEBHOOK: N_("Webhook"),
    JobKind.PASSBACK: N_("Activity"),
    JobKind.MAIL: N_("Job"),
    JobKind.HOUSEKEEPING: N_("Job"),
}
"""The heading of the names in each list."""
CHORES = {
    "digests": N_("Send digests of notices"),
    "housekeeping": N_("Delete what has expired"),
    "retention": N_("Delete reports, files and courses that were kept long enough"),
    "files": N_("Move files to the storage that is set"),
    "releases": N_("Send webhooks when results are released"),
    "launches": N_("Delete expired sign-ins from learning platforms"),
}
"""The chores by their names."""


def name(job: FailedJob) -> str:
    """Return the name of a job that failed."""
    return _(CHORES[job.name]) if job.name in CHORES and job.course_id is None else job.name


def reason(job: FailedJob) -> str:
    """Why it failed; an error of ours stands as the log has it."""
    match job.kind:
        case JobKind.GRADING | JobKind.MAIL | JobKind.HOUSEKEEPING:
            return job.reason
        case JobKind.WEBHOOK:
            return _(webhook.ERRORS[PostError(job.reason)]) if job.reason else ""
        case JobKind.PASSBACK:
            return lms.reason(job.reason)
