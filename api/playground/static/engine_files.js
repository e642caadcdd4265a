// The files of the engine, asked for once by the page and given to each worker.

const root = new URL(document.body.dataset.root, location.href);
const at = (name) => new URL(`static/${name}`, root);

let asked;

/** What a worker needs to begin; asked for again if it could not be had. */
export function engineFiles() {
  asked ??= all().catch((error) => {
    asked = undefined;
    throw error;
  });
  return asked;
}

async function all() {
  const [module, glue, library, lock, engine] = await Promise.all([
    compiled("pyodide/pyodide.asm.wasm.packed"),
    unpacked("pyodide/pyodide.asm.mjs.packed").then((answer) => answer.text()),
    got("pyodide/python_stdlib.zip").then((answer) => answer.arrayBuffer()),
    got("pyodide/pyodide-lock.json").then((answer) => answer.json()),
    got("engine.zip").then((answer) => answer.arrayBuffer()),
  ]);
  return { module, glue, library, lock, engine, pyodide: at("pyodide/").href };
}

async function got(name) {
  const answer = await fetch(at(name));
  if (!answer.ok) throw new Error(`${name}: ${answer.status}`);
  return answer;
}

async function unpacked(name, type = "text/javascript") {
  const { body } = await got(name);
  return new Response(body.pipeThrough(new DecompressionStream("gzip")), { headers: { "Content-Type": type } });
}

async function compiled(name) {
  return WebAssembly.compileStreaming(unpacked(name, "application/wasm"));
}
