# Looks through everything a process knows about the outside.
for number in range(4):
    for name in ('environ', 'cmdline', 'maps', 'mem', 'status', 'cwd'):
        attempt(f'{number} {name}', lambda: open(f'/proc/{number or "self"}/{name}').read())
attempt('environ', lambda: list(os.environ) or 1 / 0)
attempt('getppid', lambda: call('getppid'))
attempt('uname', lambda: call('gethostname', ctypes.create_string_buffer(64), 64))
attempt('sysinfo', lambda: call('sysinfo', ctypes.create_string_buffer(512)))
