"""Why a grade changed, what became of a regrade request, and a comment for a platform."""

from collections.abc import Mapping
from decimal import Decimal

from api.i18n import N_, SOURCE, gettext as _, negotiated, ngettext, pgettext, speaking
from api.words import Message
from api.words.points import points
from api.words.suite import suite_title, verdict
from grader.report import Verdict
from submissions.connect.lms.parcels import GradeNote
from submissions.tables import ChangeReason, GradeChange, RequestState
from submissions.teaching.regrades.regrade_effects import Why, WhyKind

_OF_ATTEMPT = {
    ChangeReason.REGRADE: N_("Your attempt was graded again: {before} → {after}."),
    ChangeReason.APPLIED: N_("Your attempt was graded again with the whole class: {before} → {after}."),
    ChangeReason.REVERTED: N_("A regrade of your attempt was reverted: {before} → {after}."),
}
_OF_GRADE = {
    ChangeReason.REGRADE: N_("Your grade changed because your attempt was graded again: {before} → {after}."),
    ChangeReason.APPLIED: N_("Your grade changed because the class was graded again: {before} → {after}."),
    ChangeReason.REVERTED: N_("Your grade changed because a regrade was reverted: {before} → {after}."),
    ChangeReason.OVERRIDE: N_("Course staff set your grade: {before} → {after}."),
    ChangeReason.OVERRIDE_REMOVED: N_("Course staff let your graded points count again: {before} → {after}."),
    ChangeReason.EXTENSION: N_("Your grade changed because your extension changed: {before} → {after}."),
    ChangeReason.LATE_DAYS: N_("Your grade changed because you changed your late days: {before} → {after}."),
    ChangeReason.SETTINGS: N_("Your grade changed because the assignment changed: {before} → {after}."),
}
_WHYS = {
    WhyKind.SUITE: N_("{suite}: {before} → {after}"),
    WhyKind.SUITE_POINTS: N_("{suite}: {before} → {after} of its points"),
    WhyKind.NEW_SUITE: N_("{suite} is graded now: {after}"),
    WhyKind.SUITE_LEFT_OUT: N_("{suite} is no longer graded; it was: {before}"),
    WhyKind.WEIGHTS: N_("The suites came out the same, but their weights or the points changed."),
    WhyKind.OTHER_ATTEMPT: N_("Another attempt counts."),
    WhyKind.NOW_GRADED: N_("The file could not be graded before."),
    WhyKind.NOW_REFUSED: N_("There is nothing to grade in the file."),
    WhyKind.UPGRADE: N_("Graded by Backgrade {before} before, and by {after} now."),
    WhyKind.UNKNOWN: N_("The reason is unknown: the earlier report was deleted."),
}
_DAY_HOURS = 24


def change(of: GradeChange) -> Message:
    """Say what changed and, in the words of who changed it, why."""
    said = (_OF_GRADE if of.submission_id is None else _OF_ATTEMPT)[ChangeReason(of.why)]
    before, after = _points(of.before, of.before_possible), _points(of.after, of.after_possible)
    return Message(_(said, before=before, after=after), _reason(of))


def why(of: Why, own: Mapping[str, str]) -> str:
    """One reason for which a dry run would move a grade; `own`: the titles of teachers' graphs, by slug."""
    if of.kind == WhyKind.UPGRADE and not of.before:
        return _("Graded by an earlier version of Backgrade before, and by {after} now.", after=of.after)
    return _(
        _WHYS[of.kind],
        suite=suite_title(of.suite, own),
        before=_verdict(of.before),
        after=_verdict(of.after),
    )


def _reason(of: GradeChange) -> str:
    if not of.reason:
        return ""
    if of.why == ChangeReason.REVERTED:  # it was given for what is undone now
        return _("Reason of that regrade: {reason}", reason=of.reason)
    return _("Reason: {reason}", reason=of.reason)


def _verdict(of: str) -> str:
    return verdict(Verdict(of)) if of in list(Verdict) else of


def _points(of: Decimal | None, possible: Decimal | None) -> str:
    if of is None:
        return _("no grade")
    if possible is None:
        return points(of)
    return _("{points} of {possible}", points=points(of), possible=points(possible))


def grade_comment(note: GradeNote) -> str:
    """Return what a student reads beside the grade, in the language of their account."""
    with speaking(negotiated(note.language) if note.language else SOURCE):
        return " ".join(_sentences(note))


def _sentences(note: GradeNote) -> list[str]:
    scored = _("{points} of {possible} points.", points=points(note.points), possible=points(note.possible))
    if note.overridden:
        return [scored, _("Your instructor entered this grade.")]
    if note.late_days and note.late_step_hours != _DAY_HOURS:
        return [scored, _("Submitted late. The penalty is already taken off.")]
    if note.late_days:
        late = ngettext(
            "Submitted {n} day late. The penalty is already taken off.",
            "Submitted {n} days late. The penalty is already taken off.",
            note.late_days,
        )
        return [scored, late]
    return [scored, _("Open the activity to see the report.")]


def request_states() -> dict[RequestState, str]:
    """Each state in a few words."""
    return {
        RequestState.OPEN: pgettext("regrade request", "Open"),
        RequestState.CHANGED: _("Answered: grade changed"),
        RequestState.UNCHANGED: _("Answered: grade not changed"),
        RequestState.WITHDRAWN: _("Withdrawn"),
    }
