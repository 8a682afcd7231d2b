# Shared by run.sh and test.sh: installs what is missing, builds. Sourced, not run.
set -euo pipefail
ROOT=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)

RUN_PACKAGES=(g++ cmake ninja-build pkg-config libcli11-dev libglm-dev libstb-dev libtiff-dev libpng-dev
              libdeflate-dev nettle-dev zlib1g-dev nlohmann-json3-dev libfmt-dev)
TEST_PACKAGES=(clang catch2 locales)

# need PACKAGE...: installs those that are not there. Silent when nothing is missing.
need() {
    command -v dpkg-query >/dev/null || {
        echo "This is not a Debian system: install the equivalents of: $*" >&2
        return 0
    }
    local missing=()
    for package in "$@"; do
        dpkg-query -W -f='${db:Status-Status}' "$package" 2>/dev/null | grep -qx installed || missing+=("$package")
    done
    [ ${#missing[@]} -eq 0 ] && return 0
    local as_root=()
    if [ "$(id -u)" -ne 0 ]; then
        if command -v sudo >/dev/null && sudo -n true 2>/dev/null; then
            as_root=(sudo -n)
        else
            echo "Missing packages, and no right to install them. Run as root:" >&2
            echo "    apt-get update && apt-get install --no-install-recommends ${missing[*]}" >&2
            exit 1
        fi
    fi
    echo "Installing ${missing[*]} ..." >&2
    local log
    log=$(mktemp)
    if ! { "${as_root[@]}" apt-get update -q &&
           "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends \
               "${missing[@]}"; } >"$log" 2>&1 </dev/null; then
        cat "$log" >&2
        rm -f "$log"
        echo "Installing failed; see above." >&2
        exit 1
    fi
    rm -f "$log"
}

# quietly COMMAND...: its output is shown only when it fails.
quietly() {
    local log
    log=$(mktemp)
    if ! "$@" >"$log" 2>&1 </dev/null; then
        cat "$log" >&2
        rm -f "$log"
        return 1
    fi
    rm -f "$log"
}

# configure DIR OPTION...: when DIR was not configured with these options before.
configure() {
    local dir=$1 stamp
    shift
    stamp="$dir/.configured-with"
    if [ ! -f "$dir/CMakeCache.txt" ] || [ "$(cat "$stamp" 2>/dev/null)" != "$*" ]; then
        quietly cmake -S "$ROOT" -B "$dir" -G Ninja "$@"
        echo "$*" >"$stamp"
    fi
}

# build DIR TARGET...
build() {
    local dir=$1
    shift
    [ -f "$dir/build.ninja" ] && ninja -C "$dir" -n "$@" 2>/dev/null | grep -q 'no work to do' && return 0
    echo "Building ..." >&2
    quietly cmake --build "$dir" --target "$@"
}
