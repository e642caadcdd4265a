"""The key by which names are sorted: as people sort them, and the same in every database."""

import unicodedata

LONGEST = 200

_LETTERS = str.maketrans(
    {
        "ß": "ss",
        "æ": "ae",
        "œ": "oe",
        "ø": "o",
        "đ": "d",
        "ð": "d",
        "þ": "th",
        "ł": "l",
        "ħ": "h",
        "\u0131": "i",
    }
)
"""Letters that Unicode does not take apart, and that readers look for beside these."""


def name_key(name: str) -> str:
    """Return the name without accents, case and punctuation: `Ángel O'Neill` stands at `angel oneill`."""
    apart = unicodedata.normalize("NFKD", name[:LONGEST].casefold()).translate(_LETTERS)
    words = "".join(_letter(letter) for letter in apart).split()
    return " ".join(words)[:LONGEST]


def family_key(name: str) -> str:
    """Return the key with the family name first: the part before a comma, else the last word."""
    family, comma, given = name.partition(",")
    if not comma:
        given, _, family = name.strip().rpartition(" ")
    return name_key(f"{family} {given}")


def _letter(letter: str) -> str:
    if letter in "-_,;":
        return " "
    return letter if letter.isalnum() or letter.isspace() else ""
