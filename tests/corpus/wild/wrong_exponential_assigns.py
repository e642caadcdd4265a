"""micrograd + the functions I needed for the softmax exercise"""
from math import exp as _exp, log as _log

class Value:
  """ a scalar and its gradient, two-space indents """

  def __init__(self, data, _children=(), _op=''):
    self.data = data
    self.grad = 0
    self._backward = lambda: None
    self._prev = set(_children)
    self._op = _op

  def __add__(self, other):
    other = other if isinstance(other, Value) else Value(other)
    out = Value(self.data + other.data, (self, other), '+')
    def _backward():
      self.grad += out.grad
      other.grad += out.grad
    out._backward = _backward
    return out

  def __mul__(self, other):
    other = other if isinstance(other, Value) else Value(other)
    out = Value(self.data * other.data, (self, other), '*')
    def _backward():
      self.grad += other.data * out.grad
      other.grad += self.data * out.grad
    out._backward = _backward
    return out

  def __pow__(self, other):
    assert isinstance(other, (int, float))
    out = Value(self.data**other, (self,), f'**{other}')
    def _backward():
      self.grad += other * self.data**(other-1) * out.grad
    out._backward = _backward
    return out

  def exp(self):
    out = Value(_exp(self.data), (self,), 'exp')
    def _backward():
      self.grad = out.data * out.grad
    out._backward = _backward
    return out

  def log(self):
    out = Value(_log(self.data), (self,), 'log')
    def _backward():
      self.grad += 1 / self.data * out.grad
    out._backward = _backward
    return out

  def backward(self):
    topo, visited = [], set()
    def build_topo(v):
      if v not in visited:
        visited.add(v)
        for child in v._prev:
          build_topo(child)
        topo.append(v)
    build_topo(self)
    self.grad = 1
    for v in reversed(topo):
      v._backward()

  __radd__ = __add__
  __rmul__ = __mul__
  def __neg__(self): return self * -1
  def __sub__(self, other): return self + (-other)
  def __rsub__(self, other): return other + (-self)
  def __truediv__(self, other): return self * other**-1
  def __rtruediv__(self, other): return other * self**-1


def softmax(logits):
  counts = [l.exp() for l in logits]
  total = sum(counts)
  return [c / total for c in counts]


logits = [Value(0.0), Value(3.0), Value(-2.0), Value(1.0)]
probs = softmax(logits)
loss = -probs[3].log()
loss.backward()
print(loss.data, [l.grad for l in logits])
