"""Compare the expected values with PyTorch's.

Exit status: 0 if all agree, 1 if one does not, 2 if PyTorch is not there.
"""

import argparse

from api.console import out, tell


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What to do with it: `verify` is all there is."""
    verify = parser.add_subparsers(dest="action", metavar="ACTION", required=True).add_parser(
        "verify", help="compare every suite and many random graphs, then write the certificates"
    )
    verify.add_argument("--random", type=_number, metavar="N", help="how many random graphs to compare")
    verify.add_argument("--check", action="store_true", help="do not write the certificates")


def run(arguments: argparse.Namespace) -> int:
    """Verify, and print what was compared."""
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


def _number(text: str) -> int:
    if not text.isdecimal():
        message = f"{text!r} is not a number of graphs"
        raise argparse.ArgumentTypeError(message)
    return int(text)
