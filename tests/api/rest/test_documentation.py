"""What docs/rest.md prints works as it is printed, against a real server."""

import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from submissions.people.access.policy import Scope
from tests.thorough import at_length

TOP = Path(__file__).parents[3]
PAGE = (TOP / "docs" / "rest.md").read_text(encoding="utf-8")
PRINTED = "http://127.0.0.1:8000"
BASH = shutil.which("bash") or ""
COMMAND = ".venv/bin/backgrade"
BACKGRADE = str(Path(sys.executable).with_name("backgrade"))

_BLOCKS = re.findall(r"^```sh\n(.*?)^```$", PAGE, flags=re.MULTILINE | re.DOTALL)
_PATIENCE = 300

pytestmark = pytest.mark.skipif(not all(map(shutil.which, ("bash", "curl"))), reason="needs bash and curl")


@pytest.fixture(scope="module")
def environment(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """That of the server, and of who uses it."""
    folder = tmp_path_factory.mktemp("served")
    return {**os.environ, "BACKGRADE_DATA_DIR": str(folder), "BACKGRADE_SANDBOX": "embedded"}


@pytest.fixture(scope="module")
def served(environment: dict[str, str]) -> Iterator[str]:
    """The address of a server that grades."""
    command = [BACKGRADE, "serve", "--port", "0", "--workers", "1"]
    with subprocess.Popen(command, cwd=TOP, env=environment, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        try:
            for line in server.stdout:
                if found := re.search(r"http://127\.0\.0\.1:\d+", line):
                    yield found[0]
                    break
        finally:
            server.send_signal(signal.SIGTERM)
            server.stdout.read()


def run(lines: str, served: str, environment: dict[str, str]) -> str:
    """What the lines print, where none of them fails."""
    text = lines.replace(PRINTED, served).replace(COMMAND, BACKGRADE)
    done = subprocess.run(
        [BASH, "-euo", "pipefail", "-c", text],
        cwd=TOP,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
        timeout=_PATIENCE,
    )

    assert done.returncode == 0, done.stderr
    return done.stdout


@at_length
def test_the_lines_of_the_page_work_in_their_order(served: str, environment: dict[str, str]) -> None:
    # A line between the blocks, so that it can be seen which of them printed what.
    printed = run("\necho; echo '#####'\n".join(_BLOCKS), served, environment)
    answers = [each.strip() for each in printed.split("#####")]

    assert len(answers) == len(_BLOCKS)
    whole = "\n".join(answers)
    assert '"login":"operator"' in answers[0]
    assert '"state":"graded"' in whole
    assert '"cause":"overwritten_gradient"' in whole
    assert '{"genuine":true}' in whole
    assert '"fault": "overwritten_gradient"' in whole
    assert '"/problems/unusable"' in whole
    assert 'rel="next"' in whole
    assert '"hint_rung":4' in whole
    assert "Name,Login," in whole
    assert set(re.findall(r'"type":"(/problems/[\w-]+)"', whole)) == {"/problems/unusable"}


def test_every_scope_is_in_the_table() -> None:
    assert set(re.findall(r"`(\w+:\w+|admin)`", PAGE.partition("## Scopes")[2])) == set(Scope)
