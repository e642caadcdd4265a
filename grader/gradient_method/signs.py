"""Signs of how gradients are obtained, and what they come to."""

from collections.abc import Set as AbstractSet

from grader.gradients import NOT_SHOWN, Gradients, Method, MethodCertainty, Sign, SignEvidence

_BACKWARD = {Sign.MIDDLE_GRADIENTS, Sign.CONTRIBUTIONS}
_HEART = {Sign.TEXTBOOK_ONLY, Sign.NOTHING_ELSEWHERE}
_CARRIED = {Sign.CARRIED_DERIVATIVES, Sign.DERIVATIVES_GROW}
OUTWARDS = {Sign.FORWARD_SWEEPS, Sign.FORWARD_ROWS, Sign.FORWARD_CONTRIBUTIONS}
_CARRIED_SUPPORT = {*OUTWARDS, Sign.KNOWN_BEFORE, Sign.NO_MIDDLE_GRADIENTS, Sign.RULE_IGNORED}
_ELSEWHERE = {Sign.OUTPUT_ELSEWHERE, Sign.MOVED_INPUTS, Sign.FOLLOWS_INPUTS}
"""They speak of this graph. Those that support them count numbers: a pass that draws a picture computes many,
and complex ones too."""
_ELSEWHERE_SUPPORT = {
    Sign.EVALUATIONS_GROW, Sign.OTHER_EVALUATIONS, Sign.COMPLEX_NUMBERS, Sign.ROUNDED, Sign.RULE_IGNORED,
}  # fmt: skip


class Signs:
    """Signs that were seen, and what they come to."""

    def __init__(self) -> None:
        self.evidence: dict[Sign, SignEvidence] = {}
        self.nearly_right = False
        """Whether the gradients of the watched passes are right, or differ as differences do."""

        self.has_middle_before_pass = False
        """Whether gradients of middle nodes are there before the pass too."""
        self.may_only_check = False
        """Whether evaluations at other inputs may only check gradients that were found another way."""

    def add(self, sign: Sign, seen: int | None = None, of: int | None = None) -> None:
        """Note a sign; of several graphs that show it, the first counts."""
        self.evidence.setdefault(sign, SignEvidence(sign=sign, seen=seen, of=of))

    def evaluated(self, *, check: bool, seen: int, of: int) -> None:
        """Note that the output was evaluated beside so many inputs of a graph, maybe only as a `check`."""
        self.may_only_check = self.may_only_check or check
        self.add(Sign.OUTPUT_ELSEWHERE, seen, of)

    def concluded(self) -> Gradients:
        """Return the conclusion. Who accumulates contributions backward is not accused of what else it does.

        Each method has signs that count alone, and signs that only support. Of gradients that are wrong,
        nothing but backpropagation is said: what a wrong rule computes is also in no use of the chain rule.
        """
        return self._by_signs_that_count_alone() or self._by_signs_together()

    def _by_signs_that_count_alone(self) -> Gradients | None:
        has = self.evidence.keys()
        if has >= _HEART:
            return self._gradients(Method.BY_HEART, _HEART)
        if Sign.OUTPUT_ELSEWHERE in has and self._is_no_check:
            return self._gradients(Method.NUMERICAL, _ELSEWHERE | _ELSEWHERE_SUPPORT)
        if Sign.CARRIED_DERIVATIVES in has and OUTWARDS & has:
            return self._gradients(Method.FORWARD_MODE, _CARRIED | _CARRIED_SUPPORT)
        if has >= _BACKWARD and Sign.RULE_IGNORED not in has:
            return self._gradients(Method.BACKPROPAGATION, _BACKWARD)
        return None

    def _by_signs_together(self) -> Gradients:
        has = self.evidence.keys()
        if self.nearly_right and has >= _CARRIED and Sign.CONTRIBUTIONS not in has:
            if Sign.MIDDLE_GRADIENTS in has or self.has_middle_before_pass:
                return NOT_SHOWN  # all derivatives of all nodes, as from the inverse of a matrix
            return self._gradients(Method.FORWARD_MODE, _CARRIED | _CARRIED_SUPPORT)
        if self.nearly_right and self._is_no_check and self._computes_differences:
            return self._gradients(Method.NUMERICAL, _ELSEWHERE | _ELSEWHERE_SUPPORT)
        return self._gradients(Method.BACKPROPAGATION, _BACKWARD) if _BACKWARD & has else NOT_SHOWN

    @property
    def _computes_differences(self) -> bool:
        """Whether it computes differences: two signs of that, or one where nothing runs backward."""
        has = self.evidence.keys()
        grows, elsewhere = Sign.EVALUATIONS_GROW in has, bool(_ELSEWHERE & has)
        return (elsewhere and grows) or ((elsewhere or grows) and not _BACKWARD & has)

    @property
    def _is_no_check(self) -> bool:
        """Whether gradients come from the evaluations: they follow the inputs, no others came up before."""
        return not self.may_only_check or Sign.RULE_IGNORED in self.evidence

    def _gradients(self, method: Method, signs: AbstractSet[Sign]) -> Gradients:
        """Return the method, with those of its signs that were seen."""
        chosen = signs & self.evidence.keys()
        evidence = tuple(self.evidence[sign] for sign in Sign if sign in chosen)
        only_counted = method is Method.NUMERICAL and not chosen & {*_ELSEWHERE, Sign.RULE_IGNORED}
        proven = len(evidence) > 1 and not only_counted
        certainty = MethodCertainty.PROVEN if proven else MethodCertainty.LIKELY
        return Gradients(method=method, certainty=certainty, evidence=evidence)
