# Brings machine code of its own.
import mmap

attempt('executable pages', lambda: mmap.mmap(-1, 4096, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC))
pages = mmap.mmap(-1, 4096)
address = ctypes.addressof(ctypes.c_char.from_buffer(pages))
for protection in (4, 5, 6, 7):
    attempt(f'mprotect {protection}', lambda: call('mprotect', ctypes.c_void_p(address), 4096, protection))
attempt('pkey', lambda: call('pkey_mprotect', ctypes.c_void_p(address), 4096, 7, -1))
attempt('callback', lambda: ctypes.CFUNCTYPE(None)(lambda: None) and 1 / 0)
attempt('library', lambda: ctypes.CDLL('libm.so.6') and open('/'))
