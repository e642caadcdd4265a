"""All settings are listed with where they are from; the page of them is what the code says."""

from pathlib import Path
from typing import Any

import pytest

from api.command import main
from api.commands.settings import page
from submissions.operating.settings import Settings, SettingsWrong, read_settings
from submissions.operating.settings_listing import shown

Capture = pytest.CaptureFixture[str]
DOCUMENT = Path(__file__).parents[3] / "docs" / "settings.md"


def lines(capsys: Capture) -> dict[str, str]:
    """By variable, what is told of each."""
    assert main(["settings"]) == 0
    told = (line.split(maxsplit=1) for line in capsys.readouterr().out.splitlines() if line)
    return {name: rest for name, rest in told if name.startswith("BACKGRADE_")}


def test_the_page_is_what_the_code_says() -> None:
    assert DOCUMENT.read_text(encoding="utf-8") == page()


def test_the_page_is_printed(capsys: Capture) -> None:
    assert main(["settings", "--markdown"]) == 0

    assert capsys.readouterr().out == page()


def test_each_setting_has_a_description_and_a_row() -> None:
    for name, field in Settings.model_fields.items():
        assert field.description
        assert f"`BACKGRADE_{name.upper()}` | `{name}`" in page()


def test_each_is_told_with_where_it_is_from(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    (tmp_path / "backgrade.toml").write_text("port = 9000\ndemo = false\n")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("BACKGRADE_DEMO", "true")

    told = lines(capsys)
    assert told["BACKGRADE_PORT"] == "9000  [file]"
    assert told["BACKGRADE_DEMO"] == "true  [environment]"
    assert told["BACKGRADE_HOST"] == "127.0.0.1  [default]"
    assert told["BACKGRADE_DATABASE_URL"] == "(empty)  [default]"


def test_a_password_is_hidden(monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    monkeypatch.setenv("BACKGRADE_DATABASE_URL", "postgresql://grader:s3cret@db/backgrade")

    assert lines(capsys)["BACKGRADE_DATABASE_URL"].startswith("postgresql+psycopg://grader:***@db/backgrade")


@pytest.mark.parametrize("value", ["https://grader.example.edu/", "not://[a url", "backgrade-data"])
def test_what_has_no_password_is_shown_as_it_is(value: str) -> None:
    assert shown(value) == value


def test_a_misspelt_variable_is_told(monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    monkeypatch.setenv("BACKGRADE_PROT", "9000")
    monkeypatch.setenv("BACKGRADE_SANDBOX", "embedded")

    assert main(["settings"]) == 0
    told = capsys.readouterr().err
    assert "BACKGRADE_PROT" in told
    assert "BACKGRADE_SANDBOX" not in told


@pytest.mark.parametrize("name", ["BACKGRADE_PORT", "BACKGRADE_LOG_FORMAT", "BACKGRADE_DATABASE_URL"])
def test_a_wrong_value_is_told_by_name(name: str, monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    monkeypatch.setenv(name, "wrong")

    assert main(["settings"]) == 2
    told = capsys.readouterr().err
    assert told.startswith(f"{name}: ")
    assert "Traceback" not in told


@pytest.mark.parametrize("name", sorted(Settings.model_fields))
def test_a_wrong_value_has_the_name_that_it_has_where_it_stands(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In the file its key, in the environment its variable, on the command line its option."""
    monkeypatch.chdir(tmp_path)
    Path("backgrade.toml").write_text(f"{name} = [[1]]\n", encoding="utf-8")
    assert _wrong() == {f"{name} in backgrade.toml"}
    assert _wrong(**{name: [[1]]}) == {f"--{name.replace('_', '-')}"}

    monkeypatch.setenv(f"BACKGRADE_{name.upper()}", "wrong")
    Path("backgrade.toml").unlink()
    assert _wrong() <= {f"BACKGRADE_{name.upper()}"}


def _wrong(**given: Any) -> set[str]:
    try:
        read_settings(**given)
    except SettingsWrong as error:
        return set(error.problems)
    return set()


def test_a_key_that_is_no_setting_is_told_with_the_nearest(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("backgrade.toml").write_text('data-dir = "here"\n', encoding="utf-8")

    assert main(["settings"]) == 2
    assert capsys.readouterr().err.startswith(
        "data-dir in backgrade.toml: there is no setting of this name; the nearest is data_dir\n"
    )


@pytest.mark.parametrize("command", ["serve", "worker"])
def test_the_help_says_how_many_files_are_graded_at_once(command: str, capsys: Capture) -> None:
    with pytest.raises(SystemExit):
        main([command, "--help"])

    assert "(default: processors - 1, at most 4)" in " ".join(capsys.readouterr().out.split())
