"""What can be wrong with a package that is exported."""

from api.i18n import gettext as _
from api.words import Message


def not_a_wheel(path: str) -> Message:
    """A file that was given as the wheel of Backgrade."""
    return Message(
        _("{path} is not a wheel of Backgrade that a package can use.", path=path),
        _("Build one with `pip wheel --no-deps .` in a clone, or leave out --wheel."),
    )
