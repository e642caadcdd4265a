"""Benches are run where they are asked for: without a name, they are listed."""

import pytest

import bench.__main__ as command


def test_without_a_name_all_are_listed_and_none_runs(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(command, "_known", lambda: ["house"])
    runs: list[str] = []
    monkeypatch.setattr("bench.house.main", lambda: runs.append("house"))
    command.main([])
    assert "    house  " in capsys.readouterr().out
    assert not runs
    command.main(["--all"])
    assert runs == ["house"]
