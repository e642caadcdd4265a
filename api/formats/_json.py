"""JSON as other systems read it."""

import json


def document(content: object) -> str:
    """A document of several lines, in ASCII: no reader has to know its encoding."""
    return json.dumps(content, indent=2, allow_nan=False) + "\n"


def line(content: object) -> str:
    """A document in one line."""
    return json.dumps(content, allow_nan=False)
