"""Kinds of jobs, and why one failed."""

from api.i18n import N_
from api.i18n import gettext as _
from api.words import lms, webhook
from submissions.connect.webhooks.post import PostError
from submissions.operating.jobs import FailedJob, JobType

KINDS = {
    JobType.GRADING: N_("Grading of submissions"),
    JobType.WEBHOOK: N_("Messages to webhooks"),
    JobType.PASSBACK: N_("Grades for learning platforms"),
}
GIVEN_UP = {
    JobType.GRADING: N_("Submissions that we could not grade"),
    JobType.WEBHOOK: N_("Messages that a webhook did not accept"),
    JobType.PASSBACK: N_("Grades that a platform did not accept"),
}
"""The headings of the lists."""


def reason(job: FailedJob) -> str:
    """Why it failed; an error of ours stands as the log has it."""
    match job.kind:
        case JobType.GRADING:
            return job.reason
        case JobType.WEBHOOK:
            return _(webhook.ERRORS[PostError(job.reason)]) if job.reason else ""
        case JobType.PASSBACK:
            return lms.reason(job.reason)
