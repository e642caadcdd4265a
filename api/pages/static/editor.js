// Puts an editor with colours in the place of the plain text area, which stays what the form sends.

import {
  bracketMatching,
  defaultKeymap,
  drawSelection,
  EditorState,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  HighlightStyle,
  history,
  historyKeymap,
  indentOnInput,
  indentUnit,
  keymap,
  lineNumbers,
  pythonLanguage,
  syntaxHighlighting,
  tags,
} from "./vendor/codemirror.js";

// Colours come from the page: its variables reach into the shadow.
const LOOK = EditorView.theme({
  "&": { color: "var(--ink)", backgroundColor: "var(--card)", fontSize: ".875rem" },
  "&.cm-focused": { outline: "none" },
  ".cm-scroller": { fontFamily: "var(--mono)", lineHeight: "1.55", minHeight: "22rem", maxHeight: "70vh", overflow: "auto" },
  ".cm-content": { caretColor: "var(--ink)", padding: ".6rem 0" },
  ".cm-gutters": { backgroundColor: "var(--card)", color: "var(--faint)", border: "0", paddingLeft: ".4rem" },
  ".cm-activeLine, .cm-activeLineGutter": { backgroundColor: "transparent" },
  "&.cm-focused .cm-activeLine, &.cm-focused .cm-activeLineGutter": { backgroundColor: "var(--tint)" },
  ".cm-cursor": { borderLeftColor: "var(--ink)" },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground": {
    backgroundColor: "var(--mark)",
  },
  "&.cm-focused .cm-matchingBracket": { backgroundColor: "var(--mark)" },
});

const COLOURS = HighlightStyle.define([
  { tag: [tags.keyword, tags.operatorKeyword, tags.bool, tags.null], color: "var(--code-keyword)" },
  { tag: [tags.string, tags.special(tags.string)], color: "var(--code-text)" },
  { tag: tags.number, color: "var(--code-number)" },
  { tag: tags.comment, color: "var(--faint)", fontStyle: "italic" },
  { tag: [tags.definition(tags.variableName), tags.definition(tags.className)], color: "var(--code-name)" },
  { tag: tags.function(tags.definition(tags.variableName)), color: "var(--code-name)", fontWeight: "600" },
]);

for (const place of document.querySelectorAll(".upload .editor")) mount(place);

/** An editor in the place of a text area; `more` are extensions beside the usual ones. */
export function mount(place, more = []) {
  const area = place.querySelector("textarea");
  const around = document.createElement("div");
  around.className = "editor-place";
  // Styles of a shadow are adopted sheets: the policy of the page, which knows no inline ones, holds.
  const root = around.attachShadow({ mode: "open" });
  place.append(around); // before the editor measures its lines
  const view = new EditorView({
    root,
    parent: root,
    state: EditorState.create({ doc: area.value, extensions: [extensions(area, place.dataset.label), more] }),
  });
  area.addEventListener("replaced", () => {
    if (area.value !== view.state.doc.toString())
      view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: area.value } });
  });
  area.hidden = true;
  const keys = place.parentElement.querySelector(".keys");
  if (keys) keys.hidden = false;
  return view;
}

function extensions(area, label) {
  return [
    lineNumbers(),
    history(),
    drawSelection(),
    EditorState.allowMultipleSelections.of(true),
    indentOnInput(),
    indentUnit.of("    "),
    bracketMatching(),
    highlightActiveLine(),
    highlightActiveLineGutter(),
    syntaxHighlighting(COLOURS),
    pythonLanguage,
    keymap.of([{ key: "Mod-Enter", run: () => submitted(area) }, ...defaultKeymap, ...historyKeymap]), // Tab is not among them: it leaves the editor
    EditorView.contentAttributes.of({ "aria-label": label, spellcheck: "false", tabindex: "0" }),
    EditorView.updateListener.of((update) => {
      if (!update.docChanged) return;
      area.value = update.state.doc.toString();
      area.dispatchEvent(new Event("input", { bubbles: true }));
    }),
    LOOK,
  ];
}

function submitted(area) {
  area.form.requestSubmit(area.form.querySelector("button[value=code]:not([formaction]), .actions button:not([type])"));
  return true;
}
