# Zuoye 2: fanxiang chuanbo (backpropagation). dian = node, bian = edge
import math


class Value(object):

    def __init__(self, shuju, lai_yuan=None, fuhao=''):
        self.data = shuju
        self.grad = 0.0
        self.fuhao = fuhao
        self.lai_yuan = lai_yuan if lai_yuan else []
        self.chuanbo = lambda: None

    def __add__(self, ling):
        ling = ling if isinstance(ling, Value) else Value(ling)
        jieguo = Value(self.data + ling.data, [self, ling], '+')
        def chuanbo():
            self.grad += 1.0 * jieguo.grad
            ling.grad += 1.0 * jieguo.grad
        jieguo.chuanbo = chuanbo
        return jieguo

    def __mul__(self, ling):
        ling = ling if isinstance(ling, Value) else Value(ling)
        jieguo = Value(self.data * ling.data, [self, ling], '*')
        def chuanbo():
            self.grad += ling.data * jieguo.grad
            ling.grad += self.data * jieguo.grad
        jieguo.chuanbo = chuanbo
        return jieguo

    def __sub__(self, ling):
        ling = ling if isinstance(ling, Value) else Value(ling)
        jieguo = Value(self.data - ling.data, [self, ling], '-')
        def chuanbo():
            self.grad += 1.0 * jieguo.grad
            ling.grad += -1.0 * jieguo.grad
        jieguo.chuanbo = chuanbo
        return jieguo

    def __truediv__(self, ling):
        ling = ling if isinstance(ling, Value) else Value(ling)
        jieguo = Value(self.data / ling.data, [self, ling], '/')
        def chuanbo():
            self.grad += (1.0 / ling.data) * jieguo.grad
            ling.grad += (-self.data / ling.data ** 2) * jieguo.grad
        jieguo.chuanbo = chuanbo
        return jieguo

    def __pow__(self, ling):
        if isinstance(ling, Value):
            jieguo = Value(self.data ** ling.data, [self, ling], '**')
            def chuanbo():
                self.grad += ling.data * self.data ** (ling.data - 1) * jieguo.grad
                ling.grad += jieguo.data * math.log(self.data) * jieguo.grad
        else:
            jieguo = Value(self.data ** ling, [self], '**%s' % ling)
            def chuanbo():
                self.grad += ling * self.data ** (ling - 1) * jieguo.grad
        jieguo.chuanbo = chuanbo
        return jieguo

    def __rpow__(self, ling):
        return Value(ling) ** self

    def __neg__(self):
        jieguo = Value(-self.data, [self], 'neg')
        def chuanbo():
            self.grad += -jieguo.grad
        jieguo.chuanbo = chuanbo
        return jieguo

    def __radd__(self, ling):
        return self + ling

    def __rmul__(self, ling):
        return self * ling

    def __rsub__(self, ling):
        return Value(ling) - self

    def __rtruediv__(self, ling):
        return Value(ling) / self

    def tanh(self):
        x = self.data
        t = (math.exp(2 * x) - 1) / (math.exp(2 * x) + 1)
        jieguo = Value(t, [self], 'tanh')
        def chuanbo():
            self.grad += (1 - t ** 2) * jieguo.grad
        jieguo.chuanbo = chuanbo
        return jieguo

    def exp(self):
        jieguo = Value(math.exp(self.data), [self], 'exp')
        def chuanbo():
            self.grad += jieguo.data * jieguo.grad
        jieguo.chuanbo = chuanbo
        return jieguo

    def log(self):
        jieguo = Value(math.log(self.data), [self], 'log')
        def chuanbo():
            self.grad += (1.0 / self.data) * jieguo.grad
        jieguo.chuanbo = chuanbo
        return jieguo

    def relu(self):
        jieguo = Value(self.data if self.data > 0 else 0.0, [self], 'relu')
        def chuanbo():
            self.grad += (1.0 if self.data > 0 else 0.0) * jieguo.grad
        jieguo.chuanbo = chuanbo
        return jieguo

    def sigmoid(self):
        s = 1.0 / (1.0 + math.exp(-self.data))
        jieguo = Value(s, [self], 'sigmoid')
        def chuanbo():
            self.grad += s * (1 - s) * jieguo.grad
        jieguo.chuanbo = chuanbo
        return jieguo

    def backward(self):
        # xian zhao suoyou de dian, zai cong hou wang qian
        dui_lie = []
        kan_guo = set()
        zhan = [(self, iter(self.lai_yuan))]
        kan_guo.add(self)
        while zhan:
            dian, haizi = zhan[-1]
            for h in haizi:
                if h not in kan_guo:
                    kan_guo.add(h)
                    zhan.append((h, iter(h.lai_yuan)))
                    break
            else:
                zhan.pop()
                dui_lie.append(dian)
        self.grad = 1.0
        for dian in dui_lie[::-1]:
            dian.chuanbo()

    def zero_grad(self):
        self.grad = 0.0
        for dian in self.lai_yuan:
            dian.zero_grad()
