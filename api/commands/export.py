"""Writes a package that another system runs, with this version of Backgrade in it.

Exit status: 0 if it is written, 2 if not.
"""

import argparse
import re
from pathlib import Path
from typing import TYPE_CHECKING

from api import packages
from api.commands import CommandFailed
from api.commands._arguments import add_hints, add_stage
from api.i18n import N_, gettext as _, ngettext
from api.terminal.console import out
from api.words import Message
from submissions.courses.assignments.hints import Rung

if TYPE_CHECKING:
    from collections.abc import Mapping

    from api.packages import Order, Wheel

PLAYGROUND = "playground"
"""A static site on which browsers check files: it needs no system at all."""
_SERVE = N_("Serve this folder with any web server: `python3 -m http.server --directory {folder}`.")

HELP = N_("Write a package that another system runs, with this version of Backgrade in it.")

_FILE_NAME = re.compile(r"\w[\w.-]*\.(py|ipynb)", re.ASCII)
_IMAGE_NAME = re.compile(r"[a-z0-9][\w./:@-]*", re.ASCII)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Take the system, what it grades there, and where the package goes."""
    from api.i18n import LANGUAGES
    from grader.sandbox.level import Level

    add = parser.add_argument
    systems = [*packages.names(), PLAYGROUND]
    add(
        "system",
        choices=systems,
        metavar="SYSTEM",
        help=_("The system that runs it: {systems}.", systems=", ".join(systems)),
    )
    add("--out", required=True, type=Path, metavar="DIR", help=_("The folder to write the package to."))
    add_stage(parser)
    add_hints(parser, _("How much students see, as for `check` (default: %(default)d)."))
    add(
        "--sandbox-level",
        choices=[str(level) for level in Level if level is not Level.TRUSTED],
        metavar="LEVEL",
        default=str(Level.FILTERED),
        help=_("The weakest sandbox in which files may be graded there (default: %(default)s)."),
    )
    _add_contents(parser)
    add(
        "--lang",
        choices=LANGUAGES,
        metavar="CODE",
        help=_("The language of the reports: en or es (default: that of the machine)."),
    )


def _add_contents(parser: argparse.ArgumentParser) -> None:
    """Add the parts of the package, and the name of the file that students submit."""
    add = parser.add_argument
    add(
        "--file",
        type=_file_name,
        metavar="NAME",
        default="value.py",
        help=_("The name of the file that students submit (default: %(default)s)."),
    )
    add(
        "--image",
        type=_image_name,
        metavar="NAME",
        default="backgrade-grader",
        help=_("The name of the container image, for systems that grade in one (default: %(default)s)."),
    )
    add(
        "--wheel",
        type=Path,
        metavar="PATH",
        help=_("The wheel of Backgrade to use (default: made from the version that runs)."),
    )
    add(
        "--dependencies",
        type=Path,
        metavar="DIR",
        help=_("A folder with the wheels that Backgrade needs, for an installation without a network."),
    )


def run(arguments: argparse.Namespace) -> int:
    """Write the files, list them, and say what to do with them."""
    from api.i18n import current, speaking
    from submissions.grading.intake.source import shown_name

    if arguments.system == PLAYGROUND:
        return _write_playground(arguments.out)
    package = packages.load(arguments.system)
    with speaking(arguments.lang or current()):
        tree = package.tree(_order(arguments))
    for path in packages.write(tree, arguments.out):
        out(f"{shown_name(str(path))}\n")
    out(f"\n{_(package.NEXT)}\n")
    return 0


def _write_playground(folder: Path) -> int:
    """Write the static site on which browsers check files; its files are many, so they are not listed."""
    from api.browser.pyodide import PyodideMissing
    from api.playground.site import site
    from submissions.grading.intake.source import shown_name

    shown = shown_name(str(folder))
    try:
        written = len(list(packages.write(site(), folder)))
    except PyodideMissing:
        raise CommandFailed(
            Message(
                _("Pyodide is not on this machine, so the playground cannot be written."),
                _("Run `make assets` in a clone: it needs npm."),
            )
        ) from None
    said = ngettext("{n} file is in {folder}.", "{n} files are in {folder}.", written, folder=shown)
    out(f"{said}\n\n{_(_SERVE, folder=shown)}\n")
    return 0


def _file_name(name: str) -> str:
    """Return a file name that needs no quotes anywhere."""
    if _FILE_NAME.fullmatch(name):
        return name
    raise argparse.ArgumentTypeError(_("use a plain name that ends with .py or .ipynb"))


def _image_name(name: str) -> str:
    if _IMAGE_NAME.fullmatch(name):
        return name
    raise argparse.ArgumentTypeError(_("{name} is not the name of an image", name=repr(name)))


def _order(arguments: argparse.Namespace) -> "Order":
    from api.packages import Order
    from grader.sandbox.level import Level

    wheel = _wheel(arguments.wheel)
    return Order(
        stage=arguments.stage,
        hints=Rung(arguments.hints),
        level=Level(arguments.sandbox_level),
        file=arguments.file,
        image=arguments.image,
        wheel=wheel,
        dependencies=_dependencies(arguments.dependencies, wheel),
        language=arguments.lang,
    )


def _dependencies(folder: Path | None, wheel: "Wheel") -> "Mapping[str, bytes]":
    from api.packages import NotRequired, dependencies
    from submissions.grading.intake.source import shown_name

    if folder is None:
        return {}
    try:
        return dependencies(folder, wheel)
    except NotRequired as refused:
        raise CommandFailed(_not_required(shown_name(str(refused.args[0])))) from None
    except OSError:
        raise CommandFailed(_not_required(shown_name(str(folder)))) from None


def _wheel(path: Path | None) -> "Wheel":
    from api.packages import NotOurWheel, given_wheel, own_wheel
    from submissions.grading.intake.source import shown_name

    if path is None:
        return own_wheel()
    try:
        return given_wheel(path)
    except (NotOurWheel, OSError):
        raise CommandFailed(
            Message(
                _("{path} is not a wheel of Backgrade that a package can use.", path=shown_name(str(path))),
                _("Build one with `pip wheel --no-deps .` in a clone, or leave out --wheel."),
            )
        ) from None


def _not_required(path: str) -> Message:
    """A wheel, or a folder without any, that was given as what Backgrade needs."""
    return Message(
        _("{path} has nothing that this version of Backgrade needs.", path=path),
        _(
            "Download the wheels into an empty folder: `pip download --require-hashes --only-binary :all: "
            "-r requirements.txt`. Or leave out --dependencies."
        ),
    )
