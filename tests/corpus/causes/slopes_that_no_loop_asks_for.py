class Term:
    def __init__(self, number, of=(), slopes=None):
        self.number = number
        self.gradient = 0.0
        self.of = of
        self.slopes = slopes

    def __add__(self, other):
        other = other if isinstance(other, Term) else Term(other)
        return Term(self.number + other.number, (self, other), lambda _: (1.0, 1.0))

    def __mul__(self, other):
        other = other if isinstance(other, Term) else Term(other)
        return Term(
            self.number * other.number, (self, other), lambda term: (term.of[1].number, term.of[0].number)
        )

    def __neg__(self):
        return self * -1.0

    def __sub__(self, other):
        return self + (-other)

    def __pow__(self, power):
        return Term(self.number**power, (self,), lambda term: (power * term.of[0].number ** (power - 1),))

    def __radd__(self, other):
        return self + other

    def __rmul__(self, other):
        return self * other

    def backward(self):
        order, met = [], set()

        def walk(term):
            if term not in met:
                met.add(term)
                for each in term.of:
                    walk(each)
                order.append(term)

        walk(self)
        self.gradient = 1.0
        order.reverse()
