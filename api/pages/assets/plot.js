// What the charts take from Observable Plot; `npm run build` makes static/vendor/plot.js of it.

export { barX, barY, dot, plot, rectY, ruleX, ruleY, text } from "@observablehq/plot";
