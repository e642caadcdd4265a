# Takes other identities and powers.
for name in ('setuid', 'setgid', 'seteuid', 'setegid'):
    attempt(name, lambda: call(name, 0))
attempt('setresuid', lambda: call('setresuid', 0, 0, 0))
attempt('setresgid', lambda: call('setresgid', 0, 0, 0))
attempt('setgroups', lambda: call('setgroups', 0, None))
attempt('capset', lambda: call('capset', b'\x22\x05\x08\x20\0\0\0\0', b'\xff' * 24))
for option in (8, 24, 28, 47):
    attempt(f'prctl {option}', lambda: call('prctl', option, 1, 0, 0, 0))
attempt('host name', lambda: call('sethostname', b'x', 1))
attempt('session', os.setsid)
attempt('clock', lambda: call('clock_settime', 0, (ctypes.c_long * 2)(0, 0)))
attempt('reboot', lambda: call('reboot', 0x1234567))
attempt('key', lambda: call('syscall', 250, 0, -3, 1, 0, 0))
attempt('module', lambda: call('syscall', 175, b'', 0, b''))
