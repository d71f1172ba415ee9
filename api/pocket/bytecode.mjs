// Compiles the pocket's Python with the very Python that runs in the browser, so that no phone has to do it.
// node bytecode.mjs PYODIDE_FOLDER SITE_FOLDER

const [, , pyodideFolder, site] = process.argv;
const { loadPyodide } = await import(`${pyodideFolder}/pyodide.mjs`);
const python = await loadPyodide({ indexURL: `${pyodideFolder}/` });
python.FS.mkdirTree("/site");
python.FS.mount(python.FS.filesystems.NODEFS, { root: site }, "/site");
const done = python.runPython(`
import compileall, pathlib, py_compile
unchecked = py_compile.PycInvalidationMode.UNCHECKED_HASH
done = True
for package in pathlib.Path("/site").iterdir():
    ours = package.name in ("api", "scoring", "vision")  # found by their sources
    how = {"invalidation_mode": unchecked} if ours else {"invalidation_mode": unchecked, "legacy": True, "optimize": 2}
    done &= compileall.compile_dir(package, maxlevels=20, quiet=1, **how)  # of others without their explanations
    for source in () if ours else package.rglob("*.py"):
        source.unlink()
for single in pathlib.Path("/site").glob("*.py"):
    done &= compileall.compile_file(single, quiet=1, legacy=True, optimize=2, invalidation_mode=unchecked)
    single.unlink()
done
`);
process.exit(done ? 0 : 1);
