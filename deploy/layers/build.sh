#!/usr/bin/env bash
# Our own layers of networks for browsers: writes api/pocket/layers.wasm and layers-relaxed.wasm from layers.c.
# Needs clang-22 and lld-22 (Debian); LLVM names the folder of their programs where they are not installed.
set -euo pipefail
cd "$(dirname "$0")"
bin=${LLVM:-/usr/lib/llvm-22/bin} made=../../api/pocket
object=$(mktemp)
trap 'rm -f "$object"' EXIT
for form in "layers" "layers-relaxed -mrelaxed-simd -DRELAXED"; do
  read -r name flags <<< "$form"
  # shellcheck disable=SC2086 # each of them is a word of its own
  "$bin/clang" --target=wasm32 -nostdlib -ffreestanding -O3 -msimd128 $flags -Wall -Wextra -c layers.c -o "$object"
  "$bin/lld" -flavor wasm --no-entry --import-memory --export=__heap_base --strip-all -o "$made/$name.wasm" "$object"
  chmod 644 "$made/$name.wasm"
done
(cd "$made" && sha256sum layers*.wasm) # belongs into api/pocket/parts.py
