// Has a file looked at before it is submitted: on this computer where the page offers it and the browser can, else by the
// server, which says below the button that was pressed what it found.

import { parsed, send } from "./send.js";

const AGAIN = 250;
let latest = 0;

/** Checks what is chosen or written; `aloud` where a button was pressed, so that the page moves to the result. */
export async function check(form, how, { aloud = false } = {}) {
  const mine = ++latest;
  for (const each of form.querySelectorAll(".checked")) each.replaceChildren();
  const here = await checkerHere(form);
  if (await here?.checkHere(form, how, { aloud, isLatest: () => mine === latest })) return;
  if (mine === latest) await ask(form, how, () => mine === latest);
}

/** Shows the buttons of the check on this computer, and loads it while somebody types. */
export function offerHere(form) {
  if (!canHere(form)) return;
  for (const each of form.querySelectorAll(`[formaction="${form.dataset.check}"]`)) each.hidden = true;
  for (const each of form.querySelectorAll(".check-here")) {
    each.hidden = false;
    each.addEventListener("click", () => check(form, each.dataset.how, { aloud: true }));
  }
  const begin = () => checkerHere(form).then((here) => here?.load());
  for (const what of ["keydown", "change"]) form.addEventListener(what, begin, { once: true });
}

const canHere = (form) => form.dataset.asked && typeof WebAssembly === "object" && "DecompressionStream" in window;

async function checkerHere(form) {
  return canHere(form) ? import("./check_here.js").catch(() => null) : null;
}

async function ask(form, how, isLatest) {
  const place = form.querySelector(`.checked[data-of="${how}"]`);
  if (!form.dataset.check || !place) return;
  place.textContent = form.dataset.checking;
  let answer = await send(form, { action: form.dataset.check, how });
  while (answer?.ok && isLatest()) {
    const page = parsed(await answer.text());
    const found = page.getElementById("check");
    if (found) {
      place.replaceChildren(...found.childNodes);
      return place.scrollIntoView({ block: "nearest" });
    }
    await new Promise((resolve) => setTimeout(resolve, AGAIN));
    answer = await fetch(answer.url, { headers: { Accept: "text/html" } }).catch(() => null);
  }
  if (isLatest()) place.replaceChildren();
}
