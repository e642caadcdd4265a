# In [1]:
import math

# In [3]:
# Házi feladat: Value osztály
# a kimenet elteszi, hogy melyik függvény számolja a deriváltját

def ossz_vissza(ki):
    a, b = ki.szulok
    a.grad += ki.grad
    b.grad += ki.grad

def kul_vissza(ki):
    a, b = ki.szulok
    a.grad += ki.grad
    b.grad += -ki.grad

def szor_vissza(ki):
    a, b = ki.szulok
    a.grad += b.data * ki.grad
    b.grad += a.data * ki.grad

def oszt_vissza(ki):
    a, b = ki.szulok
    a.grad += ki.grad / b.data
    b.grad += -ki.grad * ki.data / b.data

def hatvany_vissza(ki):
    a = ki.szulok[0]
    a.grad += ki.kitevo * a.data ** (ki.kitevo - 1) * ki.grad

def exp_vissza(ki):
    ki.szulok[0].grad += ki.data * ki.grad

def tanh_vissza(ki):
    ki.szulok[0].grad += (1 - ki.data ** 2) * ki.grad

def relu_vissza(ki):
    if ki.data > 0:
        ki.szulok[0].grad += ki.grad

# In [4]:
class Value:
    def __init__(self, data, szulok=(), vissza=None, kitevo=None):
        self.data = data
        self.szulok = szulok
        self.vissza = vissza
        self.kitevo = kitevo
        self.grad = 0

    def __add__(self, masik):
        masik = ertek(masik)
        return Value(self.data + masik.data, (self, masik), ossz_vissza)

    def __sub__(self, masik):
        masik = ertek(masik)
        return Value(self.data - masik.data, (self, masik), kul_vissza)

    def __mul__(self, masik):
        masik = ertek(masik)
        return Value(self.data * masik.data, (self, masik), szor_vissza)

    def __truediv__(self, masik):
        masik = ertek(masik)
        return Value(self.data / masik.data, (self, masik), oszt_vissza)

    def __pow__(self, kitevo):
        return Value(self.data ** kitevo, (self,), hatvany_vissza, kitevo)

    def __neg__(self):
        return self * -1

    def __radd__(self, szam):
        return ertek(szam) + self

    def __rsub__(self, szam):
        return ertek(szam) - self

    def __rmul__(self, szam):
        return ertek(szam) * self

    def __rtruediv__(self, szam):
        return ertek(szam) / self

    def exp(self):
        return Value(math.exp(self.data), (self,), exp_vissza)

    def tanh(self):
        return Value(math.tanh(self.data), (self,), tanh_vissza)

    def relu(self):
        return Value(max(0, self.data), (self,), relu_vissza)

    def backward(self):
        sorrend = []
        volt = set()
        def bejar(v):
            if v in volt:
                return
            volt.add(v)
            for sz in v.szulok:
                bejar(sz)
            sorrend.append(v)
        bejar(self)
        self.grad = 1
        for v in sorrend[::-1]:
            if v.vissza is not None:
                v.vissza(v)

# In [7]:
def ertek(x):
    return x if isinstance(x, Value) else Value(x)

# In [8]:
x = Value(2); y = Value(3)
z = x / y - x ** 2
z.backward()
print(x.grad, y.grad)

# In [ ]:
