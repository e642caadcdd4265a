"""10,000 webhooks to a receiver that fails, from a sender that is killed.

Bar: no message is lost, on both databases, and one request is under way to each receiver.
`python -m bench webhooks --messages=500` for fewer.
"""

import tempfile
from collections.abc import Sequence

from bench._webhooks import Trouble, deliver
from tests.world import postgres

_MESSAGES = "--messages="
_USUAL, _HOOKS = 10_000, 10


def main(options: Sequence[str] = ()) -> None:
    """Print what became of them, for both databases."""
    number = next(
        (int(option.removeprefix(_MESSAGES)) for option in options if option.startswith(_MESSAGES)), _USUAL
    )
    postgres.open_session(durable=True)
    try:
        with tempfile.TemporaryDirectory() as folder:
            _measure("SQLite", f"sqlite:///{folder}/webhooks.db", number)
        if lack := postgres.lacking():
            print(f"  PostgreSQL: {lack}")
            return
        with postgres.fresh(postgres.TEMPLATE) as url:
            _measure("PostgreSQL", url, number)
    finally:
        postgres.close_session()


def _measure(name: str, url: str, number: int) -> None:
    found = deliver(url, number, _HOOKS, Trouble(), patience=300 + number / 5)
    verdict = "met" if not found.lost and found.most_at_once == 1 else "MISSED"
    print(
        f"  {name}: {number} messages to {_HOOKS} webhooks in {found.seconds:.0f} s, {found.kills} kills, "
        f"{found.failed} failures, {found.stalled} stalls: {found.lost} lost, {found.twice} sent twice, "
        f"{found.most_at_once} at once (bar: {verdict})",
        flush=True,
    )
