// Makes a player of the steps of a replay: play, pause, step, keys. One step is shown at a time; its shares travel along
// the arrows of its picture, and its line is lit in the file. A step is an address, #step-1-3, or #step-3 of the first
// replay. Without this module the steps stand one below the other.

const still = matchMedia("(prefers-reduced-motion: reduce)");
const PAUSE = 2600;
const TRAVEL = 900;
const players = new WeakMap();

class Player {
  constructor(replay) {
    this.list = replay.querySelector(".moments");
    this.bar = replay.querySelector(".player");
    this.steps = [...this.list.children];
    this.at = 0;
    this.timer = 0;
    this.bar.hidden = false;
    this.list.classList.add("playing");
    this.bar.addEventListener("click", (event) => this.press(event.target.closest("button")?.dataset.do));
    replay.addEventListener("keydown", (event) => this.key(event));
    this.show(0, false);
  }

  press(what) {
    if (what === "play") return this.timer ? this.pause() : this.play();
    if (what === "back" || what === "forward") {
      this.pause();
      this.show(this.at + (what === "back" ? -1 : 1));
    }
  }

  key(event) {
    if (event.target.matches("a, input, textarea")) return;
    const to = { ArrowLeft: this.at - 1, ArrowRight: this.at + 1, Home: 0, End: this.steps.length - 1 }[event.key];
    if (to !== undefined) {
      this.pause();
      this.show(to);
    } else if (event.key === " " && !event.target.matches("button, summary")) {
      this.press("play");
    } else return;
    event.preventDefault();
  }

  play() {
    if (this.at === this.steps.length - 1) this.show(0);
    this.timer = setInterval(() => {
      this.show(this.at + 1);
      if (this.at === this.steps.length - 1) this.pause();
    }, PAUSE);
    this.name();
  }

  pause() {
    clearInterval(this.timer);
    this.timer = 0;
    this.name();
  }

  name() {
    const button = this.bar.querySelector("[data-do=play]");
    button.textContent = this.timer ? button.dataset.pause : button.dataset.play;
  }

  show(number, moves = true) {
    this.at = Math.max(0, Math.min(this.steps.length - 1, number));
    this.steps.forEach((step, place) => step.classList.toggle("now", place === this.at));
    const told = this.bar.querySelector("[data-of]");
    told.textContent = told.dataset.of.replace("{n}", this.at + 1).replace("{all}", this.steps.length);
    const step = this.steps[this.at];
    step.dispatchEvent(new CustomEvent("step", { bubbles: true, detail: step.dataset.line ?? "" }));
    if (!moves) return;
    history.replaceState(history.state, "", `#${step.id}`);
    if (!still.matches) travel(step);
  }
}

// A dot runs along each arrow of the step, from the consumer to the operand.
function travel(step) {
  for (const line of step.querySelectorAll("svg .use:not(.missing) .line")) {
    if (!line.getClientRects().length) continue;
    const dot = document.createElementNS("http://www.w3.org/2000/svg", "circle");
    dot.setAttribute("r", 6);
    dot.setAttribute("class", "travelling");
    line.parentNode.append(dot);
    const length = line.getTotalLength();
    const began = performance.now();
    const move = (now) => {
      const part = Math.min(1, (now - began) / TRAVEL);
      const { x, y } = line.getPointAtLength(length * (1 - part));
      dot.setAttribute("cx", x);
      dot.setAttribute("cy", y);
      if (part < 1) requestAnimationFrame(move);
      else dot.remove();
    };
    requestAnimationFrame(move);
  }
}

function playerOf(replay) {
  if (!players.has(replay)) players.set(replay, new Player(replay));
  return players.get(replay);
}

document.addEventListener(
  "toggle",
  (event) => {
    if (!event.target.matches?.("details.replay")) return;
    if (event.target.open) playerOf(event.target);
    else players.get(event.target)?.pause();
  },
  true,
);

function addressed() {
  const [hash, number] = /^#step-(\d+)$/.exec(location.hash) ?? [];
  if (hash) return document.querySelector(`.moments [id$="-${number}"]`);
  return /^#step-\d+-\d+$/.test(location.hash) ? document.querySelector(location.hash) : null;
}

// An address leads to its step, also where the page is loaded again: a browser would scroll to where it was before.
function openAddressed() {
  const step = addressed();
  const replay = step?.closest("details.replay");
  if (!replay) return;
  history.scrollRestoration = "manual";
  replay.open = true;
  const player = playerOf(replay);
  player.show(player.steps.indexOf(step));
  step.scrollIntoView({ block: "nearest" });
}
addEventListener("hashchange", openAddressed);
document.addEventListener("result", openAddressed);
addEventListener("load", openAddressed); // what is laid out later moves the step
openAddressed();
