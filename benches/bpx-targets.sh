#!/usr/bin/env bash
# Building the shader packages of one pipeline for all targets, in process, with warm tables: wall time of many runs, on all cores and on
# one, and instructions (callgrind) for all targets and for one of each language. Needs valgrind for the instructions.
#
#     benches/bpx-targets.sh [RUNS]
set -euo pipefail
cd "$(dirname "$0")/.."
runs=${1:-200}
cargo build --quiet --release --locked -p glassbox-bpx-build --example targets
program=$(realpath "${CARGO_TARGET_DIR:-target}/release/examples/targets")
echo "== all cores"
"$program" "$runs"
echo "== one core"
RAYON_NUM_THREADS=1 taskset -c 0 "$program" "$runs"
command -v valgrind > /dev/null || { echo "NOT MEASURED: there is no valgrind" >&2; exit 0; }
echo "== instructions"
count() {
  RAYON_NUM_THREADS=1 valgrind --tool=callgrind --callgrind-out-file=/dev/null --toggle-collect='targets::measured*' \
    "$program" 1 "$@" 2>&1 >/dev/null | awk '/Collected/ { print $NF }'
}
echo "all: $(count)"
for target in DX11 DX12 GL33 GL46 ES30 VK10 MT; do
  echo "$target: $(count "$target")"
done
