// Puts the files of Pyodide where `backgrade export playground` finds them.

import { copyFileSync, mkdirSync } from "node:fs";

const [from, to] = ["node_modules/pyodide", "build/pyodide"];
const files = ["pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json", "README.md"];

mkdirSync(to, { recursive: true });
for (const file of files) copyFileSync(`${from}/${file}`, `${to}/${file}`);
