"""A failed graph as lines of plain text, for formats without tables."""

from api.i18n import gettext as _
from api.report_view.graph import GraphView, QuotedMessage


def graph_lines(graph: GraphView) -> list[str]:
    """Return what went wrong in a graph, then every wrong number."""
    messages = [line for message in graph.messages for line in message_lines(message)]
    return [
        *messages,
        *(
            _("{number}: expected {expected}, got {got}", number=row.name, expected=row.expected, got=row.got)
            for row in graph.wrong
        ),
    ]


def message_lines(quoted: QuotedMessage) -> list[str]:
    """Return the message, the lines of the submission that it is about, and what to try."""
    seen, advice = quoted.message
    return [text for text in (seen, *quoted.line.splitlines(), advice) if text]
