"""`backgrade check` on real files in the real sandbox."""

import json
import re
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest

from api import formats
from api.command import main
from api.i18n import LANGUAGES, _catalogue, _translate
from api.i18n._catalogue import Messages
from api.terminal import grading
from grader.errors import HarnessProtocolError, MachineTooBusy, SandboxUnavailable
from grader.grade import grade
from grader.records import from_json
from grader.report import Report, Verdict
from grader.sandbox.embedded import Embedded
from grader.sandbox.plays import Source
from tests.api.commands.examples import CORRECT, EXAMPLES, OVERWRITE, SANDBOX

pytestmark = pytest.mark.usefixtures("lent_sandbox")

WITHOUT_CLASS = "x = 1\n"

Capture = pytest.CaptureFixture[str]


@pytest.fixture(autouse=True)
def _plain(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")


@pytest.fixture
def broken(tmp_path: Path) -> str:
    path = tmp_path / "broken.py"
    path.write_text("def f(:\n", encoding="utf-8")
    return str(path)


def graded(capsys: Capture, *arguments: str) -> Report:
    main(["check", "--json", *arguments])
    return from_json(Report, capsys.readouterr().out)


def verdicts(report: Report) -> dict[str, Verdict]:
    return {suite.slug: suite.verdict for suite in report.suites}


def test_a_correct_file_earns_every_point(capsys: Capture) -> None:
    assert main(["check", CORRECT]) == 0

    told = capsys.readouterr()
    assert re.search(r"correct\.py +(\d+) of \1 points", told.out)
    assert "✗" not in told.out
    assert re.fullmatch(SANDBOX, told.err)


def test_a_notebook_is_graded_over_its_cells(capsys: Capture) -> None:
    assert main(["check", str(EXAMPLES / "notebook.ipynb")]) == 0

    assert "methods from line 2 of cell 3" in capsys.readouterr().out


def test_overwriting_shows_where_a_value_is_shared(capsys: Capture) -> None:
    report = graded(capsys, OVERWRITE)

    assert verdicts(report)["linear_chain"] is Verdict.PASSED
    assert verdicts(report)["diamond"] is Verdict.FAILED


def test_forgetting_out_grad_shows_in_a_chain(capsys: Capture) -> None:
    report = graded(capsys, str(EXAMPLES / "forgot_out_grad.py"))

    assert verdicts(report)["a_plus_a"] is Verdict.PASSED
    assert verdicts(report)["linear_chain"] is Verdict.FAILED


def test_a_missing_topological_order_shows_where_a_result_is_reused(capsys: Capture) -> None:
    report = graded(capsys, str(EXAMPLES / "no_topological_order.py"))

    assert verdicts(report)["five_nodes"] is Verdict.PASSED
    assert verdicts(report)["reused_sum"] is Verdict.FAILED


def test_an_early_stage_has_nothing_wrong(capsys: Capture) -> None:
    path = str(EXAMPLES / "only_plus_and_times.py")

    assert main(["check", path]) == 1
    assert "points, nothing wrong" in capsys.readouterr().out
    assert main(["check", "--stage", "core", path]) == 0


def test_the_terminal_shows_expected_and_got(capsys: Capture) -> None:
    assert main(["check", "--stage", "core", OVERWRITE]) == 1

    assert re.search(r"\.grad +expected -?\d+, got -?\d+", capsys.readouterr().out)


def test_the_lowest_hint_level_shows_points_alone(capsys: Capture) -> None:
    assert main(["check", "--stage", "core", "--hints", "0", OVERWRITE]) == 1

    out = capsys.readouterr().out
    assert "✗ a + a" in out
    assert not [word for word in ("expected", "overwritten", "self.grad") if word in out]


def test_the_cause_comes_first_and_the_repair_only_when_asked_for(capsys: Capture) -> None:
    assert main(["check", "--stage", "core", OVERWRITE]) == 1
    out = capsys.readouterr().out
    assert main(["check", "--stage", "core", "--hints", "4", OVERWRITE]) == 1
    with_repair = capsys.readouterr().out

    assert out.splitlines()[3].startswith("1  Gradient overwritten instead of accumulated (")
    assert out.index("1  Gradient overwritten") < out.index("✓ Linear chain")
    assert "   - self.grad = 1.0 * out.grad" not in out
    assert "   - self.grad = 1.0 * out.grad" in with_repair


def test_the_same_seed_gives_the_same_report(capsys: Capture) -> None:
    first, again = (graded(capsys, "--seed", "0x7", OVERWRITE) for _ in range(2))

    assert first == again
    assert first.seed == "7"


def test_no_seed_gives_the_same_report_for_the_same_bytes(capsys: Capture) -> None:
    assert graded(capsys, OVERWRITE) == graded(capsys, OVERWRITE)


def test_the_worst_file_decides_and_every_file_is_graded(capsys: Capture, broken: str) -> None:
    assert main(["check", "--stage", "core", "nothing.py", OVERWRITE, CORRECT]) == 2
    told = capsys.readouterr()
    assert "nothing.py: The file does not exist." in told.err
    assert "✓ " + CORRECT in told.out
    assert "✗ " + OVERWRITE in told.out

    assert main(["check", "--stage", "core", CORRECT, OVERWRITE]) == 1
    assert main(["check", broken, CORRECT]) == 2


def test_a_file_without_a_class_could_not_be_graded(tmp_path: Path, capsys: Capture) -> None:
    path = tmp_path / "answer.py"
    path.write_text(WITHOUT_CLASS, encoding="utf-8")

    assert main(["check", str(path)]) == 2
    assert "There is no class to grade." in capsys.readouterr().out


def test_a_syntax_error_shows_its_line(broken: str, capsys: Capture) -> None:
    main(["check", broken])

    out = capsys.readouterr().out
    assert "Python cannot read your code on line 1" in out
    assert "| def f(:" in out


def test_json_is_a_list_for_several_files(capsys: Capture, broken: str) -> None:
    assert main(["check", "--json", "nothing.py", broken, CORRECT]) == 2

    documents = json.loads(capsys.readouterr().out)
    assert [document["name"] for document in documents] == ["nothing.py", broken, CORRECT]
    assert documents[0]["not_graded"]["kind"] == "not-found"
    assert documents[1]["problem"]["kind"] == "syntax"


def test_formats_go_to_files_beside_the_terminal(tmp_path: Path, capsys: Capture) -> None:
    junit, html = tmp_path / "out.xml", tmp_path / "out.html"

    assert main(["check", "--junit", str(junit), "--html", str(html), "--stage", "core", OVERWRITE]) == 1

    assert "Diamond" in capsys.readouterr().out
    assert ET.parse(junit).getroot().get("failures") != "0"  # noqa: S314 - written just now
    assert html.read_text(encoding="utf-8").startswith("<!doctype html>")


@pytest.mark.parametrize(
    "target", ["gradescope", "prairielearn", "dodona", "autolab", "check50", "classroom50"]
)
def test_for_another_system_every_grade_is_a_success(target: str, tmp_path: Path) -> None:
    path = tmp_path / "results"

    assert main(["check", f"--{target}", str(path), "--stage", "core", OVERWRITE]) == 0

    assert path.read_text(encoding="utf-8")


def test_github_fails_the_step_and_marks_the_line(capsys: Capture) -> None:
    assert main(["check", "--github", "--stage", "core", OVERWRITE]) == 1

    assert f"::error file={OVERWRITE},line=23,title=" in capsys.readouterr().out


def test_all_formats_are_written_to_a_folder(tmp_path: Path) -> None:
    folder = tmp_path / "new" / "formats"

    assert main(["check", "--all-formats", str(folder), "--stage", "core", OVERWRITE]) == 1

    assert {path.stem for path in folder.iterdir()} == {*formats.names()} - {"terminal"}


def test_a_failure_of_ours_is_given_to_no_other_system(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: Capture
) -> None:
    def failing(*_: object, **__: object) -> Report:
        raise HarnessProtocolError

    monkeypatch.setattr(grading, "grade", failing)
    path = tmp_path / "results.json"

    assert main(["check", "--gradescope", str(path), OVERWRITE]) == 2

    assert not path.exists()
    assert "Nothing was written to" in capsys.readouterr().err


@pytest.mark.parametrize(("option", "start"), [("--junit", "<?xml"), ("--html", "<!doctype html>")])
def test_a_dash_is_standard_output(option: str, start: str, capsys: Capture) -> None:
    main(["check", option, "-", "--stage", "core", CORRECT])

    assert capsys.readouterr().out.startswith(start)


def test_a_format_that_cannot_be_written_is_told(tmp_path: Path, capsys: Capture) -> None:
    nowhere = str(tmp_path / "no" / "out.html")

    assert main(["check", "--html", nowhere, "--stage", "core", CORRECT]) == 2

    told = capsys.readouterr()
    assert f"{nowhere} could not be written: No such file or directory." in told.err
    assert "Diamond" in told.out


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["--json", "--html", "-", CORRECT],
        ["--junit", "-", "--html", "-", CORRECT],
        ["--github", "--gradescope", "-", CORRECT],
        ["--stage", "nothing", CORRECT],
        ["--seed", "x", CORRECT],
        ["--lang", "tlh", CORRECT],
    ],
)
def test_bad_usage_ends_with_two(arguments: list[str], capsys: Capture) -> None:
    with pytest.raises(SystemExit) as stop:
        main(["check", *arguments])

    assert stop.value.code == 2
    assert "usage:" in capsys.readouterr().err


