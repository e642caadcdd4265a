# Has somebody else do the work.
import importlib, importlib.util

for name in ('torch', 'jax', 'autograd', 'tinygrad', 'micrograd', 'tensorflow', 'casadi', 'sympy'):
    attempt('import ' + name, lambda: __import__(name).__file__.upper())
    attempt('importlib ' + name, lambda: importlib.import_module(name).__file__.upper())
    attempt('find ' + name, lambda: importlib.util.find_spec(name).origin.upper())
    attempt('exec ' + name, lambda: exec(f'import {name}; {name}.__file__.upper()', {}))
    attempt('library ' + name, lambda: ctypes.CDLL(f'lib{name}.so'))
    attempt('path ' + name, lambda: sys.path.append('/usr/lib/python3/dist-packages') or __import__(name).__file__.upper())
    attempt('module ' + name, lambda: sys.modules[name].__file__.upper())
attempt('program', lambda: __import__('subprocess').check_output([sys.executable, '-c', 'import torch']))
