"""The provider of sign-on that others wrote, from npm: whether it runs on this machine."""

import shutil
import subprocess
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[2]
PROGRAM = ROOT / "tests" / "world" / "oidc_provider.mjs"
NODE = shutil.which("node")
_OLDEST_NODE = 20
"""For the provider. Debian 12 has 18, which is enough to build the assets."""


@cache
def lacking() -> str:
    """Why it does not run; empty where it does."""
    return absent() or _too_old()


def absent() -> str:
    """What has to be installed for it; empty where all is there."""
    if NODE is None:
        return "no Node.js on this machine"
    return "" if (ROOT / "node_modules" / "oidc-provider").is_dir() else "no node_modules (make assets)"


def _too_old() -> str:
    assert NODE is not None
    version = subprocess.run([NODE, "--version"], capture_output=True, text=True, check=True).stdout.strip()
    is_old = int(version.lstrip("v").partition(".")[0]) < _OLDEST_NODE
    return f"Node.js {version} is older than {_OLDEST_NODE}" if is_old else ""
