"""What a notice says. It says where something happened, and the page there says what."""

from api.i18n import N_, gettext as _
from submissions.people.access.notices import NoticeEntry
from submissions.tables import NoticeKind

_SAID = {
    NoticeKind.GRADE_CHANGED: N_("Your grade changed: {where}"),
    NoticeKind.COMMENT: N_("Course staff commented on your submission: {where}"),
    NoticeKind.REPLY: N_("A student replied to a comment: {where}"),
    NoticeKind.REQUEST: N_("A student asks for a regrade: {where}"),
    NoticeKind.REQUEST_ANSWERED: N_("Your regrade request has an answer: {where}"),
    NoticeKind.MESSAGE: N_("Course staff wrote you a message: {where}"),
    NoticeKind.LATE_DAYS: N_("Course staff changed your late days: {where}"),
}


def notice(of: NoticeEntry) -> str:
    """One sentence."""
    where = of.assignment.title if of.assignment else of.course.title
    return _(_SAID[NoticeKind(of.notice.kind)], where=where)


def address(of: NoticeEntry) -> str:
    """The page that says what happened."""
    about = of.notice
    if about.kind == NoticeKind.REQUEST:
        return f"/teach/courses/{about.course_id}/requests"
    if about.kind == NoticeKind.MESSAGE:
        return f"/courses/{about.course_id}/messages"
    if about.submission_id is not None:
        return (
            f"/submissions/{about.submission_id}#comments"
            if about.kind in _TALK
            else f"/submissions/{about.submission_id}"
        )
    return f"/assignments/{about.assignment_id}" if about.assignment_id else f"/courses/{about.course_id}"


_TALK = (NoticeKind.COMMENT, NoticeKind.REPLY, NoticeKind.REQUEST_ANSWERED)
