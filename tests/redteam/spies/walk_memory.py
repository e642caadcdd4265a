# Reads all memory, from every address that it can learn of.
for piece in pieces():
    look_at(piece)
tell("memory:")
