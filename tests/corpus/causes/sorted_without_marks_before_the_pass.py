# autograd from scratch (lecture notes, week 4)
# y.build() has to be called before y.backward()

class Scalar:
    def __init__(self, data, prev=()):
        self.data = data
        self.grad = 0
        self.prev = prev
        self._rule = lambda: None
        self.topo = None

    def __add__(self, o):
        o = o if isinstance(o, Scalar) else Scalar(o)
        out = Scalar(self.data + o.data, (self, o))
        def rule():
            self.grad += out.grad
            o.grad += out.grad
        out._rule = rule
        return out

    def __mul__(self, o):
        o = o if isinstance(o, Scalar) else Scalar(o)
        out = Scalar(self.data * o.data, (self, o))
        def rule():
            self.grad += o.data * out.grad
            o.grad += self.data * out.grad
        out._rule = rule
        return out

    def __neg__(self):
        return self * -1

    def __sub__(self, o):
        return self + (-o)

    __radd__ = __add__
    __rmul__ = __mul__

    def build(self):
        self.topo = []
        def dfs(v):
            for p in v.prev:
                dfs(p)
            self.topo.append(v)
        dfs(self)

    def backward(self):
        self.grad = 1
        for v in reversed(self.topo):
            v._rule()
