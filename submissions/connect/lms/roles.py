"""Roles of a platform as a place in a course. Only those in its course count, none of the institution."""

from collections.abc import Iterable

from submissions.tables import Role

_COURSE = "http://purl.imsglobal.org/vocab/lis/v2/membership"
_TEACHERS = frozenset({"Instructor", "ContentDeveloper", "Administrator"})
_SHORT = _TEACHERS | {"Learner", "TeachingAssistant"}
"""Names that some platforms send without their address."""


def role_of(roles: Iterable[str]) -> Role | None:
    """Return the role in the course; None where none of the given ones is a role here.

    Assistants come first, since most of them come as instructors too.
    """
    named = {_name(role) for role in roles}
    if "TeachingAssistant" in named:
        return Role.ASSISTANT
    if named & _TEACHERS:
        return Role.INSTRUCTOR
    return Role.STUDENT if "Learner" in named else None


def _name(role: str) -> str:
    """`Instructor` of `...#Instructor`; of `.../Instructor#TeachingAssistant` the latter."""
    if role in _SHORT:
        return role
    if not role.startswith(_COURSE):
        return ""
    kind, _, name = role.removeprefix(_COURSE).partition("#")
    if not kind:
        return name
    if name == "TeachingAssistant":
        return name
    return kind.removeprefix("/") if kind.startswith("/") else ""
