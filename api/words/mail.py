"""The e-mail that says that there are notices. It holds nothing confidential: no names, courses or points."""

from api.i18n import gettext as _, ngettext


def body(number: int, notices: str, unsubscribe: str) -> str:
    """Its text, with the addresses of the notices and of the page that stops e-mail."""
    paragraphs = (
        ngettext("You have {n} new notice in Backgrade.", "You have {n} new notices in Backgrade.", number),
        _("Sign in to read: {address}", address=notices),
        _("If you do not want these e-mails: {address}", address=unsubscribe),
    )
    return "\n\n".join(paragraphs) + "\n"
