// What the editor takes from CodeMirror; `npm run build` makes static/vendor/codemirror.js of it.

export { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
export { pythonLanguage } from "@codemirror/lang-python"; // alone: `python()` brings completion with it
export { bracketMatching, HighlightStyle, indentOnInput, indentUnit, syntaxHighlighting } from "@codemirror/language";
export { unifiedMergeView } from "@codemirror/merge";
export { Compartment, EditorState, StateEffect, StateField } from "@codemirror/state";
export {
  Decoration,
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
  WidgetType,
} from "@codemirror/view";
export { tags } from "@lezer/highlight";
