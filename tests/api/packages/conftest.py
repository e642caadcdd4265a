"""Packages as another system has them: exported, unpacked elsewhere, with Backgrade installed."""

import shutil
import subprocess
import sys
import zipfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from api.command import main

ROOT = Path(__file__).parents[3]

Export = Callable[..., Path]


@dataclass(frozen=True)
class Gradescope:
    """The folder `/autograder` of Gradescope."""

    root: Path

    @property
    def results(self) -> Path:
        return self.root / "results" / "results.json"

    def submit(self, name: str, content: str | bytes) -> Path:
        path = self.root / "submission" / name
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        return path

    def run(self) -> subprocess.CompletedProcess[str]:
        return run(self.root / "run_autograder", cwd=self.root)


def run(script: Path, cwd: Path, **options: str) -> subprocess.CompletedProcess[str]:
    """Run a script of a package as its system does."""
    return subprocess.run(
        [str(script)],
        cwd=cwd,
        env={"PATH": "/usr/local/bin:/usr/bin:/bin", **options},
        capture_output=True,
        text=True,
        check=False,
        timeout=600,
        stdin=subprocess.DEVNULL,
    )


def install(kit: Path) -> None:
    """What `install.sh` leaves, with the Backgrade of these tests."""
    folder = kit / "venv" / "bin"
    folder.mkdir(parents=True)
    programs = {
        "backgrade": f'export PYTHONPATH={ROOT}; exec {sys.executable} -c "{START}" "$@"',
        "python": f'exec {sys.executable} "$@"',
    }
    for name, line in programs.items():
        path = folder / name
        path.write_text(f"#!/bin/bash\n{line}\n", encoding="utf-8")
        path.chmod(0o755)
    shutil.copytree(ROOT / "examples", kit / INSTALLED)


INSTALLED = Path("venv/share/backgrade/examples")
START = "import sys; from api.command import main; sys.exit(main())"


@pytest.fixture
def export(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Export:
    """Export a package, and give its folder."""

    def exported(system: str, *options: str, to: str = "package") -> Path:
        folder = tmp_path / to
        assert main(["export", system, "--out", str(folder), "--stage", "core", *options]) == 0
        capsys.readouterr()
        return folder

    return exported


@pytest.fixture
def gradescope(export: Export, tmp_path: Path) -> Gradescope:
    """The zip archive, unpacked as Gradescope does."""
    root = tmp_path / "autograder"
    unpack(export("gradescope") / "gradescope.zip", root / "source")
    install(root / "source" / "backgrade")
    script = root / "run_autograder"
    script.write_bytes((root / "source" / "run_autograder").read_bytes())
    script.chmod(0o755)
    (root / "submission").mkdir()
    return Gradescope(root)


def unpack(archive: Path, folder: Path) -> None:
    """Unpack a zip archive with the modes that it names."""
    with zipfile.ZipFile(archive) as opened:
        for entry in opened.infolist():
            path = Path(opened.extract(entry, folder))
            path.chmod(entry.external_attr >> 16 & 0o777)
