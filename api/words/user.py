"""What `backgrade user` says."""

from collections.abc import Sequence

from api.words.count import count
from submissions.tables import Person

_NO_PASSWORD = "no password"  # noqa: S105 - the words


def listed(people: Sequence[Person]) -> str:
    """Everybody with an account, a line each."""
    width = max((len(person.login) for person in people), default=0)
    lines = [f"{person.login:<{width}}  {_about(person)}\n" for person in people]
    return "".join([*lines, f"{count(len(people), 'account')}\n"])


def state(person: Person) -> str:
    """What somebody is now."""
    return f"{person.login}: {_about(person)}\n"


def _about(person: Person) -> str:
    parts = [
        person.name,
        "operator" if person.operator else "",
        "" if person.password_hash else _NO_PASSWORD,
        "disabled" if person.disabled_at else "",
    ]
    return ", ".join(part for part in parts if part)
