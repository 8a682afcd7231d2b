#!/usr/bin/env bash
# The compiled shaders are those of the sources: no file has changed since compile_shaders.sh, none is left out.
#     shaders_current.sh FOLDER-OF-SHADERS
set -euo pipefail
cd "$1"
sums=compiled/SHA256SUMS
if ! sha256sum --check --strict --quiet "$sums"; then
    echo "The HLSL or its bytecode has changed: run scripts/compile_shaders.sh" >&2
    exit 1
fi
recorded=$(sed 's/^[0-9a-f]* [ *]//' "$sums" | LC_ALL=C sort)
there=$(printf '%s\n' *.hlsl *.hlsli compiled/*.cso | LC_ALL=C sort)
if [ "$recorded" != "$there" ]; then
    echo "Not every shader is recorded in $sums: run scripts/compile_shaders.sh" >&2
    exit 1
fi
for source in *.hlsl; do
    [ -s "compiled/${source%.hlsl}.cso" ] || { echo "$source was not compiled" >&2; exit 1; }
done
