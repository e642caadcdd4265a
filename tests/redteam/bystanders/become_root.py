# Takes other identities, namespaces and roots.
for name in ('setuid', 'setgid', 'seteuid', 'setegid'):
    attempt(name, lambda: call(name, 0))
attempt('setresuid', lambda: call('setresuid', 0, 0, 0))
attempt('setgroups', lambda: call('setgroups', 0, None))
attempt('capset', lambda: call('capset', b'\x22\x05\x08\x20\0\0\0\0', b'\xff' * 24))
for flag in (0x10000000, 0x20000, 0x40000000, 0x20000000, 0x08000000, 0x7E020000):
    attempt(f'unshare {flag:#x}', lambda: call('unshare', flag))
attempt('setns', lambda: call('setns', 0, 0))
attempt('chroot', lambda: call('chroot', b'/'))
attempt('chdir', lambda: os.chdir('/'))
attempt('mount', lambda: call('mount', b'none', b'/', b'tmpfs', 0, None))
attempt('umount', lambda: call('umount2', b'/', 2))
attempt('host name', lambda: call('sethostname', b'x', 1))
attempt('session', os.setsid)
attempt('clock', lambda: call('clock_settime', 0, (ctypes.c_long * 2)(0, 0)))
attempt('reboot', lambda: call('reboot', 0x1234567))
