"""Compares the expected values with PyTorch's; measures which faults the suites see.

Exit status: 0 if all agree, 1 if one does not, 2 if PyTorch or a sandbox is not there.
"""

import argparse

from api.i18n import N_, gettext as _
from api.terminal.console import out, tell

HELP = N_("Compare the expected values with PyTorch. Only authors of suites need this.")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Take what to do: `verify` or `coverage`."""
    actions = parser.add_subparsers(dest="action", metavar="ACTION", required=True)
    coverage = _("Grade every variant of the known faults on every suite, then write the matrix.")
    actions.add_parser("coverage", help=coverage, description=coverage)
    verify = actions.add_parser(
        "verify",
        help=_("Compare every suite and many random graphs, then write the certificates."),
        description=_("Compare every suite and many random graphs, then write the certificates."),
    )
    verify.add_argument(
        "--random", type=_number, metavar="N", help=_("The number of random graphs to compare.")
    )
    verify.add_argument("--check", action="store_true", help=_("Compare only. Do not write certificates."))


def run(arguments: argparse.Namespace) -> int:
    """Verify, and print what was compared; or measure."""
    return _measure() if arguments.action == "coverage" else _verify(arguments)


def _verify(arguments: argparse.Namespace) -> int:
    from api.words.failure import failure
    from api.words.oracle import summary
    from grader import oracle
    from grader.errors import OracleDisagreement

    options = {} if arguments.random is None else {"random_graphs": arguments.random}
    try:
        verified = oracle.verify(write=not arguments.check, **options)
    except OracleDisagreement as error:
        tell(failure(error))
        return 1
    out(summary(verified))
    return 0


def _measure() -> int:
    """Several variants at once, on the sandbox of this machine."""
    import os
    from concurrent.futures import ThreadPoolExecutor
    from contextlib import closing

    from api.process.sandboxes import started
    from grader import fault_matrix

    at_once = os.cpu_count() or 1
    with (
        closing(started(os.environ, threads=at_once).sandbox) as sandbox,
        ThreadPoolExecutor(at_once) as threads,
    ):
        matrix = fault_matrix.measure(sandbox, threads.map)
    fault_matrix.FILE.write_text(fault_matrix.dumps(matrix), encoding="utf-8")
    out(
        _("The matrix is written: {variants} mistakes, {suites} suites.").format(
            variants=len(list(matrix.rows())), suites=len(matrix.suites)
        )
    )
    return 0


def _number(text: str) -> int:
    if not text.isdecimal():
        message = _("{text} is not a number of graphs", text=repr(text))
        raise argparse.ArgumentTypeError(message)
    return int(text)
