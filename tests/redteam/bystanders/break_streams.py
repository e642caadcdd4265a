# Takes the streams away.
class Broken:
    def write(self, text):
        raise SystemExit(0)

    def flush(self):
        raise SystemExit(0)


sys.stdout.close()
sys.stdout = sys.stderr = Broken()
sys.__stdout__ = sys.__stderr__ = None
