from math import log


class Term:
    def __init__(self, data, how="", of=()):
        self.data = data
        self.grad = 0.0
        self.how = how
        self.of = list(of)

    def __add__(self, other):
        if isinstance(other, Term):
            return Term(self.data + other.data, "plus", [self, other])
        return Term(self.data + other, "plus", [self])

    def __mul__(self, other):
        if isinstance(other, Term):
            return Term(self.data * other.data, "times", [self, other])
        return Term(self.data * other, "times", [self])

    def __sub__(self, other):
        if isinstance(other, Term):
            return Term(self.data - other.data, "minus", [self, other])
        return Term(self.data - other, "minus", [self])

    def __pow__(self, other):
        if isinstance(other, Term):
            return Term(self.data**other.data, "power", [self, other])
        return Term(self.data**other, "power", [self])

    def backward(self):
        order, met = [], set()

        def walk(term):
            if term not in met:
                met.add(term)
                for each in term.of:
                    walk(each)
                order.append(term)

        walk(self)
        self.grad = 1.0
        for term in reversed(order):
            if term.how == "plus":
                for each in term.of:
                    each.grad += term.grad
            elif term.how == "times":
                term.of[0].grad += term.of[1].data * term.grad
                term.of[1].grad += term.of[0].data * term.grad
            elif term.how == "minus":
                term.of[0].grad += term.grad
                term.of[1].grad -= term.grad
            elif term.how == "power":
                base, exponent = term.of
                base.grad += exponent.data * base.data ** (exponent.data - 1) * term.grad
                if base.data > 0:
                    exponent.grad += log(base.data) * term.data * term.grad
