// Checks files in workers: each worker has one file, and another one stands ready. A worker that is silent, or at one step
// for too long, is ended; the next one goes on as if a sandbox had ended the file at that step. The last one looks for no
// causes: each repair that is tried may end a worker, and the points are known without.

import { engineFiles } from "./engine_files.js";

const SILENT = 10_000;
const AT_ONE_STEP = 45_000;
const MOST_TRIES = 5;
const STOPPED = ["time", 0];
const CRASHED = ["exit", -11];

let reserve;

/** Whether something goes on that a bar shows. */
export const isBusy = (what) => ["loading", "checking", "again"].includes(what);

/** Shows in a bar how much of the engine is there. */
export function follow(bar) {
  document.addEventListener("engine", ({ detail }) => {
    if (detail < 1) bar.value = detail;
    else bar.removeAttribute("value"); // it starts, which takes a time that nobody knows
  });
}

/** Loads a worker before it is needed. */
export function prepare() {
  reserve ??= opened();
  return reserve;
}

/** The result of a file; `again` is called when a worker was lost. */
export async function check(file, again) {
  const lost = {};
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const worker = await prepare();
    reserve = undefined;
    const said = await answer(worker, { ...file, lost, diagnose: tries < MOST_TRIES - 1 });
    worker.terminate();
    prepare().catch(() => {});
    if (said.result) return said.result;
    if (!said.step) throw new Error(said.failed);
    lost[said.step] = said.stopped ? STOPPED : CRASHED;
    again();
  }
  throw new Error("too many workers were lost");
}

async function opened() {
  try {
    const { files, worker: own, glue, loader } = await engineFiles();
    const address = own || addressOf(glue, loader);
    const worker = new Worker(address, { type: "module" });
    await new Promise((resolve, reject) => {
      worker.addEventListener("message", ({ data }) => {
        if (data.ready) resolve();
        else if (data.failed) reject(new Error(data.failed));
      });
      worker.addEventListener("error", () => reject(new Error("worker")), { once: true });
      worker.postMessage({ files });
    }).finally(() => URL.revokeObjectURL(address));
    return worker;
  } catch (error) {
    reserve = undefined;
    throw error;
  }
}

// Where the server sends no policy with the script of a worker, it could load from anywhere: one of a blob has ours.
function addressOf(glue, loader) {
  const [from, worker] = [loader, new URL("./worker.js", import.meta.url).href].map((each) => JSON.stringify(each));
  const script = `import { loadPyodide } from ${from};\nimport ${worker};\nself.loadPyodide = loadPyodide;\n${glue}`;
  return URL.createObjectURL(new Blob([script], { type: "text/javascript" }));
}

// What a worker says in the end, or how it was ended.
function answer(worker, file) {
  return new Promise((resolve) => {
    let step = "";
    let heard = performance.now();
    let begun = heard;
    const watch = setInterval(() => {
      const now = performance.now();
      if (now - heard > SILENT || now - begun > AT_ONE_STEP) end({ stopped: true, step, failed: "time" });
    }, 250);
    const end = (said) => {
      clearInterval(watch);
      resolve(said);
    };
    worker.addEventListener("message", ({ data }) => {
      heard = performance.now();
      if (data.step) [step, begun] = [data.step, heard];
      if (data.result || data.failed) end(data);
    });
    worker.addEventListener("error", () => end({ step, failed: "worker" }));
    worker.postMessage(file);
  });
}
