#!/usr/bin/env bash
# GLSL to SPIR-V, instructions counted in process (callgrind), tables warm: the second compilation of each file that is named, by Glassbox
# and by glslang, over the files that both accept for Vulkan 1.2; then whole processes. Prints the sums, their ratio, and the median of the
# ratios. GLSLANG names the sources of glslang, GLSLANG_BUILD a release build of them with its libraries and its program. Needs valgrind
# and a C++ compiler; about two seconds a file.
#
#     GLSLANG=glslang GLSLANG_BUILD=glslang/build benches/glsl.sh FILE...
set -euo pipefail
cd "$(dirname "$0")/.."
[ $# -gt 0 ] || { echo "usage: benches/glsl.sh FILE..." >&2; exit 2; }
command -v valgrind > /dev/null || { echo "NOT MEASURED: there is no valgrind" >&2; exit 0; }
[ -n "${GLSLANG_BUILD:-}" ] || { echo "NOT MEASURED: GLSLANG_BUILD names no build of glslang" >&2; exit 0; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

cargo build --quiet --release -p glassbox-glsl --example repeat_glsl --example compile_glsl
examples=$(realpath "${CARGO_TARGET_DIR:-target}/release/examples")
ours=$examples/repeat_glsl
theirs=$work/glslang
c++ -O2 -std=c++17 -I"$GLSLANG" -I"$GLSLANG_BUILD/include" .ci/peers/glsl/glslang.cpp \
  "$GLSLANG_BUILD"/glslang/libglslang.a "$GLSLANG_BUILD"/glslang/libglslang-default-resource-limits.a -lpthread -o "$theirs"

realpath "$@" > "$work/all"
"$ours" 1 "$work/all" > "$work/ours"
"$theirs" 1 "$work/all" > "$work/theirs"
comm -12 <(grep ' 1$' "$work/ours" | sort) <(grep ' 1$' "$work/theirs" | sort) | sed 's/ 1$//' > "$work/both"

count() {
  mkdir "$work/$1.counts"
  valgrind --tool=callgrind --dump-line=no --toggle-collect="$2" --zero-before="$2" --dump-after="$2" \
    --callgrind-out-file="$work/$1.counts/out" "$3" 2 "$work/both" > /dev/null 2>&1
}
count ours 'repeat_glsl::measured' "$ours"
count theirs measured "$theirs"

# The program as a whole, on the middle one of the files by length.
middle=$(xargs stat -c '%s %n' < "$work/both" | sort -n | awk '{ all[NR] = $2 } END { print all[int((NR + 1) / 2)] }')
whole() {
  valgrind --tool=callgrind --callgrind-out-file=/dev/null "$@" 2>&1 > /dev/null | awk '/Collected/ { print $NF }'
}
their_whole=$(whole "$GLSLANG_BUILD/StandAlone/glslang" -V --target-env vulkan1.2 "$middle" -o "$work/theirs.spv")
our_whole=$(whole "$examples/compile_glsl" --separate --env vulkan1.2 -o "$work/ours.spv" "$middle")

python3 - "$work" "$middle" "$their_whole" "$our_whole" <<'PYTHON'
import re, statistics, sys

work, middle, their_whole, our_whole = sys.argv[1:]
files = open(f"{work}/both").read().split("\n")[:-1]


def counts(name):
    # The second call of each file.
    texts = (open(f"{work}/{name}.counts/out.{2 * number + 2}").read() for number in range(len(files)))
    return [int(re.search(r"^(?:totals|summary): (\d+)", text, re.M).group(1)) for text in texts]


ours, theirs = counts("ours"), counts("theirs")
ratios = [their / our for our, their in zip(ours, theirs)]
print(f"{len(files)} files: Glassbox {sum(ours)}, glslang {sum(theirs)}, {sum(theirs) / sum(ours):.2f} times as many")
print(f"for a file: median {statistics.median(ratios):.2f}, least {min(ratios):.2f}, most {max(ratios):.2f} times as many")
print(f"whole process, {middle}: {our_whole} and {their_whole}, {int(their_whole) / int(our_whole):.1f} times as many")
PYTHON
