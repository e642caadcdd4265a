"""A JupyterLab that serves a folder of notebooks to nobody but this machine."""

import json
import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

from tests.patience import scaled

REQUIRED = os.environ.get("BACKGRADE_REQUIRE_JUPYTER") == "1"

_START = 60.0
_QUIET = ("--LabApp.news_url=", "--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate")
_KERNEL = {"name": "python3", "display_name": "Python 3", "language": "python"}
_THEMES = "lab/user-settings/@jupyterlab/apputils-extension/themes.jupyterlab-settings"


def lacking() -> str:
    """Why there is none; empty where there is one."""
    return "" if find_spec("jupyterlab") else "it is not installed (make .venv/.jupyter-installed)"


@dataclass(frozen=True)
class JupyterLab:
    """A server that runs."""

    address: str
    folder: Path
    settings: Path

    def write(self, name: str, cells: Sequence[Mapping[str, object]]) -> str:
        """Write a notebook; the address at which it opens."""
        metadata = {"kernelspec": _KERNEL}
        notebook = {"cells": cells, "metadata": metadata, "nbformat": 4, "nbformat_minor": 5}
        (self.folder / name).write_text(json.dumps(notebook), encoding="utf-8")
        return f"{self.address}/lab/tree/{name}?reset"

    def become_dark(self) -> None:
        """Choose the dark theme for pages that are opened from now on."""
        themes = self.settings / _THEMES
        themes.parent.mkdir(parents=True, exist_ok=True)
        themes.write_text('{"theme": "JupyterLab Dark"}', encoding="utf-8")


@contextmanager
def serving(folder: Path) -> Iterator[JupyterLab]:
    """Start a JupyterLab whose notebooks and settings are in a folder, and end it."""
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port = found.getsockname()[1]
    notebooks, settings = folder / "notebooks", folder / "settings"
    notebooks.mkdir()
    command = [sys.executable, "-m", "jupyterlab", "--no-browser", "--allow-root", "--ip=127.0.0.1", *_QUIET]
    command += [f"--port={port}", "--IdentityProvider.token=", f"--ServerApp.root_dir={notebooks}"]
    own = {f"JUPYTER_{name}_DIR": str(folder / name.lower()) for name in ("DATA", "RUNTIME")}
    own |= {"JUPYTER_CONFIG_DIR": str(settings), "IPYTHONDIR": str(folder / "ipython")}
    with (folder / "log").open("wb") as log:
        server = subprocess.Popen(command, env={**os.environ, **own}, stdout=log, stderr=log)
    try:
        _wait(port, folder / "log")
        yield JupyterLab(f"http://127.0.0.1:{port}", notebooks, settings)
    finally:
        server.terminate()
        server.wait()


def _wait(port: int, log: Path) -> None:
    deadline = time.monotonic() + scaled(_START)
    while True:
        try:
            socket.create_connection(("127.0.0.1", port), 1).close()
        except OSError:
            assert time.monotonic() < deadline, log.read_text()
            time.sleep(0.1)
        else:
            return
