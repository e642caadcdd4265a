// Has a file checked on this computer, and shows the result below the form. Nothing of it is sent anywhere.

import { check, follow, isBusy, prepare } from "./checker.js";
import { harmless } from "./harmless.js";
import { begin } from "./thermometer.js";

const MOST_BYTES = 2 ** 20;
// The engine has the last word, once it is loaded; a line of a notebook begins at a quotation mark.
const NUMPY = /(^|[";])[ \t]*(import|from)[ \t]+([\w., ]+,[ \t]*)?numpy\b/m;

const section = document.querySelector("section.here");
const said = section.querySelector(".said");
const bar = section.querySelector("progress");
const place = document.getElementById("checked");

section.hidden = false;
follow(bar);

/** Loads the engine, but where somebody saves data. */
export async function load() {
  if (navigator.connection?.saveData) return;
  say("loading");
  const wasLoaded = await prepare().then(() => true, () => false);
  if (said.dataset.now === "loading") say(wasLoaded ? "ready" : "");
}

/** Whether the file was checked and its result is shown; where not, the server can be asked. */
export async function checkHere(form, how, { aloud, isLatest }) {
  const file = await chosen(form, how);
  if (!file) {
    if (form.dataset.check) return false;
    say("notAFile", true);
  }
  if (aloud) {
    said.focus({ preventScroll: true });
    section.scrollIntoView({ block: "start" });
  }
  if (!file) return false;
  place.replaceChildren();
  place.setAttribute("aria-busy", "true");
  const result = await checked({ ...file, language: place.dataset.language, asked: asked(form) });
  if (!isLatest()) return true;
  place.removeAttribute("aria-busy");
  if (!result) return false;
  show(result, aloud);
  return true;
}

async function checked(file) {
  if (NUMPY.test(file.content)) {
    say("numpy", true);
    return null;
  }
  try {
    say("loading");
    await prepare();
    say("checking");
    const result = await check(file, () => say("again"));
    if (!result.needs_server) return result;
    say("numpy", true);
  } catch (error) {
    console.info(error);
    say("failed", true);
  }
  return null;
}

// What is chosen or written; nothing where only the server says what is wrong with it.
async function chosen(form, how) {
  if (how === "code") return { name: form.elements.name.value, content: form.elements.code.value };
  const [file] = form.elements.file.files;
  if (!file || file.size > MOST_BYTES || !/\.(py|ipynb)$/i.test(file.name)) return null;
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  try {
    return { name: file.name, content: decoder.decode(await file.arrayBuffer()) };
  } catch {
    return null; // it is in another encoding
  }
}

function asked(form) {
  const { stage, class_name: named } = form.elements;
  const all = JSON.parse(form.dataset.asked);
  if (stage) all.stage = stage.value;
  if (named?.value) all.class_name = named.value;
  return all;
}

function show(result, aloud) {
  place.replaceChildren(...harmless(result.html));
  Object.assign(place.dataset, { earned: result.earned, possible: result.possible, problem: result.problem, causes: result.causes.join(" ") });
  begin(place);
  document.dispatchEvent(new Event("result"));
  say("done");
  if (!aloud) return;
  place.querySelector(".score")?.focus({ preventScroll: true });
  section.scrollIntoView({ block: "start" });
}

function say(what, isBad = false) {
  said.textContent = section.dataset[what] ?? "";
  said.classList.toggle("bad", isBad);
  said.dataset.now = what;
  bar.hidden = !isBusy(what);
}
