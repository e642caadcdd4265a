# Ends, stops and traces other processes.
for pid in (1, 2, 3, -1, 0, os.getpid(), os.getpid() - 1):
    for number in (0, 9, 19):
        attempt(f'kill {pid} {number}', lambda: os.kill(pid, number))
        attempt(f'killpg {pid} {number}', lambda: call('killpg', abs(pid), number))
    for request in (0, 16, 0x4206):
        attempt(f'ptrace {request} {pid}', lambda: call('ptrace', request, pid, None, None))
    attempt(f'priority {pid}', lambda: os.setpriority(os.PRIO_PROCESS, max(pid, 0), 19))
    attempt(f'pidfd {pid}', lambda: os.pidfd_open(pid))
    attempt(f'read memory {pid}', lambda: call('process_vm_readv', pid, None, 0, None, 0, 0))
attempt('queue', lambda: call('sigqueue', 1, 9, None))
attempt('wait', lambda: os.wait())
