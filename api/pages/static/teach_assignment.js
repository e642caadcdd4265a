// Choosing a stage fills in its suites at once, and the total follows what is typed. Without this, a button does.

const form = document.querySelector('form[data-module="assignment"]');
const weights = [...form.querySelectorAll("input[data-points]")];
const total = form.querySelector("[data-total]");
const stage = form.elements.namedItem("stage");

function box(input) {
  return form.elements.namedItem(input.dataset.box);
}

function add() {
  total.value = weights.reduce((sum, input) => sum + (/^\d+$/.test(input.value.trim()) ? Number(input.value) : 0), 0);
}

function usual(input, name) {
  return input.dataset.stages.split(" ").includes(name) ? input.dataset.points : "";
}

function fill() {
  const filled = form.elements.namedItem("filled");
  const own = weights.some((input) => input.value.trim() !== usual(input, filled.value));
  if (own) return; // weights that were typed are never lost: the button asks for them to be replaced
  for (const input of weights) {
    input.value = usual(input, stage.value);
    box(input).checked = input.value !== "";
  }
  filled.value = stage.value;
  add();
}

stage.addEventListener("change", fill);
for (const input of weights) {
  input.addEventListener("input", () => {
    box(input).checked = input.value.trim() !== "";
    add();
  });
  box(input).addEventListener("change", () => {
    input.value = box(input).checked ? input.dataset.points : "";
    add();
  });
}
