"""What is wrong with settings."""

from api.i18n import gettext as _
from api.words import Message
from submissions.operating.settings import SettingsWrong


def wrong(error: SettingsWrong) -> Message:
    """One or several that cannot be used. The reasons are those of the library, in English."""
    seen = "; ".join(f"{name}: {reason[:1].lower()}{reason[1:]}" for name, reason in error.problems.items())
    return Message(seen, _("docs/settings.md describes every setting."))
