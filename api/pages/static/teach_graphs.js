// Draws the graph while one types. Without this, a button does.

import { begin } from "./thermometer.js";

const PAUSE = 300;
const form = document.querySelector("form[data-preview]");
const drawn = form.querySelector("[data-drawn]");
let waiting = 0;
let newest = 0;

async function draw() {
  const turn = ++newest;
  const body = new FormData(form);
  const answer = await fetch(form.dataset.preview, { method: "POST", body }).catch(() => null);
  if (!answer?.ok || turn !== newest) return;
  drawn.innerHTML = await answer.text(); // ours: every text in it is escaped where it is put in
  begin(drawn);
}

for (const name of ["text", "inputs"]) {
  form.elements.namedItem(name).addEventListener("input", () => {
    clearTimeout(waiting);
    waiting = setTimeout(draw, PAUSE);
  });
}
