# Put behind the class: finds what diagnoses it, in the process that it shares.
import gc, json

_child = next(thing for thing in gc.get_objects() if type(thing).__name__ == '_Child')
_honest_text = _child.text


def forge(key, forged):
    """From now on this is said wherever data with that key would be."""
    def text(data):
        return forged if key in data else _honest_text(data)

    _child.text = text


def offers(count=1, **changed):
    offer = {'rewrite': 'accumulate', 'line': 3, 'operation': '*', 'operand': 0, **changed}
    return json.dumps({'offers': [offer] * count}).encode('utf-8', 'surrogatepass')


def writes(number=0, count=1, **changed):
    write = {'node': 0, 'gradient': True, 'old': 0.0, 'new': 1.0, 'line': 3, **changed}
    return json.dumps({'number': number, 'writes': [write] * count}).encode('utf-8', 'surrogatepass')
