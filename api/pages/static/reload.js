// Loads a page again while something on it is still going on, and puts the new content in place of the old.

const SECOND = 1000;
wait();

function wait() {
  const going = document.querySelector("[data-reload]");
  if (going) setTimeout(look, Number(going.dataset.reload) * SECOND);
}

async function look() {
  const page = await load().catch(() => null);
  if (page) document.getElementById("main").replaceChildren(...page.getElementById("main").childNodes);
  wait();
}

async function load() {
  const answer = await fetch(location.href, { headers: { Accept: "text/html" } });
  if (!answer.ok) throw new Error(String(answer.status));
  return new DOMParser().parseFromString(await answer.text(), "text/html");
}
