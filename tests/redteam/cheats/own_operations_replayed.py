"""Differences made with the class's own operators: replays the recorded method names on new Values."""
import math


class Value:
    def __init__(self, data, call=None, operands=()):
        self.data = data
        self.grad = 0.0
        self.call = call
        self.operands = operands

    def replay(self, swap):
        if id(self) in swap:
            return swap[id(self)]
        args = [o.replay(swap) if isinstance(o, Value) else o for o in self.operands]
        swap[id(self)] = getattr(args[0], self.call)(*args[1:]) if self.call else Value(self.data)
        return swap[id(self)]

    def graph(self, seen):
        seen[id(self)] = self
        for o in self.operands:
            if isinstance(o, Value) and id(o) not in seen:
                o.graph(seen)
        return seen

    def backward(self):
        for v in self.graph({}).values():
            h = Value(1e-3 * max(abs(v.data), 0.5))

            def at(k):
                return self.replay({id(v): Value(v.data) + h * k})
            slope = ((at(1) - at(-1)) * 45 - (at(2) - at(-2)) * 9 + (at(3) - at(-3))) / (h * 60)
            v.grad += slope.data

    def __add__(self, o): return Value(self.data + num(o), '__add__', (self, o))
    def __mul__(self, o): return Value(self.data * num(o), '__mul__', (self, o))
    def __sub__(self, o): return Value(self.data - num(o), '__sub__', (self, o))
    def __rsub__(self, o): return Value(o - self.data, '__rsub__', (self, o))
    def __truediv__(self, o): return Value(self.data / num(o), '__truediv__', (self, o))
    def __rtruediv__(self, o): return Value(o / self.data, '__rtruediv__', (self, o))
    def __pow__(self, n): return Value(self.data ** n, '__pow__', (self, n))
    def __neg__(self): return Value(-self.data, '__neg__', (self,))
    def tanh(self): return Value(math.tanh(self.data), 'tanh', (self,))
    def exp(self): return Value(math.exp(self.data), 'exp', (self,))
    def log(self): return Value(math.log(self.data), 'log', (self,))
    def relu(self): return Value(max(self.data, 0.0), '__mul__', (self, 1.0 if self.data > 0 else 0.0))
    __radd__ = __add__
    __rmul__ = __mul__


def num(x):
    return x.data if isinstance(x, Value) else x
