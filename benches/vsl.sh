#!/usr/bin/env bash
# The VSL compiler, whole processes: each shader of the corpus, 1000 shaders in one run, and the memory of one. Needs hyperfine;
# VSLC may name a build of vslc, which is then measured too. vslc's published times are 106 to
# 216 ms a shader.
#
#     cargo build --profile dist && GLASSBOX=target/dist/glassbox benches/vsl.sh
set -euo pipefail
cd "$(dirname "$0")/.."
glassbox=$(realpath "${GLASSBOX:-target/dist/glassbox}")
corpus=corpus
corpus=$(realpath "$corpus")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

echo "== src/mixed.vsl, $(wc -l < "$corpus/vbc/src/mixed.vsl") lines"
peers=()
if [ -n "${VSLC:-}" ]; then
  peers=(-n vslc "$VSLC -o $work/a.vbc $corpus/vbc/src/mixed.vsl")
else
  echo "NOT MEASURED: vslc; VSLC names no build of it (published: 106 to 216 ms)" >&2
fi
hyperfine -N -i -w 10 -r 200 --export-json "$work/one.json" \
  "${peers[@]}" \
  -n "glassbox compile" "$glassbox compile $corpus/vbc/src/mixed.vsl -o $work/b.vbc" \
  -n "glassbox compile -O0" "$glassbox compile -O0 $corpus/vbc/src/mixed.vsl -o $work/b.vbc" \
  -n "glassbox compile --check" "$glassbox compile --check $corpus/vbc/src/mixed.vsl"
python3 - "$work/one.json" <<'PYTHON'
import json, sys
for run in json.load(open(sys.argv[1]))["results"]:
    print(f"{run['command']}: median {run['median'] * 1000:.2f} ms, least {run['min'] * 1000:.2f} ms")
PYTHON

echo "== every shader of src, one process each: the slowest medians"
for source in "$corpus"/vbc/src/*.vsl; do
  hyperfine -N -w 2 -r 20 --export-json "$work/run.json" "$glassbox compile $source -o $work/b.vbc" > /dev/null 2>&1 \
    || { echo "error: $source does not compile" >&2; exit 1; }
  python3 -c 'import json, sys; print("%.2f ms  %s" % (json.load(open(sys.argv[1]))["results"][0]["median"] * 1000, sys.argv[2]))' \
    "$work/run.json" "$(basename "$source")"
done | sort -rn | head -5

echo "== 1000 shaders in one process"
mkdir "$work/many"
sources=("$corpus"/vbc/src/*.vsl)
for ((number = 0; number < 1000; number++)); do
  cp "${sources[number % ${#sources[@]}]}" "$work/many/shader$number.vsl"
done
hyperfine -N -w 1 -r 10 -n "glassbox compile -r" "$glassbox compile -r $work/many -o $work/out"

echo "== peak memory for one shader"
python3 - "$glassbox" "$corpus/vbc/src/mixed.vsl" "$work/b.vbc" <<'PYTHON'
import resource, subprocess, sys
subprocess.run([sys.argv[1], "compile", sys.argv[2], "-o", sys.argv[3]], check=True)
print(f"{resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss} KiB")
PYTHON
