// The file beside a result becomes an editor: with the remarks at its lines, the changes since the last attempt, and a
// submission whose result takes the place of the one that is shown.

import { keep, plain } from "./drafts.js";
import { mount } from "./editor.js";
import { parsed, submit } from "./send.js";
import { Compartment, Decoration, EditorView, StateEffect, StateField, unifiedMergeView, WidgetType } from "./vendor/codemirror.js";

const FIRST_LOOK = 60;
const LONGER_EACH = 1.15; // so that a result waits for no more than a part of the time it took
const LONGEST_REST = 2000;

let bench = null;

function start(before = null) {
  const form = document.querySelector(".bench");
  if (form && form !== bench?.form) bench = opened(form, before);
}

function opened(form, before) {
  const source = document.querySelector(".source");
  const place = form.querySelector(".editor");
  const area = place.querySelector("textarea");
  const draft = keep(area);
  const changes = new Compartment();
  const view = mount(place, [remarks, LOOK, changes.of([])]);
  mark(view, source, plain(area.defaultValue));
  form.querySelector("details").open = true;
  form.classList.add("open");
  source.hidden = true;

  const made = { form, view, draft };
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    submitAgain(made);
  });
  follow(source, view);
  compare(form, view, changes);
  if (before) resume(view, before);
  else reveal(source, view);
  return made;
}

async function submitAgain({ form, view, draft }) {
  const status = form.querySelector(".status");
  const button = form.querySelector(".actions button:not([type])");
  draft.save();
  button.disabled = true;
  status.textContent = form.dataset.grading;
  const address = await submit(form, "code");
  const page = address && (await graded(address).catch(() => null));
  button.disabled = false;
  status.textContent = "";
  if (address && !page) return location.assign(address);
  if (!page) return;
  draft.leave();
  history.pushState(null, "", address);
  put(page, { text: view.state.doc.toString(), selection: view.state.selection, focus: view.hasFocus, top: view.scrollDOM.scrollTop });
}

/** The page of a submission, as soon as there is nothing more to wait for. */
async function graded(address) {
  for (let rest = FIRST_LOOK; ; rest = Math.min(rest * LONGER_EACH, LONGEST_REST)) {
    await new Promise((resolve) => setTimeout(resolve, rest));
    const answer = await fetch(address, { headers: { Accept: "text/html" } });
    if (!answer.ok) throw new Error(String(answer.status));
    const page = parsed(await answer.text());
    if (!page.querySelector("[data-live]")) return page;
  }
}

function put(page, before) {
  const main = document.getElementById("main");
  const gone = overcome(main, page);
  main.replaceChildren(...page.getElementById("main").childNodes);
  document.title = page.title;
  const causes = main.querySelector(".causes");
  if (gone && causes) {
    const note = document.createElement("p");
    note.className = "notice good no-longer";
    note.textContent = causes.dataset.gone.replace("{causes}", gone);
    causes.prepend(note);
  }
  start(before);
  document.dispatchEvent(new Event("result"));
  say([main.querySelector(".score")?.textContent.trim(), gone && causes?.dataset.gone.replace("{causes}", gone)]);
}

/** The causes of the page that the next one does not have any more, as a list. */
function overcome(main, page) {
  const named = (of) =>
    new Map([...of.querySelectorAll(".finding")].map((each) => [each.querySelector("a[href^='/faults/']")?.getAttribute("href"), each]));
  const now = named(page);
  const gone = [...named(main)].filter(([fault]) => fault && !now.has(fault));
  return gone.map(([, each]) => each.querySelector(".what").lastElementChild.textContent.trim()).join(" · ");
}

// A screen reader says it, wherever the focus is.
function say(parts) {
  let place = document.getElementById("said");
  if (!place) {
    place = document.createElement("div");
    place.id = "said";
    place.className = "hidden";
    place.setAttribute("role", "status");
    document.body.append(place);
  }
  place.textContent = parts.filter(Boolean).join(". ");
}

// What was typed while the file was graded stays: only where it differs the text is replaced, so remarks keep their place.
function resume(view, { text, selection, focus, top }) {
  const now = view.state.doc.toString();
  if (now !== text) view.dispatch({ changes: difference(now, text) });
  const end = view.state.doc.length;
  view.dispatch({ selection: { anchor: Math.min(selection.main.anchor, end), head: Math.min(selection.main.head, end) } });
  view.scrollDOM.scrollTop = top;
  if (focus) view.focus();
}

