#!/usr/bin/env bash
# Installs what is missing, builds the program and all tests, and runs them. Arguments go to ctest.
[ -n "${BASH_VERSION:-}" ] || exec bash "$0" "$@"
SCRIPTS=$(dirname -- "$(readlink -f -- "${BASH_SOURCE[0]}")")
. "$SCRIPTS/common.sh"

dir="$ROOT/build/release"
need "${RUN_PACKAGES[@]}" "${TEST_PACKAGES[@]}" "${D3D11_PACKAGES[@]}"
lock "$dir"
configure "$dir" -DCMAKE_BUILD_TYPE=Release -DTERRAIN_TESTS=ON
with_d3d11 "$dir" || true
build "$dir" all
unlock
# Its tests count as skipped where it is not to be had; here it was installed.
if command -v dpkg-query >/dev/null; then export TERRAIN_REQUIRE_D3D11=1; fi
exec ctest --test-dir "$dir" --output-on-failure --no-tests=error -j"$(nproc)" "$@"
