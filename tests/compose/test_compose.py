"""The compose file is started for real: its image is built, files are graded, and nothing is left behind.

The engine of the tests reaches no registry. Only what comes from one is replaced: the base images, packages
of Python by their wheels, and the editor of the pages by the one that was built here.
"""

import json
import os
import resource
import shutil
import subprocess
import uuid
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
import yaml
from sqlalchemy import select

from bench._burst import hand_in, wait
from bench._service import free_port, prepared
from grader.sandbox.container import ContainerEngine
from submissions.storage.database import Database
from submissions.tables import Submission, Worker
from tests import engines
from tests.thorough import at_length
from tests.world import interfaces

TOP = Path(__file__).parents[2]
COMPOSE = TOP / "docker" / "compose.yml"
RECIPE = TOP / "docker" / "service.Dockerfile"
FILES = 6
WORKERS = 2
PATIENCE = 180.0
ASSETS = "api/pages/static/vendor", "build/pyodide"
IGNORED = shutil.ignore_patterns("__pycache__", "*.pyc")

pytestmark = [pytest.mark.container, at_length]


@pytest.fixture(scope="module")
def images(engine: ContainerEngine, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Mapping[str, str]]:
    """Our image by our recipe, and a database that takes the place of the official image."""
    assert engine.facts()
    if lack := engines.compose_lacking():
        pytest.skip(lack)
    mark = uuid.uuid4().hex[:8]
    built = {"service": f"backgrade-test-{mark}", "database": f"backgrade-test-postgres-{mark}"}
    here = Path(__file__).parent
    base = f"BASE={engines.database_base()}"
    docker(
        "build", "-t", built["database"], "--build-arg", base, "-f", f"{here}/postgres.Dockerfile", str(here)
    )
    context = tmp_path_factory.mktemp("context")
    _fill(context)
    docker("build", "-t", built["service"], "--build-arg", f"BASE={engines.base()}", str(context))
    yield built
    docker("image", "rm", "--force", *built.values())


def test_a_file_is_graded_by_what_the_compose_file_starts(images: Mapping[str, str], tmp_path: Path) -> None:
    with _started(images, tmp_path) as (project, port, url):
        members = prepared(url, students=1)
        sent = {hand_in(port, members, number) for number in range(FILES)}
        wait(url, FILES, PATIENCE)
        database = Database(url)
        with database.read() as session:
            states = {row.id: row.state for row in session.scalars(select(Submission))}
            workers = session.scalars(select(Worker.level)).all()
        database.close()
        running = _containers(project)

    assert states == dict.fromkeys(sent, "graded")
    assert len([level for level in workers if level]) == WORKERS
    assert len(running) == WORKERS + 2  # the web process and the database; the migration has ended
    assert _containers(project, "--all") == []


@contextmanager
def _started(images: Mapping[str, str], folder: Path) -> Iterator[tuple[str, int, str]]:
    """The name of the project, its port, and the address of its database."""
    project, port, password = f"backgrade-{uuid.uuid4().hex[:8]}", free_port(), uuid.uuid4().hex
    file = folder / "compose.yml"
    file.write_text(yaml.safe_dump(_with(images, port)), encoding="utf-8")

    def compose(*arguments: str) -> None:
        _run("docker-compose", "-f", str(file), "-p", project, *arguments,
             variables={"BACKGRADE_DATABASE_PASSWORD": password})  # fmt: skip

    with interfaces.changing():
        try:
            compose("up", "--detach", "--no-build")
            of_database = "--filter=label=com.docker.compose.service=database"
            (database,) = json.loads(docker("inspect", *_containers(project, of_database)))
            (network,) = database["NetworkSettings"]["Networks"].values()
            yield project, port, f"postgresql+psycopg://backgrade:{password}@{network['IPAddress']}/backgrade"
        finally:
            compose("down", "--volumes", "--timeout", "20")


def _containers(project: str, *options: str) -> list[str]:
    """The containers of a project, those that run unless told otherwise."""
    return docker("ps", "--quiet", f"--filter=label=com.docker.compose.project={project}", *options).split()


def _with(images: Mapping[str, str], port: int) -> dict[str, Any]:
    """Our file with these images and this port; the name of the project is given when it is started."""
    ours: dict[str, Any] = yaml.safe_load(COMPOSE.read_text(encoding="utf-8"))
    del ours["name"]
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]  # not even root may give more in some containers
    for name, service in ours["services"].items():
        service["image"] = images["database" if name == "database" else "service"]
        service.pop("build", None)
        for limit in service.get("ulimits", {}).values():
            limit.update({kind: min(number, most) for kind, number in limit.items()})
    ours["services"]["web"]["ports"] = [f"127.0.0.1:{port}:8000"]
    ours.pop("x-service")
    return ours


def _fill(context: Path) -> None:
    """Give the recipe what it copies, and wheels in place of an index."""
    recipe = RECIPE.read_text(encoding="utf-8")
    start, rest = recipe.index("FROM ${NODE} AS assets"), recipe.index("FROM ${BASE} AS built")
    copied = "".join(f"COPY {each} /src/{each}\n" for each in ASSETS)
    assets = f"FROM ${{BASE}} AS assets\n{copied}\n"
    wheels = "FROM ${BASE} AS built\nCOPY wheels /wheels\nENV PIP_NO_INDEX=1 PIP_FIND_LINKS=/wheels\n"
    recipe = recipe[:start] + assets + recipe[rest:].replace("FROM ${BASE} AS built\n", wheels)
    (context / "Dockerfile").write_text(recipe, encoding="utf-8")
    for line in recipe.splitlines():
        if line.startswith("COPY ") and "--from" not in line and " wheels " not in line:
            for name in line.split()[1:-1]:
                _copy(name, context)
    shutil.copytree(engines.image_wheels(), context / "wheels")
    for wheel in (TOP / "build/pyodide").glob("*.whl"):
        shutil.copy(wheel, context / "wheels")
    for each in ASSETS:
        (context / each).mkdir(parents=True, exist_ok=True)


def _copy(name: str, context: Path) -> None:
    (context / name).parent.mkdir(parents=True, exist_ok=True)
    if (TOP / name).is_dir():
        shutil.copytree(TOP / name, context / name, ignore=IGNORED, dirs_exist_ok=True)
    elif (TOP / name).exists():
        shutil.copy(TOP / name, context / name)


def docker(*arguments: str) -> str:
    """Return the output of a command, which has to end well."""
    return _run("docker", *arguments)


def _run(*command: str, variables: Mapping[str, str] | None = None) -> str:
    environment = {**os.environ, "DOCKER_BUILDKIT": "0", **(variables or {})}
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=environment)
    assert done.returncode == 0, f"{command}\n{done.stdout[-2000:]}\n{done.stderr[-4000:]}"
    return done.stdout
