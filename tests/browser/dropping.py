"""Drops a file on a page, as a hand with a mouse would."""

from pathlib import Path

from playwright.sync_api import Page

_DROP = """
([name, text, count]) => {
  const data = new DataTransfer();
  for (let i = 0; i < count; i++) data.items.add(new File([text], name, { type: "text/x-python" }));
  for (const kind of ["dragenter", "dragover", "drop"])
    document.querySelector("h1").dispatchEvent(
      new DragEvent(kind, { dataTransfer: data, bubbles: true, cancelable: true }),
    );
}
"""


def drop(page: Page, file: Path, count: int = 1) -> None:
    """The file, or several of it at once."""
    page.evaluate(_DROP, [file.name, file.read_text(encoding="utf-8"), count])
