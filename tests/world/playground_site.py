"""The site of the playground, for tests that look at it and for the browsers that are shown it."""

import pickle
from collections.abc import Mapping

import pytest

from api.playground.site import site
from tests.graded import alone, shared_folder


def site_once(factory: pytest.TempPathFactory) -> Mapping[str, bytes]:
    """The files of the site by their names, built once a run: that takes ten seconds."""
    kept = shared_folder(factory) / "playground.site"
    with alone(kept):
        if not kept.exists():
            kept.write_bytes(pickle.dumps(dict(site())))
        files: Mapping[str, bytes] = pickle.loads(kept.read_bytes())  # noqa: S301 - written by a process of this run
    return files
