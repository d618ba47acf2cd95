// Runs a program of Python in Pyodide: node in_pyodide.mjs PYODIDE PROGRAM FOLDER=PLACE...
// Python finds each FOLDER of this machine at its PLACE. What stops it is the last that it says.
import { pathToFileURL } from "node:url";

process.on("uncaughtException", (error) => {
  console.error(error.message);
  process.exit(1);
});
const [home, program, ...folders] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${home}/pyodide.mjs`));
const python = await loadPyodide({ env: { PYTHONDONTWRITEBYTECODE: "1", HOME: "/home" } });
for (const [root, place] of folders.map((one) => one.split("="))) {
  python.FS.mkdirTree(place);
  python.FS.mount(python.FS.filesystems.NODEFS, { root }, place);
}
await python.runPythonAsync(program);
