"""Why a file is not accepted, and what to do."""

from api.i18n import N_, gettext as _, size
from api.words import Message
from submissions.grading.intake.source import Kind, Refused

_TEXTS: dict[Kind, tuple[str, str]] = {
    "not-found": (N_("The file does not exist."), N_("Check the spelling and the folder.")),
    "directory": (N_("This is a folder."), N_("Give the name of a file in it.")),
    "no-submission": (
        N_("This folder has no .py file and no notebook."),
        N_("Check the spelling. Files whose names begin with a dot are left out."),
    ),
    "unreadable": (N_("The file cannot be opened for reading."), N_("Check its permissions.")),
    "not-a-file": (
        N_("This is not a file but a device, a pipe or a socket."),
        N_("Save the content as a file first."),
    ),
    "too-large": (
        N_("The file is too large ({size}; the limit is {limit})."),
        N_("Check that it is the right file. In a notebook, clear the outputs."),
    ),
    "wrong-type": (
        N_("The name or the content of this file shows that it is not Python code and not a notebook."),
        N_(
            "Choose a .py or .ipynb file. If this file is Python code or a notebook, rename it so "
            "that it ends in .py or .ipynb."
        ),
    ),
    "empty": (N_("The file is empty."), N_("Check that you saved it.")),
}
"""The texts by the kind of refusal: what happened, and what to do."""


def refusal(refused: Refused) -> Message:
    """Say what happened and what to do."""
    seen, advice = _TEXTS[refused.kind]
    data = {
        "size": size(refused.size or 0),
        "limit": size(refused.limit or 0),
    }
    return Message(_(seen, **data), _(advice, **data))
