"""All settings with their values and where each comes from, for whoever wonders why something is as it is."""

import os
from collections.abc import Iterator
from enum import StrEnum

from sqlalchemy import make_url
from sqlalchemy.exc import ArgumentError

from grader.records import Frozen
from submissions.operating.settings import FILE, PREFIX, Settings, names_in, settings_file

_OTHERS = {FILE, f"{PREFIX}SANDBOX", f"{PREFIX}SANDBOX_IMAGE", f"{PREFIX}STARTED_BY_MAKE"}
"""Read elsewhere."""
_OF_TESTS = (f"{PREFIX}REQUIRE_", f"{PREFIX}TEST_")


class Origin(StrEnum):
    """Where a value comes from."""

    ENVIRONMENT = "environment"
    FILE = "file"
    DEFAULT = "default"


class SettingEntry(Frozen):
    """One setting, with its value and source."""

    name: str
    value: str
    origin: Origin
    description: str

    @property
    def variable(self) -> str:
        """Return its name in the environment."""
        return f"{PREFIX}{self.name.upper()}"


def listed(settings: Settings) -> Iterator[SettingEntry]:
    """Yield every setting with its value, secrets left out."""
    in_file = names_in(settings_file())
    in_environment = {name.upper() for name in os.environ}
    for name, field in Settings.model_fields.items():
        origin = Origin.FILE if name in in_file else Origin.DEFAULT
        if f"{PREFIX}{name}".upper() in in_environment:
            origin = Origin.ENVIRONMENT
        yield SettingEntry(name, shown(getattr(settings, name)), origin, field.description or "")


def defaults() -> Iterator[SettingEntry]:
    """Yield every setting with its default."""
    for name, field in Settings.model_fields.items():
        yield SettingEntry(name, shown(field.get_default()), Origin.DEFAULT, field.description or "")


def unknown() -> list[str]:
    """Variables of the environment that look like settings and are none: misspelt, most likely."""
    known = {f"{PREFIX}{name}".upper() for name in Settings.model_fields} | _OTHERS
    ours = [name for name in os.environ if name.startswith(PREFIX) and name.upper() not in known]
    return sorted(name for name in ours if not name.startswith(_OF_TESTS))


def shown(value: object) -> str:
    """A value as a line of text; the password of a URL is hidden."""
    match value:
        case None:
            return ""
        case bool():
            return "true" if value else "false"
    text = str(value)
    try:
        return make_url(text).render_as_string(hide_password=True) if "://" in text else text
    except ArgumentError:
        return text
