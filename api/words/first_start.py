"""What the console says before the first sign-in."""

from api.words import Message

NOT_YET = Message(
    "the database does not answer: whether somebody has signed in yet cannot be known",
    "`backgrade doctor` says what is wrong; the service asks again by itself",
)


def welcome(link: str, login: str) -> str:
    """How to come in for the first time."""
    return (
        "\nWelcome to Backgrade. Nobody has signed in yet. This link does it once, within a day:\n"
        f"\n    {link}\n\n"
        "Each start prints a fresh one until one was used. Later, "
        f"`backgrade user link {login}` makes one.\n\n"
    )
