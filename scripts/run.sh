#!/usr/bin/env bash
# Installs what is missing, builds the program, and runs it with the arguments given, in the current folder.
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"

need "${RUN_PACKAGES[@]}"
dir="$ROOT/build/release"
# A folder that the tests were built in serves as it is.
[ -f "$dir/CMakeCache.txt" ] || configure "$dir" -DCMAKE_BUILD_TYPE=Release -DTERRAIN_TESTS=OFF
build "$dir" terrain-gen
exec "$dir/terrain-gen" "$@"
