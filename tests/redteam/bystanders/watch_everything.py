# Traces, profiles and audits what runs.
seen = []


def watch(frame, event, argument):
    seen.append(event)
    del seen[100:]
    return watch


sys.setprofile(watch)
sys.settrace(watch)
sys.addaudithook(lambda *event: None)
sys.unraisablehook = lambda *a: None
