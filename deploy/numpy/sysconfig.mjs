// What Pyodide says about itself, for who builds for it: node sysconfig.mjs PYODIDE FOLDER

import { readFileSync, writeFileSync } from "node:fs";

const [, , pyodide, folder] = process.argv;
const { loadPyodide } = await import(`${pyodide}/pyodide.mjs`);
const python = await loadPyodide({ indexURL: `${pyodide}/` });
const told = python.runPython("import json, sysconfig; json.dumps(sysconfig.get_config_vars(), default=str)");
writeFileSync(`${folder}/sysconfig.json`, told);
const module = new WebAssembly.Module(readFileSync(`${pyodide}/pyodide.asm.wasm`));
const names = WebAssembly.Module.exports(module).map(({ name }) => name);
writeFileSync(`${folder}/allowed.txt`, `${names.join("\n")}\n`);
process.exit(0);
