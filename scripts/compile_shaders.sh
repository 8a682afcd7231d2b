#!/usr/bin/env bash
# Compiles shaders/*.hlsl to shaders/compiled/*.cso and records what from. Needed only after a change to the HLSL.
# The compiler is Microsoft's d3dcompiler_47.dll, which Wine's own cannot stand in for: the file that the variable
# D3DCOMPILER names, else the one in the npm package webgpu, which is downloaded for the purpose and not kept.
[ -n "${BASH_VERSION:-}" ] || exec bash "$0" "$@"
SCRIPTS=$(dirname -- "$(readlink -f -- "${BASH_SOURCE[0]}")")
. "$SCRIPTS/common.sh"

PACKAGE=webgpu@0.6.2
SHA256=289767b49dc8525bce262ea06fee4ef9fced2e131a55b25654ce871c1f0498b2

need g++-mingw-w64-x86-64-posix wine64
work=$(mktemp -d)
export WINEPREFIX=$work/prefix WINEARCH=win64 WINEDEBUG=-all WINEDLLOVERRIDES='mscoree=;mshtml=;winemenubuilder.exe='
export LC_ALL=C.UTF-8 HOME=$work
wine_folder=/usr/lib/wine
finish() {
    timeout 20 "$wine_folder/wineserver" -k 2>/dev/null || true
    rm -rf "$work"
}
trap finish EXIT
trap 'exit 130' INT TERM

compiler=${D3DCOMPILER:+$(realpath -- "$D3DCOMPILER")}
if [ -z "$compiler" ]; then
    command -v npm >/dev/null || need npm
    say "Fetching d3dcompiler_47.dll ..."
    (cd "$work" && timeout 300 npm pack --silent "$PACKAGE" >/dev/null && tar -xzf webgpu-*.tgz)
    compiler=$work/package/dist/win32-x64/d3dcompiler_47.dll
    echo "$SHA256  $compiler" | sha256sum --check --quiet
fi

x86_64-w64-mingw32-g++-posix -std=c++20 -O1 -Wall -Wextra -static -o "$work/compile_shader.exe" "$SCRIPTS/compile_shader.cpp"

cd "$ROOT/shaders"
mkdir -p compiled
jobs=()
for source in *.hlsl; do
    # The stage is the last word of the name.
    case $source in
        *_vertex.hlsl) profile=vs_5_0 ;;
        *_hull.hlsl) profile=hs_5_0 ;;
        *_domain.hlsl) profile=ds_5_0 ;;
        *_geometry.hlsl) profile=gs_5_0 ;;
        *_pixel.hlsl) profile=ps_5_0 ;;
        *_compute.hlsl) profile=cs_5_0 ;;
        *) say "$source: its name does not end with a stage"; exit 1 ;;
    esac
    jobs+=("$source" "$profile" "$work/${source%.hlsl}.cso")
done
say "Compiling $((${#jobs[@]} / 3)) shaders ..."
timeout 300 "$wine_folder/wine64" "$work/compile_shader.exe" "$compiler" "${jobs[@]}"
rm -f compiled/*.cso
mv "$work"/*.cso compiled/
# What the test of the shaders compares: sources and results, each with its hash.
sha256sum -- *.hlsl *.hlsli compiled/*.cso >compiled/SHA256SUMS
say "shaders/compiled is current."
