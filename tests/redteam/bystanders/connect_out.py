# Calls home: to the network, to this machine, to the address where clouds keep their keys.
import struct


def connect(family, address):
    fd = call('socket', family, 1, 0)
    return call('connect', fd, address, len(address))


for host in ((1, 1, 1, 1), (127, 0, 0, 1), (169, 254, 169, 254), (10, 0, 0, 1), (0, 0, 0, 0)):
    for port in (22, 53, 80, 443, 5432, 8000):
        attempt(f'{host}:{port}', lambda: connect(2, struct.pack('=H', 2) + struct.pack('!H4B', port, *host) + bytes(8)))
attempt('::1', lambda: connect(10, struct.pack('=H', 10) + struct.pack('!HI', 80, 0) + bytes(15) + b'\1' + bytes(4)))
attempt('module', lambda: sys.modules['_socket'].socket().connect(('127.0.0.1', 80)))
for fd in range(8):
    attempt(f'send {fd}', lambda: call('sendto', fd, b'x', 1, 0, struct.pack('=H', 2) + struct.pack('!H4B', 53, 1, 1, 1, 1)
                                       + bytes(8), 16))
