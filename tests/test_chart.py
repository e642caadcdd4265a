"""The chart for Kubernetes: Helm renders it, Kubernetes would accept it, and it says what the service needs.

No cluster starts it here: docs/many-machines.md says what that leaves open.
"""

import re
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime, timedelta
from itertools import product
from pathlib import Path
from typing import Any

import pytest
import yaml
from sqlalchemy import select, text
from sqlalchemy.orm import Session

from api.commands._parser import parser
from api.web import durations
from submissions.connect.lms.sender import GradeSender
from submissions.connect.webhooks.sender import WebhookSender
from submissions.jobs.chores import Chores
from submissions.jobs.host import Pace
from submissions.operating.metrics import oldest_waiting
from submissions.storage.database import Database
from submissions.tables import Job, JobState
from tests.patience import DATABASE
from tests.world import helm
from tests.world.classroom import assignment, course, handed_in, member
from tests.world.helm import Rendered

TOP = Path(__file__).parent.parent
QUEUE_AGE = helm.CHART / "files" / "queue-age.sql"
LEAST: dict[str, Any] = {
    "image": {"repository": "registry.example.edu/backgrade"},
    "publicUrl": "https://grader.example.edu",
}
EVERYTHING: dict[str, Any] = {
    **LEAST,
    "image": {**LEAST["image"], "digest": f"sha256:{'0' * 64}", "pullSecrets": ["registry"]},
    "trustedProxies": "10.0.0.0/8",
    "database": {"secret": "db", "key": "uri", "port": 6432, "cidr": "10.1.2.3/32"},
    "settings": {"BACKGRADE_KEEP_FILES_DAYS": "365"},
    "secretSettings": {"BACKGRADE_SMTP_PASSWORD": {"secret": "mail", "key": "password"}},
    "autoscaling": {"enabled": True, "secret": "reader", "key": "uri"},
    "ingress": {"enabled": True, "className": "nginx", "tlsSecret": "tls", "annotations": {"a": "b"}},
    "networkPolicy": {
        "from": [{"namespaceSelector": {"matchLabels": {"kubernetes.io/metadata.name": "ingress"}}}],
        "egress": [{"ports": [{"port": 587}], "to": [{"ipBlock": {"cidr": "10.9.8.7/32"}}]}],
    },
    "monitoring": {"enabled": True, "tokenSecret": "metrics"},
    "podAnnotations": {"a": "b"},
    "nodeSelector": {"pool": "grading"},
    "tolerations": [{"key": "grading", "operator": "Exists"}],
}
ACCEPTED = {
    "least": LEAST,
    "everything": EVERYTHING,
    "without policies": {**LEAST, "networkPolicy": {"enabled": False}},
}
REFUSED = {
    "no address": {"image": LEAST["image"]},
    "no image": {"publicUrl": LEAST["publicUrl"]},
    "plain http": {**LEAST, "publicUrl": "http://grader.example.edu"},
    "a password": {**LEAST, "database": {"password": "secret"}},
    **{
        f"{name} among plain settings": {**LEAST, "settings": {name: "x"}}
        for name in ("BACKGRADE_SMTP_PASSWORD", "BACKGRADE_DATABASE_URL", "OTEL_EXPORTER_OTLP_HEADERS")
    },
    "no such value": {**LEAST, "wokrer": {"replicas": 3}},
    "no digest": {**LEAST, "image": {**LEAST["image"], "digest": "latest"}},
}
OF_OTHERS = {"ScaledObject", "TriggerAuthentication", "PodMonitor", "PrometheusRule"}
"""Kinds that KEDA and the operator of Prometheus bring, of which Kubernetes itself knows nothing."""

CHOOSE_NOBODY = {"Job", "Ingress", "ConfigMap"}


@pytest.fixture(scope="module")
def charts() -> dict[str, Rendered]:
    if lack := helm.lacking():
        pytest.skip(f"needs Helm: {lack}")
    return helm.rendered({**ACCEPTED, **REFUSED})


def pods(chart: Rendered) -> Iterator[tuple[str, dict[str, Any]]]:
    """Each pod, by the component that it is."""
    for each in chart.of_kind("Deployment", "Job"):
        template = each["spec"]["template"]
        yield template["metadata"]["labels"]["app.kubernetes.io/component"], template["spec"]


def containers(charts: dict[str, Rendered]) -> Iterator[dict[str, Any]]:
    for name in ACCEPTED:
        for _, pod in pods(charts[name]):
            yield from pod["containers"]


