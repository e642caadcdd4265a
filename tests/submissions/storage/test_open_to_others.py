"""The data folder and all files in it are for their owner only, whatever the umask; others are named."""

import os
import shlex
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from api.words.checkup import checked
from api.words.serving import open_to_others as told_at_start
from submissions.operating.checkup import CheckupPart, checkup
from submissions.operating.service import utc_now
from submissions.operating.settings import Settings
from submissions.operating.startup import opened
from submissions.storage.backups import back_up, restore
from submissions.storage.data_folder import open_to_others
from submissions.storage.database import safety_copy


@pytest.fixture(autouse=True)
def generous_umask() -> Iterator[None]:
    before = os.umask(0)
    yield
    os.umask(before)


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(data_dir=tmp_path / "data", database_url=f"sqlite:///{tmp_path}/data/backgrade.db")


def modes(folder: Path) -> dict[str, int]:
    return {path.name: path.stat().st_mode & 0o777 for path in folder.iterdir()}


def test_whatever_the_service_makes_is_for_its_owner_only(settings: Settings, tmp_path: Path) -> None:
    folder, copy = tmp_path / "data", tmp_path / "data" / "backgrade.copy.db"
    with opened(settings, copied=print) as service, service.database.begin():
        while_running = modes(folder)
    assert safety_copy(settings.database)
    back_up(settings.database, copy)
    restore(settings.database, copy, force=True)

    assert folder.stat().st_mode & 0o777 == 0o700
    assert {"backgrade.db", "backgrade.db-wal", "backgrade.db-shm", "backgrade.db.lock"} <= set(while_running)
    assert len(modes(folder)) > len(while_running)
    assert {*while_running.values(), *modes(folder).values()} == {0o600}
    assert open_to_others(folder / "backgrade.db") is None


@pytest.mark.parametrize("name", ["", "backgrade.db", "backgrade.db.lock", "backgrade.db.made"])
@pytest.mark.parametrize("mode", [0o610, 0o640, 0o604, 0o777])
def test_what_is_more_open_is_named_with_the_command_that_mends_it(
    settings: Settings, tmp_path: Path, name: str, mode: int
) -> None:
    with opened(settings, copied=print):
        pass
    path = tmp_path / "data" / name
    path.chmod(mode | (0o700 if path.is_dir() else 0))
    found = {each.part: each for each in checkup(settings, now=utc_now())}[CheckupPart.PERMISSIONS]
    command = f"chmod -R go= {tmp_path}/data"

    assert not found.well
    assert checked(found).advice == f"Run `{command}`."
    assert told_at_start(path) == f"Other users of this machine may open {path}. Run `{command}`."

    subprocess.run(shlex.split(command), check=True)
    assert open_to_others(tmp_path / "data" / "backgrade.db") is None
