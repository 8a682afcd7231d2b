#!/usr/bin/env bash
# Builds sample_hashes with each compiler and set of flags, runs each build with 1, 2 and 8 threads, and compares the
# hashes of every layer. Usage: matrix.sh SOURCE_DIR BUILD_DIR CMAKE
set -euo pipefail
source_dir=$1
build_dir=$2
cmake=$3
threads=(1 2 8)

names=()
# build NAME COMPILER FLAGS
build() {
    local dir="$build_dir/$1"
    names+=("$1")
    mkdir -p "$dir"
    {
        # The build type None adds no flags of its own. A tree that was moved is set up anew.
        grep -qxF "CMAKE_HOME_DIRECTORY:INTERNAL=$source_dir" "$dir/CMakeCache.txt" 2>/dev/null ||
            "$cmake" --fresh -S "$source_dir" -B "$dir" -DCMAKE_CXX_COMPILER="$2" -DCMAKE_CXX_FLAGS="$3" \
                -DCMAKE_BUILD_TYPE=None
        "$cmake" --build "$dir" --target sample_hashes -j "$(nproc)"
    } >"$dir/build.log" 2>&1 </dev/null || {
        cat "$dir/build.log"
        echo "The build $1 failed; see above."
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
    build "$compiler-O0" $compiler -O0
    build "$compiler-O3" $compiler -O3
    if grep -qw avx2 /proc/cpuinfo && grep -qw fma /proc/cpuinfo && grep -qw bmi2 /proc/cpuinfo; then
        build "$compiler-O3-haswell" $compiler "-O3 -march=haswell"
    else
        echo "This processor runs no -march=haswell code: $compiler-O3-haswell is left out."
    fi
done

# As on a processor without AVX2: the kernels that are chosen at run time take their plain form.
build g++-O3-plain g++ '-O3 "-D__builtin_cpu_supports(name)=0"'

reference="$build_dir/${names[0]}/hashes-${threads[0]}"
runs=0
differences=()
for name in "${names[@]}"; do
    for count in "${threads[@]}"; do
        hashes="$build_dir/$name/hashes-$count"
        "$(find "$build_dir/$name/tests" -name sample_hashes -type f | head -n 1)" "$count" >"$hashes" || {
            echo "$name with $count threads: the run failed."
            exit 1
        }
        runs=$((runs + 1))
        while read -r layer expected found; do
            differences+=("$name with $count threads, layer $layer: $found in place of $expected")
        done < <(join -a 1 -a 2 -e missing -o 0,1.2,2.2 <(LC_ALL=C sort "$reference") <(LC_ALL=C sort "$hashes") |
                 awk '$2 != $3')
    done
done

echo "Layer hashes of ${names[0]} with ${threads[0]} thread:"
awk '{ printf "  %-34s %s\n", $1, $2 }' "$reference"
if [ ${#differences[@]} -gt 0 ]; then
    echo "Samples differ:"
    printf '  %s\n' "${differences[@]}"
    exit 1
fi
[ -s "$reference" ] || { echo "No hashes were printed."; exit 1; }
echo "All $runs runs agree on $(wc -l <"$reference") layers: ${names[*]}, each with ${threads[*]} threads."
