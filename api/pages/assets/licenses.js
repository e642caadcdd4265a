// The licences of what is in the bundle, to stand beside it wherever it is handed on.

import { readdirSync, readFileSync, writeFileSync } from "node:fs";

const NOT_IN_IT = new Set(["esbuild", "@esbuild"]);

const names = readdirSync("node_modules").flatMap((name) =>
  name.startsWith("@") ? readdirSync(`node_modules/${name}`).map((each) => `${name}/${each}`) : [name],
);
const bundled = names.filter((name) => !name.startsWith(".") && !NOT_IN_IT.has(name.split("/")[0])).sort();
const texts = bundled.map((name) => {
  const { version } = JSON.parse(readFileSync(`node_modules/${name}/package.json`, "utf8"));
  const file = readdirSync(`node_modules/${name}`).find((each) => /^licen[cs]e/i.test(each));
  return `${name} ${version}\n\n${readFileSync(`node_modules/${name}/${file}`, "utf8").trim()}\n`;
});
writeFileSync("api/pages/static/vendor/licenses.txt", texts.join(`\n${"-".repeat(80)}\n\n`));
