# Reads and writes the memory of others.
vector = (ctypes.c_size_t * 2)(id(attempt), 8)
for pid in (1, 2, os.getpid(), os.getpid() - 1):
    for request in (0, 1, 4, 16, 0x4206, 0x4200):
        attempt(f'ptrace {request} {pid}', lambda: call('ptrace', request, pid, None, None))
    attempt(f'read {pid}', lambda: call('process_vm_readv', pid, vector, 1, vector, 1, 0))
    attempt(f'write {pid}', lambda: call('process_vm_writev', pid, vector, 1, vector, 1, 0))
    attempt(f'pidfd {pid}', lambda: call('syscall', 434, pid, 0))
    attempt(f'pidfd_getfd {pid}', lambda: call('syscall', 438, pid, 0, 0))
    attempt(f'kcmp {pid}', lambda: call('syscall', 312, pid, pid, 0, 0, 0))
    attempt(f'process_madvise {pid}', lambda: call('syscall', 440, pid, vector, 1, 4, 0))
    attempt(f'mem {pid}', lambda: open(f'/proc/{pid}/mem', 'r+b'))
