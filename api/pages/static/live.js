// Follows a submission until it is graded, then puts the result in the place of its status.

import { arrived } from "./arrival.js";

const card = document.querySelector("[data-live]");
const isAnswer = arrived();
if (card) follow(card);
else if (isAnswer) begin(document.getElementById("main"));

const POLL = 3000;

function follow(card) {
  const words = card.dataset;
  const where = card.querySelector(".where");
  const source = new EventSource(words.live);
  let poll = 0;
  let shown = "";

  const tell = (text) => {
    if (text !== shown) where.textContent = shown = text; // a screen reader says it when it changes
  };

  source.addEventListener("state", (event) => {
    const { state, ahead } = JSON.parse(event.data);
    clearInterval(poll);
    if (state === "queued") tell(place(words, ahead));
    else if (state === "grading") tell(words.grading);
    else {
      source.close();
      show();
    }
  });

  source.addEventListener("error", () => {
    clearInterval(poll);
    if (source.readyState !== EventSource.CLOSED) tell(words.lost);
    poll = setInterval(look, POLL);
  });

  async function look() {
    const page = await load().catch(() => null);
    if (!page || page.querySelector("[data-live]")) return;
    clearInterval(poll);
    source.close();
    put(page);
  }
}

function place(words, ahead) {
  return ahead ? words.place.replace("{ahead}", ahead) : words.next;
}

async function show() {
  const page = await load().catch(() => null);
  if (page) put(page);
  else location.reload();
}

async function load() {
  const answer = await fetch(location.href, { headers: { Accept: "text/html" } });
  if (!answer.ok) throw new Error(String(answer.status));
  return new DOMParser().parseFromString(await answer.text(), "text/html");
}

function put(page) {
  const main = document.getElementById("main");
  main.replaceChildren(...page.getElementById("main").childNodes);
  document.title = page.title;
  begin(main);
  document.dispatchEvent(new Event("result"));
}

// A screen reader begins at the result.
function begin(main) {
  const heading = main.querySelector("h1");
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}
