#!/usr/bin/env bash
# libjpeg-turbo for the pocket's Python, so that photos are opened there as on a server: writes api/pocket/jpeg-3.1.3.so.
# Needs what build.sh has laid out (run that first). The source is Debian's (DEBIAN is the address of a mirror).
set -euo pipefail
cd "$(dirname "$0")/../.."
export NUMPY_WORK=${NUMPY_WORK:-$PWD/build/numpy}
here=$PWD/deploy/numpy version=3.1.3
sha256=3a13a5ba767dc8264bc40b185e41368a80d5d5f945944d1dbaa4b2fb0099f4e5
work=$NUMPY_WORK/jpeg
mkdir -p "$work"/objects && cd "$work"
[ -f source.tar.gz ] || python3 -c 'import sys, urllib.request as r; r.urlretrieve(sys.argv[1], "source.tar.gz")' \
  "${DEBIAN:?is the address of a Debian mirror}/pool/main/libj/libjpeg-turbo/libjpeg-turbo_$version.orig.tar.gz"
echo "$sha256  source.tar.gz" | sha256sum -c --quiet
tar xzf source.tar.gz && cd "libjpeg-turbo-$version/src"

fill=(-e 's/@JPEG_LIB_VERSION@/62/' -e "s/@VERSION@/$version/" -e 's/@LIBJPEG_TURBO_VERSION_NUMBER@/3001003/'
      -e 's/@BUILD@/0/' -e 's/@HIDDEN@/__attribute__((visibility("hidden")))/' -e 's/@INLINE@/inline/'
      -e 's/@THREAD_LOCAL@//' -e 's/@CMAKE_PROJECT_NAME@/libjpeg-turbo/' -e 's/@SIZE_T@/4/' -e 's/@COPYRIGHT_YEAR@/2025/'
      -e 's/^#cmakedefine D_ARITH_CODING_SUPPORTED 1/#define D_ARITH_CODING_SUPPORTED 1/' -e '/^#cmakedefine/d')
for name in jconfig jconfigint jversion; do sed "${fill[@]}" $name.h.in > $name.h; done

cp "$here/compiler.py" "$work/cc" && chmod +x "$work/cc"
cp "$here/jpeg.c" . # beside the headers
objects=()
for source in jpeg.c jaricom.c jcomapi.c jerror.c jmem*.c jpeg_nbits.c jd[a-z]*.c wrapper/j[diqu]*-{8,12,16}.c; do
  [ -f "$source" ] || continue
  # those that are compiled once for each number of bits lie in wrapper/
  [[ $source != wrapper/* && -f wrapper/${source%.c}-8.c ]] && continue
  [[ $source =~ 565|colext|mrgext|datadst ]] && continue # included by others, or not ours
  object=$work/objects/$(basename "${source%.c}").o
  "$work/cc" -c -O3 -DNDEBUG -fvisibility=hidden -I. -Iwrapper "$source" -o "$object"
  objects+=("$object")
done
"$work/cc" -shared -o "$OLDPWD/jpeg.so" "${objects[@]}"
install -m 644 "$work/jpeg.so" "$here/../../api/pocket/jpeg-$version.so"
sha256sum "$here/../../api/pocket/jpeg-$version.so" # belongs into api/pocket/parts.py
