"""Writes into the editor as a hand does: Playwright's own `fill` makes Chromium paste with styles."""

import re

from playwright.sync_api import Page


def write(page: Page, text: str) -> None:
    """The text in the place of all that is there."""
    folded = page.locator("details.write:not([open]) > summary")
    if folded.count():
        folded.click()
    editor = page.get_by_role("textbox", name=re.compile("^(Your code|Or write your code here)$"))
    editor.press("Control+a")
    editor.press("Delete")
    page.keyboard.insert_text(text)
