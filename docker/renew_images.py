"""Renews the digests of the base images: `make images`.

Every base image of ours is named with its tag and its digest. `docker buildx` asks the registry for the
digest that the tag has today; it is written wherever the old one stands.
"""

import re
import subprocess
import sys
from pathlib import Path

RECIPES = ("docker", "api/packages/files")
"""The folders that name base images."""

_PINNED = re.compile(r"([a-z0-9./_-]+:[\w.-]+)@(sha256:[0-9a-f]{64})")


def main(top: Path) -> int:
    """Renew all of them, and print those that have changed."""
    texts = {path: text for path in _recipes(top) if _PINNED.search(text := path.read_text(encoding="utf-8"))}
    old = dict(match.groups() for text in texts.values() for match in _PINNED.finditer(text))
    new = {image: _digest(image) for image in sorted(old)}
    for path, text in texts.items():
        path.write_text(_PINNED.sub(lambda match: f"{match[1]}@{new[match[1]]}", text), encoding="utf-8")
    for image in sorted(old):
        sys.stdout.write(f"{image}: {'unchanged' if new[image] == old[image] else new[image]}\n")
    return 0


def _recipes(top: Path) -> list[Path]:
    return sorted(path for folder in RECIPES for path in (top / folder).rglob("*") if path.is_file())


def _digest(image: str) -> str:
    """Return the digest of a tag today: that of the index, which has the images of all processors."""
    asked = ["docker", "buildx", "imagetools", "inspect", "--format", "{{.Manifest.Digest}}", image]
    digest = subprocess.run(asked, stdout=subprocess.PIPE, text=True, check=True).stdout.strip()
    if not re.fullmatch(r"sha256:[0-9a-f]{64}", digest):
        raise SystemExit(f"the registry names no digest for {image}: {digest!r}")
    return digest


if __name__ == "__main__":
    sys.exit(main(Path(__file__).parents[1]))
