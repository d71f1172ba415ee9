#!/usr/bin/env python3
"""A compiler and linker for modules that Pyodide loads, made of Debian's clang, wasm-ld and Emscripten's headers.

Called as `cc` or `c++`. SYSROOT holds the headers; ALLOWED lists the functions that Pyodide has, so that what is not
there is noticed while it is built.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

HERE = Path(os.environ["NUMPY_WORK"])
LLVM = os.environ.get("LLVM", "22")
ONLY_COMPILES = {
    "-c",
    "-E",
    "-S",
    "-M",
    "-MM",
    "-v",
    "--version",
    "-dumpversion",
    "-fsyntax-only",
    "-print-search-dirs",
}
SOURCES = (".c", ".cpp", ".cc", ".cxx")
ARCHIVES = ("-Wl,--whole-archive", "-Wl,--no-whole-archive")


def compiler() -> list[str]:
    plus = "++" if Path(sys.argv[0]).name == "c++" else ""
    return [
        *(f"clang{plus}-{LLVM}", "--target=wasm32-unknown-emscripten", f"--sysroot={HERE}/sysroot", "-fPIC"),
        *("-fwasm-exceptions", "-mllvm", "-wasm-enable-sjlj", "-msimd128", "-D__EMSCRIPTEN_SHARED_LIBRARIES__"),
        *("-D_GNU_SOURCE=1", "-Wno-macro-redefined"),
        *("-Wno-unknown-warning-option", "-Xclang", "-iwithsysroot/include/compat"),
    ]


def linked(args: list[str]) -> int:
    """A module that is loaded at run time, or a trial of the build system whether a function is there."""
    out = args[args.index("-o") + 1] if "-o" in args else "a.out"
    objects = []
    for arg in args:
        if arg.endswith(SOURCES):
            made = f"{out}.{len(objects)}.o"
            chosen = [one for one in args if one.startswith(("-I", "-D", "-O", "-std", "-f"))]
            if failed := subprocess.run([*compiler(), "-c", arg, "-o", made, *chosen], check=False).returncode:
                return failed
            objects.append(made)
        elif arg != out and arg.endswith((".o", ".a")):
            objects.append(arg)
        elif arg in ARCHIVES:
            objects.append(arg.removeprefix("-Wl,"))
    module = ["-shared", "--experimental-pic", "--unresolved-symbols=import-dynamic", "--import-memory"]
    trial = ["--no-entry", f"--allow-undefined-file={HERE}/allowed.txt"]
    command = [f"wasm-ld-{LLVM}", "-o", out, *objects, "--strip-debug", *(module if "-shared" in args else trial)]
    return subprocess.run(command, check=False).returncode


def main(args: list[str]) -> int:
    if "-Wl,--version" in args:
        print(f"LLD {LLVM} (compatible with GNU linkers)")
        return 0
    if ONLY_COMPILES.intersection(args):
        return subprocess.run([*compiler(), *args], check=False).returncode
    return linked(args)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
