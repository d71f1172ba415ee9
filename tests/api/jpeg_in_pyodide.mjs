// Photos decoded by the browser's Python; tells their pixels.
// node jpeg_in_pyodide.mjs PYODIDE NUMPY.zip JPEG.so jpeg.py PHOTO...

import { readFileSync } from "node:fs";

const [, , folder, numpy, library, module, ...photos] = process.argv;
const LOOK = `
import hashlib, json, pathlib, sys
sys.path.insert(0, "/site")
import jpeg
told = []
for photo in range(photos):
    data = pathlib.Path(f"/site/photo-{photo}").read_bytes()
    rows = [jpeg.decoded(data, step) for step in (1, 2, 4, 8)]
    told.append([jpeg.size(data), [None if one is None else [one.shape, hashlib.sha256(one).hexdigest()] for one in rows]])
json.dumps(told)
`;

try {
  const { loadPyodide } = await import(`${folder}/pyodide.mjs`);
  const python = await loadPyodide({ indexURL: `${folder}/` });
  python.FS.mkdirTree("/site");
  const given = (file) => new Uint8Array(readFileSync(file));
  python.unpackArchive(given(numpy), "zip", { extractDir: "/site" });
  python.FS.writeFile("/lib/tally-jpeg.so", given(library));
  python.FS.writeFile("/site/jpeg.py", given(module));
  for (const [number, photo] of photos.entries()) python.FS.writeFile(`/site/photo-${number}`, given(photo));
  python.globals.set("photos", photos.length);
  console.log(python.runPython(LOOK));
  process.exit(0);
} catch (error) {
  console.log(String(error).slice(-1500));
  process.exit(1);
}
