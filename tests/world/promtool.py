"""Prometheus' own tool for rules: whether it is on this machine, and what it says."""

import os
import shutil
import subprocess
from pathlib import Path

REQUIRED = os.environ.get("BACKGRADE_REQUIRE_PROMTOOL") == "1"
PROGRAM = shutil.which("promtool")


def lacking() -> str:
    """Why there is none; empty where there is."""
    return "" if PROGRAM else "promtool is not installed (Debian has it in the package prometheus)"


def complaints(*arguments: str | Path) -> str:
    """Return what it finds wrong; empty where all is right."""
    assert PROGRAM is not None
    done = subprocess.run([PROGRAM, *map(str, arguments)], capture_output=True, text=True, check=False)
    return "" if done.returncode == 0 else done.stdout + done.stderr
