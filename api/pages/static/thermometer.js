// The sliders of a gradient thermometer: each nudges one input, and says what the gradient predicts and what comes true.

begin(document);

/** Those within a part of the page that was put in by a script, too. */
export function begin(part) {
  for (const place of part.querySelectorAll(".thermometer")) slide(place);
}

function slide(place) {
  for (const nudge of place.querySelectorAll(".nudge")) {
    const slider = nudge.querySelector("input");
    const steps = JSON.parse(slider.dataset.steps);
    const show = () => {
      const said = steps[slider.valueAsNumber - Number(slider.min)];
      slider.setAttribute("aria-valuetext", said);
      nudge.querySelector("output").textContent = said;
    };
    slider.addEventListener("input", show);
    show();
    nudge.hidden = false;
  }
  place.querySelector(".nudged").open = false; // the sliders say the same, and more
}
