#!/usr/bin/env bash
# numpy for the pocket's Python (Pyodide 314), which no registry has: writes api/pocket/numpy-2.4.6.zip.
# Needs Debian with clang-22, lld-22 and llvm-22, Python 3.11 or later with venv, node, and a pocket that was made once
# (`make pocket` fetches Pyodide). Headers come from Debian sid (DEBIAN is the address of a mirror or, once sid has newer
# ones, of snapshot.debian.org), the source from PyPI. It was not run from beginning to end: the file in
# api/pocket was made by these steps one by one, about half of it with -O3 and the rest with -Os, and has a fingerprint in parts.py.
set -euo pipefail
cd "$(dirname "$0")/../.."
export NUMPY_WORK=${NUMPY_WORK:-$PWD/build/numpy}
here=$PWD/deploy/numpy pyodide=$PWD/build/pocket/pyodide-314.0.7 version=2.4.6
headers=(emscripten=6.0.5+dfsg+~1.41.5-2 libpython3.14-dev=3.14.10-1)
sha256=f3a3570c4a2a16746ac2c31a7c7c7b0c186b95ce902e33db6f28094ed7387dda
mkdir -p "$NUMPY_WORK"/{apt/lists/partial,apt/cache/archives/partial,bin}
cd "$NUMPY_WORK"

keys=/usr/share/keyrings/debian-archive-keyring.gpg
echo "deb [signed-by=$keys] ${DEBIAN:?is the address of a Debian mirror} sid main" > sources.list
apt=(-o "Dir::Etc::sourcelist=$PWD/sources.list" -o Dir::Etc::sourceparts=/dev/null
     -o "Dir::State::Lists=$PWD/apt/lists" -o "Dir::Cache=$PWD/apt/cache")
apt-get "${apt[@]}" -qq update && apt-get "${apt[@]}" -qq download "${headers[@]}"
rm -rf root sysroot && for package in ./*.deb; do dpkg -x "$package" root; done
system=root/usr/share/emscripten/system
mkdir -p sysroot/include/c++/v1
cp -r $system/lib/libc/musl/include/* $system/lib/libc/musl/arch/emscripten/* $system/include/* sysroot/include/
cp -rn $system/lib/libc/musl/arch/generic/bits sysroot/include/
cp $system/include/compat/xlocale.h sysroot/include/
cp -r $system/lib/libcxx/include/* $system/lib/libcxxabi/include/* sysroot/include/c++/v1/

node "$here/sysconfig.mjs" "$pyodide" "$PWD"
for name in cc c++; do install "$here/compiler.py" "bin/$name"; done
install "$here/python.py" bin/python-of-pyodide
bin/python-of-pyodide --pyconfig
sed "s|@WORK@|$PWD|" "$here/cross.ini" > cross.ini

python3 -m venv env && env/bin/pip install -q "cython==3.3.1" "ninja==1.13.0"
export PATH=$PWD/env/bin:$PATH
python "$here/source.py" "numpy-$version.tar.gz" # not pip: it would configure all of it for this machine first
echo "$sha256  numpy-$version.tar.gz" | sha256sum -c --quiet
rm -rf "numpy-$version" && tar xzf "numpy-$version.tar.gz" && cd "numpy-$version"
sed -i 's/^#if defined HAVE_BACKTRACE/#if 0 \&\& defined HAVE_BACKTRACE/' numpy/_core/src/multiarray/temp_elide.c # has none
python vendored-meson/meson/meson.py setup b --cross-file ../cross.ini -Dbuildtype=release -Doptimization=2 -Db_ndebug=true \
  -Dblas=none -Dlapack=none -Ddisable-optimization=true -Ddisable-svml=true -Ddisable-highway=true \
  -Ddisable-intel-sort=true -Ddisable-threading=true
suffix=cpython-314-wasm32-emscripten.so
modules=(numpy/_core/_multiarray_umath.$suffix numpy/linalg/_umath_linalg.$suffix numpy/linalg/lapack_lite.$suffix)
ninja -C b "${modules[@]}"

cd .. && bash "$here/collect.sh" "numpy-$version" site "${modules[@]}"
node "$here/pack.mjs" "$pyodide" "$PWD/site"
cd site && find . -type f -exec chmod 644 {} + -exec touch -d 1980-01-02T00:00:00Z {} +
made=${NUMPY_MADE:-$here/../../api/pocket}/numpy-$version.zip
rm -f "$made"
find . -type f | LC_ALL=C sort | TZ=UTC zip -q -X -9 "$made" -@
sha256sum "$made" # belongs into api/pocket/parts.py
