// Moves the parts of a page that are marked with data-moves as results come. It asks for a short text; only when that
// has changed, the page is fetched again, at most once in five seconds.

const live = document.querySelector("[data-pulse]");
const EVERY = 3000;
const REST = 5000;
if (live) follow(live.dataset.pulse);

const full = document.querySelector("[data-full]");
if (full) {
  full.hidden = false;
  full.addEventListener("click", () => full.closest(".projector").requestFullscreen?.());
}

async function follow(address) {
  let known = "";
  for (;;) {
    await pause(EVERY);
    if (document.hidden) continue;
    const now = await text(address);
    if (now && known && now !== known) {
      await refresh();
      await pause(REST);
    }
    known = now || known;
  }
}

function pause(milliseconds) {
  return new Promise((after) => setTimeout(after, milliseconds));
}

async function text(address) {
  const answer = await fetch(address).catch(() => null);
  return answer?.ok && !answer.redirected ? answer.text() : "";
}

async function refresh() {
  const source = await text(location.href);
  if (!source) return;
  const page = new DOMParser().parseFromString(source, "text/html");
  for (const old of document.querySelectorAll("[data-moves]")) {
    const fresh = page.getElementById(old.id);
    if (fresh && !old.contains(document.activeElement)) old.replaceWith(document.adoptNode(fresh)); // nobody loses their place
  }
  document.dispatchEvent(new Event("figures"));
}
