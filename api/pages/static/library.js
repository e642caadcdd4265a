// Narrows the list of faults or suites to what is typed. Without this module the form asks the server.

const form = document.querySelector("form.find");
const input = form.querySelector("input");
const count = form.querySelector("[role=status]");

function narrow() {
  const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
  let shown = 0;
  for (const item of document.querySelectorAll(".shelf li")) {
    const text = (item.dataset.text + " " + item.textContent).toLowerCase();
    item.hidden = !words.every((word) => text.includes(word));
    shown += !item.hidden;
  }
  for (const shelf of document.querySelectorAll(".shelf")) shelf.hidden = !shelf.querySelector("li:not([hidden])");
  count.textContent = words.length ? count.dataset.found.replace("{n}", shown) : "";
}

input.addEventListener("input", narrow);
form.addEventListener("submit", (event) => {
  event.preventDefault();
  narrow();
});
narrow();
