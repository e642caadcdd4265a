// The licences of what is in the bundle, to stand beside it wherever it is handed on.

import { readdirSync, readFileSync, writeFileSync } from "node:fs";

const { packages } = JSON.parse(readFileSync("package-lock.json", "utf8"));
const bundled = Object.keys(packages).filter((path) => path && !packages[path].dev).sort();
const texts = bundled.map((path) => {
  const { name, version } = JSON.parse(readFileSync(`${path}/package.json`, "utf8"));
  const file = readdirSync(path).find((each) => /^licen[cs]e/i.test(each));
  return `${name} ${version}\n\n${readFileSync(`${path}/${file}`, "utf8").trim()}\n`;
});
writeFileSync("api/pages/static/vendor/licenses.txt", texts.join(`\n${"-".repeat(80)}\n\n`));
