"""Every offer for a wrong class, tried in a sandbox on some graphs."""

from collections.abc import Sequence
from dataclasses import replace
from random import Random

from grader.judge import judge
from grader.plan import Planned, plan
from grader.sandbox.plays import Observation
from grader.sandbox.protocol import Sandbox
from grader.sandbox.replies import Offer, Offers
from suites import load
from tests.corpus_files import BASE, Member, member
from tests.sandbox_runs import running

_ALWAYS = ("linear_chain", "a_plus_a", "diamond")


def broken(style: str, old: str, new: str, fails: str) -> Member:
    """The right class of a style with one piece of text replaced, and the suite that sees it."""
    found = member(f"{style}/{BASE}")
    text = found.source.decode()
    assert text.count(old) == 1
    return replace(found, name="broken", kind="wrong", source=text.replace(old, new).encode(), fails=(fails,))


def line(found: Member, piece: str) -> int:
    """The number of the only line with that piece of text."""
    (number,) = [i for i, each in enumerate(found.source.decode().split("\n"), 1) if piece in each]
    return number


def repairs(found: Member, sandbox: Sandbox) -> set[tuple[str, str, int | None]]:
    """Rewrite, detail and line of each offer after which what failed is right, and some other graphs are."""
    results = trial_results(found, (*found.fails, *_ALWAYS), sandbox)
    return {(offer.rewrite, offer.detail, offer.line) for offer, right in results if all(right)}


def trial_results(
    found: Member, suites: Sequence[str], sandbox: Sandbox
) -> list[tuple[Offer, tuple[bool, ...]]]:
    """Each offer, and whether the graphs of these suites are right once it is carried out."""
    planned = [each for slug in dict.fromkeys(suites) for each in _planned(slug)]
    right: dict[tuple[int, int], bool] = {}

    def seen(trial: int, number: int, observation: Observation) -> None:
        right[trial, number] = judge(planned[number], observation).right

    with running(sandbox, found.submission._replace(may_not_record=True)) as run:
        offers = (run.survey() or Offers()).offers
        run.try_edits([[number] for number in range(len(offers))], [each.play for each in planned], seen)
    return [
        (offer, tuple(right.get((trial, number), False) for number in range(len(planned))))
        for trial, offer in enumerate(offers)
    ]


def _planned(slug: str) -> list[Planned]:
    suite = load()[slug]
    return [plan(suite, graph, Random(1)).plays[-1] for graph in suite.graphs]
