"""The page of one's own account."""

from api.words import Message
from api.words.en.count import count
from submissions.policy import Scope

TITLE = "Your account"
NO_PASSWORD = Message(
    "you have no password yet: when you sign out here, only a new link lets you in again",
    "choose one below",
)

PROFILE = "Name and time zone"
LOGIN = "Login"
NAME = "Name"
ZONE = "Time zone"
ZONE_HINT = "in which times are shown to you outside of courses"
SAVE = "Save"

PASSWORD = "Password"  # noqa: S105 - the word
CURRENT = "Current password"
NEW = "New password"
NEW_HINT = "at least 12 characters; a few words that only you put together are good"
KEEP = "Change password"
SIGNS_OUT = "All other browsers are signed out by this."

SESSIONS = "Where you are signed in"
BROWSER = "Browser"
SEEN = "Last seen"
SINCE = "Since"
HERE = "this one"
UNKNOWN = "unknown"
END = "Sign out"
END_OTHERS = "Sign out everywhere else"
END_ALL = "Sign out everywhere"

TOKENS = "Tokens"
TOKENS_LEAD = (
    "A token lets a program of yours use the REST interface with a part of your rights. Whoever has it can "
    "do what it is good for, so give it little and keep it like a password."
)
NEW_TOKEN = "Your new token"  # noqa: S105 - the words
TOKEN_ONCE = Message("this is shown once", "copy it now; if it gets lost, revoke it and make another")
NO_TOKENS = "You have none."
TOKEN_NAME = "Name"  # noqa: S105 - the word
TOKEN_NAME_HINT = "what it is for, so that you know it again"  # noqa: S105 - the words
TOKEN_SCOPES = "What it is good for"  # noqa: S105 - the words
TOKEN_COURSE = "Course"  # noqa: S105 - the word
ANY_COURSE = "all your courses"
TOKEN_DAYS = "Good for"  # noqa: S105 - the words
ENDING = "Ends in"
EXPIRES = "Good until"
USED = "Last used"
NEVER = "never"
REVOKE = "Revoke"
MAKE = "Make a token"

SCOPES = {
    Scope.COURSES_READ: "see courses and who is in them",
    Scope.COURSES_WRITE: "change courses and who is in them",
    Scope.ASSIGNMENTS_READ: "see assignments",
    Scope.ASSIGNMENTS_WRITE: "make and change assignments",
    Scope.SUBMISSIONS_READ: "see submissions and their results",
    Scope.SUBMISSIONS_WRITE: "hand in",
    Scope.GRADES_READ: "see grades",
    Scope.GRADES_WRITE: "change grades",
    Scope.ADMIN: "run this installation",
}


def days(number: int) -> str:
    """How long a token is good for."""
    return count(number, "day")


def end_which(browser: str) -> str:
    """A button, for who only hears it."""
    return f"{END}: {browser or UNKNOWN}"


def revoke_which(name: str) -> str:
    """The same."""
    return f"{REVOKE}: {name}"
