"""Copies of the whole database in one file: made while the service runs, put back while it does not."""

from pathlib import Path
from typing import Protocol, cast

from submissions.storage.backups import postgres, sqlite
from submissions.storage.backups._backup import Copy, CopyFailed, Failure, Restored

__all__ = ["Copy", "CopyFailed", "Failure", "Restored", "back_up", "inspect", "restore"]


class _Kind(Protocol):
    """The functions of a module for one kind of database."""

    def write(self, url: str, target: Path) -> None:
        """Write a copy of the database into an empty file."""

    def inspect(self, copy: Path) -> Copy:
        """Read a copy as a whole."""

    def restore(self, url: str, copy: Path, *, force: bool) -> Restored:
        """Put a copy that was inspected in the place of the database."""


def back_up(url: str, target: Path) -> Copy:
    """Write a copy; it is there as a whole or not at all. Raises `CopyFailed` if it cannot be made."""
    if target.exists():
        raise CopyFailed(Failure.EXISTS, str(target))
    partial = target.with_name(f".{target.name}.partial")
    try:
        return _written(url, partial, target)
    except OSError as error:
        raise CopyFailed(Failure.NOT_WRITTEN, str(error.strerror or error).lower()) from error


def inspect(url: str, copy: Path) -> Copy:
    """Return the facts of a backup, if it is whole, of this kind of database, and of a usable version.

    Raises `CopyFailed` if it is not.
    """
    if not copy.is_file():
        raise CopyFailed(Failure.NO_FILE, str(copy))
    return _kind(url).inspect(copy)


def restore(url: str, copy: Path, *, force: bool) -> Restored:
    """Put a copy in the place of the database. What was there is moved aside, never deleted.

    Raises `CopyFailed` if the copy cannot be used, or something is there and `force` was not said.
    """
    inspect(url, copy)
    return _kind(url).restore(url, copy, force=force)


def _written(url: str, partial: Path, target: Path) -> Copy:
    partial.touch(mode=0o600)  # it holds password hashes and keys
    try:
        _kind(url).write(url, partial)
        copy = inspect(url, partial)
        partial.rename(target)
    finally:
        partial.unlink(missing_ok=True)
    return copy


def _kind(url: str) -> "_Kind":
    return cast("_Kind", sqlite if url.startswith("sqlite:///") else postgres)
