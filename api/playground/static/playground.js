// The page that checks: an editor, files that are dropped or opened, examples, an address that holds the code.

import { check, follow, isBusy, prepare } from "./checker.js";
import { keep, replace } from "./drafts.js";
import { acceptDrops } from "./dropped.js";
import { harmless } from "./harmless.js";
import { MOST_BYTES, fromFragment, toFragment } from "./shared_code.js";
import { begin } from "./thermometer.js";

const USUAL_NAME = "value.py";

const form = document.getElementById("playground");
const area = form.querySelector("textarea");
const said = form.querySelector(".said");
const bar = form.querySelector("progress");
const place = document.getElementById("checked");
const example = document.getElementById("example");
const file = document.getElementById("file");
const root = new URL(document.body.dataset.root, location.href);

let name = USUAL_NAME;
let busy = false;
let own = ""; // what an example took the place of
let exampleText = "";

if (typeof WebAssembly === "object" && "DecompressionStream" in window) start();
else document.getElementById("cannot").hidden = false;

async function start() {
  form.hidden = false;
  const shared = await fromFragment(location.hash);
  if (shared !== null) beginWith(shared);
  else if (isShared()) say("unreadable", true);
  keep(area).leave?.(); // what is typed is kept in this browser: no question when one leaves
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    checkCode();
  });
  document.getElementById("share").addEventListener("click", share);
  addEventListener("hashchange", () => isShared() && location.reload()); // another address in the same tab
  example.addEventListener("change", openExample);
  file.addEventListener("click", () => (file.value = "")); // the same file again is a change, too
  file.addEventListener("change", () => openFile(file.files[0]));
  acceptDrops(([dropped]) => openFile(dropped));
  follow(bar);
  load(!said.dataset.now);
}

// The reader's own draft stays, and is offered.
function beginWith(shared) {
  area.defaultValue = shared;
  area.dataset.started = "";
  replace(area, shared);
  say("shared");
}

async function load(aloud) {
  if (aloud) say("loading");
  try {
    await prepare();
    keepEngine();
    if (aloud && !busy && said.dataset.now === "loading") say("ready");
  } catch (error) {
    console.warn(error);
    say("unreachable", true);
  }
}

// On a first visit the engine was there before the service worker, which now asks for it: the browser has it already.
// With it come the pages of the faults in this language, to which results lead.
async function keepEngine() {
  const { active } = (await navigator.serviceWorker?.ready) ?? {};
  const here = location.pathname.slice(root.pathname.length);
  active?.postMessage({ faults: `${here.slice(0, here.lastIndexOf("/") + 1)}faults/` });
}

async function checkCode() {
  if (busy) return;
  if (!area.value.trim()) return say("empty", true);
  busy = true;
  say("checking");
  place.setAttribute("aria-busy", "true");
  let problem = "unreachable";
  try {
    await prepare();
    problem = "failed";
    const asked = { stage: "full", on_site: true };
    const file = { name: nameOfCode(), content: area.value, language: place.dataset.language, asked };
    show(await check(file, () => say("again")));
  } catch (error) {
    console.warn(error);
    place.replaceChildren();
    say(problem, true);
  }
  place.removeAttribute("aria-busy");
  busy = false;
}

const isShared = () => location.hash.startsWith("#code=");

// A notebook is JSON: what was typed in its place is code.
const nameOfCode = () => (area.value.trimStart().startsWith("{") ? name : USUAL_NAME);

function show(result) {
  if (result.needs_server) {
    place.replaceChildren();
    return say("numpy", true);
  }
  place.replaceChildren(...harmless(result.html));
  Object.assign(place.dataset, { earned: result.earned, possible: result.possible, problem: result.problem, causes: result.causes.join(" ") });
  begin(place);
  document.dispatchEvent(new Event("result"));
  say("done");
  place.querySelector(".score").focus({ preventScroll: true });
  place.scrollIntoView({ block: "start" });
}

async function share() {
  history.replaceState(history.state, "", await toFragment(area.value));
  try {
    await navigator.clipboard.writeText(location.href);
    say("copied");
  } catch {
    say("address");
  }
}

async function openExample() {
  if (area.value !== exampleText) own = area.value;
  const text = example.value ? await textOf(example.value) : own;
  if (text === null) return say("unreachable", true);
  name = USUAL_NAME;
  exampleText = example.value && text;
  write(text);
}

async function textOf(slug) {
  const answer = await fetch(new URL(`examples/${slug}.py`, root)).catch(() => null);
  return answer?.ok ? answer.text() : null;
}

async function openFile(opened) {
  if (!opened) return;
  if (!/\.(py|ipynb)$/i.test(opened.name)) return say("fileType", true);
  if (opened.size > MOST_BYTES) return say("tooLarge", true);
  name = opened.name;
  example.value = "";
  write(await opened.text());
}

function write(text) {
  if (said.classList.contains("bad") || said.dataset.now === "done") say("");
  if (!busy) place.replaceChildren(); // a result of other code
  area.value = text;
  area.dispatchEvent(new Event("replaced"));
  area.dispatchEvent(new Event("input", { bubbles: true }));
}

function say(what, isBad = false) {
  said.textContent = form.dataset[what] ?? "";
  said.classList.toggle("bad", isBad);
  said.dataset.now = what;
  bar.hidden = !isBusy(what);
}
