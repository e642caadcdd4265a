# Makes namespaces and roots of its own, and mounts things there.
for flag in (0x10000000, 0x20000, 0x40000000, 0x20000000, 0x08000000, 0x04000000, 0x02000000, 0x7E020000):
    attempt(f'unshare {flag:#x}', lambda: call('unshare', flag))
    attempt(f'setns {flag:#x}', lambda: call('setns', 0, flag))
attempt('chroot', lambda: call('chroot', b'/'))
attempt('chdir', lambda: os.chdir('/'))
attempt('pivot_root', lambda: call('syscall', 155, b'.', b'.'))
for kind in (b'tmpfs', b'proc', b'sysfs', b'overlay', b'fuse'):
    attempt(f'mount {kind}', lambda: call('mount', b'none', b'/', kind, 0, None))
attempt('umount', lambda: call('umount2', b'/', 2))
attempt('fsopen', lambda: call('syscall', 430, b'tmpfs', 0))
attempt('open_tree', lambda: call('syscall', 428, -100, b'/', 1))
attempt('move_mount', lambda: call('syscall', 429, -100, b'/', -100, b'/', 0))
