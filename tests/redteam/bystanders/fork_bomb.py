# Multiplies, in every way there is.
for _ in range(200):
    attempt('fork', os.fork)
    attempt('C fork', lambda: call('fork'))
    attempt('daemon', lambda: call('daemon', 1, 1))
for flags in (17, 0x100 | 17, 0x4000 | 17, 0x100 | 0x200 | 0x400 | 0x800 | 0x10000):
    attempt(f'clone {flags:#x}', lambda: call('syscall', 56, flags, 0, 0, 0, 0))
attempt('clone3', lambda: call('syscall', 435, ctypes.create_string_buffer(88), 88))
attempt('vfork', lambda: call('syscall', 58))
