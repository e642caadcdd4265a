"""relu passes its gradient on if its input is positive, and stops it if its input is negative.

The local derivative is 1 or 0. These graphs test relu at negative inputs, at positive inputs below and above
1, and with a negative upstream gradient.

## Worked example
* `L = relu(a * b) * 3 + a` at a = 0.5, b = 1.6: the product is 0.8, a.grad = 3 * 1.6 + 1 = 5.8,
  b.grad = 1.5. At a = -0.5 the product is negative and relu stops its gradient: a.grad = 1, b.grad = 0.
* `L = relu(a) + relu(a * -2) * 3 + a` at a = 0.8: only the first relu passes its gradient on, a.grad = 2. At
  a = -0.8 only the second does, a.grad = -5. Neither changes if another `relu(a)` is built afterwards.
* `L = relu(a) * -3 + a` at a = 2: relu passes a negative gradient on too, a.grad = -3 + 1 = -2.

## If it fails
Usually the factor in the rule is not 1 for positive and 0 for negative inputs. Often the condition compares
with the wrong number, is always true, or tests the gradient instead of the data. If `b = relu(a)` is right,
the rule does not multiply by `out.grad`, it uses `=` instead of `+=`, or all rules share one variable.

## Conventions
At exactly 0, relu has no derivative. PyTorch uses 0, so that `L = relu(a) * 3 + a` has
a.grad = 1; the derivative 1, which gives 4, is accepted too.
"""

from suites import Convention, Graph, Stage, Suite, at

SUITE = Suite(
    title="relu",
    stage=Stage.OPERATIONS,
    rank=80,
    about=("relu",),
    graphs=(
        Graph("b = relu(a)", at(a=3) + at(a=-3) + at(a=0.4), far=True),
        Graph("L = relu(a * b) * 3 + a", at(a=0.5, b=1.6) + at(a=-0.5, b=1.6)),
        Graph("L = relu(a) + relu(a * -2) * 3 + a; L.backward(); n = relu(a)", at(a=0.8) + at(a=-0.8)),
        Graph("L = relu(a) * -3 + a", at(a=2) + at(a=-2)),
        Graph(
            "L = relu(a) * 3 + a",
            at(a=0),
            fresh=False,
            kink=True,
            tolerates=(Convention.RELU_AT_ZERO_IS_ONE,),
        ),
    ),
)
