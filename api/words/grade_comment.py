"""The comment that goes with a grade to a learning platform: plain text, and nothing of a hint."""

from api.i18n import SOURCE, gettext as _, negotiated, ngettext, speaking
from api.words.points import points
from submissions.connect.lms.parcels import GradeNote

_DAY_HOURS = 24


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
