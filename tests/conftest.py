"""What holds for every test: what is there of torch and containers, and how hypothesis behaves."""

import os
import shutil
from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import closing
from importlib.util import find_spec
from pathlib import Path

import pytest
from hypothesis import settings

from api.pages import _static
from api.process import garbage
from grader.sandbox.contained import Contained
from grader.sandbox.container import ContainerEngine
from grader.sandbox.embedded import Embedded
from grader.sandbox.limits import Limits
from grader.sandbox.protocol import Sandbox
from tests import back_ends, engines, patience
from tests.browser import chromium
from tests.discreet_log import DiscreetLog
from tests.graded import ReportCache, shared_folder
from tests.thorough import THOROUGH, draw_by, drawn_cases, left_out, on_the_other_database
from tests.world import (
    helm,
    jupyterlab,
    machines,
    memory,
    npm_provider,
    postgres,
    promtool,
    pyodide,
    statements,
)
from tests.world.callbacks import without_callbacks
from tests.world.databases import (
    DIALECTS,
    database,
    database_url,
    kept_database,
    postgres_url,
    sqlite_template,
    sqlite_url,
)

__all__ = [
    "database",
    "database_url",
    "kept_database",
    "postgres_url",
    "sqlite_template",
    "sqlite_url",
    "without_callbacks",
]

TORCH = find_spec("torch") is not None
REQUIRED = os.environ.get("BACKGRADE_REQUIRE_ORACLE") == "1"
SAMPLED = 12
"""Of tests marked `on_the_host`, one in so many runs in containers too; in a thorough run, all."""

# The same back-end everywhere, unless a test says which.
os.environ["BACKGRADE_SANDBOX"] = "embedded"
# Commands speak English here, whatever the shell of the developer speaks.
os.environ["LC_ALL"] = "C.UTF-8"
# Pytest makes the folders of tests in there.
if in_memory := memory.folder():
    os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", in_memory)

statements.share()

# Tests share the processors with sandboxed processes: how long one example takes shows nothing.
EXAMPLES = 100 if THOROUGH else 30
settings.register_profile("backgrade", deadline=None, print_blob=True, max_examples=EXAMPLES)
settings.load_profile("backgrade")


@pytest.fixture(scope="session")
def watched_log() -> Iterator[DiscreetLog]:
    """Listens to all that Backgrade logs in this process."""
    log = DiscreetLog()
    with log.listening():
        yield log


@pytest.fixture(autouse=True)
def nobody_is_named_in_the_log(watched_log: DiscreetLog) -> Iterator[None]:
    """After each test: who reads the log does not learn who somebody is, nor a way in."""
    with watched_log.one_test():
        yield
    assert watched_log.indiscreet == []


@pytest.fixture(scope="session")
def sandbox() -> Iterator[Embedded]:
    """One sandbox for all tests of a worker; its processes end with the session."""
    with closing(Embedded(patience.limits(Limits()))) as made:
        yield made


@pytest.fixture(scope="session")
def graded(sandbox: Embedded, tmp_path_factory: pytest.TempPathFactory) -> ReportCache:
    """What several tests look at is graded once."""
    return ReportCache(shared_folder(tmp_path_factory), sandbox)


@pytest.fixture(scope="session")
def engine() -> Iterator[ContainerEngine]:
    """A container engine that has our image."""
    engines.require()
    with closing(engines.connected()) as made:
        yield made


@pytest.fixture(scope="session")
def containers(engine: ContainerEngine) -> Iterator[Contained]:
    """One pool of containers for all tests of a worker."""
    with closing(Contained(engines.connected(), engines.image_id(engine))) as made:
        yield made


@pytest.fixture(scope="session", params=back_ends.NAMES)
def back_end(request: pytest.FixtureRequest) -> Sandbox:
    """Each of the back-ends, for what must hold on both."""
    fixture = "sandbox" if request.param == "embedded" else "containers"
    made: Sandbox = request.getfixturevalue(fixture)
    return made


def pytest_configure(config: pytest.Config) -> None:
    """Refuse to begin where something is required and absent."""
    for name, required, lacking in (
        ("BROWSER", chromium.REQUIRED, _browser_lacking),
        ("JUPYTER", jupyterlab.REQUIRED, jupyterlab.lacking),
        ("POSTGRES", postgres.REQUIRED, postgres.lacking),
        ("MACHINES", machines.REQUIRED, machines.lacking),
        ("DOCKER", engines.REQUIRED, engines.lacking),
        ("COMPOSE", engines.COMPOSE_REQUIRED, engines.compose_lacking),
        ("HELM", helm.REQUIRED, helm.lacking),
        ("PROMTOOL", promtool.REQUIRED, promtool.lacking),
        ("ORACLE", REQUIRED, _torch_lacking),
    ):
        if required and (lack := lacking()):
            message = f"BACKGRADE_REQUIRE_{name}=1, but {lack}"
            raise pytest.UsageError(message)
    if not _is_worker(config):
        postgres.open_session()


def _browser_lacking() -> str:
    return chromium.lacking() or npm_provider.absent()


def _torch_lacking() -> str:
    return "" if TORCH else "torch is not installed: run `make oracle`"


def pytest_sessionstart(session: pytest.Session) -> None:
    """What is drawn follows from the seed that all processes of the run know by now."""
    draw_by(session.config.getoption("randomly_seed", 0), named=_is_named(session.config))


