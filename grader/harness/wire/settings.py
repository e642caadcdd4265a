"""What the host decides for a sandbox; it comes as JSON on the command line."""

from typing import Any, NamedTuple


class HarnessSettings(NamedTuple):
    """The fields of that JSON."""

    memory: int
    """Bytes of address space a child may have."""
    cpu: int
    """Seconds of processor time for a child's whole life, kept by the kernel."""
    step_cpu: float
    """Seconds of processor time without a word before a child is stopped."""
    step_wall: float
    """Seconds in which a child only waits before it is stopped."""
    silence: float
    """Seconds without an answer of a child that is given no processor before it is stopped."""
    printed: int
    """Bytes a child may print without an answer before it is stopped."""
    shown: int
    """Bytes of what it prints that are passed on."""
    answered: int
    """Bytes a child may answer."""
    locked: bool
    serves_many: bool
    """Whether more than one file will be graded: it pays then to rehearse one of ours, and to fork ahead."""
    imports: str
    """The modules that submissions may import, by the names in `preload.MODULES`."""
    numpy_folder: str | None
    """The folder to import numpy from; None for a zygote without it."""
    container: dict[str, Any] | None
    """The promises of the container around it, by the fields of `container.Promised`; None without one."""
