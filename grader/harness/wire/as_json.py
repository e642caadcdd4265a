"""Data as JSON, by an encoder that is made before any submission could put another in its place."""

import json

_encoded = json.JSONEncoder(ensure_ascii=False).encode  # so that `replace` sees half a character


def as_json(data: object) -> bytes:
    """Return data as the text of a message."""
    return _encoded(data).encode("utf-8", "replace")
