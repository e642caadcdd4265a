// The wall around a file: a worker that loads the engine, checks one file, and is thrown away.
//
// It says when it is ready, now and then that it is alive, at which step it is, and the result. The script that imports it
// brings Pyodide.

const NOWHERE = "https://pyodide.invalid/";
const MOST_MEMORY = 512 * 2 ** 20;
const PAGE_BYTES = 65536;
const STACK = 128 * 1024;
const TICK = 20;
const ALIVE = 500;
const SIGPROF = 27;
const GONE = [
  "fetch", "XMLHttpRequest", "WebSocket", "WebSocketStream", "WebTransport", "EventSource", "BroadcastChannel",
  "Worker", "SharedWorker", "indexedDB", "caches", "importScripts",
];
const ENTRY = `
import gc, json, signal, sys
sys.path.insert(0, "/engine")
signal.signal(signal.SIGPROF, signal.SIG_IGN)
from api.browser.check_request import read_request
from api.playground.check import check, warm_up
warm_up()
gc.collect()
gc.freeze() # what is ours stays: each collection goes through what a file has left alone
for name in ("js", "pyodide_js"):
    sys.modules.pop(name, None)
sys.meta_path[:] = [finder for finder in sys.meta_path if type(finder).__name__ != "JsFinder"]

def run(name, content, language, asked, lost, begins, diagnose):
    known = {step: tuple(end) for step, end in json.loads(lost).items()}
    asked = read_request(asked)
    return json.dumps(check(name, content.encode(), language, asked, lost=known, begins=begins, diagnose=diagnose))

run
`;

const say = self.postMessage.bind(self);
let run;
let step = "";

self.addEventListener("message", async ({ data }) => {
  try {
    if (data.files) await load(data.files);
    else check(data);
  } catch (error) {
    say({ failed: String(error).slice(-2000), step: run ? step : "" });
  }
});

async function load({ module, library, lock, engine }) {
  limitMemory();
  WebAssembly.instantiateStreaming = async (_, imports) => ({ module, instance: await WebAssembly.instantiate(module, imports) });
  self.fetch = async () => new Response(library); // nothing else is asked for
  const python = await self.loadPyodide({
    createPyodideModule: self.createPyodideModule,
    indexURL: NOWHERE,
    lockFileContents: lock,
    stdout: () => {},
    stderr: () => {},
    env: { PYTHONHASHSEED: "0" }, // a set of texts has the order that it has in the sandbox
  });
  python.unpackArchive(engine, "zip", { extractDir: "/engine" });
  python.setInterruptBuffer(ticks());
  run = python.runPython(ENTRY);
  limitStack(python._module);
  disarm();
  say({ ready: true });
}

// Python is told of a full memory while the browser still has some.
function limitMemory() {
  const grow = WebAssembly.Memory.prototype.grow;
  WebAssembly.Memory.prototype.grow = function limited(pages) {
    if (this.buffer.byteLength + pages * PAGE_BYTES > MOST_MEMORY) throw new RangeError("memory");
    return grow.call(this, pages);
  };
}

// Python counts the bytes of its own stack, of 10 MB. The browser's stack ends long before: after some 340 calls that each
// go through an operator. With little left of its own, Python stops such a call itself, as it does elsewhere.
function limitStack(python) {
  const left = python.stackSave() - python._emscripten_stack_get_end();
  python.stackAlloc(Math.max(left - STACK, 0));
}

// Python looks here between its instructions for a signal: this one comes by the clock.
function ticks() {
  let ticked = 0;
  let told = 0;
  return {
    get 0() {
      const now = performance.now();
      if (now - told > ALIVE) {
        told = now;
        say({ alive: true });
      }
      if (now - ticked < TICK) return 0;
      ticked = now;
      return SIGPROF;
    },
    set 0(_) {},
  };
}

// What a file could reach others with, or what is kept in this browser.
function disarm() {
  for (const name of GONE)
    for (let place = self; place; place = Object.getPrototypeOf(place)) delete place[name];
}

function check({ name, content, language, asked, lost, diagnose }) {
  const begins = (begun) => {
    step = begun;
    say({ step });
  };
  const result = run(name, content, language, JSON.stringify(asked), JSON.stringify(lost), begins, diagnose);
  say({ result: JSON.parse(result) });
}
