# What numpy can open, map and load.
import numpy as np

for path in ('/etc/passwd', '/proc/self/maps', '/dev/null', '{SECRET}'):
    attempt('fromfile ' + path, lambda: np.fromfile(path, np.uint8))
    attempt('memmap ' + path, lambda: np.memmap(path, np.uint8, 'r'))
    attempt('load ' + path, lambda: np.load(path, allow_pickle=True))
    attempt('loadtxt ' + path, lambda: np.loadtxt(path))
    attempt('genfromtxt ' + path, lambda: np.genfromtxt(path))
attempt('save', lambda: np.save('/tmp/backgrade_was_here.npy', np.zeros(3)))
attempt('tofile', lambda: np.zeros(3).tofile('/tmp/backgrade_was_here'))
attempt('a gigabyte', lambda: np.ones(1 << 27).sum())
attempt('download', lambda: np.lib.npyio.DataSource('/tmp').open('http://127.0.0.1/'))
