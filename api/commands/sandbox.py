"""Builds the container image in which submissions are graded.

Exit status: 0 if it is built, 2 if not.
"""

import argparse
import os
from contextlib import closing
from pathlib import Path

from api.i18n import N_, gettext as _
from api.terminal.console import out

HELP = N_("Build the container image in which submissions are graded.")
_SHOWN_ID = len("sha256:") + 12


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Take what to do with it: `build` is all there is."""
    build = parser.add_subparsers(dest="action", metavar="ACTION", required=True).add_parser(
        "build", help=_(HELP), description=_(HELP)
    )
    add = build.add_argument
    add(
        "--base",
        metavar="IMAGE",
        help=_("The base image, with Python (default: the official slim image, by its digest)."),
    )
    add(
        "--tag",
        metavar="NAME",
        help=_("The name of the image (default: $BACKGRADE_SANDBOX_IMAGE, else backgrade-sandbox)."),
    )
    add(
        "--numpy",
        type=Path,
        metavar="WHEEL",
        help=_(
            "The numpy wheel to use, if the numpy of this machine is for another system or another Python."
        ),
    )


def run(arguments: argparse.Namespace) -> int:
    """Build the image, and show the messages of the engine."""
    from api.process.sandboxes import engine_address, image_name
    from grader.sandbox.building import build
    from grader.sandbox.container import ContainerEngine
    from grader.sandbox.image import default_base
    from grader.sandbox.replies import printable

    base, tag = arguments.base or default_base(), arguments.tag or image_name(os.environ)
    with closing(ContainerEngine(engine_address(os.environ))) as engine:
        for line in build(engine, base=base, tag=tag, wheel=arguments.numpy):
            out(printable(line))
        image = engine.image(tag)
    out(
        _(
            "The image {image} ({id}) was built from {base}. `backgrade doctor` checks that it is safe.\n",
            image=tag,
            id=image.id[:_SHOWN_ID] if image else "",
            base=base,
        )
    )
    return 0
