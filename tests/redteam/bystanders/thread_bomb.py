# Goes on after it was asked to stop: in threads.
import _thread, threading, time
from concurrent import futures


def work():
    while True:
        time.sleep(1)


for _ in range(300):
    attempt('thread', lambda: _thread.start_new_thread(work, ()))
for _ in range(20):
    attempt('daemon', threading.Thread(target=work, daemon=True).start)
    attempt('timer', threading.Timer(0.01, work).start)
attempt('C thread', lambda: call('pthread_create', ctypes.byref(ctypes.c_ulong()), None, ctypes.c_void_p(1), None) and 1 / 0)
