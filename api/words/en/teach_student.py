"""One student in one assignment: what they handed in, and what they are given."""

from api.words import Message
from api.words.en.count import count

FILES = "What was handed in"
NO_FILES = "Nothing so far."
HANDED_IN = "handed in"
ATTEMPT = "attempt"
POINTS = "points"
CAUSE = "first cause"
STATE = "state"
NO_CAUSE = "–"
SEE = "see it"
AGAIN = "grade again"
ONLY_LATEST = "Only the latest are shown here."
GRADE = "Grade"
NO_GRADE = "none yet"
SUBMISSIONS = "Submissions"
GONE = Message("this student has left the course", "what they handed in and their grades are kept")

EXTENSION = "Extension"
EXTENSION_SAYS = "For this student alone. Dates only move later; whichever is later holds."
DUE = "Due"
CLOSES = "Closes"
MORE_ATTEMPTS = "More attempts"
REASON = "Reason"
REASON_SAYS = "for the staff of this course"
GIVE = "Give this extension"
END_EXTENSION = "End the extension"
GIVEN = "given"

OVERRIDE = "Points given by a person"
OVERRIDE_SAYS = "They stand whatever was or will be graded, until they are taken back."
OVERRIDE_POINTS = "Points"
OVERRIDE_REASON_SAYS = "needed; for the staff of this course"
SET = "Give these points"
END_OVERRIDE = "Take them back"

STUDENT_SEES = "The student sees the points, not the reason."


def everybody(when: str) -> str:
    """Under a field, the date that holds without an extension."""
    return f"for everybody: {when}"


def of(possible: str) -> str:
    """Under the field for points."""
    return f"of {possible}"


def late(days: int) -> str:
    """How late a file was."""
    return f"{count(days, 'day')} late"
