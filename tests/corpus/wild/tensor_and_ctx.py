#!/usr/bin/env python3
# inspired by pytorch and an early version of tinygrad
from functools import partialmethod
from inspect import signature
import numpy as np


# **** start with two base classes ****

class Tensor:
  training = True

  def __init__(self, data, requires_grad=True):
    if isinstance(data, (int, float, np.floating)):
      data = np.array([data], dtype=np.float32)
    elif isinstance(data, list):
      data = np.array(data, dtype=np.float32)
    assert isinstance(data, np.ndarray), f"error constructing tensor with {data!r}"
    self.data = data.astype(np.float32)
    self.grad = None
    self.requires_grad = requires_grad
    # internal variables used for autograd graph construction
    self._ctx = None

  def __repr__(self):
    return f"Tensor {self.data!r} with grad {(self.grad if self.grad is None else self.grad.data)!r}"

  @property
  def shape(self):
    return self.data.shape

  @classmethod
  def zeros(cls, *shape):
    return cls(np.zeros(shape, dtype=np.float32))

  @classmethod
  def randn(cls, *shape):
    return cls(np.random.randn(*shape).astype(np.float32))

  def item(self):
    return self.data.item()

  # toposort and backward pass
  def deepwalk(self):
    def _deepwalk(node, visited, nodes):
      visited.add(node)
      if node._ctx:
        for i in node._ctx.parents:
          if i not in visited:
            _deepwalk(i, visited, nodes)
        nodes.append(node)
      return nodes
    return _deepwalk(self, set(), [])

  def backward(self):
    assert self.shape == (1,), "backward needs a scalar"
    # fill in the first grad with one
    # this is "implicit gradient creation"
    self.grad = Tensor(np.ones(self.data.shape, dtype=self.data.dtype), requires_grad=False)

    for t0 in reversed(self.deepwalk()):
      grads = t0._ctx.backward(t0._ctx, t0.grad.data)
      if len(t0._ctx.parents) == 1:
        grads = [grads]
      for t, g in zip(t0._ctx.parents, grads):
        if g is None or not t.requires_grad:
          continue
        assert g.shape == t.data.shape, \
          f"grad shape must match tensor shape in {t0._ctx!r}, {g.shape!r} != {t.data.shape!r}"
        gt = Tensor(g, requires_grad=False)
        t.grad = gt if t.grad is None else Tensor(t.grad.data + gt.data, requires_grad=False)

  def __neg__(self):
    return self.mul(Tensor([-1.0], requires_grad=False))

  def detach(self):
    return Tensor(self.data, requires_grad=False)


# An instantiation of the Function is the Context
class Function:
  def __init__(self, *tensors):
    self.parents = tensors
    self.saved_tensors = []

  def save_for_backward(self, *x):
    self.saved_tensors.extend(x)

  # note that due to how partialmethod works, self and arg are switched
  @staticmethod
  def apply(self, arg, *x):
    tt = [self] + [t if isinstance(t, Tensor) else Tensor(t, requires_grad=False) for t in x]
    ctx = arg(*tt)
    ret = Tensor(arg.forward(ctx, *[t.data for t in tt]),
                 requires_grad=any(t.requires_grad for t in tt))
    if ret.requires_grad:
      ret._ctx = ctx
    return ret


def register(name, fxn):
  setattr(Tensor, name, partialmethod(fxn.apply, fxn))


class Mul(Function):
  @staticmethod
  def forward(ctx, x, y):
    ctx.save_for_backward(x, y)
    return x*y

  @staticmethod
  def backward(ctx, grad_output):
    x, y = ctx.saved_tensors
    return y*grad_output, x*grad_output
register('mul', Mul)


class Add(Function):
  @staticmethod
  def forward(ctx, x, y):
    return x+y

  @staticmethod
  def backward(ctx, grad_output):
    return grad_output, grad_output
register('add', Add)


class Sub(Function):
  @staticmethod
  def forward(ctx, x, y):
    return x-y

  @staticmethod
  def backward(ctx, grad_output):
    return grad_output, -grad_output
register('sub', Sub)


class ReLU(Function):
  @staticmethod
  def forward(ctx, input):
    ctx.save_for_backward(input)
    return np.maximum(input, 0)

  @staticmethod
  def backward(ctx, grad_output):
    input, = ctx.saved_tensors
    grad_input = grad_output.copy()
    grad_input[input < 0] = 0
    return grad_input
register('relu', ReLU)


class Tanh(Function):
  @staticmethod
  def forward(ctx, input):
    t = np.tanh(input)
    ctx.save_for_backward(t)
    return t

  @staticmethod
  def backward(ctx, grad_output):
    t, = ctx.saved_tensors
    return grad_output * (1 - t*t)
register('tanh', Tanh)


class Log(Function):
  @staticmethod
  def forward(ctx, input):
    ctx.save_for_backward(input)
    return np.log(input)

  @staticmethod
  def backward(ctx, grad_output):
    return grad_output / ctx.saved_tensors[0]
register('log', Log)


for op, method in (('__add__', 'add'), ('__mul__', 'mul'), ('__sub__', 'sub')):
  setattr(Tensor, op, getattr(Tensor, method))
Tensor.__radd__ = lambda self, x: self.add(x)
Tensor.__rmul__ = lambda self, x: self.mul(x)
Tensor.__rsub__ = lambda self, x: Tensor(x, requires_grad=False).sub(self)


# **** optimizers ****

class Optimizer:
  def __init__(self, params):
    self.params = [x for x in params if x.requires_grad is True]

  def zero_grad(self):
    for param in self.params:
      param.grad = None


class SGD(Optimizer):
  def __init__(self, params, lr=0.001):
    super().__init__(params)
    self.lr = lr

  def step(self):
    for t in self.params:
      t.data -= t.grad.data * self.lr


if __name__ == "__main__":
  w, b = Tensor([0.1]), Tensor([0.0])
  optim = SGD([w, b], lr=0.01)
  for i in range(200):
    x = np.random.randn()
    loss = (w*x + b - (3*x + 1))
    loss = loss * loss
    optim.zero_grad()
    loss.backward()
    optim.step()
  print(w, b)
