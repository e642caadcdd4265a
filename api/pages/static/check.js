// Has a file looked at before it is submitted, and shows what was found in it below the button that was pressed.

import { parsed, send } from "./send.js";

const AGAIN = 250;
let latest = 0;

export async function check(form, how) {
  const place = form.querySelector(`.checked[data-of="${how}"]`); // below the buttons of what is looked at
  if (!form.dataset.check || !place) return;
  const mine = ++latest;
  for (const each of form.querySelectorAll(".checked")) each.replaceChildren();
  place.textContent = form.dataset.checking;
  let answer = await send(form, { action: form.dataset.check, how });
  while (answer?.ok && mine === latest) {
    const page = parsed(await answer.text());
    const found = page.getElementById("check");
    if (found) {
      place.replaceChildren(...found.childNodes);
      return place.scrollIntoView({ block: "nearest" });
    }
    await new Promise((resolve) => setTimeout(resolve, AGAIN));
    answer = await fetch(answer.url, { headers: { Accept: "text/html" } }).catch(() => null);
  }
  if (mine === latest) place.replaceChildren();
}
