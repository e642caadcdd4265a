"""How a container is made: every bound that an engine can put around it, as plain data.

None of it is believed: the self-test proves each from inside (`grader/harness/lock/container.py`).
"""

from dataclasses import dataclass, field
from typing import Any

from grader.sandbox.image import NUMPY_FOLDER, seccomp_profile
from grader.sandbox.imports import Imports
from grader.sandbox.limits import ContainerLimits, Limits
from grader.sandbox.starting import INTERPRETER_OPTIONS, environment, settings

_USER = "65534:65534"


@dataclass(frozen=True)
class Bounds:
    """The limits of a submission and of the container around it, and whether it has a kernel of its own."""

    submission: Limits = field(default_factory=Limits)
    container: ContainerLimits = field(default_factory=ContainerLimits)
    runtime: str | None = None
    """The engine's runtime to ask for; None for its default one."""

    @property
    def memory(self) -> int:
        """Bytes for the whole container."""
        return self.submission.memory + self.container.beside


def container_options(bounds: Bounds, imports: Imports) -> dict[str, Any]:
    """Return the options that say what runs in the container, as whom."""
    return {
        "entrypoint": ["/python", *INTERPRETER_OPTIONS, "-B", "/sandbox/harness"],
        "command": [_harness_settings(bounds, imports)],
        "user": _USER,
        "environment": environment(imports),
        "network_disabled": True,
        "healthcheck": {"test": ["NONE"]},
        "stop_signal": "SIGKILL",
        "use_config_proxy": False,
    }


def host_options(bounds: Bounds) -> dict[str, Any]:
    """Return what the machine gives a container: nothing mounted, no network, no privilege, bounded use."""
    closed = {"core": 0, "fsize": 0, "memlock": 0, "msgqueue": 0, "nofile": bounds.container.open_files}
    return {
        "runtime": bounds.runtime,
        "network_mode": "none",
        "ipc_mode": "none",
        "cgroupns": "private",
        "read_only": True,
        "cap_drop": ["ALL"],
        "security_opt": ["no-new-privileges:true", f"seccomp={seccomp_profile()}"],
        "mem_limit": bounds.memory,
        "memswap_limit": bounds.memory,
        "nano_cpus": int(bounds.container.cpus * 1e9),
        "pids_limit": bounds.container.processes,
        "ulimits": [{"Name": name, "Soft": most, "Hard": most} for name, most in closed.items()],
        "oom_score_adj": 1000,
        "log_config": {"Type": "none"},
        "init": True,
        "auto_remove": True,
    }


def _harness_settings(bounds: Bounds, imports: Imports) -> str:
    promised = {
        "memory": bounds.memory,
        **{name: value for name, value in bounds.container._asdict().items() if name != "beside"},
        "own_kernel": bounds.runtime is not None,
    }
    numpy_folder = NUMPY_FOLDER if imports.has_numpy else None
    return settings(bounds.submission, imports=imports, numpy_folder=numpy_folder, container=promised)
