"""Writes the OpenAPI document of the REST interface.

Run from the top folder: `.venv/bin/python docs/describe.py`.
"""

import json
from contextlib import closing
from pathlib import Path

from api.app import create_app
from submissions.operating.service import Service
from submissions.operating.settings import Settings
from submissions.storage.database import Database

DOCUMENT = Path(__file__).parent / "openapi.json"


def described() -> str:
    """The document as text."""
    with closing(Database("sqlite:///never-opened.db")) as database:
        app = create_app(Service(Settings(), database))
        return json.dumps(app.openapi(), indent=1, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    DOCUMENT.write_text(described(), encoding="utf-8")
