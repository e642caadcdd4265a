"""The processes of this machine, as the kernel lists them."""

from pathlib import Path


def children(process: int) -> list[int]:
    """The processes that the first thread of this one has started, from the eldest."""
    return [int(each) for each in Path(f"/proc/{process}/task/{process}/children").read_text().split()]
