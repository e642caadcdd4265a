"""The commands beside `check`, and how commands are found."""

import re
from importlib.metadata import version
from pathlib import Path

import pytest

import suites
from api import commands
from api.command import main
from api.i18n import current
from api.rendering.prose import printed
from api.words.fault import LAYERS
from api.words.sandbox import PROPERTIES
from grader import faults
from grader.errors import SandboxUnavailable, SelfTestFailed
from grader.harness.lock import selftest
from grader.harness.processes import remains
from grader.sandbox.embedded import Embedded
from tests.offenders import for_each

Capture = pytest.CaptureFixture[str]


def test_commands_are_the_files_of_their_folder() -> None:
    folder = Path(commands.__file__).parent
    assert commands.names() == sorted(
        path.stem.replace("_", "-") for path in folder.glob("*.py") if not path.stem.startswith("_")
    )


def test_help_lists_every_command(capsys: Capture) -> None:
    with pytest.raises(SystemExit) as stop:
        main(["--help"])

    assert stop.value.code == 0
    listed = capsys.readouterr().out
    assert all(re.search(rf"^ +{name}\b", listed, re.MULTILINE) for name in commands.names())


def test_the_version_is_the_installed_one(capsys: Capture) -> None:
    with pytest.raises(SystemExit) as stop:
        main(["--version"])

    assert stop.value.code == 0
    assert capsys.readouterr().out == f"backgrade {version('backgrade')}\n"


@pytest.mark.parametrize(
    ("variables", "language"),
    [
        ({"LC_ALL": "es_ES.UTF-8"}, "es"),
        ({"LC_ALL": "", "LC_MESSAGES": "es", "LANG": "en_GB.UTF-8"}, "es"),
        ({"LC_ALL": "", "LC_MESSAGES": "", "LANG": "es_MX@euro"}, "es"),
        ({"LC_ALL": "C.UTF-8", "LANG": "es_ES.UTF-8"}, "en"),
        ({"LC_ALL": "xx_XX"}, "en"),
    ],
)
def test_a_command_speaks_the_language_of_the_shell(
    variables: dict[str, str], language: str, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(Embedded, "prove", lambda _: {f"spoken: {current()}": True})

    assert main(["doctor"]) == 0
    assert f"spoken: {language}\n" in capsys.readouterr().out


@for_each("command", [commands.load(name) for name in commands.names()], ids=commands.names())
def test_the_help_of_a_command_is_a_sentence(command: commands.Command) -> None:
    assert command.HELP[0].isupper()
    assert command.HELP.endswith(".")


@pytest.mark.parametrize("arguments", [[], ["nothing"], ["token"], ["suites", "--none"]])
def test_bad_usage_ends_with_two(arguments: list[str], capsys: Capture) -> None:
    with pytest.raises(SystemExit) as stop:
        main(arguments)

    assert stop.value.code == 2
    assert "usage:" in capsys.readouterr().err


def test_doctor_proves_every_property_here(capsys: Capture) -> None:
    assert main(["doctor"]) == 0

    told = capsys.readouterr().out
    proven = (*selftest.PROPERTIES, *remains.PROPERTIES)
    assert all(f"✓ passed  {PROPERTIES[id_]}" in told for id_ in proven)
    assert "container" not in told
    assert all(word in told for word in ("python", "kernel", "numpy", "system-call filter"))


def test_doctor_says_which_property_is_not_proven(monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    monkeypatch.setattr(Embedded, "prove", lambda _: {"files": True, "network": False, "new-one": True})

    assert main(["doctor"]) == 1

    told = capsys.readouterr().out
    assert "✓ passed  A submission cannot open, create or list any file or folder." in told
    assert "✗ FAILED  A submission cannot open a socket." in told
    assert "new-one" in told


def test_doctor_is_not_content_with_no_property(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Embedded, "prove", lambda _: {})

    assert main(["doctor"]) == 1


@pytest.mark.parametrize(
    ("error", "status"), [(SelfTestFailed("files not proven"), 1), (SandboxUnavailable(), 2)]
)
def test_doctor_tells_what_keeps_the_sandbox_from_starting(
    error: Exception, status: int, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    def unable(_: Embedded) -> None:
        raise error

    monkeypatch.setattr(Embedded, "prove", unable)

    assert main(["doctor"]) == status
    told = capsys.readouterr()
    assert str(error) in told.err
    assert "kernel" in told.out


def test_suites_are_listed_with_their_points(capsys: Capture) -> None:
    assert main(["suites"]) == 0

    listed = capsys.readouterr().out
    for suite in suites.all_suites().values():
        points = f"{suite.points} point" if suite.points else "no points"
        assert re.search(rf"{suite.slug} .*{points}.*{re.escape(suite.title)}", listed)
    assert f"{len(suites.all_suites())} suites" in listed


@pytest.mark.parametrize("slug", ["diamond", "zero_grad", "deep_chain"])
def test_a_suite_is_shown_with_its_page_and_graphs(slug: str, capsys: Capture) -> None:
    assert main(["suites", slug]) == 0

    shown = capsys.readouterr().out
    assert suites.page(slug).strip() in shown
    lines = [line for graph in suites.load()[slug].graphs for line in graph.caption.splitlines()]
    assert all(line in shown for line in lines)


def test_an_unknown_suite_leads_to_similar_ones(capsys: Capture) -> None:
    assert main(["suites", "diamnd"]) == 2

    told = capsys.readouterr().err
    assert "There is no suite `diamnd`" in told
    assert "`diamond`" in told


def test_a_hostile_slug_is_harmless(capsys: Capture) -> None:
    assert main(["suites", "\x1b[31m"]) == 2

    assert "\x1b" not in capsys.readouterr().err


def test_faults_are_listed_by_layer(capsys: Capture) -> None:
    assert main(["faults"]) == 0

    listed = capsys.readouterr().out
    for fault in faults.load().values():
        assert re.search(rf"^  {fault.slug} +{re.escape(fault.title)}$", listed, re.MULTILINE)
    headings = re.findall(r"^(\S.*)\n  ", listed, re.MULTILINE)
    assert headings == list(LAYERS.values())
    assert f"{len(faults.load())} faults" in listed


@pytest.mark.parametrize("slug", ["overwritten_gradient", "hard_coded_answers"])
def test_a_fault_is_shown_with_its_page(slug: str, capsys: Capture) -> None:
    assert main(["faults", slug]) == 0

    shown = capsys.readouterr().out
    assert shown.startswith(faults.load()[slug].title)
    assert printed(faults.page(slug)).strip() in shown


def test_an_unknown_fault_leads_to_similar_ones(capsys: Capture) -> None:
    assert main(["faults", "overwriten_gradient"]) == 2
    assert "`overwritten_gradient`" in capsys.readouterr().err

    assert main(["faults", "\x1b[31m"]) == 2
    told = capsys.readouterr().err
    assert "\x1b" not in told
    assert "`backgrade faults` lists all faults" in told
