"""The texts of the demo course and of a made term, in the language of the command that makes them."""

from api.i18n import N_, gettext as _
from grader.faults import FaultSign, first, rule_of
from submissions.operating.demo import DemoTexts
from submissions.operating.term.texts import TermTalk, TermTask, TermTexts
from submissions.teaching.terms.preparations import SavedComment

_TASKS = (
    (
        N_("1. Local rules"),
        N_(
            "Give `+` and `*` of your class `Value` their local rules: `_backward()` of a result adds to "
            "`grad` of each operand what the gradient of the result contributes to it. We call these "
            "functions one by one, so your class needs no `backward()` yet."
        ),
    ),
    (
        N_("2. Backprop, the core"),
        N_(
            "Write `backward()`: it sets the gradient of the output to 1 and runs the local rules from "
            "the output to the inputs. We run it on the four graphs of the lecture: a linear chain, "
            "`a + a`, a graph of five nodes and the diamond `(a*b + c) * (a - c)`."
        ),
    ),
    (
        N_("3. Operations"),
        N_(
            "Add the other operations, each with its local rule: `-`, `/`, `**`, `tanh`, `exp`, `log`, "
            "`relu` and `sigmoid`. They work with plain numbers, too, as in `2 * a` and `a - 1`."
        ),
    ),
    (
        N_("4. The whole graph"),
        N_(
            "A node can be used many times and by other nodes that are far apart. Visit the graph in "
            "topological order, so that the rule of a node runs once, when its whole gradient is there."
        ),
    ),
    (
        N_("5. Training"),
        N_(
            "Use your class in a training loop: build a new graph in each step, call `backward()` again, "
            "and reset the gradients in between with `zero_grad()`. Without it, gradients add up."
        ),
    ),
    (
        N_("6. Everything together"),
        N_(
            "Submit your whole class. We run all suites of the term on it, with the numbers of the "
            "lecture and with others. How you structure your code is up to you."
        ),
    ),
)
"""The title and the instructions for each stage of the plan, in that order."""


def term_texts() -> TermTexts:
    """Titles, instructions, and what people write to each other."""
    return TermTexts(
        course=_("Neural networks from scratch (demo)"),
        assignments=tuple(TermTask(_(title), _(instructions)) for title, instructions in _TASKS),
        own_graph=_("The graph of last year's exam"),
        group=_("Team {number}"),
        talk=_talk(),
    )


def _talk() -> TermTalk:
    return TermTalk(
        saved_comments=(
            SavedComment(
                _("Accumulate"),
                _("A value that is used twice gets a contribution from each use. Add them up."),
            ),
            SavedComment(
                _("Draw the graph"), _("Draw the graph on paper and write each gradient beside its node.")
            ),
            SavedComment(_("Office hours"), _("Come to office hours on Thursday. We look at it together.")),
        ),
        at_lines=_at_lines(),
        on_the_whole=_("Clear code, and you tried it out before you submitted. Well done."),
        reply=_("Thanks! I drew the graph, and now I see it. I submit it again tonight."),
        requests=(
            _("My backward() is right for every graph of the lecture. Please look at it again."),
            _("I think that my derivative is right, because it works for x = 1."),
            _("The file that counts is not the one that I meant. I sent the right one by e-mail in time."),
        ),
        answers=(
            _("At x = 1 both formulas give the same number. Try x = 2: the expected gradient is 12."),
            _("Your e-mail came before the due date. I graded that file by hand."),
        ),
        override=_("Explained the algorithm on the whiteboard without a mistake."),
        extensions=(
            _("Joined the course in the second week."),
            _("Ill, with a doctor's note."),
            _("Away for a competition of the university."),
        ),
        note=_("Tries one change after the other. I showed how to print the gradients of a small graph."),
        message=_("I saw your last attempts. Come to the lab, or write me when you have time to talk."),
    )


def _at_lines() -> dict[str, str]:
    """Return comments at lines, by fault."""
    return {
        first(FaultSign.REPLACED): _(
            "What happens here if `a` is used twice, as in `a + a`? Compute `a.grad` by hand first."
        ),
        first(FaultSign.RUNS_EARLY): _(
            "Print each node that is visited for `b = a * a; c = b + b`. Is the gradient of `b` complete "
            "when its rule runs?"
        ),
        first(FaultSign.UPSTREAM_ALONE): _(
            "This is the rule of a sum. What is the derivative of `a * b` with respect to `a`?"
        ),
        rule_of("tanh", 0): _("Check this derivative at `x = 0.5` with a small step on both sides."),
    }


def demo_texts() -> DemoTexts:
    """The titles and the instructions; from then on they are the course's own, for its staff to edit."""
    return DemoTexts(
        course=_("Demo course"),
        assignment=_("Backprop, the whole graph"),
        instructions="\n\n".join(
            (
                _(
                    "Write a class `Value`: a number that remembers how it was computed. After "
                    "`backward()` is "
                    "called on an output, `grad` of each number is the gradient of the output with "
                    "respect to it."
                ),
                _(
                    "We run your class on small graphs, with the numbers of the lecture and with"
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
