#!/usr/bin/env bash
# Building shader packages, whole processes: a pipeline of two stages for every target in one run, and for one. Needs hyperfine.
# The vendor's compiler takes 256 ms for one target (GL42) on the machine on which the goals were set; SHADERC may name a build of
# it (sdk.shaderc), which then runs beside on its own test sources, for it reads its own mix of GLSL and SAL only.
#
#     cargo build --profile dist && GLASSBOX=target/dist/glassbox benches/bpx.sh
set -euo pipefail
cd "$(dirname "$0")/.."
glassbox=$(realpath "${GLASSBOX:-target/dist/glassbox}")
pipelines=crates/testing/pipelines
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

peers=()
if [ -n "${SHADERC:-}" ]; then
  peers=(-n "sdk.shaderc, GL42" "$SHADERC ${SHADERC_ARGUMENTS:-}")
else
  echo "NOT MEASURED: sdk.shaderc; SHADERC names no build of it (published: 256 ms for one target)" >&2
fi
for pipeline in lights camera-block wgsl-lit; do
  targets=$("$glassbox" compile "$pipelines/$pipeline/pipeline.toml" -o "$work/$pipeline/{target}.bpx" >/dev/null && find "$work/$pipeline" -name '*.bpx' | wc -l)
  echo "== $pipeline, two stages, $targets targets"
  hyperfine -N -w 5 -r 100 --export-json "$work/run.json" \
    "${peers[@]}" \
    -n "glassbox compile, $targets targets" "$glassbox compile $pipelines/$pipeline/pipeline.toml -o $work/$pipeline/{target}.bpx" >/dev/null 2>&1 \
    || { echo "error: $pipeline cannot be built" >&2; exit 1; }
  python3 - "$work/run.json" <<'PYTHON'
import json, sys
for run in json.load(open(sys.argv[1]))["results"]:
    print(f"{run['command']}: median {run['median'] * 1000:.2f} ms, least {run['min'] * 1000:.2f} ms")
PYTHON
done

echo "== peak memory for every target of one pipeline"
python3 - "$glassbox" "$pipelines/lights/pipeline.toml" "$work/lights" <<'PYTHON'
import resource, subprocess, sys
subprocess.run([sys.argv[1], "compile", sys.argv[2], "-o", sys.argv[3] + "/{target}.bpx"], check=True, stdout=subprocess.DEVNULL)
print(f"{resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss} KiB")
PYTHON
