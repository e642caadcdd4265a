"""The interface of torch.autograd.Function: forward and backward are static and share a context."""
import math


class Context:
    """What forward saves for backward."""

    def save_for_backward(self, *values):
        self.saved_values = values


class Function:
    @classmethod
    def apply(cls, *args):
        inputs = [arg if isinstance(arg, Value) else Value(arg) for arg in args]
        ctx = Context()
        result = Value(cls.forward(ctx, *[node.data for node in inputs]))
        result.grad_fn = cls
        result.ctx = ctx
        result.inputs = inputs
        return result


class AddFunction(Function):
    @staticmethod
    def forward(ctx, a, b):
        return a + b

    @staticmethod
    def backward(ctx, grad_output):
        return grad_output, grad_output


class SubFunction(Function):
    @staticmethod
    def forward(ctx, a, b):
        return a - b

    @staticmethod
    def backward(ctx, grad_output):
        return grad_output, -grad_output


class MulFunction(Function):
    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return a * b

    @staticmethod
    def backward(ctx, grad_output):
        a, b = ctx.saved_values
        return grad_output * b, grad_output * a


class DivFunction(Function):
    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return a / b

    @staticmethod
    def backward(ctx, grad_output):
        a, b = ctx.saved_values
        return grad_output / b, -grad_output * a / (b * b)


class PowFunction(Function):
    @staticmethod
    def forward(ctx, a, n):
        out = a**n
        ctx.save_for_backward(a, n, out)
        return out

    @staticmethod
    def backward(ctx, grad_output):
        a, n, out = ctx.saved_values
        grad_a = grad_output * n * a ** (n - 1)
        grad_n = grad_output * out * math.log(a) if a > 0 else 0.0
        return grad_a, grad_n


class NegFunction(Function):
    @staticmethod
    def forward(ctx, a):
        return -a

    @staticmethod
    def backward(ctx, grad_output):
        return (-grad_output,)


class ExpFunction(Function):
    @staticmethod
    def forward(ctx, a):
        out = math.exp(a)
        ctx.save_for_backward(out)
        return out

    @staticmethod
    def backward(ctx, grad_output):
        (out,) = ctx.saved_values
        return (grad_output * out,)


class LogFunction(Function):
    @staticmethod
    def forward(ctx, a):
        ctx.save_for_backward(a)
        return math.log(a)

    @staticmethod
    def backward(ctx, grad_output):
        (a,) = ctx.saved_values
        return (grad_output / a,)


class TanhFunction(Function):
    @staticmethod
    def forward(ctx, a):
        out = math.tanh(a)
        ctx.save_for_backward(out)
        return out

    @staticmethod
    def backward(ctx, grad_output):
        (out,) = ctx.saved_values
        return (grad_output * (1 - out**2),)


class SigmoidFunction(Function):
    @staticmethod
    def forward(ctx, a):
        out = 1 / (1 + math.exp(-a))
        ctx.save_for_backward(out)
        return out

    @staticmethod
    def backward(ctx, grad_output):
        (out,) = ctx.saved_values
        return (grad_output * out * (1 - out),)


class ReluFunction(Function):
    @staticmethod
    def forward(ctx, a):
        ctx.save_for_backward(a)
        return a if a > 0 else 0.0

    @staticmethod
    def backward(ctx, grad_output):
        (a,) = ctx.saved_values
        return (grad_output if a > 0 else 0.0,)


class Value:
    def __init__(self, data):
        self.data = data
        self.grad = 0.0
        self.grad_fn = None
        self.ctx = None
        self.inputs = []

    def __add__(self, other): return AddFunction.apply(self, other)
    def __radd__(self, other): return AddFunction.apply(other, self)
    def __sub__(self, other): return SubFunction.apply(self, other)
    def __rsub__(self, other): return SubFunction.apply(other, self)
    def __mul__(self, other): return MulFunction.apply(self, other)
    def __rmul__(self, other): return MulFunction.apply(other, self)
    def __truediv__(self, other): return DivFunction.apply(self, other)
    def __rtruediv__(self, other): return DivFunction.apply(other, self)
    def __pow__(self, other): return PowFunction.apply(self, other)
    def __rpow__(self, other): return PowFunction.apply(other, self)
    def __neg__(self): return NegFunction.apply(self)
    def exp(self): return ExpFunction.apply(self)
    def log(self): return LogFunction.apply(self)
    def tanh(self): return TanhFunction.apply(self)
    def sigmoid(self): return SigmoidFunction.apply(self)
    def relu(self): return ReluFunction.apply(self)

    def zero_grad(self):
        self.grad = 0.0

    def backward(self):
        topo, visited = [], set()

        def build_topo(v):
            if v not in visited:
                visited.add(v)
                for child in v.inputs:
                    build_topo(child)
                topo.append(v)

        build_topo(self)
        self.grad = 1.0
        for v in reversed(topo):
            if v.grad_fn is not None:
                for child, grad in zip(v.inputs, v.grad_fn.backward(v.ctx, v.grad)):
                    child.grad += grad
