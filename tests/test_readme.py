"""What the README prints for programs works as it is printed, on a service that was just started."""

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.patience import until

TOP = Path(__file__).parent.parent
README = (TOP / "README.md").read_text(encoding="utf-8")
COMMAND = str(Path(sys.executable).with_name("backgrade"))

pytestmark = pytest.mark.skipif(not shutil.which("curl"), reason="curl is not installed")


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    return {
        **os.environ,
        "BACKGRADE_DATA_DIR": str(tmp_path),
        "BACKGRADE_PORT": "0",
        "BACKGRADE_WORKERS": "1",
    }


@pytest.fixture
def address(environment: dict[str, str], tmp_path: Path) -> Iterator[str]:
    """Where a service answers that was started for the first time."""
    with (
        (tmp_path / "log").open("w") as log,
        subprocess.Popen(
            [COMMAND, "serve"], env=environment, stdout=subprocess.PIPE, stderr=log, text=True
        ) as service,
    ):
        assert service.stdout is not None
        line = service.stdout.readline()
        assert "http://" in line, (tmp_path / "log").read_text()
        yield line.split()[-1]
        service.terminate()
        service.stdout.read()
    assert service.returncode == 0


def block(first: str) -> list[str]:
    """The lines of the part that begins so."""
    (found,) = re.findall(rf"^(    {re.escape(first)}.*?)\n\n", README, flags=re.MULTILINE | re.DOTALL)
    return [line.strip() for line in found.replace("\\\n", " ").splitlines()]


def shell(line: str, environment: dict[str, str]) -> str:
    done = subprocess.run(
        ["/bin/sh", "-ec", line], env=environment, capture_output=True, text=True, cwd=TOP, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def asked(line: str, environment: dict[str, str]) -> dict[str, Any]:
    return dict(json.loads(shell(line.replace("curl ", "curl -sS --fail-with-body "), environment)))


def test_the_lines_for_programs_work(address: str, environment: dict[str, str]) -> None:
    for line in block("export API="):
        mine = line.replace(".venv/bin/backgrade", COMMAND).replace("http://127.0.0.1:8000", address)
        name = mine.split("=")[0].removeprefix("export ")
        environment[name] = shell(f'{mine}; printf %s "${name}"', environment)
    courses, assignments, submit, submission, report = block('curl -H "$AUTH" $API/courses\n')

    environment["COURSE"] = asked(courses, environment)["items"][0]["id"]
    environment["ASSIGNMENT"] = asked(assignments, environment)["items"][0]["id"]
    environment["SUBMISSION"] = asked(submit, environment)["id"]
    until(lambda: asked(submission, environment)["state"] == "graded")
    found = asked(report, environment)
    assert found["diagnosis"]["findings"][0]["fault"] == "overwritten_gradient"
