"""The chart as Helm renders it: Helm itself, from a package, in a process of its own.

Its runtime is Go's: threads and signal handlers that are not for a process which forks sandboxes.
"""

import json
import os
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import yaml

REQUIRED = os.environ.get("BACKGRADE_REQUIRE_HELM") == "1"
CHART = Path(__file__).parents[2] / "docker" / "chart"
RELEASE = "grader"

_PACKAGES = ("helm_python", "kubernetes_validate")
_HELM = """
import json, sys
from helm_python import Chart, lint
chart, release, sets = json.load(sys.stdin)
answers = {}
with Chart.load(chart) as loaded:
    for name, values in sets.items():
        try:
            answers[name] = {"files": loaded.render(values=values, name=release, namespace="teaching")}
            answers[name]["lint"] = lint(chart, values, strict=True)
        except Exception as error:
            answers[name] = {"error": str(error)}
json.dump(answers, sys.stdout)
"""
_INFORMATION = 1


@dataclass(frozen=True)
class Rendered:
    """What Helm makes of the chart and some values; or its refusal."""

    resources: list[dict[str, Any]]
    warnings: list[str]
    error: str

    def of_kind(self, *kinds: str) -> list[dict[str, Any]]:
        """Return the resources of these kinds."""
        return [each for each in self.resources if each["kind"] in kinds]


def lacking() -> str:
    """Why there is no Helm; empty where there is."""
    return "" if all(map(find_spec, _PACKAGES)) else "it is not installed (make test-charts)"


def rendered(sets: Mapping[str, Mapping[str, object]]) -> dict[str, Rendered]:
    """Return what the chart becomes with each of these values."""
    asked = json.dumps([str(CHART), RELEASE, sets])
    program = [sys.executable, "-c", _HELM]
    answered = subprocess.run(program, input=asked, capture_output=True, text=True, check=True)
    return {name: _read(answer) for name, answer in json.loads(answered.stdout).items()}


def _read(answer: Mapping[str, Any]) -> Rendered:
    texts = answer.get("files", {}).values()
    messages = answer.get("lint", {}).get("messages", ())
    return Rendered(
        [each for text in texts for each in yaml.safe_load_all(text) if each],
        [each["error"] for each in messages if each["severity"] > _INFORMATION],
        answer.get("error", ""),
    )
