// Files dropped anywhere on a page with the form for a file. The form also works without this module.

const form = document.getElementById("upload");
const input = form.querySelector("input[type=file]");
const zone = form.querySelector(".drop");
const said = form.querySelector(".dropped");
const button = form.querySelector("button[value=file]");

form.querySelector(".by-drop").hidden = false;

let depth = 0; // entering a child comes before leaving its parent

const hasFiles = (event) => event.dataTransfer?.types.includes("Files");

function dragged(over) {
  document.body.classList.toggle("dragged", over);
  if (over) said.textContent = zone.dataset.dropHere;
  else if (said.textContent === zone.dataset.dropHere) said.textContent = "";
}

addEventListener("dragenter", (event) => {
  if (!hasFiles(event)) return;
  event.preventDefault();
  depth += 1;
  dragged(true);
});

addEventListener("dragover", (event) => {
  if (hasFiles(event)) event.preventDefault();
});

addEventListener("dragleave", (event) => {
  if (!hasFiles(event)) return;
  depth -= 1;
  if (depth <= 0) dragged(false);
});

addEventListener("drop", (event) => {
  if (!hasFiles(event)) return;
  event.preventDefault();
  depth = 0;
  dragged(false);
  const files = event.dataTransfer.files;
  if (files.length !== 1) {
    said.textContent = zone.dataset.oneFile;
    return;
  }
  input.files = files;
  said.textContent = files[0].name;
  if ("atOnce" in form.dataset) form.requestSubmit(button);
  else button.focus();
});

input.addEventListener("change", () => {
  said.textContent = "";
  if (input.files.length) button.focus();
});

// A second click while the first is on its way would submit the file twice.
form.addEventListener("submit", () => {
  setTimeout(() => form.querySelectorAll("button").forEach((each) => (each.disabled = true)));
});
addEventListener("pageshow", () => form.querySelectorAll("button").forEach((each) => (each.disabled = false)));
