"""How the points of attempts went."""

from api.words.count import count


def title(first: float, last: float, attempts: int) -> str:
    """What the drawing is of."""
    return f"{count(attempts, 'attempt')}: from {first:.0%} of the points to {last:.0%}"