def test_a_language_without_a_catalogue_is_refused_with_those_there_are(capsys: Capture) -> None:
    with pytest.raises(SystemExit):
        main(["check", "--lang", "tlh", CORRECT])

    message = capsys.readouterr().err
    assert "'tlh'" in message
    assert ", ".join(LANGUAGES) in message


@pytest.fixture
def translated(monkeypatch: pytest.MonkeyPatch) -> None:
    """A catalogue of one text."""
    spanish = Messages({(None, "Whole graph"): "Grafo completo"}, {}, lambda n: int(n != 1))
    english = Messages({}, {}, lambda n: int(n != 1))
    for module in (_translate, _catalogue):
        monkeypatch.setattr(module, "messages", lambda language: spanish if language == "es" else english)


@pytest.mark.usefixtures("translated")
@pytest.mark.parametrize(
    ("option", "variables", "stage"),
    [
        ([], {}, "Whole graph"),
        (["--lang", "es"], {}, "Grafo completo"),
        ([], {"LANG": "es_ES.UTF-8"}, "Grafo completo"),
        ([], {"LANG": "es_ES.UTF-8", "LC_ALL": "C"}, "Whole graph"),
        (["--lang", "en"], {"LC_MESSAGES": "es"}, "Whole graph"),
    ],
)
def test_a_report_is_in_the_language_of_the_option_or_of_the_environment(
    option: list[str],
    variables: dict[str, str],
    stage: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: Capture,
) -> None:
    for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)

    assert main(["check", "--stage", "core", *option, CORRECT]) == 0
    assert stage in capsys.readouterr().out.splitlines()


