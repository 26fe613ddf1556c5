#!/usr/bin/env bash
# A project of 1,000 programs of two stages with includes: a full build, one that changes nothing, one after an edit of one source, and one
# after the state of the last run is lost, so that contents decide. Prints milliseconds, least of five (of one for the full build), with one
# job, and instructions if there is valgrind; the edit has to stay within 2 % of the full build. COUNT and GLASSBOX select another number
# of programs and another binary.
#
#     benches/build.sh
set -euo pipefail
cd "$(dirname "$0")/.."
count=${COUNT:-1000}
if [ -z "${GLASSBOX:-}" ]; then
  cargo build --quiet --profile dist -p glassbox-cli
  GLASSBOX=${CARGO_TARGET_DIR:-target}/dist/glassbox
fi
program=$(realpath "$GLASSBOX")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 - "$work" "$count" "$program" <<'PYTHON'
import os, shutil, subprocess, sys, time

work, count, program = sys.argv[1], int(sys.argv[2]), sys.argv[3]
os.chdir(work)
os.mkdir("common")
with open("common/camera.glsl", "w") as out:
    out.write("layout(set = 0, binding = 0) uniform Camera { mat4 view; vec3 eye; float time; } camera;\n")
with open("common/light.glsl", "w") as out:
    out.write('#include "camera.glsl"\n')
    for number in range(20):
        out.write(f"float light{number}(vec3 n) {{ return max(dot(n, normalize(camera.eye + {number}.0)), 0.0) * {number + 1}.0; }}\n")

VERTEX = """#version 450
#extension GL_GOOGLE_include_directive : require
#include "camera.glsl"
layout(location = 0) in vec3 position;
layout(location = 0) out vec3 normal;
void main() { normal = position * %d.0; gl_Position = camera.view * vec4(position, 1.0); }
"""
FRAGMENT = """#version 450
#extension GL_GOOGLE_include_directive : require
#include "light.glsl"
layout(location = 0) in vec3 normal;
layout(location = 0) out vec4 color;
void main() {
    vec3 n = normalize(normal) * %d.0;
    float sum = 0.0;
    for (int i = 0; i < 4; ++i) sum += light%d(n * float(i)) + light%d(n);
    color = vec4(vec3(sum), camera.time);
}
"""

def fragment(number, factor):
    with open(f"p{number}.frag", "w") as out:
        out.write(FRAGMENT % (factor, number % 20, (number + 7) % 20))

with open("shaders.toml", "w") as out:
    out.write('to = "spirv"\nenv = "vulkan1.2"\ninclude = "common"\n')
    for number in range(count):
        out.write(f'[programs.p{number}]\nstages = {{ vertex = "p{number}.vert", fragment = "p{number}.frag" }}\n')
        fragment(number, number)
        with open(f"p{number}.vert", "w") as stage:
            stage.write(VERTEX % number)
time.sleep(0.1)
factors = iter(range(100_000, 200_000))

def fresh():
    shutil.rmtree("out", ignore_errors=True)

def edit():
    fragment(count // 2, next(factors))
    time.sleep(0.1)

def forget():
    shutil.rmtree("out/.cache/state")

def run(prefix=()):
    done = subprocess.run([*prefix, program, "compile", "shaders.toml", "-j", "1"], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr[-2000:]
    return done.stderr

def instructions():
    said = run(("valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null"))
    line = next(line for line in said.splitlines() if "Collected" in line)
    return int(line.rsplit(None, 1)[1])

has_valgrind = shutil.which("valgrind") is not None
rows = {}
for name, prepare, repeats in (("full", fresh, 1), ("nothing", lambda: None, 5), ("one edit", edit, 5), ("contents", forget, 5)):
    least = None
    for _ in range(repeats):
        prepare()
        start = time.perf_counter()
        run()
        spent = time.perf_counter() - start
        least = spent if least is None else min(least, spent)
    counted = None
    if has_valgrind:
        prepare()
        counted = instructions()
    rows[name] = (least, counted)

full, full_counted = rows["full"]
print("| run | ms | of the full build | million instructions | of the full build |")
print("| --- | ---: | ---: | ---: | ---: |")
for name, (spent, counted) in rows.items():
    counts = f"{counted / 1e6:,.0f} | {100 * counted / full_counted:.2f} %" if counted else "- | -"
    print(f"| {name} | {spent * 1000:,.0f} | {100 * spent / full:.1f} % | {counts} |")
spent, counted = rows["one edit"]
if (counted / full_counted if counted else spent / full) > 0.02:
    sys.exit("MISSED: one edit costs more than 2 % of the full build")
PYTHON
