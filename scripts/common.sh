# Shared by run.sh and test.sh: installs what is missing, builds. Sourced, not run; SCRIPTS is the folder of scripts.
set -euo pipefail
ROOT=$(cd -P -- "$SCRIPTS/.." >/dev/null && pwd)

RUN_PACKAGES=(g++ cmake ninja-build pkg-config libcli11-dev libglm-dev libstb-dev libtiff-dev libpng-dev
              libdeflate-dev libopenexr-dev nettle-dev zlib1g-dev nlohmann-json3-dev libfmt-dev)
# Slurm's tests run where slurm-wlm and munge are; as these bring services along, nobody gets them unasked.
TEST_PACKAGES=(clang catch2 locales gdal-bin parallel python3 python3-jsonschema python3-yaml)
# For previews by Direct3D 11: to build the Windows program, and to run it without Windows or a screen.
D3D11_PACKAGES=(g++-mingw-w64-x86-64-posix wine64 xvfb libgl1 libgl1-mesa-dri)

say() { echo "$*" >&2; }

# need PACKAGE...: installs those that are not there. Silent when nothing is missing.
need() {
    if ! command -v dpkg-query >/dev/null; then
        # Not Debian: CMake will say which library is missing, if one is.
        command -v cmake >/dev/null && command -v ninja >/dev/null && command -v pkg-config >/dev/null && return 0
        say "This is not a Debian system, and tools are missing. Install the equivalents of: $*"
        exit 1
    fi
    local installed package missing=()
    installed=" $(dpkg-query -W -f='${db:Status-Status}:${Package} ' "$@" 2>/dev/null || true)"
    for package in "$@"; do
        [[ $installed == *" installed:$package "* ]] || missing+=("$package")
    done
    [ ${#missing[@]} -eq 0 ] && return 0
    # dpkg looks for its helpers on the PATH, which lacks these after a plain su.
    local as_root=(env "PATH=$PATH:/usr/local/sbin:/usr/sbin:/sbin" DEBIAN_FRONTEND=noninteractive)
    if [ "$(id -u)" -ne 0 ]; then
        if command -v sudo >/dev/null && sudo -n true 2>/dev/null; then
            as_root=(sudo -n "${as_root[@]}")
        else
            say "Missing packages, and no right to install them. Run as root:"
            say "    apt-get update && apt-get install --no-install-recommends ${missing[*]}"
            exit 1
        fi
    fi
    say "Installing ${missing[*]} ..."
    local log
    log=$(mktemp)
    # A source that does not answer is no matter as long as the packages can be had.
    if ! { "${as_root[@]}" apt-get update -q || true
           "${as_root[@]}" apt-get install -q -y --no-install-recommends -o DPkg::Lock::Timeout=300 "${missing[@]}"
         } >"$log" 2>&1 </dev/null; then
        cat "$log" >&2
        rm -f "$log"
        say "Installing failed; see above."
        exit 1
    fi
    rm -f "$log"
}

# lock DIR: waits until no other script builds in DIR. `unlock` before anything that stays.
lock() {
    mkdir -p "$1"
    command -v flock >/dev/null || return 0
    exec 9>"$1/.lock"
    flock -n 9 || { say "Waiting for another build ..." && flock 9; }
}
unlock() { exec 9>&-; }

# configured DIR: whether DIR is set up, and for this source folder (the tree may have been moved or copied).
configured() {
    [ -f "$1/build.ninja" ] && grep -qxF "CMAKE_HOME_DIRECTORY:INTERNAL=$ROOT" "$1/CMakeCache.txt" 2>/dev/null
}

# configure DIR OPTION...: unless DIR was configured with these options before.
configure() {
    local dir=$1 stamp="$1/.configured-with" fresh=()
    shift
    if configured "$dir"; then
        [ "$(cat "$stamp" 2>/dev/null)" = "$*" ] && return 0
    else
        fresh=(--fresh)
    fi
    rm -f "$stamp"
    if ! cmake "${fresh[@]}" -S "$ROOT" -B "$dir" -G Ninja "$@" >"$dir/configure.log" 2>&1 </dev/null; then
        cat "$dir/configure.log" >&2
        say "Configuring failed; see above."
        exit 1
    fi
    echo "$*" >"$stamp"
}

# build DIR TARGET...: says so only when something is compiled, and shows the output only of a build that failed.
build() {
    local dir=$1 log="$1/build.log"
    shift
    if ! ninja -C "$dir" "$@" 2>&1 </dev/null | tee "$log" | {
        grep -q -m 1 'Building ' && say "Building ..."
        cat >/dev/null
    }; then
        cat "$log" >&2
        say "Building failed; see above."
        exit 1
    fi
}

# with_d3d11 DIR: whether DIR builds terrain-preview.exe; configures anew if its compiler came after the last time.
with_d3d11() {
    grep -q '^build terrain-preview: ' "$1/build.ninja" && return 0
    command -v x86_64-w64-mingw32-g++-posix >/dev/null || return 1
    cmake "$1" >"$1/configure.log" 2>&1 </dev/null && grep -q '^build terrain-preview: ' "$1/build.ninja"
}
