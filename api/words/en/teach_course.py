"""A course as who teaches it sees it."""

from api.words.en.count import count

NEW = "New course"
TITLE = "Title"
TITLE_SAYS = "as students know it"
ZONE = "Time zone"
ZONE_SAYS = "in which its dates are entered and shown"
MAKE = "Make the course"
CHANGE = "Title and time zone"
SAVE = "Save"
AS_STUDENT = "As students see it"
PEOPLE = "People"
GRADES = "Grades"

ASSIGNMENTS = "Assignments"
NEW_ASSIGNMENT = "New assignment"
NO_ASSIGNMENTS = "There is none yet. Making one takes two minutes: a title and a date are enough."
ASSIGNMENT = "assignment"
DUE = "due"
NO_DATE = "never"
FILES = "files"
STUDENTS = "students"
STANDING = "standing"
EDIT = "edit"
SUBMISSIONS = "submissions"
DRAFT = "draft"
PUBLISHED = "published"
OVER = "over"
SOON = "opens"

CODES = "Join codes"
CODES_SAY = "Whoever enters a code becomes a student of this course. Write it on the board or send the link."
UNTIL = "good until"
REVOKE = "Take it back"
MAKE_CODE = "Make a join code"
CODE_FOR = "For"
DAYS = "Good for"
LENGTHS = ((7, "a week"), (30, "a month"), (120, "a term"), (365, "a year"))

STAFF = "Who teaches"
ALL_PEOPLE = "All people, and their roles"


def students(number: int) -> str:
    """How many are in the course."""
    return count(number, "student")


def waiting(number: int) -> str:
    """Files in the queue."""
    return f"{number:,} waiting"


def failed(number: int) -> str:
    """Files that we could not grade."""
    return f"{count(number, 'failure')} of ours"
