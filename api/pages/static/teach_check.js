// Looks again while a try file is being graded. Without this, a link does.

const PAUSE = 2000;

async function look() {
  const section = document.querySelector("[data-tries]");
  if (!section?.hasAttribute("data-waiting")) return;
  const answer = await fetch(location.pathname, { headers: { Accept: "text/html" } }).catch(() => null);
  const page = answer?.ok ? new DOMParser().parseFromString(await answer.text(), "text/html") : null;
  const fresh = page?.querySelector("[data-tries]");
  const table = section.querySelector(".table");
  if (fresh && table && !section.contains(document.activeElement)) {
    table.replaceWith(fresh.querySelector(".table") ?? "");
    section.toggleAttribute("data-waiting", fresh.hasAttribute("data-waiting"));
  }
  setTimeout(look, PAUSE);
}

setTimeout(look, PAUSE);
