// The form for a file, which also works without this module: files dropped anywhere on the page, what will be submitted,
// a draft of what is written, and a submission that leaves the page only when it was taken.

import { leadTo } from "./arrival.js";
import { check, offerHere } from "./check.js";
import { keep } from "./drafts.js";
import { acceptDrops } from "./dropped.js";
import { submit } from "./send.js";

const MOST_SHOWN = 200_000;

const form = document.getElementById("upload");
const input = form.querySelector("input[type=file]");
const zone = form.querySelector(".drop");
const said = form.querySelector(".dropped");
const chosen = form.querySelector(".chosen");
const button = form.querySelector("button[value=file]");
const area = form.querySelector("textarea");

form.querySelector(".by-drop").hidden = false;
const draft = keep(area);
offerHere(form);

acceptDrops(take, (isOver) => {
  if (isOver) said.textContent = zone.dataset.dropHere;
  else if (said.textContent === zone.dataset.dropHere) said.textContent = "";
});

function take(files) {
  if (files.length !== 1) {
    said.textContent = zone.dataset.oneFile;
    return;
  }
  input.files = files;
  show();
}

input.addEventListener("change", show);

// What will be submitted: its name, its text, and what a check finds in it.
async function show() {
  const [file] = input.files;
  chosen.hidden = !file;
  said.textContent = file ? zone.dataset.ready.replace("{file}", file.name) : "";
  if (!file) return;
  const code = chosen.querySelector("code");
  const isText = file.name.endsWith(".py") && file.size <= MOST_SHOWN;
  code.textContent = isText ? await file.text() : "";
  code.parentElement.hidden = !isText;
  button.focus({ preventScroll: true });
  chosen.scrollIntoView({ block: "nearest" });
  await check(form, "file");
}

form.addEventListener("submit", async (event) => {
  const how = event.submitter?.value ?? "code";
  event.preventDefault();
  const asked = event.submitter?.formAction;
  if (asked && form.dataset.check && asked.endsWith(form.dataset.check)) return check(form, how, { aloud: true });
  draft.save?.();
  busy(true); // a second click while the first is on its way would submit the file twice
  const address = await submit(form, how);
  if (address === null) return busy(false);
  draft.leave?.();
  leadTo(address);
});

const busy = (on) => form.querySelectorAll("button").forEach((each) => (each.disabled = on));
addEventListener("pageshow", () => busy(false));
