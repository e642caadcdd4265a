"""A loop never ends, so the code after it never runs.

## What happens
Your code starts to build the graph or to run the backward pass, and it gives no result. The same few lines
run again and again. Graphs that do not reach these lines are right.

## Why
Nothing in the loop makes its condition false. `while stack` never ends if the body reads `stack[-1]` and
does not remove the node, or if it puts a node back each time. A `for` loop over a list never ends if its
body always appends to the list.

## Fix
Make something smaller in each round, such as the number of nodes on the stack. Put a node on the stack only
if it was never there before.

    node = stack[-1]      # ✗
    node = stack.pop()    # ✓
"""

from grader.faults._fault import Fault, FaultSign, Layer, Replace

FAULT = Fault(
    title="Infinite loop",
    layer=Layer.CONTRACT,
    hints=(
        "Print a counter in each round of the loop. How many rounds should this graph need?",
        "Look at the condition of the loop. Which line of its body changes this condition?",
        "Nothing in the body of your loop brings the loop closer to its end.",
    ),
    examples={
        "backward": (Replace("stack.pop()", "stack[-1]", inside="_order", endless=True),),
        "backward: put back": (
            Replace("elif node not in visited:", "else:", inside="_order", endless=True),
            Replace(
                "for parent in reversed(node._prev)", "for parent in (*node._prev, node)", inside="_order"
            ),
        ),
    },
    signs=(FaultSign.LOOPS,),
)
