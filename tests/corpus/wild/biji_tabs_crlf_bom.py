# 从零实现自动求导（学习笔记）
# 参考：视频教程第一课
# 日期：2023/05/14
import math
import random

class Value:
	"""标量节点：保存数值、梯度以及产生它的父节点"""
	def __init__(self, data, _children=(), _op='', label=''):
		self.data = data		# 数值
		self.grad = 0.0		# 梯度，初始为零
		self._backward = lambda: None
		self._prev = set(_children)
		self._op = _op
		self.label = label

	def __repr__(self):
		return f"Value(数值={self.data}, 梯度={self.grad})"

	def __add__(self, other):
		other = other if isinstance(other, Value) else Value(other)
		out = Value(self.data + other.data, (self, other), '+')
		def _backward():
			# 注意：一定要用 +=，否则同一个节点用两次时梯度会被覆盖
			self.grad += 1.0 * out.grad
			other.grad += 1.0 * out.grad
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
		assert isinstance(other, (int, float)), "目前只支持常数指数"
		out = Value(self.data ** other, (self,), f'**{other}')
		def _backward():
			self.grad += other * (self.data ** (other - 1)) * out.grad
		out._backward = _backward
		return out

	def __radd__(self, other): return self + other
	def __rmul__(self, other): return self * other
	def __neg__(self): return self * -1
	def __sub__(self, other): return self + (-other)
	def __rsub__(self, other): return other + (-self)
	def __truediv__(self, other): return self * other ** -1

	def tanh(self):
		x = self.data
		t = (math.exp(2 * x) - 1) / (math.exp(2 * x) + 1)
		out = Value(t, (self,), 'tanh')
		def _backward():
			self.grad += (1 - t ** 2) * out.grad
		out._backward = _backward
		return out

	def exp(self):
		out = Value(math.exp(self.data), (self,), 'exp')
		def _backward():
			self.grad += out.data * out.grad
		out._backward = _backward
		return out

	def backward(self):
		# 拓扑排序
		topo = []
		visited = set()
		def build_topo(v):
			if v not in visited:
				visited.add(v)
				for child in v._prev:
					build_topo(child)
				topo.append(v)
		build_topo(self)
		self.grad = 1.0
		for node in reversed(topo):
			node._backward()

# ---------- 测试 ----------
x1 = Value(2.0, label='x1'); x2 = Value(0.0, label='x2')
w1 = Value(-3.0, label='w1'); w2 = Value(1.0, label='w2')
b = Value(6.8813735870195432, label='b')
n = x1 * w1 + x2 * w2 + b; n.label = 'n'
o = n.tanh(); o.label = '输出'
o.backward()
for 节点 in (x1, x2, w1, w2, b, n, o):
	print(节点.label, 节点.data, 节点.grad)
assert abs(x1.grad + 1.5) < 1e-6, "x1 的梯度应为 -1.5"
