"""List the suites, or show the page of one."""

import argparse
from typing import TYPE_CHECKING

from api.console import out, tell

if TYPE_CHECKING:
    from suites import Suite

_NOT_FOUND = 2


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Which one, if any."""
    parser.add_argument(
        "slug", nargs="?", metavar="SLUG", help="the suite to show; without it, all are listed"
    )


def run(arguments: argparse.Namespace) -> int:
    """Print the list or the page."""
    from difflib import get_close_matches

    import suites
    from api.words.suite import unknown
    from submissions.intake.source import shown_name

    found = suites.load()
    if arguments.slug is None:
        _print_list(list(found.values()))
        return 0
    if arguments.slug not in found:
        tell(unknown(shown_name(arguments.slug), get_close_matches(arguments.slug, found)))
        return _NOT_FOUND
    _print_page(found[arguments.slug])
    return 0


def _print_list(found: list["Suite"]) -> None:
    from api.words.suite import STAGES, points_of, total
    from suites import Stage

    width = max(len(suite.slug) for suite in found)
    for stage in Stage:
        out(f"{STAGES[stage]}\n")
        for suite in found:
            if suite.stage is stage:
                out(f"  {suite.slug:<{width}}  {points_of(suite):>9}  {suite.title}\n")
        out("\n")
    out(f"{total(found)}\n")


def _print_page(suite: "Suite") -> None:
    import suites
    from api.prose import printed
    from api.words.suite import GRAPHS, STAGES, points_of

    heading = f"{suite.title} ({STAGES[suite.stage]}, {points_of(suite)})"
    out(f"{heading}\n\n{printed(suites.page(suite.slug)).strip()}\n\n{GRAPHS}\n")
    for graph in suite.graphs:
        for number, line in enumerate(graph.caption.splitlines()):
            out(f"{'  ' if number else '- '}{line}\n")
        for point in graph.textbook:
            out(f"    at {', '.join(f'{name} = {value:g}' for name, value in point.items())}\n")
