#!/usr/bin/env bash
# A hundred thousand files in one call of `validate -r`: processor time, memory, how busy the processors are, and that files
# which are cut off, removed or locked meanwhile lose no other file's report. Then a folder in which a few files take long.
# Needs GNU time; COUNT (files), SLOW (files that take long) and SECONDS_EACH may be given.
#
#     cargo build --profile dist -p glassbox-cli && GLASSBOX=target/dist/glassbox benches/many.sh
set -euo pipefail
cd "$(dirname "$0")/.."
glassbox=$(realpath "${GLASSBOX:-target/release/glassbox}")
corpus=corpus
count=${COUNT:-100000}
slow=${SLOW:-10}
each=${SECONDS_EACH:-5}
work=$(mktemp -d)
trap 'chmod -R u+rw "$work"; rm -rf "$work"' EXIT

# Copies of the files of the corpus up to 64 KB, in folders of as many as there are, until there are enough.
mkdir "$work/base" "$work/files"
number=0
while IFS= read -r file; do
  cp "$corpus/$file" "$work/base/$number-$(basename "$file")"
  number=$((number + 1))
done < <(cd "$corpus" && find . -type f -size -64k \( -name '*.shbin' -o -name '*.vbc' -o -name '*.bpx' -o -name '*.dxil' -o -name '*.dxbc' -o -name '*.bin' \) | sort)
chmod -R u+w "$work/base"
made=0
while [ $((made + number)) -le "$count" ]; do
  cp -r "$work/base" "$work/files/$made"
  made=$((made + number))
done
mkdir "$work/files/rest"
find "$work/base" -type f | sort | awk -v most=$((count - made)) 'NR <= most' | xargs -r cp -t "$work/files/rest"

# run NAME COMMAND...: what it printed, how long it took.
run() {
  local name=$1
  shift
  /usr/bin/time -f "%U %S %e %M" -o "$work/time" "$@" > "$work/out" 2> "$work/err" || true
  # GNU time first reports the exit status of a command that finds errors.
  sed -i '$!d' "$work/time"
  awk -v name="$name" '{ printf "%s: %.2f s CPU, %.2f s wall, %.2f processors busy, %.0f MB\n", name, $1 + $2, $3, ($1 + $2) / $3, $4 / 1024 }' "$work/time"
  tail -n 1 "$work/err"
}

echo "== $count files"
run "validate -r" "$glassbox" validate -r "$work/files"
grep -cE '^[^ ]+: ([0-9]+ (error|warning|note)|no findings)' "$work/out" > "$work/reports" || true
sort "$work/out" | grep -E '^[^ ]+: ([0-9]+ (error|warning|note)|no findings)' > "$work/before" || true
run "validate -r --format json" "$glassbox" validate -r "$work/files" --format json

echo "== the same while one in a hundred is cut off, removed or locked"
find "$work/files" -type f | awk 'NR % 100 == 50' > "$work/touched"
(
  turn=0
  while IFS= read -r file; do
    case $((turn % 3)) in
      0) truncate -s 20 "$file" ;;
      1) rm -f "$file" ;;
      2) chmod 0 "$file" ;;
    esac
    turn=$((turn + 1))
  done < "$work/touched"
) &
run "validate -r" "$glassbox" validate -r "$work/files"
wait
sort "$work/out" | grep -E '^[^ ]+: ([0-9]+ (error|warning|note)|no findings)' > "$work/after" || true
# Reports of unchanged files, before and after.
grep -vFf <(sed 's/$/:/' "$work/touched") "$work/before" > "$work/a"
grep -vFf <(sed 's/$/:/' "$work/touched") "$work/after" > "$work/b"
cmp "$work/a" "$work/b"
echo "$(wc -l < "$work/b") reports of files that were not touched, all as before"

# A text form is assembled before it is checked, which takes time in proportion to its size.
echo "== 1600 files, of which $slow take $each s each"
mkdir "$work/mixed"
find "$work/base" -type f | sort | awk '{ files[NR] = $0 } END { for (i = 0; i < 1600; i++) print files[i % NR + 1] "\t" i }' \
  | while IFS=$'\t' read -r file at; do cp "$file" "$work/mixed/$(printf '%04d' "$at")-$(basename "$file")"; done
text() { awk -v lines="$1" 'BEGIN { print "glassbox 1"; for (i = 0; i < lines; i++) printf "a%d u32 = %d\n", i, i }'; }
text 200000 > "$work/probe"
took=$(/usr/bin/time -f "%e" "$glassbox" parse "$work/probe" -o /dev/null 2>&1 | tail -n 1)
lines=$(awk -v took="$took" -v each="$each" 'BEGIN { printf "%d", 200000 * each / (took > 0.01 ? took : 0.01) }')
text "$lines" > "$work/probe"
for i in $(seq 1 "$slow"); do
  rm "$work/mixed/$(printf '%04d' $((i * 1500 / slow)))"-*
  cp "$work/probe" "$work/mixed/$(printf '%04d' $((i * 1500 / slow)))-slow.txt"
done
run "validate -r" "$glassbox" validate -r "$work/mixed"
awk -v cores="$(nproc)" '{ printf "wall time is %.2f of the processor time divided by the processors\n", $3 / (($1 + $2) / cores) }' "$work/time"
