"""Lists all settings, with their values and where each comes from.

Exit status: 0; 2 if one cannot be used.
"""

import argparse

from api.i18n import N_, gettext as _, listed
from api.terminal.console import out, tell
from api.words import Message

HELP = N_("List all settings with their values, and where each value comes from.")

_ORIGINS = {
    "environment": N_("environment"),
    "file": N_("file"),
    "default": N_("default"),
}
"""The texts by `Origin`, whose module would make every command load the database's."""

_PAGE = """# Settings

Each setting is an environment variable, or a line in a TOML file with the name in the second column. The
file is the one that `BACKGRADE_SETTINGS` names, else `backgrade.toml` in the working folder. The environment
overrides the file, and the command line overrides both. `backgrade settings` shows the value of each setting
and where it comes from.

| variable | in the file | default | description |
|---|---|---|---|
{rows}

Every command that grades also reads three environment variables that cannot be in the file:

| variable | default | description |
|---|---|---|
| `BACKGRADE_SANDBOX` | `auto` | `embedded` or `container` requires it; `auto` takes the stronger one |
| `BACKGRADE_SANDBOX_IMAGE` | `backgrade-sandbox` | the image of the containers |
| `DOCKER_HOST` | the usual socket | the address of the container engine |

`backgrade settings --markdown` writes this page, and a test checks that it is up to date.
"""
"""The document. It is part of the repository, so it is English."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """How they are shown."""
    parser.add_argument(
        "--markdown",
        action="store_true",
        help=_("Print docs/settings.md instead: all settings, with defaults and descriptions."),
    )


def run(arguments: argparse.Namespace) -> int:
    """Print the settings, or the page of the documents about them."""
    if arguments.markdown:
        out(page())
        return 0
    _print_values()
    return 0


def page() -> str:
    """The page of all settings with their defaults."""
    from submissions.operating.settings_listing import defaults

    rows = (
        _row(setting.variable, setting.name, _default(setting.name, setting.value), setting.description)
        for setting in defaults()
    )
    return _PAGE.format(rows="\n".join(rows))


def _row(variable: str, name: str, default: str, description: str) -> str:
    shown = f"`{default}`" if default else ""
    return f"| `{variable}` | `{name}` | {shown} | {description} |"


def _default(name: str, value: str) -> str:
    """Return a default as it reads in a document, which is the same on every machine."""
    return "processors - 1, at most 4" if name == "workers" else value


def _print_values() -> None:
    from submissions.operating import settings_listing
    from submissions.operating.settings import read_settings, settings_file

    settings = list(settings_listing.listed(read_settings()))
    width = max(len(setting.variable) for setting in settings)
    for setting in settings:
        value = setting.value or _("(empty)")
        out(f"{setting.variable:<{width}}  {value}  [{_(_ORIGINS[setting.origin])}]\n")
    path = settings_file()
    path_line = _("Settings file: {path}", path=path)
    out(
        "\n"
        + (path_line if path.is_file() else _("Settings file: {path} (it does not exist)", path=path))
        + "\n"
    )
    if unknown := settings_listing.unknown():
        tell(_unknown(unknown))


def _unknown(variables: list[str]) -> Message:
    """Variables that look like settings."""
    return Message(
        _("These variables are not settings of Backgrade: {names}.", names=listed(variables)),
        _("Check the spelling. docs/settings.md lists all settings."),
    )
