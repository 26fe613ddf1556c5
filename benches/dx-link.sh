#!/usr/bin/env bash
# Whole-process speed of planning a link in a folder of 1000 libraries with 100 functions each, with and without an index. Needs hyperfine.
#
#     cargo build --profile dist && GLASSBOX=target/dist/glassbox benches/dx-link.sh
set -euo pipefail
cd "$(dirname "$0")/.."
glassbox=${GLASSBOX:-target/release/glassbox}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

cargo run --quiet --release -p glassbox-testing --example libraries -- "$work/project" 1000 100
echo "== $(find "$work/project" -name '*.dxil' | wc -l) libraries, $(cat "$work"/project/*.dxil | wc -c) bytes"

plan=(link --plan -L "$work/project" --entry PSMain --profile ps_6_0)
"$glassbox" "${plan[@]}" | head -14

hyperfine -N -w 2 -r 20 --export-markdown "$work/without.md" -n "plan, no index" "$glassbox ${plan[*]}"
hyperfine -N -w 1 -r 5 --prepare "rm -f $work/project/.glassbox-index" --export-markdown "$work/make.md" \
  -n "make the index" "$glassbox link --index $work/project"
"$glassbox" link --index "$work/project"
hyperfine -N -w 3 -r 50 --export-markdown "$work/with.md" -n "plan, index" "$glassbox ${plan[*]}"
cat "$work"/{without,make,with}.md

if command -v strace >/dev/null; then
  # Bytes that the process reads, its own program and libraries apart.
  strace -f -y -e trace=read,pread64 -o "$work/trace" "$glassbox" "${plan[@]}" >/dev/null
  awk -v folder="$work/project" 'index($0, folder) { sum += $NF } END { print sum + 0, "bytes read from the folder with the index" }' "$work/trace"
fi
