# Opens sockets of every family there is.
for family in range(46):
    for kind in (1, 2, 3, 5):
        attempt(f'socket {family} {kind}', lambda: call('socket', family, kind, 0))
attempt('pair', lambda: call('socketpair', 1, 1, 0, (ctypes.c_int * 2)()))
attempt('name server', lambda: call('getaddrinfo', b'localhost', None, None, ctypes.byref(ctypes.c_void_p())) and 1 / 0)
for fd in range(8):
    attempt(f'connect {fd}', lambda: call('connect', fd, b'\2\0\0\x50\x7f\0\0\1' + bytes(8), 16))
    attempt(f'listen {fd}', lambda: call('listen', fd, 1))
