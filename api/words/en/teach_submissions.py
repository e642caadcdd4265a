"""The submissions of an assignment as staff see them."""

from api.words import Message
from api.words.en.count import count

TITLE = "Submissions"
EDIT = "Edit the assignment"
WHO = "Student"
WHO_SAYS = "a part of the name or the login"
CAUSE = "First cause"
STATE = "State"
ANY = "any"
LOOK = "Look"
STUDENT = "student"
HANDED_IN = "handed in"
ATTEMPT = "attempt"
POINTS = "points"
SEE = "see it"
SEE_AS = "as its student does:"
FIRST_CAUSE = "first cause"
STANDING = "state"
OLDER = "Older ones"
NEWEST = "The newest"
NONE = "Nothing was handed in that fits."
NO_CAUSE = "–"
AGAIN = "Grade all of them again"
AGAIN_SAYS = (
    "On the current version of the assignment. Grades stand until the new ones are there; who hands in "
    "meanwhile goes first."
)
TROUBLE = "how we failed"


def late(days: int) -> str:
    """How late a file was."""
    return f"{count(days, 'day')} late"


def outdated(number: int) -> Message:
    """Some were graded on an earlier version."""
    were = "was" if number == 1 else "were"
    return Message(
        f"{count(number, 'file')} {were} graded on an earlier version of this assignment",
        "until graded again, each keeps the share of the points it had",
    )


def failed(number: int) -> Message:
    """Some could not be graded."""
    return Message(
        f"{count(number, 'file')} could not be graded, which is our failure",
        "it costs no points and no attempt; see below how we failed, and grade again once that is mended",
    )


def waiting(number: int) -> Message:
    """A re-grade is under way."""
    return Message(f"{count(number, 'file')} {'waits' if number == 1 else 'wait'} to be graded again")
