#!/usr/bin/env bash
# Module to text, instructions counted in process (callgrind): Glassbox beside SPIRV-Cross (crate spirv-cross2) and naga, over the SPIR-V
# modules that are named, each once for each target. Prints by target how many modules each peer and Glassbox convert, and the ratio of
# our count to theirs on these: median, 95th percentile, largest. Needs valgrind and a C++ compiler; about a second for each module,
# target and peer.
#
#     benches/decompile.sh MODULE.spv...
set -euo pipefail
cd "$(dirname "$0")/.."
[ $# -gt 0 ] || { echo "usage: benches/decompile.sh MODULE.spv..." >&2; exit 2; }
command -v valgrind > /dev/null || { echo "NOT MEASURED: there is no valgrind" >&2; exit 0; }
cargo build --quiet --release --manifest-path .ci/peers/decompile/Cargo.toml --target-dir target/peers
program=$(realpath target/peers/release/decompile-peers)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

count() {
  valgrind --tool=callgrind --callgrind-out-file=/dev/null --toggle-collect='decompile_peers::measured*' \
    "$program" "$1" "$2" "$3" 2> "$work/log" > /dev/null || return 0
  awk -v peer="$1" -v target="$2" -v file="$3" '/Collected/ { print target "\t" peer "\t" file "\t" $NF }' "$work/log"
}
export -f count
export program work

for target in glsl essl hlsl msl; do
  for peer in glassbox spirv-cross naga; do
    for module in "$@"; do
      count "$peer" "$target" "$module"
    done
  done
done > "$work/counts.tsv"

python3 - "$work/counts.tsv" <<'PYTHON'
import collections, statistics, sys

counts = collections.defaultdict(dict)
for line in open(sys.argv[1]):
    target, peer, file, count = line.rstrip("\n").split("\t")
    counts[target, peer][file] = int(count)
for target in ("glsl", "essl", "hlsl", "msl"):
    ours = counts[target, "glassbox"]
    for peer in ("spirv-cross", "naga"):
        theirs = counts[target, peer]
        ratios = sorted(ours[file] / theirs[file] for file in ours.keys() & theirs.keys())
        if not ratios:
            print(f"{target}, {peer}: no module that both convert")
            continue
        print(
            f"{target}, {peer}: {len(theirs)} modules, Glassbox {len(ours)}; ratio over {len(ratios)}: "
            f"median {statistics.median(ratios):.2f}, 95 % {ratios[int(0.95 * (len(ratios) - 1))]:.2f}, largest {ratios[-1]:.2f}"
        )
PYTHON
