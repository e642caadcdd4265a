"""2,000 files handed in over REST at once, with kill -9 every few seconds; what was lost or graded twice.

Bar: nothing, on both engines. `python -m bench burst --files=200` for fewer.
"""

import tempfile
from collections.abc import Sequence
from pathlib import Path

from bench._burst import burst
from bench._service import Installation, prepared
from tests.world import postgres

_FILES = "--files="
_USUAL = 2000
_EVERY = (2.0, 5.0)


def main(options: Sequence[str] = ()) -> None:
    """Print what became of them, for both engines."""
    files = next(
        (int(option.removeprefix(_FILES)) for option in options if option.startswith(_FILES)), _USUAL
    )
    postgres.open_session(durable=True)
    try:
        with tempfile.TemporaryDirectory() as folder:
            _measure("embedded, SQLite", f"sqlite:///{folder}/backgrade.db", Path(folder), files, workers=0)
        if lack := postgres.lacking():
            print(f"  cluster: {lack}")
            return
        with tempfile.TemporaryDirectory() as folder, postgres.fresh(postgres.TEMPLATE) as url:
            _measure("cluster, PostgreSQL, 2 workers", url, Path(folder), files, workers=2)
    finally:
        postgres.close_session()


def _measure(name: str, url: str, folder: Path, files: int, *, workers: int) -> None:
    members = prepared(url, students=max(1, files // 10))
    with Installation(url, folder, workers=workers) as installation:
        outcome = burst(installation, members, files, every=_EVERY, patience=60 + files)
    lost = files - len(outcome.acknowledged)
    print(
        f"  {name}: {files} files, {outcome.kills} kills: {lost} lost, {outcome.not_once} not graded exactly "
        f"once; {outcome.again} attempts were lost; handed in after {outcome.seconds_to_hand_in:.0f} s, "
        f"all graded after {outcome.seconds_in_all:.0f} s"
    )
