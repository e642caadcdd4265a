// Shows one slide of a lecture at a time: arrows, Home, End; F for full screen, R for the replay of the slide.

const lecture = document.querySelector(".lecture");
if (lecture) start(lecture);

function start(lecture) {
  const slides = [...lecture.querySelectorAll(".slide")];
  const place = lecture.querySelector(".lecture-place");
  let at = Math.max(0, slides.findIndex((slide) => `#${slide.id}` === location.hash));
  lecture.querySelector(".lecture-bar").hidden = false;
  lecture.classList.add("playing");
  show(at);
  fit();
  addEventListener("resize", fit);

  function show(number) {
    at = Math.max(0, Math.min(slides.length - 1, number));
    slides.forEach((slide, index) => slide.classList.toggle("now", index === at));
    place.textContent = lecture.dataset.of.replace("{n}", at + 1).replace("{all}", slides.length);
    lecture.scrollTop = 0;
  }

  // A picture fills its slide, and is never smaller than it was drawn: nobody could read its letters.
  function fit() {
    for (const picture of lecture.querySelectorAll("figure svg")) {
      const { width, height } = picture.viewBox.baseVal;
      const larger = Math.min(slides[at].clientWidth / width, (innerHeight * 0.45) / height);
      picture.setAttribute("width", width * Math.max(1, larger));
    }
  }

  function go(number) {
    show(number);
    history.replaceState(null, "", `#${slides[at].id}`);
    slides[at].focus({ preventScroll: !document.fullscreenElement });
  }

  function full() {
    if (document.fullscreenElement) document.exitFullscreen();
    else document.documentElement.requestFullscreen?.().then(() => slides[at].focus());
  }

  function openReplay() {
    const replay = slides[at].querySelector("details.replay");
    if (!replay) return;
    replay.open = !replay.open;
    if (replay.open) replay.querySelector("summary").focus();
  }

  lecture.addEventListener("click", (event) => {
    const what = event.target.closest("[data-go]")?.dataset.go;
    if (what === "full") full();
    else if (what) go(at + (what === "back" ? -1 : 1));
  });

  addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return; // a replay has its own arrows
    if (event.target.closest("input, select, textarea")) return;
    const to = { ArrowLeft: at - 1, PageUp: at - 1, ArrowRight: at + 1, PageDown: at + 1, Home: 0, End: slides.length - 1 }[event.key];
    if (to !== undefined) go(to);
    else if (event.key === "f" || event.key === "F") full();
    else if (event.key === "r" || event.key === "R") openReplay();
    else return;
    event.preventDefault();
  });
}
