"""The pages on which people sign in."""

from api.words import Message

TITLE = "Sign in"
LOGIN = "Login"
LOGIN_HINT = "your e-mail address or the name you chose"
PASSWORD = "Password"  # noqa: S105 - the word
SIGN_IN = "Sign in"
NO_ACCOUNT = "No account yet? It is made when you"
JOIN = "join a course with a code"
FORGOTTEN = "Forgot your password? Whoever runs this service can make a link for you that signs in once."

LINK_TITLE = "Sign in by link"
LINK_BUTTON = "Sign in"
LINK_ONCE = "This link works once, in this browser."


def link_for(name: str) -> Message:
    """Whom a link signs in."""
    return Message(f"this link signs you in as {name}", LINK_ONCE)