function difference(from, to) {
  let start = 0;
  while (start < Math.min(from.length, to.length) && from[start] === to[start]) start++;
  let end = 0;
  while (end < Math.min(from.length, to.length) - start && from.at(-1 - end) === to.at(-1 - end)) end++;
  return { from: start, to: from.length - end, insert: to.slice(start, to.length - end) };
}

// --- Remarks at lines ---

const setRemarks = StateEffect.define();
const setStep = StateEffect.define();

class Remark extends WidgetType {
  constructor(link) {
    super();
    this.link = link;
  }

  eq(other) {
    return other.link.isEqualNode(this.link);
  }

  toDOM() {
    const line = document.createElement("div");
    line.className = this.link.classList.contains("harmless") ? "remark harmless" : "remark";
    line.append(this.link.cloneNode(true));
    return line;
  }

  ignoreEvent() {
    return true;
  }
}

const remarks = StateField.define({
  create: () => Decoration.none,
  update(marks, change) {
    marks = marks.map(change.changes);
    for (const effect of change.effects) {
      if (effect.is(setRemarks)) marks = Decoration.set(effect.value, true);
      if (effect.is(setStep)) {
        marks = marks.update({ filter: (_from, _to, mark) => mark.spec.class !== "stepped" });
        if (effect.value !== null) marks = marks.update({ add: [Decoration.line({ class: "stepped" }).range(effect.value)] });
      }
    }
    return marks;
  },
  provide: (field) => EditorView.decorations.from(field),
});

const LOOK = EditorView.theme({
  ".marked": { backgroundColor: "var(--bad-tint)", boxShadow: "inset .25rem 0 var(--bad)" },
  ".marked.harmless": { backgroundColor: "var(--tint)", boxShadow: "inset .25rem 0 var(--accent)" },
  ".meant": { backgroundColor: "var(--mark)", borderBottom: ".13rem solid var(--bad)", paddingBottom: ".1em" },
  ".stepped": { backgroundColor: "var(--tint)", boxShadow: "inset .25rem 0 var(--accent)" },
  ".cm-scroller": { containerType: "inline-size", background: "var(--goes-on) var(--card)" }, // so that a remark is as wide as what one sees of a line
  "div.remark": { maxWidth: "calc(100cqw - 3.5rem)", padding: ".1rem .75rem .35rem 1rem", whiteSpace: "normal", font: ".9rem/1.4 var(--sans)", backgroundColor: "var(--bad-tint)", boxShadow: "inset .25rem 0 var(--bad)" },
  "div.remark.harmless": { backgroundColor: "var(--tint)", boxShadow: "inset .25rem 0 var(--accent)" },
  ".remark.harmless a": { color: "inherit", whiteSpace: "pre-line" },
  ".remark a": { color: "var(--bad)", textDecoration: "none" },
  ".remark a:hover": { textDecoration: "underline" },
  ".remark code": { fontFamily: "var(--mono)", fontSize: ".9em" },
  ".ordinal": { display: "inline-block", boxSizing: "border-box", minWidth: "1.6em", borderRadius: ".8em", padding: "0 .3em", background: "var(--bad)", color: "var(--card)", font: "700 .75rem/1.6 var(--sans)", textAlign: "center" },
  ".cm-changedText": { background: "var(--good-tint)", textDecoration: "none" },
  ".cm-changedLine": { backgroundColor: "var(--good-tint) !important" },
  ".cm-deletedChunk": { backgroundColor: "var(--bad-tint)", color: "var(--ink)" },
  ".cm-deletedChunk .cm-deletedText, .cm-deletedText": { background: "var(--bad-tint)" },
});

