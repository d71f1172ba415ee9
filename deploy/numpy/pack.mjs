// Compiles the plain part of numpy with the Python of the browser and tries it: node pack.mjs PYODIDE SITE

const [, , pyodide, site] = process.argv;
const { loadPyodide } = await import(`${pyodide}/pyodide.mjs`);
const python = await loadPyodide({ indexURL: `${pyodide}/` });
python.FS.mkdirTree("/site");
python.FS.mount(python.FS.filesystems.NODEFS, { root: site }, "/site");
python.runPython(`
import compileall, pathlib, py_compile, sys
unchecked = py_compile.PycInvalidationMode.UNCHECKED_HASH
assert compileall.compile_dir("/site", maxlevels=20, quiet=1, legacy=True, optimize=2, invalidation_mode=unchecked)
for source in pathlib.Path("/site").rglob("*.py"):
    source.unlink()
sys.path.insert(0, "/site")
import numpy as np
a = np.arange(12.0).reshape(3, 4)
assert np.allclose(np.linalg.inv(a[:, :3] + np.eye(3)) @ (a[:, :3] + np.eye(3)), np.eye(3))
assert np.allclose(np.linalg.eigh(a @ a.T)[0].sum(), np.trace(a @ a.T))
assert np.quantile(np.unique(a), 0.25) == 2.75 and np.median(a) == 5.5
print("numpy", np.__version__, "for", sys.platform)
`);
process.exit(0);
