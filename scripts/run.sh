#!/usr/bin/env bash
# Installs what is missing, builds the program, and runs it with the arguments given, in the current folder.
[ -n "${BASH_VERSION:-}" ] || exec bash "$0" "$@"
SCRIPTS=$(dirname -- "$(readlink -f -- "${BASH_SOURCE[0]}")")
. "$SCRIPTS/common.sh"

dir="$ROOT/build/release"
if [ -x "$dir/terrain-gen" ] && [ ! -w "$dir" ]; then
    # Built by somebody else, who alone can build it anew.
    exec "$dir/terrain-gen" "$@"
fi
need "${RUN_PACKAGES[@]}"
lock "$dir"
# A folder that the tests were built in serves as it is.
configured "$dir" || configure "$dir" -DCMAKE_BUILD_TYPE=Release -DTERRAIN_TESTS=OFF
build "$dir" terrain-gen
unlock
exec "$dir/terrain-gen" "$@"
