"""Lazy reverse mode: nobody pushes gradients around, everybody asks the nodes above.

Each node knows (weakly) which nodes were computed from it.  `node.grad` is computed when it is
looked at, relative to the root that backward() was last called on, and is remembered.
"""
import math
import weakref


class Pass:
    """One backward pass: its root, and what has been found so far."""

    def __init__(self, root):
        self.root = weakref.ref(root)
        self.below = set()
        todo = [root]
        while todo:
            node = todo.pop()
            if node.key in self.below:
                continue
            self.below.add(node.key)
            node._passes.append(self)
            todo.extend(node._parents)


class Value:
    _keys = 0

    def __init__(self, data, parents=()):
        Value._keys += 1
        self.key = Value._keys
        self.data = data
        self._parents = tuple(parents)
        self._users = []            # (weakref to the user, d user / d self)
        self._passes = []
        self._known = {}
        self._offset = 0.0

    def _used_by(self, user, local):
        self._users.append((weakref.ref(user), local))

    def _from(self, data, *edges):
        out = Value(data, [p for p, _ in edges])
        for p, local in edges:
            p._used_by(out, local)
        return out

    # gradient ------------------------------------------------------------------
    def _grad_in(self, p):
        if p not in self._known:
            total = 1.0 if p.root() is self else 0.0
            for ref, local in self._users:
                user = ref()
                if user is not None and user.key in p.below:
                    total += local * user._grad_in(p)
            self._known[p] = total
        return self._known[p]

    @property
    def grad(self):
        return self._offset + sum(self._grad_in(p) for p in self._passes)

    @grad.setter
    def grad(self, value):
        self._passes.clear()
        self._known.clear()
        self._offset = float(value)

    def backward(self):
        done = Pass(self)
        # intermediate nodes may die before anybody looks, so look now
        todo, seen = [self], set()
        while todo:
            node = todo.pop()
            if node.key not in seen:
                seen.add(node.key)
                node._grad_in(done)
                todo.extend(node._parents)

    # operations ------------------------------------------------------------------
    def __add__(self, other):
        if isinstance(other, (int, float)):
            return self._from(self.data + other, (self, 1.0))
        return self._from(self.data + other.data, (self, 1.0), (other, 1.0))

    def __mul__(self, other):
        if isinstance(other, (int, float)):
            return self._from(self.data * other, (self, other))
        return self._from(self.data * other.data, (self, other.data), (other, self.data))

    __radd__, __rmul__ = __add__, __mul__

    def __neg__(self):
        return self * -1

    def __sub__(self, other):
        return self + other * -1

    def __rsub__(self, other):
        return other + self * -1

    def tanh(self):
        t = math.tanh(self.data)
        return self._from(t, (self, 1 - t * t))

    def exp(self):
        e = math.exp(self.data)
        return self._from(e, (self, e))


if __name__ == "__main__":
    a = Value(2.0)
    b = a * a
    c = b + b * a
    c.backward()
    print(a.grad, b.grad)
