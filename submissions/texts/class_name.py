"""The name of the class that is graded, where a file has several; empty where the likeliest is."""

import re

from submissions.errors import Unusable

LONGEST = 80
_LETTERS = r"A-Za-z_\u00c0-\u024f\u0370-\u052f\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7a3"
PATTERN = f"^(?:[{_LETTERS}][{_LETTERS}0-9]*)?$"
"""The pattern in the interface's description: a name of Python's in letters that people write, or nothing."""

_NAME = re.compile(PATTERN.removesuffix("$"))


def class_name(field: str, text: str) -> str:
    """The name without spaces around it."""
    name = text.strip()
    if len(name) > LONGEST:
        raise Unusable(field, "too-long", longest=LONGEST)
    if _NAME.fullmatch(name) is None:
        raise Unusable(field, "not-a-class-name")
    return name
