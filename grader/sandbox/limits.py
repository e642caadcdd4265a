"""How much a submission may use, and why that much.

What a right class could come near to is counted in steps inside the sandbox
(`grader/harness/running/steps.py`). The times here are for what cannot be counted, and twenty times what an
honest file takes.
"""

from typing import NamedTuple

MEBIBYTE = 1 << 20


class Limits(NamedTuple):
    """Bounds of one submission's run. Times are seconds, sizes bytes."""

    memory: int = 264 * MEBIBYTE
    """Address space of the child. CPython with numpy and the harness need half of it."""
    cpu: int = 30
    """Processor time of one child; the kernel's own backstop behind `total`."""
    step_cpu: float = 2.0
    """Processor time without a word. A play of an ordinary graph takes 20 microseconds."""
    step_wall: float = 15.0
    """Time in which a child only waits, and cannot say so; one that can does after three seconds."""
    silence: float = 60.0
    """Time without a word of a child that wants to compute: the machine gives it no processor."""
    total: float = 40.0
    """Processor time and waiting of the whole run, so that a class that hangs in every graph ends."""
    printed: int = 1 * MEBIBYTE
    """The bytes that a submission may print without an answer. A line for each node is no flood."""
    shown: int = 16 << 10
    """How much of what it prints is kept for the report."""
    answered: int = 16 * MEBIBYTE
    """The bytes that a child may answer; a full battery is below 1 MiB."""


class ContainerLimits(NamedTuple):
    """Bounds of a whole container, wide enough that a submission reaches its own first."""

    beside: int = 128 * MEBIBYTE
    """Memory beside that of one child: the zygote with numpy has 35 MiB, a supervisor little of its own."""
    processes: int = 16
    """The engine's init and its threads, zygote, supervisor and child, and a rehearsal of the self-test's."""
    cpus: float = 1.0
    open_files: int = 64
    """A supervisor has ten open while it serves."""


class Pooling(NamedTuple):
    """How many containers there are, and for how long each."""

    size: int = 2
    """The number of each kind, ready and at work; one more than there are workers keeps all from waiting."""
    serve_per_container: int = 1
    """Submissions before a container is destroyed. More is for grading one's own class anew."""
    patience: float = 30.0
    """Seconds that work waits for a container before it is refused."""
