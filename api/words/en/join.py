"""The page on which people join a course."""

TITLE = "Join a course"
LEAD = "Enter the code that whoever teaches you gave you."
CODE = "Join code"
CODE_HINT = "sixteen letters and digits; capitals and dashes do not matter"
GO_ON = "Go on"
JOIN = "Join"
ACCOUNT = "Make your account"
LOGIN = "Login"
LOGIN_HINT = "your e-mail address or any name without spaces; you sign in with it"
NAME = "Name"
NAME_HINT = "as whoever teaches you knows you"
PASSWORD = "Password"  # noqa: S105 - the word
PASSWORD_HINT = "at least 12 characters; a few words that only you put together are good"  # noqa: S105
MAKE_AND_JOIN = "Make account and join"
HAVE_ACCOUNT = "You have an account already?"
SIGN_IN = "Sign in and join"
ANOTHER_CODE = "Use another code"
LOGIN_TAKEN = "somebody has this login already; if it is you, sign in instead"


def joining(title: str) -> str:
    """The heading over a course that a code leads to."""
    return f"Join “{title}”"


def as_whom(name: str) -> str:
    """Who joins, where somebody is signed in."""
    return f"You join as {name}."
