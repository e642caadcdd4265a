"""The key of an authenticator app: a picture to scan, and the same to type."""

import segno

from grader.records import Frozen
from submissions.people.access.second_factors import AppKey

_SCALE = 5
_GROUP = 4


class ShownKey(Frozen):
    """A key as a page shows it."""

    picture: str
    """The address of the picture, which has it in itself."""
    text: str


def shown_key(key: AppKey) -> ShownKey:
    """The key for eyes and for cameras, dark on white in every theme."""
    picture = segno.make_qr(key.address).svg_data_uri(scale=_SCALE, border=4, dark="#000", light="#fff")
    groups = (key.text[start : start + _GROUP] for start in range(0, len(key.text), _GROUP))
    return ShownKey(picture, " ".join(groups))
