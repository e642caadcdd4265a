# Asks for memory in many sizes and looks at what was in it before. No address is guessed.
import numpy

kept = []
for size in [*range(16, 1024, 16), *range(1024, 8192, 256)] * 2 + [1 << power for power in range(13, 22)]:
    for _ in range(4):
        array = numpy.empty(size, dtype=numpy.uint8)
        look_at(array.tobytes())
        grown = bytearray(1)
        grown += b"x" * (size // 2)
        start = ctypes.addressof(ctypes.c_char.from_buffer(grown))
        look_at(ctypes.string_at(start, grown.__alloc__()))  # it has room for more than it holds
        block = libc.malloc(size)
        look_at(ctypes.string_at(block, size))
        if size < 8192:
            kept.append((array, grown))  # so that the next one is another
tell("fresh memory:")
