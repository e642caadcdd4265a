// Moves the parts of a page that are marked with data-moves as results come. An event tells that there are new ones; then
// the page is fetched again, at most once in two seconds. Where no events come through, it asks for a short text instead.

const REST = 2000;
const EVERY = 3000;
const FIRST_WITHIN = 8000; // something on the way may keep events back
const FAILURES = 3;
const QUESTIONS = 20; // then events are tried again
const BARRED = new Set([401, 403, 404]);

const live = document.querySelector("[data-pulse]");
if (live) follow(live.dataset);

const full = document.querySelector("[data-full]");
if (full) {
  full.hidden = false;
  full.addEventListener("click", () => full.closest(".projector").requestFullscreen?.());
}

function follow({ pulse, events, known }) {
  const status = document.querySelector("[data-lost]");
  let shown = known;
  let news = known;
  let at = new Date();
  let moving = false;
  let failures = 0;
  let source = null;
  let wait = 0;
  let poll = 0;

  listen();
  document.addEventListener("visibilitychange", () => {
    if (poll) return;
    if (document.hidden) stop();
    else listen();
  });

  function listen() {
    source = new EventSource(events);
    wait = setTimeout(ask, FIRST_WITHIN);
    source.addEventListener("open", connected); // one that comes back hears nothing where nothing is new
    source.addEventListener("counts", (event) => {
      clearTimeout(wait);
      heard(event.lastEventId);
    });
    source.addEventListener("error", () => {
      clearTimeout(wait);
      lost();
      failures += 1;
      if (failures >= FAILURES || source.readyState === EventSource.CLOSED) ask();
    });
  }

  function stop() {
    clearTimeout(wait);
    source.close();
  }

  function ask() {
    stop();
    let left = QUESTIONS;
    clearInterval(poll);
    poll = setInterval(async () => {
      if (document.hidden) return;
      if (!left) return again();
      left -= 1;
      const answer = await fetch(pulse).catch(() => null);
      if (answer && (answer.redirected || BARRED.has(answer.status))) over();
      else if (answer?.ok) heard(await answer.text());
      else lost();
    }, EVERY);
  }

  function again() {
    clearInterval(poll);
    poll = 0;
    failures = FAILURES - 1;
    listen();
  }

  function connected() {
    failures = 0;
    at = new Date();
    tell("");
  }

  function heard(now) {
    connected();
    news = now;
    if (!moving) move();
  }

  async function move() {
    moving = true;
    while (news !== shown) {
      const next = news;
      if (await refresh()) shown = next;
      else lost();
      await pause(REST);
    }
    moving = false;
  }

  function lost() {
    const time = at.toLocaleTimeString(document.documentElement.lang, { hour: "2-digit", minute: "2-digit" });
    tell(status?.dataset.lost.replace("{time}", time));
  }

  function over() {
    clearInterval(poll);
    tell(status?.dataset.over);
  }

  function tell(words) {
    if (status && status.textContent !== words) status.textContent = words; // a screen reader says it when it changes
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
  if (!source) return false;
  const page = new DOMParser().parseFromString(source, "text/html");
  for (const old of document.querySelectorAll("[data-moves]")) {
    const fresh = page.getElementById(old.id);
    if (!fresh || old.contains(document.activeElement)) continue; // nobody loses their place
    const folds = fresh.querySelectorAll("details");
    for (const [place, fold] of old.querySelectorAll("details").entries()) folds[place]?.toggleAttribute("open", fold.open);
    old.replaceWith(document.adoptNode(fresh));
  }
  return true;
}
