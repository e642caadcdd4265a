# Tugas 4: autograd skalar (bahasa Indonesia)
import math


class Value:
    BELUM, SEDANG, SUDAH = range(3)

    def __init__(self, data, induk=(), mundur=None):
        self.data = data
        self.grad = 0.0
        self.induk = induk
        self.mundur = mundur

    def __add__(self, lain):
        lain = self._node(lain)

        def mundur(g):
            self.grad += g
            lain.grad += g

        return Value(self.data + lain.data, (self, lain), mundur)

    def __sub__(self, lain):
        lain = self._node(lain)

        def mundur(g):
            self.grad += g
            lain.grad -= g

        return Value(self.data - lain.data, (self, lain), mundur)

    def __mul__(self, lain):
        lain = self._node(lain)

        def mundur(g):
            self.grad += lain.data * g
            lain.grad += self.data * g

        return Value(self.data * lain.data, (self, lain), mundur)

    def __truediv__(self, lain):
        lain = self._node(lain)

        def mundur(g):
            self.grad += g / lain.data
            lain.grad += -self.data * g / lain.data ** 2

        return Value(self.data / lain.data, (self, lain), mundur)

    def __pow__(self, pangkat):
        def mundur(g):
            self.grad += pangkat * self.data ** (pangkat - 1) * g

        return Value(self.data ** pangkat, (self,), mundur)

    def __neg__(self):
        def mundur(g):
            self.grad -= g

        return Value(-self.data, (self,), mundur)

    def __radd__(self, lain):
        return self._node(lain) + self

    def __rsub__(self, lain):
        return self._node(lain) - self

    def __rmul__(self, lain):
        return self._node(lain) * self

    def __rtruediv__(self, lain):
        return self._node(lain) / self

    def tanh(self):
        hasil = math.tanh(self.data)

        def mundur(g):
            self.grad += (1 - hasil ** 2) * g

        return Value(hasil, (self,), mundur)

    def exp(self):
        hasil = math.exp(self.data)

        def mundur(g):
            self.grad += hasil * g

        return Value(hasil, (self,), mundur)

    def log(self):
        def mundur(g):
            self.grad += g / self.data

        return Value(math.log(self.data), (self,), mundur)

    def relu(self):
        def mundur(g):
            self.grad += g * (self.data > 0)

        return Value(max(0.0, self.data), (self,), mundur)

    @staticmethod
    def _node(x):
        return x if isinstance(x, Value) else Value(x)

    def _urutan(self):
        status, urutan, tumpukan = {}, [], [self]
        while tumpukan:
            simpul = tumpukan[-1]
            if (s := status.get(simpul, Value.BELUM)) == Value.BELUM:
                status[simpul] = Value.SEDANG
                tumpukan += [i for i in simpul.induk if i not in status]
            else:
                tumpukan.pop()
                if s == Value.SEDANG:
                    status[simpul] = Value.SUDAH
                    urutan.append(simpul)
        return urutan

    def backward(self):
        urutan = self._urutan()
        self.grad = 1.0
        for simpul in urutan[::-1]:
            if simpul.mundur is not None:
                simpul.mundur(simpul.grad)

    def zero_grad(self):
        for simpul in self._urutan():
            simpul.grad = 0.0
