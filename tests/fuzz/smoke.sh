#!/usr/bin/env bash
# Builds the fuzzers and runs each on its corpus, and on, for some seconds. What crashes one is left in BUILD_DIR.
# Usage: smoke.sh SOURCE_DIR BUILD_DIR CMAKE [SECONDS [TARGET]]
set -euo pipefail
source_dir=$1
build_dir=$2
cmake=$3
seconds=${4:-10}

command -v clang++ >/dev/null || { echo "clang++ is not there: nothing was fuzzed."; exit 1; }
command -v ninja >/dev/null && export CMAKE_GENERATOR=Ninja
unset CXXFLAGS CPPFLAGS LDFLAGS
mkdir -p "$build_dir"
{
    grep -qxF "CMAKE_HOME_DIRECTORY:INTERNAL=$source_dir/tests/fuzz" "$build_dir/CMakeCache.txt" 2>/dev/null ||
        "$cmake" --fresh -S "$source_dir/tests/fuzz" -B "$build_dir" -DCMAKE_CXX_COMPILER=clang++ \
            -DCMAKE_BUILD_TYPE=None
    "$cmake" --build "$build_dir" -j "$(nproc)"
} >"$build_dir/build.log" 2>&1 </dev/null || {
    cat "$build_dir/build.log"
    echo "The build failed; see above."
    exit 1
}

# The words of recipes, for the fuzzer to put together.
grep -o '"[a-z0-9_]*"' "$source_dir/configs/recipe.schema.json" | LC_ALL=C sort -u >"$build_dir/recipe.dict"

# fuzz TARGET CORPUS OPTION...: new finds go to a folder of their own, the first; from the others is only read.
fuzz() {
    local target=$1 found="$build_dir/corpus-$1" more=$2
    shift 2
    mkdir -p "$found"
    (cd "$build_dir" &&
        "./fuzz_$target" -max_total_time="$seconds" -timeout=120 -rss_limit_mb=1500 -print_final_stats=1 "$@" \
            "$found" "$source_dir/tests/fuzz/corpus/$target" ${more:+"$more"}) >"$build_dir/$target.log" 2>&1 || {
        tail -n 60 "$build_dir/$target.log"
        echo "fuzz_$target found a fault; see above."
        exit 1
    }
    local runs
    runs=$(sed -n 's/^stat::number_of_executed_units: *//p' "$build_dir/$target.log")
    [ "${runs:-0}" -ge 100 ] || { echo "fuzz_$target made ${runs:-0} runs only."; exit 1; }
    echo "fuzz_$target: $runs runs in $seconds s, no fault."
}

for target in ${5:-recipe heightmap}; do
    case $target in
        recipe) fuzz recipe "$source_dir/configs" -max_len=8192 -dict="$build_dir/recipe.dict" ;;
        *) fuzz "$target" "" -max_len=2048 ;;
    esac
done
