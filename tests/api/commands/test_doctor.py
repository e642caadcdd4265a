"""The doctor looks at the service beside the sandbox; only with both well does it end with 0."""

from pathlib import Path

import pytest

from api.command import main
from api.words import checkup as words
from grader.errors import SandboxUnavailable
from grader.sandbox.embedded import Embedded
from submissions.operating.checkup import CheckResult, CheckupPart

Capture = pytest.CaptureFixture[str]


@pytest.fixture(autouse=True)
def data_dir(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("BACKGRADE_DATA_DIR", str(tmp_path / "data"))
    monkeypatch.setattr(Embedded, "prove", lambda _: {"files": True})
    return tmp_path / "data"


def test_where_all_is_well_it_ends_with_nothing(capsys: Capture) -> None:
    assert main(["doctor"]) == 0

    text = capsys.readouterr().out
    assert "✓ passed  A submission cannot open" in text
    assert "✓ passed  There is no database yet" in text


def test_what_is_not_well_ends_with_one_and_says_what_to_do(data_dir: Path, capsys: Capture) -> None:
    data_dir.mkdir()
    (data_dir / "backgrade.db").write_text("no database" * 100)

    assert main(["doctor"]) == 1
    text = capsys.readouterr().out
    assert "✗ FAILED  The database of the service is damaged." in text
    assert "`backgrade restore --force COPY`" in text


def test_settings_that_would_send_passwords_in_the_open_are_not_well(
    monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    monkeypatch.setenv("BACKGRADE_HOST", "0.0.0.0")  # noqa: S104 - what the test is about

    assert main(["doctor"]) == 1
    assert "BACKGRADE_HOST" in capsys.readouterr().err


def test_without_a_sandbox_the_service_is_looked_at_all_the_same(
    monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    def unable(_: Embedded) -> None:
        raise SandboxUnavailable

    monkeypatch.setattr(Embedded, "prove", unable)

    assert main(["doctor"]) == 2
    assert "The service on this machine" in capsys.readouterr().out


@pytest.mark.parametrize("part", CheckupPart)
def test_every_part_has_words_and_advice_where_it_is_not_well(part: CheckupPart) -> None:
    seen = {
        CheckupPart.DISK: "5",
        CheckupPart.CLOCK: "7",
        CheckupPart.QUEUE: "120",
        CheckupPart.DATABASE: "cluster",
    }.get(part, "here")

    assert words.checked(CheckResult(part, well=True, seen=seen)).seen
    assert words.checked(CheckResult(part, well=False, seen=seen)).advice
