"""Lists the suites, or shows the page of one.

Exit status: 0, or 2 if there is no such suite.
"""

import argparse
from typing import TYPE_CHECKING

from api.commands import CommandFailed
from api.i18n import N_, gettext as _
from api.terminal.console import out

if TYPE_CHECKING:
    from suites import Suite

HELP = N_("List the suites of graphs, or show the page of one suite.")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Take the suite, if any."""
    parser.add_argument(
        "slug",
        nargs="?",
        metavar="SLUG",
        help=_("The suite to show. Without it, the command lists all suites."),
    )


def run(arguments: argparse.Namespace) -> int:
    """Print the list or the page."""
    from difflib import get_close_matches

    import suites
    from api.words.suite import unknown
    from submissions.grading.intake.source import shown_name

    known = suites.all_suites()
    if arguments.slug is None:
        _print_list(list(known.values()))
        return 0
    if arguments.slug not in known:
        similar = get_close_matches(arguments.slug, known)
        raise CommandFailed(unknown(shown_name(arguments.slug), similar))
    _print_page(known[arguments.slug])
    return 0


def _print_list(known: list["Suite"]) -> None:
    from api.words.suite import STAGES, points_of, total
    from suites import Stage

    width = max(len(suite.slug) for suite in known)
    for stage in Stage:
        out(f"{_(STAGES[stage])}\n")
        for suite in known:
            if suite.stage is stage:
                out(f"  {suite.slug:<{width}}  {points_of(suite):>9}  {_(suite.title)}\n")
        out("\n")
    out(f"{total(known)}\n")


def _print_page(suite: "Suite") -> None:
    import suites
    from api.rendering.prose import printed
    from api.words.suite import GRAPHS, STAGES, points_of

    heading = f"{_(suite.title)} ({_(STAGES[suite.stage])}, {points_of(suite)})"
    out(f"{heading}\n\n{printed(suites.page(suite.slug).strip())}\n\n{_(GRAPHS)}\n")
    for graph in suite.graphs:
        for number, line in enumerate(graph.caption.splitlines()):
            out(f"{'  ' if number else '- '}{line}\n")
        for point in graph.textbook:
            out(f"    {', '.join(f'{name} = {value:g}' for name, value in point.items())}\n")
