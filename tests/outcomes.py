"""The names an outcome may have: on a busy machine one limit may be reached before another."""

_SOONER = {"time": {"wall"}, "memory": {"time", "wall"}, "output": {"time", "wall"}}
"""What may stop a submission on its way to a limit: a starved one waits longer than it computes, and goes on
printing where its reader is starved."""


def allowed(kinds: str | set[str]) -> set[str]:
    """The kinds that were named, and the limits that may be reached on the way to one of them."""
    named = set(kinds.split("|")) if isinstance(kinds, str) else set(kinds)
    return named.union(*(_SOONER.get(kind, set()) for kind in named))