def test_a_sandbox_that_is_not_there_names_two_ways_out(
    monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    def unavailable(*_: object, **__: object) -> None:
        raise SandboxUnavailable

    monkeypatch.setattr(Embedded, "_zygote", unavailable)

    assert main(["check", CORRECT]) == 2

    told = capsys.readouterr().err
    assert all(word in told for word in ("Linux", "Docker", "--trust-this-file"))


@pytest.mark.parametrize("option", [[], ["--trust-this-file"]])
def test_a_sandbox_below_the_level_asked_for_grades_nothing(
    option: list[str], tmp_path: Path, capsys: Capture
) -> None:
    path = tmp_path / "results.json"

    assert main(["check", "--sandbox-level", "E5", "--gradescope", str(path), *option, CORRECT]) == 2

    assert "E5" in capsys.readouterr().err
    assert not path.exists()


def test_a_sandbox_of_the_level_asked_for_grades(capsys: Capture) -> None:
    assert main(["check", "--sandbox-level", "E1", "--stage", "core", CORRECT]) == 0

    assert "Diamond" in capsys.readouterr().out


def test_our_failure_in_one_file_leaves_the_others_alone(
    monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    failures = iter([True])

    def fail_once(source: Source, *arguments: Any, **options: Any) -> Report:
        if next(failures, False):
            raise HarnessProtocolError
        return grade(source, *arguments, **options)

    monkeypatch.setattr(grading, "grade", fail_once)

    assert main(["check", "--stage", "core", OVERWRITE, CORRECT]) == 2

    told = capsys.readouterr()
    assert f"{OVERWRITE}: the sandbox did not answer as asked" in told.err
    assert f"! {OVERWRITE}" in told.out
    assert f"✓ {CORRECT}" in told.out


def test_on_a_busy_machine_a_check_waits_and_says_so(
    monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    busy = iter([True, True])

    def busy_twice(source: Source, *arguments: Any, **options: Any) -> Report:
        if next(busy, False):
            raise MachineTooBusy
        return grade(source, *arguments, **options)

    monkeypatch.setattr(grading, "grade", busy_twice)

    assert main(["check", "--stage", "core", CORRECT]) == 0
    assert capsys.readouterr().err.count("this machine is busy. We are trying again.") == 2


def test_trusting_a_file_warns_and_grades_it(capsys: Capture) -> None:
    assert main(["check", "--trust-this-file", "--stage", "core", CORRECT]) == 0

    told = capsys.readouterr()
    assert "without a sandbox" in told.err
    assert "without a sandbox" in told.out


def test_a_fault_of_ours_is_never_told_as_a_wrong_answer(
    monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    def faulty(*_: object, **__: object) -> Report:
        raise ZeroDivisionError

    monkeypatch.setattr(grading, "grade", faulty)

    assert main(["check", CORRECT]) == 2

    told = capsys.readouterr()
    assert "ZeroDivisionError" in told.err
    assert "This is an error in Backgrade, not in the file." in told.err


def test_an_interrupt_ends_cleanly(monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    def interrupted(*_: object, **__: object) -> Report:
        raise KeyboardInterrupt

    monkeypatch.setattr(grading, "grade", interrupted)

    assert main(["check", CORRECT]) == 130
    assert re.fullmatch(f"{SANDBOX}Interrupted.\n", capsys.readouterr().err)
