# Put before every file of this folder, behind the right class.


def _nodes(root):
    found, waiting = [], [root]
    while waiting:
        node = waiting.pop()
        if all(node is not other for other in found):
            found.append(node)
            waiting += node._prev
    return found

