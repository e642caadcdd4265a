"""Each call of the network draws new weights.

## What happens
Two calls on the same input return different numbers. A step changes weights that the next call does not use,
so the loss does not become smaller, however long the training.

## Why
`__call__` or `forward` creates the weights. What a step has changed is lost when the next call draws new
ones.

## Fix
Create the weights once, in the constructor.

    def forward(self, x):
        w = [Value(random.uniform(-1, 1)) for _ in x]                # ✗
    def __init__(self, n):
        self.w = [Value(random.uniform(-1, 1)) for _ in range(n)]    # ✓
"""

from grader.faults._fault import Fault, FaultSign, Layer, Replace

FAULT = Fault(
    title="Each call of the network draws new weights",
    layer=Layer.NETWORK,
    hints=(
        "Call your network twice on the same input. Are both results equal?",
        "In which method are the weights created, and how often does Python run it?",
        "Your network creates its weights in each call and not in its constructor.",
    ),
    network_examples={
        "in the call": (
            Replace(
                "total = self.bias\n",
                "self.weights = [Value(random.uniform(-1, 1)) for _ in self.weights]\n"
                "        self.bias = Value(random.uniform(-1, 1))\n        total = self.bias\n",
            ),
        ),
    },
    signs=(FaultSign.DRAWN_ANEW,),
    is_drawn=False,  # no slip in `Value`
)
