r"""The gradient of a chain is the product of its local derivatives.

No value is used twice in these graphs. So they test only the chain rule and the path back: `backward()` runs
the rule of each node, from the output to the inputs, and each rule multiplies by the gradient of its result.

$$
\frac{\partial d}{\partial a} = \frac{\partial d}{\partial c} \cdot
\frac{\partial c}{\partial b} \cdot \frac{\partial b}{\partial a}
$$

## Worked example
* `z = x * y` at x = 3, y = 5: each input receives the data of the other input, x.grad = 5, y.grad = 3.
* `b = a * 3; c = b + 1; d = c * 4` at a = 2: a.grad = 4 * 1 * 3 = 12.

## If it fails
If all gradients are 0, `backward()` does not set the output's gradient to 1, or it does not run the rules.
If only the longer graphs fail, a rule does not multiply by `out.grad`, or the pass stops too early.

## Conventions
`backward()` must set the output's gradient to 1 itself. Some classes expect that the caller does this. In
other suites Backgrade then does it for them, but not in this one.
"""

from suites import Graph, Stage, Suite, at

SUITE = Suite(
    title="Linear chain",
    stage=Stage.WHOLE_GRAPH,
    rank=10,
    core=True,
    graphs=(
        Graph("z = x * y", at(x=3, y=5), seeds_itself=True),
        Graph("b = a * 3; c = b + 1; d = c * 4", at(a=2), seeds_itself=True),
        Graph("d = ((a * b) * c) * e", at(a=2, b=3, c=5, e=7), seeds_itself=True),
    ),
)
