"""Every sentence that is shown, made from ids and data. One folder a language."""

from typing import NamedTuple


class Message(NamedTuple):
    """A message: what was seen and, where there is something, what to try."""

    seen: str
    advice: str = ""
