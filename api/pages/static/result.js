// Brings the line of the first card into sight, and shows there the line of the step that a replay is at.

const reveal = () => {
  const source = document.querySelector(".source");
  const link = document.querySelector(".causes a[href^='#L'], .causes a[href^='#C']");
  const line = (link && document.getElementById(link.getAttribute("href").slice(1))) ?? source?.querySelector(".marked");
  if (line && source?.contains(line)) bring(line);
};

reveal();
document.addEventListener("result", reveal); // live.js has put it here

document.addEventListener("step", (event) => {
  document.querySelectorAll(".source .stepped").forEach((line) => line.classList.remove("stepped"));
  const line = document.getElementById(event.detail);
  line?.classList.add("stepped");
  if (line) bring(line);
});

// Only the file's own box scrolls: the reader's place on the page stays.
function bring(line) {
  const box = line.closest(".source");
  const offset = line.getBoundingClientRect().top - box.getBoundingClientRect().top;
  if (offset < 0 || offset > box.clientHeight - 40) box.scrollTop += offset - box.clientHeight / 3;
}
