"""Lists the faults that a diagnosis knows, or shows the page of one.

Exit status: 0, or 2 if there is no such fault.
"""

import argparse
from collections.abc import Sequence
from typing import TYPE_CHECKING

from api.commands import CommandFailed
from api.i18n import N_, gettext as _, listed, ngettext
from api.terminal.console import out
from api.words import Message

if TYPE_CHECKING:
    from grader.faults import Fault

HELP = N_("List the faults that the diagnosis knows, or show the page of one fault.")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Take the fault, if any."""
    parser.add_argument(
        "slug",
        nargs="?",
        metavar="SLUG",
        help=_("The fault to show. Without it, the command lists all faults."),
    )


def run(arguments: argparse.Namespace) -> int:
    """Print the list or the page."""
    from difflib import get_close_matches

    from grader import faults
    from submissions.grading.intake.source import shown_name

    known = faults.load()
    if arguments.slug is None:
        _print_list(list(known.values()))
        return 0
    if arguments.slug not in known:
        similar = get_close_matches(arguments.slug, known)
        raise CommandFailed(_unknown(shown_name(arguments.slug), similar))
    _print_page(known[arguments.slug])
    return 0


def _print_list(known: list["Fault"]) -> None:
    from api.words.fault import LAYERS

    width = max(len(fault.slug) for fault in known)
    for layer, title in LAYERS.items():
        out(f"{_(title)}\n")
        for fault in known:
            if fault.layer is layer:
                out(f"  {fault.slug:<{width}}  {_(fault.title)}\n")
        out("\n")
    out(ngettext("{n} fault", "{n} faults", len(known)) + "\n")


def _print_page(fault: "Fault") -> None:
    from api.rendering.prose import printed
    from api.words.fault import LAYERS
    from grader import faults

    page = printed(faults.page(fault.slug).strip())
    out(f"{_(fault.title)} ({_(LAYERS[fault.layer])})\n\n{page}\n")


def _unknown(slug: str, similar: Sequence[str]) -> Message:
    seen = _("There is no fault `{name}`.", name=slug)
    if not similar:
        return Message(seen, _("`backgrade faults` lists all faults."))
    names = listed([f"`{name}`" for name in similar], either=True)
    return Message(seen, _("Similar names: {names}.", names=names))
