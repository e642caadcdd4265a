// Keeps what is typed in this browser, under the name in `data-draft`, until it is what the page begins with: that is,
// until it was submitted. So it survives a sign-out, a crash, a closed tab and a server that is down.

const SAVE_AFTER = 250;
const KEPT_DAYS = 60;

export function keep(area) {
  const name = area.dataset.draft;
  const note = document.querySelector(".draft");
  if (!name) return { dirty: () => false };
  const begun = plain(area.defaultValue);
  const refused = "refused" in area.dataset; // the page begins with what was typed and not taken
  const started = "started" in area.dataset; // it begins with another attempt, which somebody asked for
  let leaving = false;
  let timer = 0;

  const dirty = () => refused || plain(area.value) !== begun;

  function save() {
    clearTimeout(timer);
    if (!dirty()) return started || forget(name);
    store(name, { text: area.value, at: Date.now() });
  }

  function restore() {
    const draft = read(name);
    if (refused) return;
    if (!draft) return save(); // what was typed before this module was here
    if (plain(draft.text) === begun) return forget(name);
    if (started) return offer(draft);
    replace(area, draft.text);
    say(note, note?.dataset.restored.replace("{when}", moment(draft.at)));
  }

  function offer(draft) {
    say(note, note?.dataset.beside.replace("{when}", moment(draft.at)));
    const button = note?.querySelector("button");
    if (!button) return;
    button.textContent = note.dataset.use;
    button.addEventListener("click", (event) => {
      event.stopImmediatePropagation();
      replace(area, draft.text);
      note.hidden = true;
      save();
    });
  }

  area.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(save, SAVE_AFTER);
  });
  addEventListener("pagehide", save);
  document.addEventListener("visibilitychange", save);
  addEventListener("beforeunload", (event) => {
    if (!leaving && dirty()) event.preventDefault();
  });
  tidy();
  restore();
  note?.querySelector("button")?.addEventListener("click", () => {
    forget(name);
    replace(area, area.defaultValue);
    note.hidden = true;
  });

  return {
    dirty,
    save,
    /** The text is on its way: the page may be left without a question. */
    leave: () => (leaving = true),
    stay: () => (leaving = false),
  };
}

/** The day with its month in letters: a reader of another country takes 3/4 for another day. */
function moment(at) {
  const parts = { day: "numeric", month: "long", hour: "2-digit", minute: "2-digit", hourCycle: "h23" };
  return new Date(at).toLocaleString(document.documentElement.lang, parts);
}

/** Puts another text into a text area, and into the editor in its place. */
export function replace(area, text) {
  area.value = text;
  area.dispatchEvent(new Event("replaced"));
}

export const plain = (text) => text.replaceAll("\r\n", "\n").replace(/^\ufeff/, "");

function say(note, text) {
  if (!note) return;
  note.querySelector("p").textContent = text;
  note.hidden = false;
  const folded = note.closest("details.write");
  if (folded) folded.open = true;
}

function read(name) {
  try {
    return JSON.parse(localStorage.getItem(name));
  } catch {
    return null; // a browser that keeps nothing for us, or something else under this name
  }
}

function store(name, draft) {
  try {
    localStorage.setItem(name, JSON.stringify(draft));
  } catch {
    // a full or closed store: the warning before leaving is all that is left
  }
}

function forget(name) {
  try {
    localStorage.removeItem(name);
  } catch {
    // nothing was kept
  }
}

// Drafts of courses that are over do not stay for ever.
function tidy() {
  try {
    const oldest = Date.now() - KEPT_DAYS * 24 * 3600 * 1000;
    for (const name of Object.keys(localStorage))
      if (name.startsWith("draft:") && !(read(name)?.at > oldest)) forget(name);
  } catch {
    // nothing was kept
  }
}
