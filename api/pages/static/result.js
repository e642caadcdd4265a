// Brings the marked line of the file into sight, steps through the replay of a backward pass with the arrow keys as
// soon as it is open, and shows the step's line in the file. The steps are radio buttons: without this module the
// arrow keys work once one of them has the focus.

const reveal = () => {
  const marked = document.querySelector(".source .marked");
  if (marked) bring(marked);
};

reveal();
document.addEventListener("result", reveal); // live.js has put it here

document.addEventListener(
  "toggle",
  (event) => {
    if (!event.target.matches("details.replay") || !event.target.open) return;
    event.target.querySelector(".steps input:checked")?.focus();
  },
  true,
);

document.addEventListener("keydown", (event) => {
  const steps = event.target.closest?.(".steps");
  if (!steps || !["Home", "End"].includes(event.key)) return;
  const all = [...steps.querySelectorAll("input")];
  const chosen = event.key === "Home" ? all[0] : all.at(-1);
  event.preventDefault();
  chosen.checked = true;
  chosen.focus();
  chosen.dispatchEvent(new Event("change", { bubbles: true }));
});

document.addEventListener("change", (event) => {
  const step = event.target.closest?.(".steps input");
  if (!step) return;
  document.querySelectorAll(".source .stepped").forEach((line) => line.classList.remove("stepped"));
  const line = document.getElementById(step.dataset.line ?? "");
  line?.classList.add("stepped");
  if (line) bring(line);
});

// Only the file's own box scrolls: the reader's place on the page stays.
function bring(line) {
  const box = line.closest(".source");
  const offset = line.getBoundingClientRect().top - box.getBoundingClientRect().top;
  if (offset < 0 || offset > box.clientHeight - 40) box.scrollTop += offset - box.clientHeight / 3;
}
