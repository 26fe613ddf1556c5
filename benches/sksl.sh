#!/usr/bin/env bash
# SkSL, whole processes: compiling the effects of examples/sksl, and drawing them at 1024x1024 with one thread and with all. ORACLE may
# name a program that compiles as Skia did (`ORACLE --quiet --out-dir DIR FILE...`), SKIA_PYTHON a Python that has skia-python;
# both then run beside. Needs hyperfine.
#
#     cargo build --profile dist && GLASSBOX=target/dist/glassbox benches/sksl.sh
set -euo pipefail
cd "$(dirname "$0")/.."
glassbox=$(realpath "${GLASSBOX:-target/dist/glassbox}")
effects=$(realpath examples/sksl)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

median() {
  python3 - "$1" <<'PYTHON'
import json, sys
for run in json.load(open(sys.argv[1]))["results"]:
    print(f"{run['command']}: median {run['median'] * 1000:.2f} ms, least {run['min'] * 1000:.2f} ms")
PYTHON
}

echo "== compile lantern.rts, $(wc -c < "$effects/lantern.rts") bytes, one process"
peers=()
if [ -n "${ORACLE:-}" ]; then
  peers=(-n "Skia's compiler and encoder" "$ORACLE --quiet --out-dir $work/oracle $effects/lantern.rts")
else
  echo "NOT MEASURED: Skia's compiler; ORACLE names no build of it" >&2
fi
hyperfine -N -w 10 -r 200 --export-json "$work/one.json" \
  "${peers[@]}" \
  -n "glassbox compile" "$glassbox compile $effects/lantern.rts -o $work/lantern.bin" > /dev/null
median "$work/one.json"
if [ -n "${ORACLE:-}" ]; then
  echo "== the same in Skia's process, without its start"
  "$ORACLE" --bench 1000 "$effects/lantern.rts"
fi
echo "   (ours in process: cargo bench -p glassbox-sksl-lang)"

echo "== compile 1000 effects"
mkdir "$work/many"
sources=("$effects"/{cells,fractal,marble,plasma,sphere}.rts)
for ((number = 0; number < 1000; number++)); do
  cp "${sources[number % ${#sources[@]}]}" "$work/many/effect$number.rts"
done
peers=()
if [ -n "${ORACLE:-}" ]; then
  peers=(-n "Skia's compiler and encoder" "find $work/many -name *.rts -exec $ORACLE --no-fork --quiet --out-dir $work/oracle {} +")
fi
hyperfine -N -w 1 -r 10 --export-json "$work/many.json" \
  "${peers[@]}" \
  -n "glassbox compile -r" "$glassbox compile -r $work/many -o $work/out" > /dev/null
median "$work/many.json"

echo "== draw 1024x1024, in process by skia-python, as a whole process by glassbox"
draw() {
  local name=$1
  shift
  local uniforms=()
  for uniform in "$@"; do
    uniforms+=(--uniform "$uniform")
  done
  if [ -n "${SKIA_PYTHON:-}" ]; then
    "$SKIA_PYTHON" .ci/sksl_render.py --bench "$effects/$name.rts" 1024 1024 "$@"
  fi
  for threads in 1 "$(nproc)"; do
    hyperfine -N -w 1 -r 5 --export-json "$work/draw.json" -n "$name, glassbox, $threads threads" \
      "$glassbox run $effects/$name.rts --size 1024x1024 --threads $threads --format float ${uniforms[*]} -o $work/out.f32" > /dev/null
    median "$work/draw.json"
  done
}
[ -n "${SKIA_PYTHON:-}" ] || echo "NOT MEASURED: Skia; SKIA_PYTHON names no Python with skia-python" >&2
draw plasma size=1024,1024 time=1.5
draw marble size=1024,1024 scale=4 ink=0.2,0.3,0.4,1
draw sphere size=1024,1024 light=1,2,-1
draw fractal size=1024,1024 center=-0.6,0 zoom=1
draw cells size=1024,1024 count=12
