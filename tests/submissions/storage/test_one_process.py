"""Two processes never serve from one SQLite database."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from submissions.storage.one_process import InUse, only_process

_HOLD = """
import sys, time
from pathlib import Path
from submissions.storage.one_process import only_process
with only_process(Path(sys.argv[1])):
    print("held", flush=True)
    time.sleep(60)
"""


def test_a_second_one_is_refused_and_told_who_has_it(tmp_path: Path) -> None:
    with only_process(tmp_path / "a.db"), pytest.raises(InUse) as refused, only_process(tmp_path / "a.db"):
        pass

    assert refused.value.process == str(os.getpid())


def test_another_database_is_free(tmp_path: Path) -> None:
    with only_process(tmp_path / "a.db"), only_process(tmp_path / "b.db"):
        pass


def test_a_process_that_was_killed_holds_nothing(tmp_path: Path) -> None:
    path = tmp_path / "a.db"
    with subprocess.Popen([sys.executable, "-c", _HOLD, str(path)], stdout=subprocess.PIPE) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == b"held\n"
        with pytest.raises(InUse), only_process(path):
            pass
        other.send_signal(signal.SIGKILL)
    with only_process(path):
        pass
