#!/usr/bin/env bash
# Installs what is missing, builds the program and all tests, and runs them. Arguments go to ctest.
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"

need "${RUN_PACKAGES[@]}" "${TEST_PACKAGES[@]}"
dir="$ROOT/build/release"
configure "$dir" -DCMAKE_BUILD_TYPE=Release -DTERRAIN_TESTS=ON
build "$dir" all
exec ctest --test-dir "$dir" --output-on-failure --no-tests=error -j"$(nproc)" "$@"
