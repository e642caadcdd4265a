"""300 grades to a platform, from a sender that is killed each time between a grade and its answer.

Bar, on both databases: within ten minutes, none lost, at most one sent twice for each kill, and one request
under way. `python -m bench passback --grades=60` for fewer.
"""

import tempfile
from collections.abc import Sequence

from bench._passback import send_grades
from tests.world import postgres

_GRADES = "--grades="
_USUAL, _KILL_EVERY, _LEASE = 300, 50, 5.0
_BAR_SECONDS = 600.0


def main(options: Sequence[str] = ()) -> None:
    """Print what became of them, for both databases."""
    number = next(
        (int(option.removeprefix(_GRADES)) for option in options if option.startswith(_GRADES)), _USUAL
    )
    postgres.open_session(durable=True)
    try:
        with tempfile.TemporaryDirectory() as folder:
            _measure("SQLite", f"sqlite:///{folder}/grades.db", number)
        if lack := postgres.lacking():
            print(f"  PostgreSQL: {lack}")
            return
        with postgres.fresh(postgres.TEMPLATE) as url:
            _measure("PostgreSQL", url, number)
    finally:
        postgres.close_session()


def _measure(name: str, url: str, number: int) -> None:
    found = send_grades(url, number, kill_every=_KILL_EVERY, lease=_LEASE, patience=_BAR_SECONDS)
    is_met = (
        not found.lost
        and found.twice <= found.kills
        and found.most_of_one <= 2  # noqa: PLR2004 - sent again once
        and found.most_at_once == 1
        and found.seconds < _BAR_SECONDS
    )
    verdict = "met" if is_met else "MISSED"
    print(
        f"  {name}: {number} grades in {found.seconds:.0f} s, {found.kills} kills: {found.lost} lost, "
        f"{found.twice} sent twice, {found.most_at_once} request at once (bar: {verdict})",
        flush=True,
    )
