// Files that are dropped anywhere on a page.

const hasFiles = (event) => event.dataTransfer?.types.includes("Files");

/** Calls `take` with the files that are dropped, and `over` when some come over the page, and when they leave it. */
export function acceptDrops(take, over = () => {}) {
  let depth = 0; // entering a child comes before leaving its parent

  const dragged = (isOver) => {
    document.body.classList.toggle("dragged", isOver);
    over(isOver);
  };

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
    take(event.dataTransfer.files);
  });
}
