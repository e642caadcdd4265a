"""How a submission obtains its gradients, told from numbers and counts that are compared on the host.

Backpropagation computes the gradients of the middle nodes on its way from the output to the inputs.
Forward mode computes derivatives of middle nodes with respect to inputs. Numerical differentiation
evaluates the graph at other inputs, once or more for each. What a wasteful class repeats are the same
numbers again, so how much it repeats says nothing; how many *different* numbers it computes does.
"""
