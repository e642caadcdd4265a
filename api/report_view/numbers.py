"""Numbers as a reader sees them: short, yet different where they differ."""

_DIGITS = range(6, 18)
"""17 digits tell any two floats apart."""


def short(number: float, digits: int = 6) -> str:
    """The number with this many digits at most."""
    return f"{number + 0.0:.{digits}g}"


def pair(expected: float, got: float) -> tuple[str, str]:
    """Both numbers, with as many digits as it takes to see a difference."""
    for digits in _DIGITS:
        texts = short(expected, digits), short(got, digits)
        if texts[0] != texts[1]:
            return texts
    return short(expected), short(got)
