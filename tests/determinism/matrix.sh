#!/usr/bin/env bash
# Builds sample_hashes with each compiler and set of flags, and for Windows where mingw-w64 and Wine are there; runs each
# build with several numbers of threads, and without AVX2; and compares the hashes of every layer.
# Usage: matrix.sh SOURCE_DIR BUILD_DIR CMAKE [RUN_WINDOWS PREVIEW_DIR HEADERS]
#   RUN_WINDOWS (run_windows.cpp) finds Wine by way of PREVIEW_DIR; HEADERS has glm and fmt.
set -euo pipefail
source_dir=$1
build_dir=$2
cmake=$3
run_windows=${4:-}
preview_dir=${5:-}
headers=${6:-}
dispatch="-include $source_dir/tests/determinism/dispatch.h"

names=()
# build NAME FOLDER CMAKE_OPTION...: FOLDER is the project's, below the source folder.
build() {
    local name=$1 dir="$build_dir/$1" folder="$source_dir${2:+/$2}"
    shift 2
    names+=("$name")
    mkdir -p "$dir"
    {
        # The build type None adds no flags of its own. A tree that was moved, or other options, are set up anew.
        grep -qxF "CMAKE_HOME_DIRECTORY:INTERNAL=$folder" "$dir/CMakeCache.txt" 2>/dev/null &&
            [ "$(cat "$dir/.options" 2>/dev/null)" = "$*" ] ||
            "$cmake" --fresh -S "$folder" -B "$dir" -DCMAKE_BUILD_TYPE=None "$@"
        echo "$*" >"$dir/.options"
        "$cmake" --build "$dir" --target sample_hashes -j "$(nproc)"
    } >"$dir/build.log" 2>&1 </dev/null || {
        cat "$dir/build.log"
        echo "The build $name failed; see above."
        exit 1
    }
}

command -v ninja >/dev/null && export CMAKE_GENERATOR=Ninja
unset CXXFLAGS CPPFLAGS LDFLAGS
for compiler in g++ clang++; do
    command -v $compiler >/dev/null || {
        echo "$compiler is not there: the promise of identical samples was not checked."
        exit 1
    }
    native=(-DTERRAIN_D3D11=OFF "-DCMAKE_CXX_COMPILER=$compiler")
    build "$compiler-O0" "" "${native[@]}" "-DCMAKE_CXX_FLAGS=-O0 $dispatch"
    build "$compiler-O3" "" "${native[@]}" "-DCMAKE_CXX_FLAGS=-O3 $dispatch"
    if grep -qw avx2 /proc/cpuinfo && grep -qw fma /proc/cpuinfo && grep -qw bmi2 /proc/cpuinfo; then
        build "$compiler-O3-haswell" "" "${native[@]}" "-DCMAKE_CXX_FLAGS=-O3 -march=haswell $dispatch"
    else
        echo "This processor runs no -march=haswell code: $compiler-O3-haswell is left out."
    fi
done

no_windows="no mingw-w64"
if [ -n "$run_windows" ]; then
    code=0
    no_windows=$("$run_windows" "$preview_dir" --check) || code=$?
    [ "$code" -eq 77 ] || no_windows=
fi
if [ -z "$no_windows" ]; then
    build windows tests/determinism/windows "-DCMAKE_TOOLCHAIN_FILE=$source_dir/cmake/mingw-w64.cmake" \
        "-DHEADERS=$headers" "-DCMAKE_CXX_FLAGS=$dispatch"
else
    echo "Windows: skipped ($no_windows)."
fi

# run NAME THREADS [plain]: the hashes go to a file; its name is printed.
run() {
    local dir="$build_dir/$1" hashes="$build_dir/$1/hashes-$2${3:+-$3}" command
    if [ "$1" = windows ]; then
        command=("$run_windows" "$preview_dir" "$dir/sample_hashes.exe" "$2")
    else
        command=("$(find "$dir/tests" -name sample_hashes -type f | head -n 1)" "$2")
    fi
    [ -z "${3:-}" ] || command=(env TERRAIN_PLAIN=1 "${command[@]}")
    "${command[@]}" >"$hashes" || {
        echo "$1 with $2 threads ${3:-}: the run failed." >&2
        exit 1
    }
    echo "$hashes"
}

reference=
runs=0
differences=()
for name in "${names[@]}"; do
    # Unoptimised code takes its time: the numbers of threads are left to the other builds.
    kinds=(1 2 8 "2 plain")
    [[ $name == *-O0 ]] && kinds=(2 "2 plain")
    for kind in "${kinds[@]}"; do
        # shellcheck disable=SC2086
        hashes=$(run "$name" $kind)
        reference=${reference:-$hashes}
        runs=$((runs + 1))
        while read -r layer expected found; do
            differences+=("$name, threads $kind, layer $layer: $found in place of $expected")
        done < <(join -a 1 -a 2 -e missing -o 0,1.2,2.2 <(LC_ALL=C sort "$reference") <(LC_ALL=C sort "$hashes") |
                 awk '$2 != $3')
    done
done

echo "Layer hashes of ${names[0]}:"
awk '{ printf "  %-34s %s\n", $1, $2 }' "$reference"
if [ ${#differences[@]} -gt 0 ]; then
    echo "Samples differ:"
    printf '  %s\n' "${differences[@]}"
    exit 1
fi
[ -s "$reference" ] || { echo "No hashes were printed."; exit 1; }
echo "All $runs runs agree on $(wc -l <"$reference") layers: ${names[*]}; 1, 2 and 8 threads; with and without AVX2."
