"""Files of a package by their paths, in a folder or in an archive. The same files give the same archive."""

import io
import json
import tarfile
import zipfile
from collections.abc import Iterator, Mapping
from pathlib import Path

Tree = Mapping[str, bytes]
"""Contents by path, with slashes."""

_FIRST_DAY = (1980, 1, 1, 0, 0, 0)
"""The earliest that a zip archive knows."""
_REGULAR_FILE = 0o100000


def text(content: str) -> bytes:
    """A text file."""
    return content.encode("utf-8")


def document(content: object) -> bytes:
    """A JSON file."""
    return text(json.dumps(content, indent=2, ensure_ascii=False) + "\n")


def under(folder: str, tree: Tree) -> dict[str, bytes]:
    """Return the same files in a folder."""
    return {f"{folder}/{path}": content for path, content in tree.items()}


def shipped(folder: str) -> dict[str, bytes]:
    """The files that every package of a kind has, as they stand in `api/packages/files`."""
    root = Path(__file__).parent / "files" / folder
    return {path.name: path.read_bytes() for path in sorted(root.iterdir())}


def zipped(tree: Tree) -> bytes:
    """A zip archive."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for path, content in sorted(tree.items()):
            entry = zipfile.ZipInfo(path, _FIRST_DAY)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.create_system = 3  # Unix, wherever it is made: else its modes are not read
            entry.external_attr = (_REGULAR_FILE | _mode(content)) << 16
            archive.writestr(entry, content)
    return buffer.getvalue()


def tarred(tree: Tree) -> bytes:
    """A tar archive."""
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w", format=tarfile.USTAR_FORMAT) as archive:
        for path, content in sorted(tree.items()):
            entry = tarfile.TarInfo(path)
            entry.size, entry.mode = len(content), _mode(content)
            archive.addfile(entry, io.BytesIO(content))
    return buffer.getvalue()


def write(tree: Tree, folder: Path) -> Iterator[Path]:
    """Write the files, and give their paths. Files of other names stay.

    Raises `OSError` if one cannot be written.
    """
    for name, content in sorted(tree.items()):
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
        path.chmod(_mode(content))
        yield path


def _mode(content: bytes) -> int:
    """Return the mode of a file: one that names its interpreter can be run."""
    return 0o755 if content.startswith(b"#!") else 0o644
