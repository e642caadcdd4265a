"""Build the image that submissions are graded in.

Exit status: 0 if it is built, 2 if not.
"""

import argparse
import os
from contextlib import closing
from pathlib import Path

from api.console import out


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What to do with it: `build` is all there is."""
    build = parser.add_subparsers(dest="action", metavar="ACTION", required=True).add_parser(
        "build", help="build the image that submissions are graded in"
    )
    add = build.add_argument
    add(
        "--base",
        metavar="IMAGE",
        help="with Python; the official slim one by default, in production by digest",
    )
    add(
        "--tag",
        metavar="NAME",
        help="the image's name (default: $BACKGRADE_SANDBOX_IMAGE, or backgrade-sandbox)",
    )
    add(
        "--numpy",
        type=Path,
        metavar="WHEEL",
        help="where the numpy installed here is not for Linux, or another Python",
    )


def run(arguments: argparse.Namespace) -> int:
    """Build it, and show what the engine tells."""
    from api.sandboxes import engine_address, image_name
    from api.words.sandbox import built
    from grader.sandbox.base import printable
    from grader.sandbox.building import build
    from grader.sandbox.container import ContainerEngine
    from grader.sandbox.image import default_base

    base, tag = arguments.base or default_base(), arguments.tag or image_name(os.environ)
    with closing(ContainerEngine(engine_address(os.environ))) as engine:
        for told in build(engine, base=base, tag=tag, wheel=arguments.numpy):
            out(printable(told))
        image = engine.image(tag)
    out(f"{built(tag, image.id if image else '', base)}\n")
    return 0
