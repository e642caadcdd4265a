"""Alerts and the dashboard name what the service exports, and alerts fire when they are meant to."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from fastapi.testclient import TestClient
from prometheus_client.parser import text_string_to_metric_families

from grader.sandbox.level import Level
from submissions.storage.database import Database
from submissions.tables import JobState, Worker
from tests.world import helm, promtool
from tests.world.clock import NOW

FILES = helm.CHART / "files"
ALERTS: dict[str, Any] = yaml.safe_load((FILES / "alerts.yaml").read_text(encoding="utf-8"))
RULES: list[dict[str, Any]] = [rule for group in ALERTS["groups"] for rule in group["rules"]]
DASHBOARD: dict[str, Any] = json.loads((FILES / "dashboard.json").read_text(encoding="utf-8"))
PANELS: list[dict[str, Any]] = DASHBOARD["panels"]
PLAYED = (Path(helm.__file__).parent / "alerts.yaml").read_text(encoding="utf-8")
EXPRESSIONS = [rule["expr"] for rule in RULES] + [
    target["expr"].replace("$__rate_interval", "5m") for panel in PANELS for target in panel["targets"]
]


@pytest.fixture
def tool() -> None:
    if lack := promtool.lacking():
        pytest.skip(lack)


def exported(client: TestClient, database: Database) -> dict[str, set[str]]:
    """The labels of each series that the service exports when it has worked."""
    with database.begin() as session:
        session.add(Worker(host="x", process=1, slots=3, level="E3", started_at=NOW, seen_at=NOW))
    client.get("/healthz")
    samples = [
        sample
        for family in text_string_to_metric_families(client.get("/metrics").text)
        for sample in family.samples
    ]
    return {sample.name: set(sample.labels) for sample in samples}


def named(expression: str) -> Iterator[tuple[str, set[str]]]:
    """Each series in an expression, with the labels that it is chosen by."""
    for name, chosen in re.findall(r"\b((?:backgrade|process)_\w+)(?:\{(.*?)\})?", expression):
        yield name, set(re.findall(r"(\w+)(?:=|!=|=~|!~)\"", chosen))


@pytest.mark.parametrize("expression", EXPRESSIONS)
def test_every_series_is_exported_with_its_labels(
    expression: str, client: TestClient, database: Database
) -> None:
    there = exported(client, database)
    series = list(named(expression))

    assert series
    assert [
        (name, labels) for name, labels in series if not labels <= there.get(name, {"no such series"})
    ] == []
    grouped = set(re.findall(r"by \((.*?)\)", expression))
    labels = {label.strip() for each in grouped for label in each.split(",")}
    assert labels <= set().union(*(there[name] for name, _ in series))


def test_values_of_labels_are_those_of_the_service() -> None:
    levels = {str(level) for level in Level}
    text = " ".join(EXPRESSIONS)
    states = {each for chosen in re.findall(r'state=~?"(.*?)"', text) for each in chosen.split("|")}

    assert {level for level in levels if re.fullmatch("E[1-9]", level)} == levels - {Level.TRUSTED}
    assert states <= {str(state) for state in JobState}


def test_every_alert_says_what_happens_and_what_to_do() -> None:
    for rule in RULES:
        assert set(rule["annotations"]) == {"summary", "description"}
        assert rule["labels"]["severity"] in {"warning", "critical"}


def test_every_alert_is_played_where_it_fires_and_where_it_does_not() -> None:
    played = [check for test in yaml.safe_load(PLAYED)["tests"] for check in test["alert_rule_test"]]
    for rule in RULES:
        fires = {bool(each["exp_alerts"]) for each in played if each["alertname"] == rule["alert"]}
        assert fires == {True, False}, rule["alert"]


@pytest.mark.usefixtures("tool")
def test_prometheus_accepts_the_alerts() -> None:
    assert promtool.complaints("check", "rules", FILES / "alerts.yaml") == ""


@pytest.mark.usefixtures("tool")
def test_alerts_fire_when_they_are_meant_to(tmp_path: Path) -> None:
    """Without their texts, which this tool would compare too."""
    rules = tmp_path / "rules.yaml"
    mute = [{name: value for name, value in rule.items() if name != "annotations"} for rule in RULES]
    rules.write_text(yaml.safe_dump({"groups": [{"name": "backgrade", "rules": mute}]}), encoding="utf-8")
    played = tmp_path / "played.yaml"
    played.write_text(PLAYED.replace("RULES", str(rules)), encoding="utf-8")

    assert promtool.complaints("test", "rules", played) == ""


@pytest.mark.usefixtures("tool")
def test_prometheus_understands_every_panel(tmp_path: Path) -> None:
    rules = [{"record": f"panel:{number}", "expr": each} for number, each in enumerate(EXPRESSIONS)]
    path = tmp_path / "panels.yaml"
    path.write_text(yaml.safe_dump({"groups": [{"name": "panels", "rules": rules}]}), encoding="utf-8")

    assert promtool.complaints("check", "rules", path) == ""


def test_panels_do_not_overlap_and_ask_one_source() -> None:
    cells: set[tuple[int, int]] = set()
    for panel in PANELS:
        place = panel["gridPos"]
        mine = {
            (place["x"] + column, place["y"] + row)
            for column in range(place["w"])
            for row in range(place["h"])
        }
        assert not mine & cells, panel["title"]
        cells |= mine
        assert panel["datasource"]["uid"] == "${datasource}"
    assert max(column for column, _ in cells) < 24
    assert len({panel["id"] for panel in PANELS}) == len(PANELS)