/** The remarks of the page's file, at the lines of the editor. Of a draft only those lines that are as they were. */
function mark(view, source, submitted) {
  const marks = [];
  const drafted = view.state.doc.toString();
  const { from, to, insert } = difference(submitted, drafted);
  const moved = insert.length - (to - from);
  const lines = submitted.split("\n");
  const starts = lines.reduce((all, line) => [...all, all.at(-1) + line.length + 1], [0]);
  source.querySelectorAll("li").forEach((item, index) => {
    if (!item.classList.contains("marked") || index >= lines.length) return;
    const end = starts[index] + lines[index].length;
    if (starts[index] < to && end > from && submitted !== drafted) return; // it was changed since
    const at = starts[index] >= to && submitted !== drafted ? starts[index] + moved : starts[index];
    const line = view.state.doc.lineAt(Math.min(at, view.state.doc.length));
    const harmless = item.classList.contains("commented"); // nothing need be wrong there
    marks.push(Decoration.line({ class: harmless ? "marked harmless" : "marked" }).range(line.from));
    const meant = item.querySelector(".meant");
    const before = meant && textBefore(item, meant);
    if (meant && line.text.startsWith(meant.textContent, before)) {
      const whole = [...item.querySelectorAll(".meant")].reduce((length, each) => length + each.textContent.length, 0);
      marks.push(Decoration.mark({ class: "meant" }).range(line.from + before, Math.min(line.from + before + whole, line.to)));
    }
    for (const link of item.querySelectorAll("a.remark"))
      marks.push(Decoration.widget({ widget: new Remark(link), block: true, side: 1 }).range(line.to));
  });
  view.dispatch({ effects: setRemarks.of(marks) });
}

function textBefore(item, meant) {
  const range = document.createRange();
  range.setStart(item.querySelector("code"), 0);
  range.setEndBefore(meant);
  return range.toString().length;
}

// The line of the first card comes into sight, else the first one with a remark. Only the editor scrolls, not the page.
function reveal(source, view) {
  const link = document.querySelector(".causes a[href^='#L'], .causes a[href^='#C']");
  const item = (link && document.getElementById(link.getAttribute("href").slice(1))) ?? source.querySelector(".marked");
  const number = [...source.querySelectorAll("li")].indexOf(item) + 1;
  if (number < 1 || number > view.state.doc.lines) return;
  view.requestMeasure({
    read: () => view.lineBlockAt(view.state.doc.line(number).from),
    write: ({ top, bottom }) => {
      const box = view.scrollDOM;
      if (bottom > box.clientHeight) box.scrollTop = top - box.clientHeight / 3;
    },
  });
}

// The line of the replay's step, and a line that a link leads to, are shown in the editor as in the file it replaces.
function follow(source, view) {
  const items = [...source.querySelectorAll("li")];
  const go = (item, lit) => {
    const number = items.indexOf(item) + 1;
    if (number < 1 || number > view.state.doc.lines) return;
    const at = view.state.doc.line(number).from;
    view.dispatch({ effects: [EditorView.scrollIntoView(at, { y: "center" }), ...(lit ? [setStep.of(at)] : [])] });
  };
  new MutationObserver(() => {
    const stepped = source.querySelector("li.stepped");
    if (stepped) go(stepped, true);
    else view.dispatch({ effects: setStep.of(null) });
  }).observe(source, { subtree: true, attributes: true, attributeFilter: ["class"] });
  document.getElementById("main").addEventListener("click", (event) => {
    const link = event.target.closest?.("a[href^='#']");
    const item = link && document.getElementById(link.getAttribute("href").slice(1));
    if (item && source.contains(item)) {
      event.preventDefault();
      go(item, true);
      view.focus();
    }
  });
}

// The attempt before this one, with what was taken out and put in.
function compare(form, view, changes) {
  const button = form.querySelector(".changes");
  if (!form.dataset.previous) return;
  button.hidden = false;
  button.addEventListener("click", async () => {
    const on = button.getAttribute("aria-pressed") === "false";
    const original = on ? await before(form.dataset.previous) : null;
    if (on && original === null) return;
    const shown = on ? unifiedMergeView({ original, mergeControls: false }) : [];
    view.dispatch({ effects: changes.reconfigure(shown) });
    button.setAttribute("aria-pressed", String(on));
    const now = plain(view.state.doc.toString());
    if (on) view.dispatch({ effects: EditorView.scrollIntoView(difference(original, now).from, { y: "center" }) });
  });
}

async function before(url) {
  const answer = await fetch(url).catch(() => null);
  return answer?.ok ? plain(await answer.text()) : null;
}

start();
document.addEventListener("result", () => start()); // another module has put a result here
addEventListener("popstate", () => location.reload());
