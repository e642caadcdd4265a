"""What can be wrong with a package that is exported."""

from api.i18n import gettext as _
from api.words import Message


def not_a_wheel(path: str) -> Message:
    """A file that was given as the wheel of Backgrade."""
    return Message(
        _("{path} is not a wheel of Backgrade that a package can use.", path=path),
        _("Build one with `pip wheel --no-deps .` in a clone, or leave out --wheel."),
    )


def not_required(path: str) -> Message:
    """A wheel, or a folder without any, that was given as what Backgrade needs."""
    return Message(
        _("{path} has nothing that this version of Backgrade needs.", path=path),
        _(
            "Download the wheels into an empty folder: `pip download --require-hashes --only-binary :all: "
            "-r requirements.txt`. Or leave out --dependencies."
        ),
    )


def pyodide_missing() -> Message:
    """The playground is wanted where nobody has built what it consists of."""
    return Message(
        _("Pyodide is not on this machine, so the playground cannot be written."),
        _("Run `make assets` in a clone: it needs npm."),
    )
