"""The settings: where each comes from, and what is wrong with one."""

from api.words import Message
from submissions.operating.settings import SettingsWrong
from submissions.operating.settings_listing import Origin

ORIGINS = {
    Origin.ENVIRONMENT: "environment",
    Origin.FILE: "file",
    Origin.DEFAULT: "default",
}
NOTHING = "(empty)"
HIDDEN = "***"


def wrong(error: SettingsWrong) -> Message:
    """One that cannot be used, or several."""
    seen = "; ".join(f"{name}: {what[:1].lower()}{what[1:]}" for name, what in error.problems.items())
    return Message(seen, "docs/settings.md says what each takes")


def unknown(variables: list[str]) -> Message:
    """Variables that look like settings."""
    return Message(f"no such setting: {', '.join(variables)}", "docs/settings.md has all of them")


def file_line(path: str, *, there: bool) -> str:
    """Which file is read."""
    return f"file: {path}" if there else f"file: {path}, which is not there"


PAGE = """# Settings

Each is a variable of the environment, or a line of a TOML file under the name in the second column. The file
is the one that `BACKGRADE_SETTINGS` names, else `backgrade.toml` in the folder where the command is run. The
environment goes before the file, and what is given on the command line goes before both. `backgrade settings`
shows what holds, and where each is from.

| variable | in the file | when nothing is said | what it does |
|---|---|---|---|
{rows}

Three more are read from the environment only, by every command that grades:

| variable | when nothing is said | what it does |
|---|---|---|
| `BACKGRADE_SANDBOX` | `auto` | `embedded` or `container` insists on one; `auto` takes what is stronger |
| `BACKGRADE_SANDBOX_IMAGE` | `backgrade-sandbox` | the image that containers are made of |
| `DOCKER_HOST` | the usual socket | where the container engine is |

This page is written by `backgrade settings --markdown`; a test keeps it so.
"""


def row(variable: str, name: str, default: str, description: str) -> str:
    """One setting in the table."""
    shown = f"`{default}`" if default else ""
    return f"| `{variable}` | `{name}` | {shown} | {description} |"
