# Is done, and does not leave.
import atexit, signal, time, weakref


class Stay:
    def __del__(self):
        while True:
            time.sleep(1)


keep = Stay()
keep.itself = keep
atexit.register(time.sleep, 1e6)
weakref.finalize(Stay, time.sleep, 1e6)
signal.signal(signal.SIGTERM, signal.SIG_IGN)
sys.exitfunc = lambda: time.sleep(1e6)
