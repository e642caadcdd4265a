"""List the faults that a diagnosis knows, or show the page of one."""

import argparse
from collections.abc import Sequence
from typing import TYPE_CHECKING

from api.console import out, tell
from api.words import Message

if TYPE_CHECKING:
    from grader.faults import Fault, Layer

_NOT_FOUND = 2


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Which one, if any."""
    parser.add_argument(
        "slug", nargs="?", metavar="SLUG", help="the fault to show; without it, all are listed"
    )


def run(arguments: argparse.Namespace) -> int:
    """Print the list or the page."""
    from difflib import get_close_matches

    from grader import faults
    from submissions.intake.source import shown_name

    found = faults.load()
    if arguments.slug is None:
        _print_list(list(found.values()))
        return 0
    if arguments.slug not in found:
        tell(_unknown(shown_name(arguments.slug), get_close_matches(arguments.slug, found)))
        return _NOT_FOUND
    _print_page(found[arguments.slug])
    return 0


def _print_list(found: list["Fault"]) -> None:
    from api.words.count import count
    from grader.faults import Layer

    width = max(len(fault.slug) for fault in found)
    for layer in Layer:
        out(f"{_name(layer)}\n")
        for fault in found:
            if fault.layer is layer:
                out(f"  {fault.slug:<{width}}  {fault.title}\n")
        out("\n")
    out(f"{count(len(found), 'fault')}\n")


def _print_page(fault: "Fault") -> None:
    from api.prose import printed
    from grader import faults

    out(f"{fault.title} ({_name(fault.layer)})\n\n{printed(faults.page(fault.slug)).strip()}\n")


def _name(layer: "Layer") -> str:
    return layer.name.lower()


def _unknown(slug: str, similar: Sequence[str]) -> Message:
    names = " or ".join(f"`{name}`" for name in similar)
    return Message(f"there is no fault `{slug}`", names or "`backgrade faults` lists them all")
