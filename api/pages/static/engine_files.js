// The files of the engine, asked for once by the page and given to each worker.

const list = new URL(document.querySelector("[data-engine]").dataset.engine, location.href);

let asked;
let had = 0;
let all = 0;

/** What a worker needs to begin; asked for again if it could not be had. */
export function engineFiles() {
  asked ??= every().catch((error) => {
    asked = undefined;
    throw error;
  });
  return asked;
}

async function every() {
  const { parts, worker } = await (await got(list)).json();
  const part = (name) => parts[name].address;
  const asks = worker ? ["module", "library", "lock", "engine"] : Object.keys(parts);
  [had, all] = [0, asks.reduce((sum, name) => sum + parts[name].bytes, 0)];
  const [module, library, lock, engine, glue] = await Promise.all([
    counted(part("module")).then((body) => WebAssembly.compileStreaming(unpacked(body, "application/wasm"))),
    counted(part("library")).then((body) => new Response(body).arrayBuffer()),
    counted(part("lock")).then((body) => new Response(body).json()),
    counted(part("engine")).then((body) => new Response(body).arrayBuffer()),
    worker ? "" : counted(part("glue")).then((body) => unpacked(body, "text/javascript").text()),
  ]);
  const address = worker && new URL(worker, list).href;
  return { files: { module, library, lock, engine }, worker: address, glue, loader: new URL(part("loader"), list).href };
}

async function got(address) {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
  return answer;
}

async function counted(name) {
  const { body } = await got(new URL(name, list));
  return body.pipeThrough(new TransformStream({ transform: count }));
}

// Whoever shows how far it is listens to this.
function count(piece, controller) {
  had += piece.length;
  document.dispatchEvent(new CustomEvent("engine", { detail: Math.min(had / all, 1) }));
  controller.enqueue(piece);
}

function unpacked(body, type) {
  return new Response(body.pipeThrough(new DecompressionStream("gzip")), { headers: { "Content-Type": type } });
}
