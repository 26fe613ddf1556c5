#!/usr/bin/env bash
# The PICA200 assembler compared with picasso, whole processes in one run. Needs hyperfine and a
# build of picasso 2.7.1 (PICASSO, default: the one in PATH).
#
#     cargo build --profile dist && PICASSO=~/picasso/picasso benches/pica.sh
#
# The simulator's engines are compared by
#
#     cargo bench -p glassbox-pica-sim --bench engines -- ratios
#
# With AZAHAR, a peer's interpreter is measured too: a program of yours around it (for azahar, around
# `InterpreterEngine::Run`), whose only argument is a file of little-endian 32-bit words:
#
#     counts of code words, descriptors and vertices, and how often to run all vertices
#     code words
#     descriptors
#     384 floats, c0.x to c95.w
#     64 floats a vertex, v0.x to v15.w
#
# For each vertex it sets the inputs, runs the code from word 0, and copies the outputs out. It prints the nanoseconds of
# processor time that a vertex took. The peer computes with `f32`, so the ratio is with our float32.
set -euo pipefail
cd "$(dirname "$0")/.."
glassbox=$(realpath "${GLASSBOX:-target/dist/glassbox}")
corpus=corpus
picasso=$(command -v "${PICASSO:-picasso}") || { echo "error: PICASSO names no build of picasso" >&2; exit 1; }
picasso=$(realpath "$picasso")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cp "$corpus"/shbin/{own,generated}/*.pica "$work"
cd "$work"

largest=$(ls -S -- *.pica | head -1)
echo "== one source, $largest, $(wc -l < "$largest") lines"
hyperfine -N -w 5 \
  -n picasso "$picasso $largest -o a.shbin" \
  -n glassbox "$glassbox asm --compat picasso $largest -o b.shbin" \
  -n "glassbox, with its checks" "$glassbox asm $largest -o b.shbin"
cmp a.shbin b.shbin

# Only sources that picasso accepts; the others end in an error on purpose. Two of those are still wrong with our checks.
for source in *.pica; do
  "$picasso" "$source" -o a.shbin >/dev/null 2>&1 && echo "$source"
done > accepted
echo "== $(wc -l < accepted) sources, one after the other"
loop() { printf 'while read -r f; do %s "$f" -o o.shbin; done < accepted > log 2>&1' "$1"; }
hyperfine -w 1 -i \
  -n picasso "$(loop "$picasso")" \
  -n glassbox "$(loop "$glassbox asm --compat picasso")" \
  -n "glassbox, with its checks" "$(loop "$glassbox asm")" \
  -n "glassbox, with its checks, one call" "$glassbox asm --out-dir out \$(cat accepted) > log 2>&1"

# Programs end at 4096 words, so large sources are made of declarations and comments.
{
  for ((line = 0; line < 100000; line++)); do
    printf '; comment %d\n.alias n%d v%d\n\n.alias m%d c%d ; register %d\n' $line $line $((line % 8)) $line $((line % 90)) $line
  done
  printf '.out opos position\n.proc main\n\tmov opos, v0\n\tend\n.end\n'
} > large.v.pica
echo "== one source of $(wc -l < large.v.pica) lines"
hyperfine -N -w 1 \
  -n picasso "$picasso large.v.pica -o a.shbin" \
  -n glassbox "$glassbox asm --compat picasso large.v.pica -o b.shbin" \
  -n "glassbox, with its checks" "$glassbox asm --min-severity error large.v.pica -o b.shbin"
cmp a.shbin b.shbin
