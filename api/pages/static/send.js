// Sends a form without leaving its page, so that nothing in it is lost where that fails: to a server that is down, or
// after the session has ended.

const SIGNED_OUT = [401, 403];

/** The address of the submission that was made; null where the form was not taken, and the page says why. */
export async function submit(form, how) {
  const headers = { Prefer: "return=minimal" }; // no redirect: a page that nobody sees would be rendered for it
  const answer = await send(form, { action: form.getAttribute("action") || location.href, how, headers });
  return answer && new URL(answer.headers.get("Location") ?? answer.url, location.href).href;
}

/** The answer where the form was taken; null where it was not, and the page says why. */
export async function send(form, { action = form.action, how, headers = {} } = {}) {
  const body = new FormData(form);
  body.set("how", how);
  if (how === "code") body.delete("file");
  say(form, null);
  let answer;
  try {
    answer = await fetch(action, { method: "POST", body, headers: { Accept: "text/html", ...headers } });
  } catch {
    say(form, paragraph(form.dataset.unreachable));
    return null;
  }
  if (SIGNED_OUT.includes(answer.status)) {
    say(form, paragraph(form.dataset.signedOut), link(form.dataset.signIn, form.dataset.signInText));
    return null;
  }
  if (answer.ok) return answer;
  const page = parsed(await answer.text());
  say(form, ...(page.querySelector("#refused")?.childNodes ?? [page.querySelector("h1"), page.querySelector(".lead")]));
  return null;
}

export const parsed = (text) => new DOMParser().parseFromString(text, "text/html");

function say(form, ...nodes) {
  const place = form.querySelector(".answer");
  place.replaceChildren(...nodes.filter(Boolean).map((each) => (each.matches?.("h1") ? paragraph(each.textContent) : each)));
  place.hidden = !nodes.some(Boolean);
  if (!place.hidden) place.scrollIntoView({ block: "nearest" });
}

function paragraph(text) {
  const made = document.createElement("p");
  made.textContent = text;
  return made;
}

function link(url, text) {
  const made = document.createElement("a");
  made.className = "button";
  made.href = url;
  made.textContent = text;
  return made;
}