def test_helm_renders_it_without_a_warning(charts: dict[str, Rendered]) -> None:
    assert {name: (charts[name].error, charts[name].warnings) for name in ACCEPTED} == dict.fromkeys(
        ACCEPTED, ("", [])
    )


@pytest.mark.parametrize("values", REFUSED)
def test_values_that_cannot_be_meant_are_refused(values: str, charts: dict[str, Rendered]) -> None:
    assert charts[values].error


def test_kubernetes_knows_every_field_from_the_oldest_version_to_the_newest(
    charts: dict[str, Rendered],
) -> None:
    import kubernetes_validate

    versions = kubernetes_validate.utils.all_versions()
    chart = (helm.CHART / "Chart.yaml").read_text(encoding="utf-8")
    assert f'kubeVersion: ">={versions[0]}-0"' in chart
    for name, version in product(ACCEPTED, (versions[0], versions[-1])):
        for resource in charts[name].resources:
            if resource["kind"] not in OF_OTHERS:
                kubernetes_validate.validate(resource, version.rpartition(".")[0], strict=True)


def test_no_pod_has_a_privilege(charts: dict[str, Rendered]) -> None:
    for name in ACCEPTED:
        for _, pod in pods(charts[name]):
            assert pod["securityContext"]["runAsNonRoot"]
            assert pod["securityContext"]["seccompProfile"] == {"type": "RuntimeDefault"}
            assert pod["automountServiceAccountToken"] is False
            assert not {"hostNetwork", "hostPID", "hostIPC"} & set(pod)
            assert all("hostPath" not in volume for volume in pod["volumes"])
    for container in containers(charts):
        assert container["securityContext"] == {
            "allowPrivilegeEscalation": False,
            "readOnlyRootFilesystem": True,
            "capabilities": {"drop": ["ALL"]},
        }


def test_the_user_is_the_one_of_the_image(charts: dict[str, Rendered]) -> None:
    recipe = (TOP / "docker" / "service.Dockerfile").read_text(encoding="utf-8")
    made = re.search(r"useradd .*--uid (\d+)", recipe)
    assert made is not None

    for _, pod in pods(charts["least"]):
        assert pod["securityContext"]["runAsUser"] == int(made[1])


def test_no_secret_stands_in_it(charts: dict[str, Rendered]) -> None:
    for name in ACCEPTED:
        assert charts[name].of_kind("Secret") == []
    for container in containers(charts):
        secret = [each for each in container["env"] if re.search("URL|PASSWORD|TOKEN", each["name"])]
        plain = [each["name"] for each in secret if "value" in each]
        assert plain == ["BACKGRADE_PUBLIC_URL"]


def test_what_is_run_are_our_commands_and_settings(charts: dict[str, Rendered]) -> None:
    page = (TOP / "docs" / "settings.md").read_text(encoding="utf-8")
    for container in containers(charts):
        program, *arguments = container["args"]
        assert program == "backgrade"
        assert parser().parse_args(arguments).command in {"serve", "worker", "migrate"}
        assert [each["name"] for each in container["env"] if f"`{each['name']}`" not in page] == []


def test_whoever_is_named_by_labels_is_there(charts: dict[str, Rendered]) -> None:
    """Budgets, policies and services choose pods by labels: a wrong one would choose nobody."""
    for name in ACCEPTED:
        chart = charts[name]
        labels = [each["spec"]["template"]["metadata"]["labels"] for each in chart.of_kind("Deployment")]
        assert len(labels) == 2
        for each in chart.resources:
            spec = each.get("spec", {})
            chosen = spec.get("selector") or spec.get("podSelector") or {}
            chosen = chosen.get("matchLabels", chosen)
            matching = [each for each in labels if chosen.items() <= each.items()]
            chooses = each["kind"] == "PodMonitor" or each["kind"] not in {*CHOOSE_NOBODY, *OF_OTHERS}
            assert bool(matching and chosen) == chooses, each["metadata"]["name"]


