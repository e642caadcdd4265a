"""Adding in place changes an array that another node holds too."""

from grader.sandbox.protocol import Sandbox
from tests.corpus_files import member
from tests.rewriting_trials import trial_results


def test_each_addition_in_place_is_offered_alone_and_all_together(sandbox: Sandbox) -> None:
    found = member("numpy_arrays/grad_array_shared")

    offers = [offer for offer, _ in trial_results(found, found.fails, sandbox) if offer.rewrite == "unshare"]

    assert found.line in {offer.line for offer in offers}
    assert len(offers) > 1
    assert {offer.group for offer in offers} == {"unshare"}
