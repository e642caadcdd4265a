# Lifts the limits, or takes the locks off.
for what in range(16):
    attempt(f'setrlimit {what}', lambda: call('setrlimit', what, (ctypes.c_ulong * 2)(2**64 - 1, 2**64 - 1)))
    attempt(f'prlimit {what}', lambda: call('prlimit', 0, what, (ctypes.c_ulong * 2)(0, 0), None))
for option in (1, 4, 8, 15, 22, 23, 24, 38, 47, 59):
    attempt(f'prctl {option}', lambda: call('prctl', option, 0, 0, 0, 0))
attempt('alarm', lambda: call('setitimer', 0, (ctypes.c_long * 4)(), None))
attempt('affinity', lambda: call('sched_setaffinity', 0, 8, b'\xff' * 8))
attempt('nice', lambda: call('nice', 5))
attempt('personality', lambda: call('personality', 0x0400000))