def test_a_worker_is_reached_by_nobody_and_reaches_no_private_address_but_the_database(
    charts: dict[str, Rendered],
) -> None:
    policies = {
        each["metadata"]["name"].removeprefix(helm.RELEASE): each["spec"]
        for each in charts["everything"].of_kind("NetworkPolicy")
    }

    assert "ingress" not in policies["-worker-in"]
    assert policies["-worker-in"]["policyTypes"] == ["Ingress"]
    names, database, https, mail = policies["-out"]["egress"]
    assert {port["port"] for port in names["ports"]} == {53}
    assert database == {
        "ports": [{"port": 6432, "protocol": "TCP"}],
        "to": [{"ipBlock": {"cidr": "10.1.2.3/32"}}],
    }
    assert {"10.0.0.0/8", "169.254.0.0/16"} < set(https["to"][0]["ipBlock"]["except"])
    assert mail in EVERYTHING["networkPolicy"]["egress"]


def test_there_is_time_for_everything_to_end_before_a_pod_is_killed(charts: dict[str, Rendered]) -> None:
    """Crews end one after the other; what does not end in its time goes back to the queue."""
    crews = [Pace().grace, GradeSender.grace, WebhookSender.grace, Chores.grace, Chores.grace]
    for component, pod in pods(charts["least"]):
        if component == "migrate":
            continue
        before = pod["containers"][0].get("lifecycle", {}).get("preStop", {}).get("exec", {}).get("command")
        seconds = int(before[-1]) + durations.GOODBYE if before else 0
        assert pod["terminationGracePeriodSeconds"] > seconds + sum(crews)


def test_probes_ask_for_the_process_alone(charts: dict[str, Rendered]) -> None:
    """A database that is away would otherwise take every process out at once."""
    [web] = [pod["containers"][0] for component, pod in pods(charts["least"]) if component == "web"]
    probes = [probe for name, probe in web.items() if name.endswith("Probe")]

    assert [probe["httpGet"] for probe in probes] == [{"path": "/healthz", "port": "http"}] * 3
    assert web["ports"] == [{"name": "http", "containerPort": 8000}]


def test_workers_are_scaled_by_the_age_of_the_queue_and_by_nothing_else(charts: dict[str, Rendered]) -> None:
    chart = charts["everything"]
    [scaled] = chart.of_kind("ScaledObject")
    [trigger] = scaled["spec"]["triggers"]
    [worker] = [each for each in chart.of_kind("Deployment") if each["metadata"]["name"].endswith("worker")]

    assert scaled["spec"]["scaleTargetRef"] == {"name": worker["metadata"]["name"]}
    assert "replicas" not in worker["spec"]
    assert trigger["metadata"]["query"] == QUEUE_AGE.read_text(encoding="utf-8").strip()
    assert trigger["metadata"]["targetQueryValue"] == "10"
    [authentication] = chart.of_kind("TriggerAuthentication")
    assert trigger["authenticationRef"] == {"name": authentication["metadata"]["name"]}
    assert authentication["spec"]["secretTargetRef"][0]["name"] == "reader"


def test_the_files_of_monitoring_come_along_unchanged(charts: dict[str, Rendered]) -> None:
    [rules] = charts["everything"].of_kind("PrometheusRule")
    [dashboard] = charts["everything"].of_kind("ConfigMap")
    files = helm.CHART / "files"

    assert rules["spec"] == yaml.safe_load((files / "alerts.yaml").read_text(encoding="utf-8"))
    assert dashboard["data"] == {"backgrade.json": (files / "dashboard.json").read_text(encoding="utf-8")}


def queue_age(session: Session) -> float:
    seconds = session.scalar(text(QUEUE_AGE.read_text(encoding="utf-8").replace(":", r"\:")))
    assert isinstance(seconds, float)
    return seconds


def test_the_query_gives_what_the_service_calls_the_oldest_waiting(postgres_url: str) -> None:
    """One that runs, rests after a failure, or is of a trial does not count, although it is older here."""
    now = datetime.now(UTC)
    with closing(Database(postgres_url, DATABASE)) as database:
        with database.begin() as session:
            assert queue_age(session) == 0
            made, _ = course(session)
            task = assignment(session, made)
            for days in (9, 8, 7, 4, 1):
                by = member(session, made, f"student{days}")
                handed_in(session, task, by, at=now - timedelta(days=days))
            runs, rests, trial, *_ = session.scalars(select(Job).order_by(Job.created_at))
            runs.state = JobState.RUNNING
            rests.not_before = now + timedelta(minutes=1)
            trial.course_id = None
        with database.read() as session:
            found = timedelta(seconds=queue_age(session)), oldest_waiting(session, now=now)

    assert (found[0].days, found[1]) == (4, now - timedelta(days=4))
