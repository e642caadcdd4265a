# Backprop from scratch, exported from my notebook (File > Save and export as > Executable script)
# coding: utf-8

# In[1]:


import math
import numpy as np
import matplotlib.pyplot as plt

get_ipython().run_line_magic('matplotlib', 'inline')


# # Derivatives by hand

# In[2]:


def f(x):
    return 3*x**2 - 4*x + 5


# In[3]:


xs = np.arange(-5, 5, 0.25)
ys = f(xs)
fig, ax = plt.subplots(figsize=(8, 4))
ax.plot(xs, ys)
ax.set_title('a parabola')


# In[4]:


class Value:

    def __init__(self, data, _children=(), _op='', label=''):
        self.data = data
        self.grad = 0.0
        self._prev = set(_children)
        self._op = _op
        self.label = label
        self._backward = lambda: None

    def __repr__(self):
        return f"Value(data={self.data})"

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

    __radd__ = __add__
    __rmul__ = __mul__


# In[5]:


from graphviz import Digraph

def trace(root):
    # builds a set of all nodes and edges in a graph
    nodes, edges = set(), set()
    def build(v):
        if v not in nodes:
            nodes.add(v)
            for child in v._prev:
                edges.add((child, v))
                build(child)
    build(root)
    return nodes, edges

def draw_dot(root):
    dot = Digraph(format='svg', graph_attr={'rankdir': 'LR'})  # LR = left to right
    nodes, edges = trace(root)
    for n in nodes:
        uid = str(id(n))
        dot.node(name=uid, label="{ %s | data %.4f | grad %.4f }" % (n.label, n.data, n.grad), shape='record')
        if n._op:
            dot.node(name=uid + n._op, label=n._op)
            dot.edge(uid + n._op, uid)
    for n1, n2 in edges:
        dot.edge(str(id(n1)), str(id(n2)) + n2._op)
    return dot


# In[6]:


a = Value(2.0, label='a')
b = Value(-3.0, label='b')
c = Value(10.0, label='c')
d = a*b + c; d.label = 'd'
draw_dot(d)


# In[7]:


fig, axes = plt.subplots(1, 2)
axes[0].plot(np.arange(-5, 5, 0.2), np.tanh(np.arange(-5, 5, 0.2)))
axes[1].imshow(np.zeros((2, 2)))


# The activation function. I add it to the class afterwards so that I don't have to run everything again.

# In[8]:


def tanh(self):
    t = math.tanh(self.data)
    out = Value(t, (self,), 'tanh')

    def _backward():
        self.grad += (1 - t**2) * out.grad
    out._backward = _backward
    return out

Value.tanh = tanh


# In[9]:


display(d.tanh())


# In[10]:


def backward(self):
    topo, visited = [], set()

    def build(v):
        if v not in visited:
            visited.add(v)
            for child in v._prev:
                build(child)
            topo.append(v)
    build(self)
    self.grad = 1.0
    for node in reversed(topo):
        node._backward()

Value.backward = backward
Value.__neg__ = lambda self: self * -1
Value.__sub__ = lambda self, other: self + (-other)
Value.__rsub__ = lambda self, other: (-self) + other


# In[11]:


def _pow(self, n):
    out = Value(self.data**n, (self,), f'**{n}')

    def _backward():
        self.grad += n * self.data**(n - 1) * out.grad
    out._backward = _backward
    return out

Value.__pow__ = _pow
Value.__truediv__ = lambda self, other: self * (other if isinstance(other, Value) else Value(other))**-1
Value.__rtruediv__ = lambda self, other: other * self**-1
