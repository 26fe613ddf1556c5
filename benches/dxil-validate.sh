#!/usr/bin/env bash
# Speed of the validation of DXIL containers in process, warm: the least of several runs of each container of the corpus, or of those
# that the file LIST names, one a line.
#
#     cargo build --release -p glassbox-dxcontainer --example validate && benches/dxil-validate.sh
#
# With PEER, a validator is measured too, in turns: a program of yours around it (for DXC, around `IDxcValidator::Validate`), whose
# last argument is how often to validate each container. It reads paths from the standard input, one a line, and prints for each the
# path, the least time in nanoseconds, and anything else, separated by tabs. With valgrind, COUNTED=1 counts instructions instead:
# those of three more runs, divided by three.
set -euo pipefail
cd "$(dirname "$0")/.."
own=${VALIDATE:-target/release/examples/validate}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
if [ -n "${LIST:-}" ]; then
  cp "$LIST" "$work/list"
else
  find corpus/dxcontainer -name '*.dxil' -not -path '*/malformed/*' | sort > "$work/list"
fi
echo "== $(wc -l < "$work/list") containers, $(xargs -d '\n' cat < "$work/list" | wc -c) bytes"

quantiles() {
  sort -n | awk -v what="$1" '{ a[NR] = $1 } END {
    printf "%-24s 5 %% %.2f, median %.2f, 95 %% %.2f\n", what, a[int(NR * .05) + 1], a[int(NR * .5) + 1], a[int(NR * .95) + 1] }'
}

if [ -n "${COUNTED:-}" ]; then
  instructions() {
    valgrind --tool=callgrind --callgrind-out-file=/dev/null "$@" 2>&1 >/dev/null < "$work/list" |
      sed -n 's/.*Collected : //p'
  }
  each() {
    local few many
    few=$(instructions "$@" 2)
    many=$(instructions "$@" 5)
    echo $(((many - few) / 3 / $(wc -l < "$work/list")))
  }
  echo "glassbox: $(each "$own") instructions each"
  # shellcheck disable=SC2086
  [ -z "${PEER:-}" ] || echo "peer: $(each $PEER) instructions each"
  exit
fi

for turn in 1 2 3; do
  "$own" 10 < "$work/list" > "$work/own.$turn"
  # shellcheck disable=SC2086
  [ -z "${PEER:-}" ] || $PEER 10 < "$work/list" > "$work/peer.$turn"
done
least() {
  awk -F'\t' '!($1 in a) { order[++n] = $1; a[$1] = $2 } $2 < a[$1] { a[$1] = $2 } END { for (i = 1; i <= n; i++) print a[order[i]] / 1000 }' "$@"
}
least "$work"/own.* > "$work/own"
quantiles "glassbox, microseconds" < "$work/own"
if [ -n "${PEER:-}" ]; then
  least "$work"/peer.* > "$work/peer"
  quantiles "peer, microseconds" < "$work/peer"
  paste "$work/peer" "$work/own" | awk '{ print $1 / $2 }' | quantiles "times faster"
  paste "$work/peer" "$work/own" | awk '{ p += $1; o += $2 } END { printf "all together: %.2f times faster\n", p / o }'
fi
