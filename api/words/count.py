"""Numbers of things."""

_KIBIBYTE = 1 << 10
_MEBIBYTE = 1 << 20
_GIBIBYTE = 1 << 30


def count(number: int, one: str, many: str = "") -> str:
    """`1 graph`, `2 graphs`."""
    return f"{number:,} {one if number == 1 else many or one + 's'}"


def size(number: int) -> str:
    """Bytes in the unit a person would use."""
    if number >= _GIBIBYTE:
        return f"{number / _GIBIBYTE:.4g} GiB"
    if number >= _MEBIBYTE:
        return f"{number / _MEBIBYTE:.4g} MiB"
    if number >= _KIBIBYTE:
        return f"{number / _KIBIBYTE:.4g} KiB"
    return count(number, "byte")


def seconds(number: float) -> str:
    """A length of time."""
    return "a second" if number == 1 else f"{number:g} seconds"


def listed(words: list[str]) -> str:
    """`a`; `a and b`; `a, b and c`."""
    if len(words) < 2:  # noqa: PLR2004 - two is where a list begins
        return "".join(words)
    return f"{', '.join(words[:-1])} and {words[-1]}"
