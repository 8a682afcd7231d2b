#!/usr/bin/env bash
# Finds calls whose results differ between platforms, or that tie the program to one machine. Usage: source_scan.sh ROOT
set -euo pipefail
export LC_ALL=C
cd "$1"
failed=0

# Every line of code as path:line: text, without // comments (also not what follows such a mark within a string).
code=$(find src -type f \( -name '*.cpp' -o -name '*.h' \) | sort |
       xargs -d '\n' awk '{ line = $0; sub(/\/\/.*/, "", line); print FILENAME ":" FNR ": " line }')

# forbid WHY PATTERN FOLDER...: no code of the folders may match.
forbid() {
    local why=$1 pattern=$2 found
    shift 2
    if found=$(grep -E "^($(IFS='|'; echo "$*"))/" <<<"$code" | grep -E "$pattern"); then
        echo "$why:"
        echo "$found"
        failed=1
    fi
}

samples=(src/core src/noise src/hydrology src/routing src/maps src/import)
functions='(sin|cos|tan|asin|acos|atan|atan2|sinh|cosh|tanh|exp|exp2|expm1|log|log2|log10|log1p|pow|cbrt|hypot|fma|tgamma|lgamma|erf|erfc)'
forbid "libm differs from one platform to the next (core/math.h has the functions)" \
    "(std|glm)::$functions[fl]? *\(|[^:A-Za-z0-9_>]::$functions[fl]? *\(|using +namespace +(std|glm)" "${samples[@]}"
forbid "libm differs from one platform to the next (core/math.h has the functions)" \
    "[^A-Za-z0-9_:.>]$functions[fl]? *\(" src/noise src/hydrology src/routing src/maps src/import
forbid "results differ between standard libraries (core/hash.h has the random numbers)" \
    'std::(shuffle|hash|random_device|mt19937|minstd_rand|default_random_engine|[a-z_]+_distribution)|[^A-Za-z0-9_]s?rand(48|om)? *\(|random_shuffle|#include *<random>' \
    src
forbid "a parallel fold has no fixed order" 'std::(execution|reduce|transform_reduce|atomic_ref<(float|double)|atomic<(float|double))' \
    "${samples[@]}"
forbid "the program's locale is the C locale, whatever the user's" 'setlocale *\(|std::locale *(::global)?[({]' src
forbid "no clock may reach a sample" 'std::chrono|[^A-Za-z0-9_]time *\(|[^A-Za-z0-9_]clock *\(' \
    src/noise src/hydrology src/routing src/maps src/import
forbid "a path of one machine" '"/(home|root|tmp|usr|var|opt|work|mnt|Users)/|__FILE__|__DATE__|__TIME__|CMAKE_SOURCE_DIR' src

# CTest cuts a list at ";": such a case is never found by its name.
if grep -rnE '^ *(TEST_CASE|"[^"]*;[^"]*"\) \{)' tests --include='*_test.cpp' | grep -E '"[^"]*;[^"]*"'; then
    echo "a test case with a semicolon in its name, which no test run finds"
    failed=1
fi

[ "$failed" -eq 0 ] || exit 1
echo "Nothing that differs between platforms in $(find src -name '*.cpp' -o -name '*.h' | wc -l) files."
