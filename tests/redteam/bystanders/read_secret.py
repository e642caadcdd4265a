# Looks for what only the service may know.
PATH = '{SECRET}'
for way in (PATH, '//' + PATH, PATH + '/', PATH + '\0', '/proc/self/root' + PATH, '/proc/1/root' + PATH, '../' * 9 + PATH,
            PATH.replace('/', '/./'), '/proc/self/cwd' + PATH):
    attempt('open ' + way, lambda: open(way).read())
    attempt('C open ' + way, lambda: call('open', way.encode(), 0))
    attempt('openat2 ' + way, lambda: call('syscall', 437, -100, way.encode(), bytes(24), 24))
    attempt('size ' + way, lambda: os.stat(way).st_size)
attempt('environ', lambda: [value for value in os.environ.values() if 'sentinel' in value][0])
attempt('C environ', lambda: ctypes.cast(call('getenv', b'BACKGRADE_SENTINEL') or 1 / 0, ctypes.c_char_p).value)
attempt('arguments', lambda: [text for text in sys.orig_argv if 'sentinel' in text][0])
