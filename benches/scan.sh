#!/usr/bin/env bash
# Searching a gigabyte: every container of the corpus planted at a random offset must be found with its exact size, noise must
# hold none, and both are timed. Needs awk, dd and hyperfine; SEED and SIZE (bytes) may be given.
#
#     cargo build --release && benches/scan.sh
set -euo pipefail
cd "$(dirname "$0")/.."
glassbox=${GLASSBOX:-target/release/glassbox}
corpus=corpus
size=${SIZE:-1073741824}
seed=${SEED:-1}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Files without errors of the formats that are searched for. Files with another size than stated are left out: their extent is
# ambiguous.
awk -F '\t' '$6 ~ /^(ok|info|warning)$/ && $5 ~ /^('"${FORMATS:-shbin|vbc|dxcontainer|bpxs}"')$/ && $7 !~ /SHBIN-FILE-03|BPX-HDR-05|DXC-CTR-05/ { print $1 "\t" $5 }' \
  "$corpus/MANIFEST.tsv" > "$work/rows"
while IFS=$'\t' read -r name format; do
  printf '%s\t%s\t%s\n' "$name" "$format" "$(stat -c %s "$corpus/$name")"
done < "$work/rows" > "$work/files"

head -c "$size" /dev/urandom > "$work/noise"
cp "$work/noise" "$work/planted"
# Gaps of random size between the files, none shorter than four bytes.
awk -F '\t' -v seed="$seed" -v size="$size" '
  { name[NR] = $1; format[NR] = $2; bytes[NR] = $3; sum += $3 }
  END {
    srand(seed)
    for (i = 0; i <= NR; i++) { share[i] = rand(); all += share[i] }
    at = 0
    for (i = 1; i <= NR; i++) {
      at += 4 + int((size - sum - 4 * (NR + 1)) * share[i - 1] / all)
      printf "%s\t%s\t%d\t%d\n", name[i], format[i], at, bytes[i]
      at += bytes[i]
    }
  }' "$work/files" > "$work/places"
while IFS=$'\t' read -r name _ at _; do
  dd if="$corpus/$name" of="$work/planted" bs=64K seek="$at" oflag=seek_bytes conv=notrunc status=none
done < "$work/places"

"$glassbox" scan "$work/planted" 2> /dev/null > "$work/list"
while read -r at bytes format _; do
  printf '%d\t%d\t%s\n' "$at" "$bytes" "$format"
done < "$work/list" > "$work/found"
awk -F '\t' '{ sub("bpxs", "bpx", $2); print $3 "\t" $4 "\t" $2 }' "$work/places" > "$work/wanted"
if ! diff "$work/wanted" "$work/found" > "$work/difference"; then
  echo "error: what was planted (<) is not what was found (>)" >&2
  head -20 "$work/difference" >&2
  exit 1
fi
echo "$(wc -l < "$work/wanted") files planted in $size bytes, all found with their exact sizes, nothing else"
none=$("$glassbox" scan "$work/noise" 2> /dev/null | wc -l)
echo "$none found in $size bytes of noise"
[ "$none" = 0 ]

hyperfine -N -w 1 -r 5 --export-markdown "$work/times.md" \
  -n "scan, planted" "$glassbox scan $work/planted -o $work/list" \
  -n "scan, noise" "$glassbox scan $work/noise -o $work/list" \
  -n "scan --recursive, planted" "$glassbox scan $work/planted --recursive -o $work/list" \
  -n "cat" "cat $work/planted"
cat "$work/times.md"
