#!/usr/bin/env bash
# Whole-process speed of DXIL listings compared with LLVM's bitcode dumper, measured in one run. Needs hyperfine
# and llvm-bcanalyzer (Debian: llvm-19). `dxc -dumpbin` is measured too where DXC names a
# compiler that runs here.
#
#     cargo build --profile dist && GLASSBOX=target/dist/glassbox benches/dxil-listing.sh
set -euo pipefail
cd "$(dirname "$0")/.."
glassbox=${GLASSBOX:-target/release/glassbox}
corpus=corpus
bcanalyzer=${BCANALYZER:-$(command -v llvm-bcanalyzer-19 || command -v llvm-bcanalyzer || true)}
library=$corpus/dxcontainer/big/big_lib_3000.dxil
small=$corpus/dxcontainer/dxc19/ps_tex_6_6.dxil
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

if [ ! -f "$library" ]; then
  echo "NOT MEASURED: the corpus is missing; set GLASSBOX_CORPUS" >&2
  exit 0
fi
if [ -z "$bcanalyzer" ]; then
  echo "NOT MEASURED: llvm-bcanalyzer is missing (Debian: llvm-19)" >&2
fi

for file in "$library" "$small"; do
  name=$(basename "$file")
  echo "== $name, $(stat -c %s "$file") bytes"
  # The peer reads only bitcode, which follows the header of the part.
  "$glassbox" part extract "$file" DXIL -o "$work/part"
  tail -c +25 "$work/part" > "$work/module.bc"
  runs=(-n "glassbox disasm" "$glassbox disasm $file -o $work/listing")
  if [ -n "$bcanalyzer" ]; then
    runs+=(-n "llvm-bcanalyzer -dump" "$bcanalyzer -dump $work/module.bc")
  fi
  if [ -n "${DXC:-}" ]; then
    runs+=(-n "dxc -dumpbin" "$DXC -dumpbin $file")
  fi
  hyperfine -N -w 3 -r 50 --export-markdown "$work/table.md" "${runs[@]}" >/dev/null
  cat "$work/table.md"
done
