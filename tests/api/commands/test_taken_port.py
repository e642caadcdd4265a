"""A port that another program has: the advice starts the service at a free one, in its user's own words."""

import re
import shlex
import socket
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from api.command import main
from api.terminal import invocation
from api.web.listening import bound

Capture = pytest.CaptureFixture[str]
Patch = pytest.MonkeyPatch
MAKEFILE = Path(__file__).parents[3] / "Makefile"


@pytest.fixture
def taken(tmp_path: Path, monkeypatch: Patch) -> Iterator[int]:
    monkeypatch.setenv("BACKGRADE_DATA_DIR", str(tmp_path))
    with closing(socket.socket()) as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        yield other.getsockname()[1]


def advice(capsys: Capture, port: int) -> str:
    assert main(["serve", "--port", str(port)]) == 2
    seen, advised = capsys.readouterr().err.splitlines()
    assert seen == f"Another program listens on 127.0.0.1:{port} already."
    found = re.fullmatch(r"  Choose another port: `(.+)`", advised)
    assert found
    return found[1]


@pytest.mark.parametrize("program", ["backgrade", ".venv/bin/backgrade"])
def test_the_command_that_was_given_has_a_free_port(
    taken: int, program: str, monkeypatch: Patch, capsys: Capture
) -> None:
    monkeypatch.delenv(invocation.BY_MAKE, raising=False)
    monkeypatch.setattr("sys.argv", [program, "serve"])

    name, serve, option, port = shlex.split(advice(capsys, taken))
    assert (name, serve, option) == (program, "serve", "--port")
    bound("127.0.0.1", int(port)).close()


def test_who_uses_make_is_told_so(taken: int, monkeypatch: Patch, capsys: Capture) -> None:
    monkeypatch.setenv(invocation.BY_MAKE, "1")

    make, target, argument = shlex.split(advice(capsys, taken))
    assert (make, target) == ("make", "run")
    assert re.fullmatch(r"ARGS=--port=\d+", argument)


def test_make_says_that_it_is_make() -> None:
    recipe = MAKEFILE.read_text(encoding="utf-8").partition("\nrun:")[2].partition("\n\n")[0]

    assert f"{invocation.BY_MAKE}=1" in recipe
    assert recipe.rstrip().endswith("backgrade serve $(ARGS)")


def test_a_program_in_the_path_has_its_short_name(monkeypatch: Patch) -> None:
    monkeypatch.setattr("shutil.which", {"backgrade": "/usr/local/bin/backgrade"}.get)
    monkeypatch.setattr("sys.argv", ["/usr/local/bin/backgrade"])
    assert invocation.command() == "backgrade"

    monkeypatch.setattr("sys.argv", ["/usr/lib/python3/pytest/__main__.py"])
    assert invocation.command() == "backgrade"
