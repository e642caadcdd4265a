"""The names an outcome may have: on a busy machine one limit may be reached before another."""

_SLOW = frozenset({"time", "wall", "memory"})


def allowed(kinds: str | set[str]) -> set[str]:
    """The kinds that were named, and where one of them is a limit, those on time too."""
    named = set(kinds.split("|")) if isinstance(kinds, str) else set(kinds)
    return named | {"time", "wall", "budget"} if named & _SLOW else named
