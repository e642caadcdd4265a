"""`make test` says before the first test what it skips, and why."""

from pathlib import Path

import pytest

from tests import engines
from tests.browser import chromium
from tests.world import helm, jupyterlab, machines, npm_provider, postgres, promtool, pyodide


def _head(config: pytest.Config) -> list[str]:
    """What the head of a run says of what is skipped."""
    parts = config.hook.pytest_report_header(config=config, start_path=Path())
    return [line for part in parts if isinstance(part, list) for line in part]


@pytest.mark.parametrize(
    ("module", "named"),
    [
        (chromium, "a browser"),
        (jupyterlab, "JupyterLab"),
        (postgres, "PostgreSQL"),
        (machines, "machines on a network"),
        (engines, "containers"),
        (npm_provider, "a provider from npm"),
        (helm, "Helm"),
        (promtool, "Prometheus' promtool"),
        (pyodide, "Pyodide"),
    ],
)
def test_what_is_absent_is_named_with_its_reason(
    module: object, named: str, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "lacking", lambda: "somebody has taken it")

    said = _head(request.config)

    assert "skipped are tests that need:" in said
    assert f"  {named}: somebody has taken it" in said


def test_an_engine_without_a_base_and_wheels_is_not_enough(
    request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(engines, "lacking", lambda: "")
    monkeypatch.delenv("BACKGRADE_TEST_BASE", raising=False)
    monkeypatch.setenv("BACKGRADE_TEST_WHEELS", "/wheels")

    told = [line for line in _head(request.config) if line.startswith("  an image")]

    assert told == ["  an image to build on, or wheels: not set: BACKGRADE_TEST_BASE"]
