"""The texts of the demo course, in the language of the command that starts the service."""

from api.i18n import gettext as _
from submissions.operating.demo import DemoTexts


def demo_texts() -> DemoTexts:
    """The titles and the instructions; from then on they are the course's own, for its staff to edit."""
    return DemoTexts(
        course=_("Demo course"),
        assignment=_("Backprop, the core"),
        instructions="\n\n".join(
            (
                _(
                    "Write a class `Value`: a number that remembers how it was computed. After "
                    "`backward()` is "
                    "called on an output, `grad` of each number is the gradient of the output with "
                    "respect to it."
                ),
                _(
                    "We run your class on four small graphs, with the numbers of the lecture and with"
                    " others, and "
                    "check `data` and `grad` of every input. How you structure your code is up to you."
                ),
                _(
                    "The starter file has addition without its backward rule. Write this rule, "
                    "multiplication and "
                    "`backward()`. You can submit as often as you like."
                ),
            )
        ),
    )
