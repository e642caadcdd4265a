# Ödev 3: geri yayılım
# lambda'lar ile yaptım, def içinde def kafamı karıştırıyor
import math

class Value:
    def __init__(self, data, cocuklar=()):
        self.data = data
        self.grad = 0.0
        self.cocuklar = cocuklar
        self.geri = lambda: None

    def ekle(self, miktar):
        # lambda içinde += yazılamıyor
        self.grad += miktar

    def __add__(self, diger):
        diger = cevir(diger)
        cikti = Value(self.data + diger.data, (self, diger))
        cikti.geri = lambda: (self.ekle(cikti.grad), diger.ekle(cikti.grad))
        return cikti

    def __mul__(self, diger):
        diger = cevir(diger)
        cikti = Value(self.data * diger.data, (self, diger))
        cikti.geri = lambda: (self.ekle(diger.data * cikti.grad), diger.ekle(self.data * cikti.grad))
        return cikti

    def __truediv__(self, diger):
        diger = cevir(diger)
        cikti = Value(self.data / diger.data, (self, diger))
        cikti.geri = lambda: (
            self.ekle(cikti.grad / diger.data),
            diger.ekle(-cikti.grad * self.data / diger.data ** 2),
        )
        return cikti

    def __pow__(self, us):
        assert isinstance(us, (int, float)), "sadece sayı"
        cikti = Value(self.data ** us, (self,))
        cikti.geri = lambda: self.ekle(us * self.data ** (us - 1) * cikti.grad)
        return cikti

    def exp(self):
        cikti = Value(math.exp(self.data), (self,))
        cikti.geri = lambda: self.ekle(cikti.data * cikti.grad)
        return cikti

    def tanh(self):
        cikti = Value(math.tanh(self.data), (self,))
        cikti.geri = lambda: self.ekle((1 - cikti.data ** 2) * cikti.grad)
        return cikti

    def relu(self):
        cikti = Value(max(0, self.data), (self,))
        cikti.geri = lambda: self.ekle((self.data > 0) * cikti.grad)
        return cikti

    def __neg__(self):
        return self * -1

    def __sub__(self, diger):
        return self + -cevir(diger)

    __radd__ = __add__
    __rmul__ = __mul__

    def __rsub__(self, diger):
        return -self + diger

    def __rtruediv__(self, diger):
        return cevir(diger) / self

    def backward(self):
        # yığın ile topolojik sıralama (recursion limit'e takılmamak için)
        sira = []
        bitti = set()
        yigin = [(self, False)]
        while yigin:
            dugum, hazir = yigin.pop()
            if hazir:
                sira.append(dugum)
            elif dugum not in bitti:
                bitti.add(dugum)
                yigin.append((dugum, True))
                for c in dugum.cocuklar:
                    yigin.append((c, False))
        self.grad = 1
        for i in range(len(sira) - 1, -1, -1):
            sira[i].geri()

def cevir(x):
    return x if isinstance(x, Value) else Value(x)

# deneme
if __name__ == "__main__":
    a = Value(-2.0); b = Value(3.0)
    d = (a * b).tanh() + b ** 3 / a
    d.backward()
    print(a.grad, b.grad)
