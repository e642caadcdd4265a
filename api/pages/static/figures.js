// Draws the chart of each figure beside its table, in the colours of the page.

import { barX, barY, dot, plot, rectY, ruleX, ruleY, text } from "./vendor/plot.js";

const MOST_BARS = 12;
const NARROW = 480;

/** A colour or length of the style sheet. */
const token = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

const objects = ({ headings, rows }) => rows.map((row) => Object.fromEntries(headings.map((name, i) => [name, row[i]])));

/** Long titles are cut in the chart; the table has them whole. */
const cut = (most) => (title) => {
  const plain = title.replaceAll("`", "");
  return plain.length > most ? `${plain.slice(0, most - 1)}…` : plain;
};

const KINDS = {
  bars({ headings: [x, y] }, data) {
    return {
      marginBottom: 44,
      x: { domain: data.map((each) => each[x]), label: x, labelOffset: 40, tickFormat: (range) => range.split(/[–%]/)[0] },
      y: { grid: true, label: y },
      marks: [barY(data, { x, y, fill: token("--accent"), tip: true }), ruleY([0])],
    };
  },

  causes({ headings: [cause, , proven, likely] }, data, width) {
    const most = width < NARROW ? 22 : 46;
    const rows = data.filter((each) => each[proven] + each[likely]).slice(0, MOST_BARS);
    const parts = rows.flatMap((each) => [proven, likely].map((kind) => ({ cause: each[cause], kind, n: each[kind] })));
    return {
      height: 60 + 28 * rows.length,
      marginLeft: most * 7,
      x: { grid: true, label: null, ...whole(parts) },
      y: { domain: rows.map((each) => each[cause]), label: null, tickFormat: cut(most) },
      color: { domain: [proven, likely], range: [token("--accent"), token("--chart-2")], legend: true },
      marks: [barX(parts, { x: "n", y: "cause", fill: "kind", tip: true }), ruleX([0])],
    };
  },

  turnout({ headings: [assignment, submitted, notYet] }, data, width) {
    const most = width < NARROW ? 16 : 40;
    const parts = data.flatMap((each) => [submitted, notYet].map((kind) => ({ at: each[assignment], kind, n: each[kind] })));
    return {
      height: 60 + 32 * data.length,
      marginLeft: most * 7,
      x: { grid: true, label: null, ...whole(parts) },
      y: { domain: data.map((each) => each[assignment]), label: null, tickFormat: cut(most) },
      color: { domain: [submitted, notYet], range: [token("--accent"), token("--chart-2")], legend: true },
      marks: [barX(parts, { x: "n", y: "at", fill: "kind", tip: true }), ruleX([0])],
    };
  },

  time({ headings: [from, inTime, late], due, dueLabel, hours }, data) {
    const at = (moment) => new Date(`${moment.slice(0, 16).replace(" ", "T")}Z`); // without the offset of an hour that comes twice
    const end = (start) => new Date(+start + hours * 3600000);
    const bars = data.flatMap((each) =>
      [inTime, late].map((kind) => ({ x1: at(each[from]), x2: end(at(each[from])), kind, n: each[kind] })),
    );
    const marks = [rectY(bars, { x1: "x1", x2: "x2", y: "n", fill: "kind", insetRight: 1, tip: true }), ruleY([0])];
    if (due) {
      marks.push(ruleX([at(due)], { stroke: token("--ink"), strokeDasharray: "4 3" }));
      marks.push(text([at(due)], { x: (each) => each, frameAnchor: "top", dy: -16, text: () => dueLabel }));
    }
    return {
      marginTop: 32,
      x: { type: "utc", label: null },
      y: { grid: true, label: null },
      color: { domain: [inTime, late], range: [token("--accent"), token("--chart-2")], legend: true },
      marks,
    };
  },

  overcoming({ headings: [cause, , , , hours] }, data, width) {
    const most = width < NARROW ? 22 : 46;
    const rows = data.filter((each) => each[hours] !== null).slice(0, MOST_BARS);
    return {
      height: 60 + 28 * rows.length,
      marginLeft: most * 7,
      marginBottom: 44,
      x: { grid: true, label: hours, labelOffset: 40 },
      y: { domain: rows.map((each) => each[cause]), label: null, tickFormat: cut(most) },
      marks: [barX(rows, { x: hours, y: cause, fill: token("--accent"), tip: true }), ruleX([0])],
    };
  },

  suites({ headings: [suite, , , share, discrimination] }, data) {
    const rows = data.filter((each) => each[share] !== null && each[discrimination] !== null);
    return {
      height: 320,
      marginBottom: 44,
      x: { grid: true, nice: true, label: share, labelOffset: 40 },
      y: { grid: true, label: discrimination },
      marks: [
        ruleY([0]),
        dot(rows, { x: share, y: discrimination, r: 6, fill: token("--accent"), fillOpacity: 0.7, channels: { [suite]: suite }, tip: true }),
      ],
    };
  },
};

/** Ticks of students are whole. */
const whole = (parts) => (Math.max(0, ...parts.map((each) => each.n)) < 6 ? { tickFormat: "d", interval: 1 } : {});

function draw(place) {
  const figure = JSON.parse(place.dataset.chart);
  place.hidden = false;
  const width = Math.max(place.clientWidth, 240);
  const options = KINDS[figure.kind](figure, objects(figure), width);
  const style = { background: "transparent", color: token("--ink"), fontFamily: "inherit", fontSize: "13px" };
  const drawn = plot({ width, height: 280, style, className: "plot", ...options });
  // The library's own style element is not let in by the policy of the page; teach.css has the same.
  for (const each of drawn.querySelectorAll("style")) each.remove();
  drawn.setAttribute("aria-hidden", "true"); // the table beside it says the same
  place.replaceChildren(drawn);
}

let places;
function drawAll() {
  places = [...document.querySelectorAll("[data-chart]")];
  for (const place of places) {
    draw(place);
    const data = place.closest(".figure").querySelector("details.data");
    data.open = data.matches(".wanted");
  }
}
drawAll();
document.addEventListener("figures", drawAll); // new results came

let waiting;
let before = document.documentElement.clientWidth;
window.addEventListener("resize", () => {
  if (document.documentElement.clientWidth === before) return;
  before = document.documentElement.clientWidth;
  clearTimeout(waiting);
  waiting = setTimeout(() => places.forEach(draw), 150);
});
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => places.forEach(draw));
