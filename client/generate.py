"""Writes the Python client from docs/openapi.json: `python client/generate.py FOLDER`, from the top folder.

Models and a function for each operation come from openapi-python-client; `runtime` sends the requests.
"""

import copy
import json
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

_HERE = Path(__file__).parent
_DOCUMENT = _HERE.parent / "docs" / "openapi.json"
_PREFIX = "/api/v1/"
_LEFT_OUT = frozenset({"watch-assignment", "watch-submission"})
"""A stream of events is no function that gives something."""
_OF_PLAIN_FILES = frozenset({"name", "X-File-Name"})
_OPTIONS: dict[str, Any] = {
    "content_type_overrides": {"application/zip": "application/octet-stream"},
    "post_hooks": [],
    "class_overrides": {
        "SubmitFilesFileForm": {"class_name": "FileForm", "module_name": "file_form"},
        "SubmitJsonFileAsJson": {"class_name": "FileAsJson", "module_name": "file_as_json"},
    },
}


def generate(folder: Path) -> Path:
    """The package `backgrade_client` in a folder, with the project that makes a wheel of it."""
    whole = json.loads(_DOCUMENT.read_text(encoding="utf-8"))
    package = folder / "backgrade_client"
    with tempfile.TemporaryDirectory() as scratch:
        document, options = Path(scratch, "openapi.json"), Path(scratch, "options.json")
        document.write_text(json.dumps(for_client(whole)), encoding="utf-8")
        options.write_text(json.dumps(_OPTIONS), encoding="utf-8")
        _run("openapi_python_client", "generate", "--meta", "none", "--fail-on-warning", "--overwrite",
             "--path", document, "--config", options, "--output-path", package,
             "--custom-template-path", _HERE / "templates")  # fmt: skip
    (package / "errors.py").unlink()
    for module in (_HERE / "runtime").glob("*.py"):
        shutil.copy(module, package)
    version = whole["info"]["version"]
    (package / "_version.py").write_text(f'"""Of Backgrade."""\n\nVERSION = "{version}"\n', encoding="utf-8")
    (package / "py.typed").touch()
    for name in ("pyproject.toml", "README.md"):
        shutil.copy(_HERE / name, folder)
    _run("ruff", "format", "--quiet", "--isolated", package)
    return package


def for_client(whole: dict[str, Any]) -> dict[str, Any]:
    """The operations that a function can carry out: what each gives, and one way to send a file.

    Problems are left out, since the runtime raises them.
    """
    document = copy.deepcopy(whole)
    document["paths"] = {
        path: kept
        for path, methods in document["paths"].items()
        if path.startswith(_PREFIX)
        and (kept := {name: _success(each) for name, each in methods.items() if _is_kept(each)})
    }
    document["components"].pop("responses")
    return document


def _is_kept(operation: dict[str, Any]) -> bool:
    return operation["operationId"] not in _LEFT_OUT


def _success(operation: dict[str, Any]) -> dict[str, Any]:
    first = min(status for status in operation["responses"] if status.startswith("2"))
    operation["responses"] = {first: operation["responses"][first]}
    operation["tags"] = operation["tags"][:1]
    content = operation.get("requestBody", {}).get("content", {})
    if content.pop("application/octet-stream", None):
        parameters = operation["parameters"]
        operation["parameters"] = [each for each in parameters if each["name"] not in _OF_PLAIN_FILES]
    return operation


def _run(module: str, *arguments: str | Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", module, *arguments], capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise RuntimeError(f"{module}: {done.stdout}{done.stderr}")


if __name__ == "__main__":
    print(generate(Path(sys.argv[1])))  # noqa: T201
