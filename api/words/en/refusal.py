"""Why a file is not taken."""

from api.words import Message
from api.words.en.count import size
from submissions.intake import Refused

_WORDS = {
    "not-found": Message("there is no such file", "check the spelling and the folder"),
    "directory": Message("this is a folder", "name the files in it, for example with {name}/*.py"),
    "unreadable": Message("the file cannot be opened for reading", "check its permissions"),
    "not-a-file": Message("this is not a file but a device, a pipe or a socket", "save it as a file first"),
    "too-large": Message(
        "the file has {size}, and {limit} is the most that is taken",
        "check that it is the right file; of a notebook, clear the outputs",
    ),
    "wrong-type": Message(
        "this is neither Python code nor a notebook, by its name or its content",
        "take the .py or .ipynb file; if it is one, give it that ending",
    ),
    "empty": Message("the file is empty", "check that it was saved"),
}


def refusal(refused: Refused) -> Message:
    """What was seen and what to try."""
    seen, advice = _WORDS[refused.kind]
    data = {
        "name": refused.name.rstrip("/"),
        "size": size(refused.size or 0),
        "limit": size(refused.limit or 0),
    }
    return Message(seen.format(**data), advice.format(**data))
