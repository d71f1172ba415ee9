#!/usr/bin/env python3
"""Python as the build system asks for it: it describes Pyodide's, and runs what numpy generates with this one."""

from __future__ import annotations

import json
import os
import re
import sys
from pathlib import Path

HERE = Path(os.environ["NUMPY_WORK"])
HEADERS = HERE / "root" / "usr" / "include" / "python3.14"


def described() -> dict[str, object]:
    told = json.loads((HERE / "sysconfig.json").read_text("utf-8"))
    told |= {"INCLUDEPY": str(HEADERS), "CONFINCLUDEPY": str(HEADERS), "LIBPYTHON": "", "base_prefix": "/usr"}
    site = "/lib/python3.14/site-packages"
    paths = {"data": "", "include": str(HEADERS), "platinclude": str(HEADERS), "platlib": site, "purelib": site}
    paths |= {"scripts": "/bin", "stdlib": "/lib/python3.14", "platstdlib": "/lib/python3.14"}
    return {
        **dict.fromkeys(("paths", "sysconfig_paths", "install_paths"), paths),
        **dict.fromkeys(("is_pypy", "is_venv", "link_libpython", "is_freethreaded"), False),
        "variables": told,
        "version": "3.14",
        "platform": "emscripten-wasm32",
        "suffix": told["EXT_SUFFIX"],
        "limited_api_suffix": ".abi3.so",
    }


def write_pyconfig() -> None:
    """pyconfig.h with Pyodide's own numbers under the names of Debian's."""
    told = json.loads((HERE / "sysconfig.json").read_text("utf-8"))
    debian = (HERE / "root/usr/include/x86_64-linux-gnu/python3.14/pyconfig.h").read_text("utf-8")
    names = dict.fromkeys(re.findall(r"^(?:/\* )?#\s*(?:define|undef) (\w+)", debian, re.M))
    sized = ("SIZEOF", "ALIGNOF")
    kept = [name for name in names if told.get(name) or (name in told and name.startswith(sized))]
    lines = ["#ifndef Py_PYCONFIG_H", "#define Py_PYCONFIG_H", *(f"#define {name} {told[name]}" for name in kept)]
    (HEADERS / "pyconfig.h").write_text("\n".join([*lines, "#endif", ""]), "utf-8")


if __name__ == "__main__":
    if sys.argv[1:] == ["--pyconfig"]:
        write_pyconfig()
    elif any(arg.endswith("python_info.py") for arg in sys.argv[1:3]):
        print(json.dumps(described(), default=str))
    else:
        os.execv(sys.executable, [sys.executable, *sys.argv[1:]])
