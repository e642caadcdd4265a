"""Kinds of jobs, and why one failed."""

from api.i18n import N_
from api.i18n import gettext as _
from api.words import lms, webhook
from submissions.connect.webhooks.post import PostError
from submissions.operating.jobs import FailedJob, JobKind

KINDS = {
    JobKind.GRADING: N_("Grading of submissions"),
    JobKind.WEBHOOK: N_("Messages to webhooks"),
    JobKind.PASSBACK: N_("Grades for learning platforms"),
}
GIVEN_UP = {
    JobKind.GRADING: N_("Submissions that we could not grade"),
    JobKind.WEBHOOK: N_("Messages that a webhook did not accept"),
    JobKind.PASSBACK: N_("Grades that a platform did not accept"),
}
"""The headings of the lists."""


def reason(job: FailedJob) -> str:
    """Why it failed; an error of ours stands as the log has it."""
    match job.kind:
        case JobKind.GRADING:
            return job.reason
        case JobKind.WEBHOOK:
            return _(webhook.ERRORS[PostError(job.reason)]) if job.reason else ""
        case JobKind.PASSBACK:
            return lms.reason(job.reason)
