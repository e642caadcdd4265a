"""Texts in the reader's language: English is written in the code, other languages are catalogues of gettext.

`_("Line {line} uses `=`.", line=17)` translates, then fills in what is named. A text in a table or a constant
is only marked, by `N_`, and translated where it is shown: nothing is translated while modules are imported.
"""

from api.i18n._current import LANGUAGES, SOURCE, Language, choose, current, speaking
from api.i18n._formats import date, day, duration, listed, number, percent, size, time
from api.i18n._negotiation import negotiated, of_environment
from api.i18n._translate import N_, gettext, ngettext, pgettext
