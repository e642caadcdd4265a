# Odev 2: geri yayilim. Dugumler derinlige gore bir oncelik kuyrugunda islenir.
import heapq
import itertools
import math

sayac = itertools.count()


class Value:
    def __init__(self, data, girdiler=(), turevler=()):
        self.data = data
        self.grad = 0.0
        self.girdiler = girdiler
        self.turevler = turevler
        self.derinlik = 1 + max((g.derinlik for g in girdiler), default=-1)
        self.sira = next(sayac)

    def __add__(self, diger):
        diger = dugum(diger)
        return Value(self.data + diger.data, (self, diger), (1.0, 1.0))

    def __sub__(self, diger):
        diger = dugum(diger)
        return Value(self.data - diger.data, (self, diger), (1.0, -1.0))

    def __mul__(self, diger):
        diger = dugum(diger)
        return Value(self.data * diger.data, (self, diger), (diger.data, self.data))

    def __truediv__(self, diger):
        diger = dugum(diger)
        bolum = self.data / diger.data
        return Value(bolum, (self, diger), (1.0 / diger.data, -bolum / diger.data))

    def __pow__(self, us):
        return Value(self.data ** us, (self,), (us * self.data ** (us - 1),))

    def __neg__(self):
        return Value(-self.data, (self,), (-1.0,))

    def __radd__(self, diger):
        return dugum(diger) + self

    def __rsub__(self, diger):
        return dugum(diger) - self

    def __rmul__(self, diger):
        return dugum(diger) * self

    def __rtruediv__(self, diger):
        return dugum(diger) / self

    def tanh(self):
        t = math.tanh(self.data)
        return Value(t, (self,), (1 - t * t,))

    def exp(self):
        e = math.exp(self.data)
        return Value(e, (self,), (e,))

    def log(self):
        return Value(math.log(self.data), (self,), (1 / self.data,))

    def relu(self):
        acik = self.data > 0
        return Value(self.data if acik else 0.0, (self,), (1.0 if acik else 0.0,))

    def sigmoid(self):
        s = 1 / (1 + math.exp(-self.data))
        return Value(s, (self,), (s * (1 - s),))

    def backward(self):
        self.grad = 1.0
        kuyruk = [(-self.derinlik, self.sira, self)]
        kuyrukta = {self.sira}
        while kuyruk:
            _, _, d = heapq.heappop(kuyruk)
            for girdi, turev in zip(d.girdiler, d.turevler):
                girdi.grad += turev * d.grad
                if girdi.sira not in kuyrukta:
                    kuyrukta.add(girdi.sira)
                    heapq.heappush(kuyruk, (-girdi.derinlik, girdi.sira, girdi))


def dugum(x):
    return x if isinstance(x, Value) else Value(x)
