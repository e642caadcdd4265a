from math import*
class Value:
 def __init__(s,d,p=(),b=lambda g:()):s.data=d;s.grad=0;s.p=p;s.b=b
 def __add__(s,o):o=V(o);return Value(s.data+o.data,(s,o),lambda g:(g,g))
 def __mul__(s,o):o=V(o);return Value(s.data*o.data,(s,o),lambda g:(g*o.data,g*s.data))
 def __pow__(s,n):return Value(s.data**n,(s,),lambda g:(g*n*s.data**(n-1),))
 def __neg__(s):return s*-1
 def __sub__(s,o):return s+-V(o)
 def __truediv__(s,o):return s*V(o)**-1
 __radd__=__add__;__rmul__=__mul__
 def __rsub__(s,o):return V(o)-s
 def __rtruediv__(s,o):return V(o)/s
 def exp(s):e=exp(s.data);return Value(e,(s,),lambda g:(g*e,))
 def log(s):return Value(log(s.data),(s,),lambda g:(g/s.data,))
 def tanh(s):t=tanh(s.data);return Value(t,(s,),lambda g:(g*(1-t*t),))
 def relu(s):return Value(max(0,s.data),(s,),lambda g:(g*(s.data>0),))
 def sin(s):return Value(sin(s.data),(s,),lambda g:(g*cos(s.data),))
 def backward(s):
  t=[];v=set()
  def f(n):
   if n in v:return
   v.add(n);[f(q)for q in n.p];t.append(n)
  f(s);s.grad=1
  for n in t[::-1]:
   for q,g in zip(n.p,n.b(n.grad)):q.grad+=g
def V(x):return x if isinstance(x,Value)else Value(x)
