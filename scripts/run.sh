#!/usr/bin/env bash
# Installs what is missing, builds the program, and runs it with the arguments given, in the current folder.
[ -n "${BASH_VERSION:-}" ] || exec bash "$0" "$@"
SCRIPTS=$(dirname -- "$(readlink -f -- "${BASH_SOURCE[0]}")")
. "$SCRIPTS/common.sh"

# Whether a preview is asked for that Direct3D 11 may render: by which backend, or nothing.
preview_backend() {
    local backend=auto asked= argument before=
    for argument in "$@"; do
        case $before$argument in
            --preview | --preview-only | --preview-only=*) asked=1 ;;
            --preview-backend=*) backend=${argument#*=} ;;
            "--preview-backend "*) backend=$argument ;;
        esac
        before=
        [ "$argument" = --preview-backend ] && before="$argument "
    done
    [ -n "$asked" ] && [ "$backend" != reference ] && echo "$backend"
}

dir="$ROOT/build/release"
if [ -x "$dir/terrain-gen" ] && [ ! -w "$dir" ]; then
    # Built by somebody else, who alone can build it anew.
    exec "$dir/terrain-gen" "$@"
fi
need "${RUN_PACKAGES[@]}"
backend=$(preview_backend "$@" || true)
if [ -n "$backend" ]; then
    # Not to be had, it is missed only by those who insist on it.
    (need "${D3D11_PACKAGES[@]}") || [ "$backend" = auto ] || exit 1
fi
lock "$dir"
# A folder that the tests were built in serves as it is.
configured "$dir" || configure "$dir" -DCMAKE_BUILD_TYPE=Release -DTERRAIN_TESTS=OFF
targets=(terrain-gen)
if [ -n "$backend" ] && with_d3d11 "$dir"; then targets+=(terrain-preview); fi
build "$dir" "${targets[@]}"
unlock
exec "$dir/terrain-gen" "$@"
