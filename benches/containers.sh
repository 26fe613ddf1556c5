#!/usr/bin/env bash
# Whole-process speed on DirectX containers compared with LLVM's reader, measured in one run. Needs hyperfine and obj2yaml (Debian:
# llvm-19).
#
#     cargo build --profile dist && GLASSBOX=target/dist/glassbox benches/containers.sh
set -euo pipefail
cd "$(dirname "$0")/.."
glassbox=${GLASSBOX:-target/release/glassbox}
corpus=corpus
obj2yaml=${OBJ2YAML:-$(command -v obj2yaml-19 || command -v obj2yaml || true)}
library=$corpus/dxcontainer/big/big_lib_3000.dxil
small=$corpus/dxcontainer/dxc19/vs_min_6_0.dxil
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

if [ ! -f "$library" ]; then
  echo "NOT MEASURED: the corpus is missing; set GLASSBOX_CORPUS" >&2
  exit 0
fi

echo "== a library of 3000 functions, $(stat -c %s "$library") bytes"
peers=()
if [ -n "$obj2yaml" ]; then
  peers=(-n "obj2yaml" "$obj2yaml $library -o $work/a")
else
  echo "NOT MEASURED: obj2yaml is missing (Debian: llvm-19)" >&2
fi
hyperfine -N -w 3 -r 30 --export-markdown "$work/library.md" \
  "${peers[@]}" \
  -n "glassbox print" "$glassbox print $library -o $work/b" \
  -n "glassbox dump" "$glassbox dump $library -o $work/c"
cat "$work/library.md"

echo "== the parts of a container, and of one with 68 MB of private data"
head -c $((68 << 20)) /dev/urandom > "$work/private"
"$glassbox" part add "$small" PRIV --data "$work/private" --digest zero -o "$work/large.dxil"
hyperfine -N -w 3 -r 30 --export-markdown "$work/parts.md" \
  -n "part list, 3 KB" "$glassbox part list $small" \
  -n "part list, 68 MB" "$glassbox part list $work/large.dxil"
cat "$work/parts.md"

echo "== malformed containers: the slowest answers"
for file in "$corpus"/dxcontainer/malformed/*; do
  from=$(date +%s%N)
  "$glassbox" validate --as dxcontainer "$file" >/dev/null 2>&1 || [ $? -lt 2 ]
  printf '%d us  %s\n' $((($(date +%s%N) - from) / 1000)) "$(basename "$file")"
done | sort -rn | head -3
