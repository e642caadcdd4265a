"""The numbers that offers of one survey have in another of the same source.

What is offered depends in part on how the class behaves, and a class that keeps something of earlier passes
behaves otherwise in another child.
"""

from collections import defaultdict
from collections.abc import Sequence

from grader.sandbox.replies import Offer

Numbers = dict[int, int]
"""The number there of each offer here; without those that are not made there."""


def numbers_in(there: Sequence[Offer], here: Sequence[Offer]) -> Numbers:
    """Map the number of each offer there to its number here; equal offers are matched in order."""
    places = defaultdict[Offer, list[int]](list)
    for number in reversed(range(len(there))):
        places[there[number]].append(number)
    return {number: places[offer].pop() for number, offer in enumerate(here) if places[offer]}
