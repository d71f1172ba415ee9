#!/usr/bin/env bash
# The part of numpy that Tally's eyes use: collect.sh SOURCE SITE MODULE...
set -euo pipefail
source=$1 site=$2
shift 2
rm -rf "$site" && mkdir -p "$site"
unused='/(tests|f2py|random|testing|distutils|polynomial|fft|ctypeslib|code_generators|_build_utils|_pyinstaller)/'
(cd "$source" && find numpy -name '*.py' | grep -Ev "$unused|conftest|meson_cpu") > files.txt
tar -C "$source" -T files.txt -cf - | tar -C "$site" -xf -
for made in numpy/__config__.py "$@"; do install -D -m 644 "$source/b/$made" "$site/$made"; done
install -D -m 644 "$source/LICENSE.txt" "$site/numpy-LICENSE.txt"
