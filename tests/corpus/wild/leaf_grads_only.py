"""A scalar version of torch.Tensor: `.grad` is kept on leaves only, as in PyTorch."""
import math
import unittest

try:
    import torch
    HAS_TORCH = True
except ImportError:
    HAS_TORCH = False


class Tensor:
    def __init__(self, data, requires_grad=False, *, _grad_fn=None, _inputs=()):
        if HAS_TORCH and isinstance(data, torch.Tensor):
            data = data.item()
        self.data = data
        self.requires_grad = requires_grad
        self.grad = None
        self.grad_fn = _grad_fn
        self._inputs = _inputs
        self._retain = False

    @property
    def is_leaf(self):
        return self.grad_fn is None

    def retain_grad(self):
        self._retain = True
        return self

    def requires_grad_(self, flag=True):
        self.requires_grad = flag
        return self

    def detach(self):
        return Tensor(self.data)

    def item(self):
        return float(self.data)

    def __repr__(self):
        if self.grad_fn:
            return f"tensor({self.data:.4f}, grad_fn=<{self.grad_fn.__name__}>)"
        return f"tensor({self.data:.4f}{', requires_grad=True' if self.requires_grad else ''})"

    @classmethod
    def _op(cls, data, backward, *inputs):
        if not any(t.requires_grad for t in inputs):
            return cls(data)
        return cls(data, True, _grad_fn=backward, _inputs=inputs)

    @staticmethod
    def _as(x):
        if HAS_TORCH and isinstance(x, torch.Tensor):
            x = x.item()
        return x if isinstance(x, Tensor) else Tensor(x)

    def __add__(self, other):
        other = self._as(other)

        def AddBackward0(g):
            return g, g
        return self._op(self.data + other.data, AddBackward0, self, other)

    def __mul__(self, other):
        other = self._as(other)

        def MulBackward0(g):
            return g * other.data, g * self.data
        return self._op(self.data * other.data, MulBackward0, self, other)

    def __pow__(self, n):
        def PowBackward0(g):
            return (g * n * self.data ** (n - 1),)
        return self._op(self.data ** n, PowBackward0, self)

    def tanh(self):
        t = math.tanh(self.data)

        def TanhBackward0(g):
            return (g * (1 - t * t),)
        return self._op(t, TanhBackward0, self)

    def sigmoid(self):
        s = 1 / (1 + math.exp(-self.data))

        def SigmoidBackward0(g):
            return (g * s * (1 - s),)
        return self._op(s, SigmoidBackward0, self)

    def relu(self):
        def ReluBackward0(g):
            return (g * (self.data > 0),)
        return self._op(max(self.data, 0.0), ReluBackward0, self)

    def __radd__(self, other):
        return self + other

    def __rmul__(self, other):
        return self * other

    def __neg__(self):
        return self * -1.0

    def __sub__(self, other):
        return self + -self._as(other)

    def __rsub__(self, other):
        return self._as(other) + -self

    def __truediv__(self, other):
        return self * self._as(other) ** -1.0

    def __rtruediv__(self, other):
        return self._as(other) * self ** -1.0

    def backward(self, gradient=None):
        if not self.requires_grad:
            raise RuntimeError("element 0 of tensors does not require grad and does not have a grad_fn")
        order, seen = [], set()

        def dfs(t):
            if t in seen or not t.requires_grad:
                return
            seen.add(t)
            for i in t._inputs:
                dfs(i)
            order.append(t)

        dfs(self)
        grads = {self: 1.0 if gradient is None else gradient}
        for t in reversed(order):
            g = grads.pop(t)
            if t.is_leaf or t._retain:
                t.grad = g if t.grad is None else t.grad + g
            if t.grad_fn is not None:
                for i, gi in zip(t._inputs, t.grad_fn(g)):
                    if i.requires_grad:
                        grads[i] = grads.get(i, 0.0) + gi


@unittest.skipUnless(HAS_TORCH, "needs torch")
class AgainstTorch(unittest.TestCase):
    def test_all(self):
        a, b = Tensor(0.5, True), Tensor(-1.5, True)
        ((a * b).tanh() / a).backward()
        x = torch.tensor(0.5, requires_grad=True)
        y = torch.tensor(-1.5, requires_grad=True)
        ((x * y).tanh() / x).backward()
        self.assertAlmostEqual(a.grad, x.grad.item(), places=5)


if __name__ == "__main__":
    unittest.main()
