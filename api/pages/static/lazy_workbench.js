// Loads the editor beside a result when its place comes into sight: not while a file waits, and on a phone not before the
// reader is there. The result is painted first.

const idle = window.requestIdleCallback ?? setTimeout;

function watch() {
  const form = document.querySelector(".bench");
  if (!form) return;
  const seen = new IntersectionObserver((entries) => {
    if (!entries.some((entry) => entry.isIntersecting)) return;
    seen.disconnect();
    idle(() => import("./workbench.js"));
  });
  seen.observe(form.parentElement); // the file, whose place the editor takes
}

watch();
document.addEventListener("result", watch);
