"""How strong a sandbox is."""

from enum import StrEnum


class Level(StrEnum):
    """The strength of a sandbox by what it is made of, from the strongest down."""

    OWN_KERNEL = "E5"
    """A hardened container with a kernel of its own (gVisor), and in it the system-call filter."""
    CONTAINED = "E4"
    """A hardened container, and in it the system-call filter."""
    ENCLOSED = "E3"
    """System-call filter, Landlock and namespaces."""
    LOCKED = "E2"
    """System-call filter and Landlock."""
    FILTERED = "E1"
    """System-call filter alone: still no file, no network, no process."""
    TRUSTED = "E0"
    """Nothing. For one's own file, when one says so."""
