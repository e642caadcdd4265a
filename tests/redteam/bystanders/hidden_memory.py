# Memory that no limit of the address space counts, and memory beyond the limit.
import mmap

attempt('memfd', lambda: os.memfd_create('x'))
attempt('shmget', lambda: call('shmget', 0, 1 << 20, 0o1600))
attempt('shm_open', lambda: call('shm_open', b'/x', 0o102, 0o600))
attempt('msgget', lambda: call('msgget', 0, 0o1600))
attempt('semget', lambda: call('semget', 0, 1, 0o1600))
attempt('lock it', lambda: call('mlockall', 3))
attempt('a gigabyte', lambda: len(bytearray(1 << 30)))
attempt('a gigabyte of pages', lambda: mmap.mmap(-1, 1 << 30))
attempt('pipes', lambda: [os.pipe() for _ in range(100)])
attempt('copies', lambda: [os.dup(1) for _ in range(100)])
attempt('eventfd', lambda: call('eventfd', 0, 0))
attempt('epoll', lambda: call('epoll_create1', 0))
attempt('inotify', lambda: call('inotify_init1', 0))
attempt('timerfd', lambda: call('timerfd_create', 0, 0))
