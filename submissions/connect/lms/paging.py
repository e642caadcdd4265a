"""Lists of platforms come in pages: where the next one is."""

import html
import re

from submissions.outward.openid.outward import OutwardAnswer

_NEXT = re.compile(r"<([^<>]{1,2000})>\s*;[^,<]*?rel=[^a-z,;]{0,5}next", re.IGNORECASE)
"""The link to the next page. One platform has typographic quotes around the relation."""
_LONGEST = 8000


def next_page(answer: OutwardAnswer) -> str:
    """The address of the next page; empty on the last one. One platform writes it as HTML does."""
    found = _NEXT.search(answer.headers.get("link", "")[:_LONGEST])
    return html.unescape(found[1]) if found else ""
