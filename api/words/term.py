"""The texts of a made term, in the language of the command that makes it."""

from api.i18n import gettext as _
from submissions.operating.term import TermTask, TermTexts


def term_texts() -> TermTexts:
    """Titles, names of the staff and the instructions."""
    return TermTexts(
        course=_("Demo term: Neural networks from scratch"),
        instructor=_("Demo Instructor"),
        assistants=(_("Demo Assistant A"), _("Demo Assistant B")),
        assignments=_tasks(),
    )


def _tasks() -> tuple[TermTask, ...]:
    """One for each stage of `term_plan`, in that order."""
    return (
        TermTask(
            _("1. Local rules"),
            _(
                "Give `+` and `*` of your class `Value` their local rules: `_backward()` of a result adds to "
                "`grad` of each operand what the gradient of the result contributes to it. We call these "
                "functions one by one, so your class needs no `backward()` yet."
            ),
        ),
        TermTask(
            _("2. Backprop, the core"),
            _(
                "Write `backward()`: it sets the gradient of the output to 1 and runs the local rules from "
                "the output to the inputs. We run it on the four graphs of the lecture: a linear chain, "
                "`a + a`, a graph of five nodes and the diamond `(a*b + c) * (a - c)`."
            ),
        ),
        TermTask(
            _("3. Operations"),
            _(
                "Add the other operations, each with its local rule: `-`, `/`, `**`, `tanh`, `exp`, `log`, "
                "`relu` and `sigmoid`. They work with plain numbers, too, as in `2 * a` and `a - 1`."
            ),
        ),
        TermTask(
            _("4. The whole graph"),
            _(
                "A node can be used many times and by other nodes that are far apart. Visit the graph in "
                "topological order, so that the rule of a node runs once, when its whole gradient is there."
            ),
        ),
        TermTask(
            _("5. Training"),
            _(
                "Use your class in a training loop: build a new graph in each step, call `backward()` again, "
                "and reset the gradients in between with `zero_grad()`. Without it, gradients add up."
            ),
        ),
        TermTask(
            _("6. Everything together"),
            _(
                "Submit your whole class. We run all suites of the term on it, with the numbers of the "
                "lecture and with others. How you structure your code is up to you."
            ),
        ),
    )