def pytest_unconfigure(config: pytest.Config) -> None:
    """End what the processes of this session shared."""
    if not _is_worker(config):
        postgres.close_session()


def pytest_report_header() -> list[str]:
    """Say at once what will be skipped, and why."""
    needed = {
        "torch": "" if TORCH else "it is not installed (make oracle)",
        "containers": engines.lacking(),
        "an image to build on, or wheels": engines.unnamed(),
        "Compose": engines.compose_lacking(),
        "PostgreSQL": postgres.lacking(),
        "machines on a network": machines.lacking(),
        "Helm": helm.lacking(),
        "Prometheus' promtool": promtool.lacking(),
        "Pyodide": pyodide.lacking(),
        "a browser": chromium.lacking(),
        "JupyterLab": jupyterlab.lacking(),
        "a provider from npm": npm_provider.lacking(),
        "the editor": "" if _static.has("vendor/codemirror.js") else "it was not built (make assets)",
        "curl": "" if shutil.which("curl") else "it is not installed",
        "root": "an ordinary user runs them" if os.geteuid() else "",
        "an ordinary user": "" if os.geteuid() else "root runs them",
    }
    skipped = [f"  {name}: {lack}" for name, lack in needed.items() if lack]
    return ["skipped are tests that need:", *skipped] if skipped else ["nothing is skipped"]


@pytest.hookimpl(wrapper=True)
def pytest_generate_tests(metafunc: pytest.Metafunc) -> Iterator[None]:
    """Draw of the cases of a test before they are made."""
    yield
    metafunc._calls = [*drawn_cases(metafunc.definition, metafunc._calls, lambda case: case.id)]


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Skip the oracle's tests where torch is absent; mark what needs containers; draw of families."""
    skip = pytest.mark.skip(reason="needs torch, which is not installed (make oracle)")
    for item in items:
        if not TORCH and item.get_closest_marker("oracle"):
            item.add_marker(skip)
        if _needs_containers(item):
            item.add_marker(pytest.mark.container)
    for item in _repetitions(items):
        item.add_marker(pytest.mark.repeated)
    repeated = set() if THOROUGH or _is_named(config) else _repeated_in_containers(items)
    there = DIALECTS[:1] if postgres.lacking() else DIALECTS
    unasked = repeated | left_out(items) | on_the_other_database(items, there)
    config.hook.pytest_deselected(items=[item for item in items if item.nodeid in unasked])
    items[:] = _by_rooms([item for item in items if item.nodeid not in unasked])


def pytest_collection_finish() -> None:
    """Exclude tests and what they import from the collection of garbage: half a million objects."""
    garbage.look_seldom()


def _by_rooms(items: Sequence[pytest.Item]) -> list[pytest.Item]:
    """Folders as wholes, in the order of their first tests, but the browser first, whose walks take long.

    A process gets tests that stand together, and has what the next one needs too: a service and its browser,
    templates and statements that are compiled, the routes and their document.
    """
    ranks = {Path("tests/browser"): -1}
    places = [[ranks.setdefault(each, len(ranks)) for each in _folders(item)] for item in items]
    return [item for _, item in sorted(zip(places, items, strict=True), key=lambda each: each[0])]


def _folders(item: pytest.Item) -> list[Path]:
    """Of a test, from the outermost to its own."""
    return [*reversed(item.path.relative_to(item.config.rootpath).parents)]


def _is_worker(config: pytest.Config) -> bool:
    """Whether this is one of several processes that run tests."""
    return hasattr(config, "workerinput")


def _needs_containers(item: pytest.Item) -> bool:
    fixtures = getattr(item, "fixturenames", ())
    parameters = item.callspec.params.values() if hasattr(item, "callspec") else ()
    return "engine" in fixtures or any(each == "container" for each in parameters if isinstance(each, str))


def _is_named(config: pytest.Config) -> bool:
    """Whether tests were asked for by name: whoever does that wants them."""
    return any("::" in each for each in config.args)


def _repetitions(items: Sequence[pytest.Item]) -> list[pytest.Item]:
    """Of tests that differ in nothing but what their mark `alike` names, all but one, by turns."""
    families = defaultdict(list)
    for item in items:
        if (alike := item.get_closest_marker("alike")) and isinstance(item, pytest.Function):
            others = {name: each for name, each in item.callspec.params.items() if name not in alike.args}
            families[item.nodeid.partition("[")[0], repr(others)].append(item)
    found: list[pytest.Item] = []
    for position, (_, family) in enumerate(sorted(families.items())):
        family.sort(key=lambda item: item.nodeid)
        found += [item for number, item in enumerate(family) if number != position % len(family)]
    return found


def _repeated_in_containers(items: Sequence[pytest.Item]) -> set[str]:
    """What embedded shows already in the same form, but for the sample, which is the same in every run."""
    functions = defaultdict(set)
    repeated = set()
    for item in items:
        if not item.get_closest_marker("container"):
            continue
        if item.get_closest_marker("repeated"):
            repeated.add(item.nodeid)
        elif item.get_closest_marker("on_the_host"):
            functions[item.nodeid.partition("[")[0]].add(item.nodeid)
    return repeated.union(*(ids - set(sorted(ids)[::SAMPLED]) for ids in functions.values()))
