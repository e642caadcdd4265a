"""Scripts for shells, and the manual page: they know every command and option that there is."""

import argparse
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from api.command import main
from api.commands._parser import parser

_ROOT = Path(__file__).parents[3]
_MANUAL = _ROOT / "docs" / "man" / "backgrade.1"
_ASKED = """
source "$1"
COMP_WORDS=(backgrade "${@:2}")
COMP_CWORD=$(($# - 1))
_shtab_backgrade backgrade "${!#}" "${COMP_WORDS[COMP_CWORD-1]}"
echo "${COMPREPLY[@]}"
"""


def commands_below(whole: argparse.ArgumentParser) -> Iterator[argparse.ArgumentParser]:
    yield whole
    for action in whole._actions:
        if isinstance(action, argparse._SubParsersAction):
            for below in action.choices.values():
                yield from commands_below(below)


@pytest.mark.parametrize("shell", ["bash", "fish", "zsh"])
def test_a_script_has_every_command(shell: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["completion", shell]) == 0

    printed = capsys.readouterr().out
    for each in commands_below(parser()):
        assert each.prog.split()[-1] in printed
    assert "__main__" not in printed


def test_bash_completes_commands_options_and_files(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    main(["completion", "bash"])
    script = tmp_path / "backgrade.bash"
    script.write_text(capsys.readouterr().out, encoding="utf-8")
    (tmp_path / "value.py").touch()

    def completed(*words: str) -> list[str]:
        command = ["/bin/bash", "--norc", "-c", _ASKED, "bash", str(script), *words]
        done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True)
        return done.stdout.split()

    assert completed("che") == ["check"]
    assert completed("check", "--jun") == ["--junit"]
    assert completed("check", "val") == ["value.py"]
    assert completed("token", "cr") == ["create"]


def test_the_manual_page_has_every_command_and_option() -> None:
    manual = _MANUAL.read_text(encoding="utf-8").replace("\\-", "-")

    for each in commands_below(parser()):
        assert each.prog in manual
        for action in each._actions:
            assert isinstance(action, argparse._HelpAction) or all(
                name in manual for name in action.option_strings
            )
