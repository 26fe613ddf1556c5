#!/usr/bin/env bash
# Whole-process speed compared with other tools, measured in one run. Needs hyperfine and spirv-tools; NIHSTRO may name a build of
# nihstro's disassembler.
#
#     cargo build --release && benches/whole-process.sh
set -euo pipefail
cd "$(dirname "$0")/.."
glassbox=${GLASSBOX:-target/release/glassbox}
corpus=corpus
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

awk -v functions=9000 -f benches/big-module.awk > "$work/big.spvasm"
"$glassbox" asm "$work/big.spvasm" -o "$work/big.spv"
spirv-val "$work/big.spv"
ls -l "$work/big.spv" | awk '{ printf "module of %d bytes\n", $5 }'

echo "== disassemble one module"
hyperfine -N -w 2 --export-markdown "$work/disasm.md" \
  -n "spirv-dis" "spirv-dis $work/big.spv -o $work/a" \
  -n "glassbox disasm" "$glassbox disasm $work/big.spv -o $work/b" \
  -n "glassbox print" "$glassbox print $work/big.spv -o $work/c"
cat "$work/disasm.md"

echo "== assemble it"
hyperfine -N -w 1 -r 5 --export-markdown "$work/asm.md" \
  -n "spirv-as" "spirv-as --target-env spv1.3 $work/big.spvasm -o $work/d" \
  -n "glassbox asm" "$glassbox asm $work/big.spvasm -o $work/e"
cat "$work/asm.md"

mkdir "$work/modules"
find "$corpus/vbc" -name '*.vbc' | while read -r file; do
  mkdir -p "$work/modules/$(basename "$file")"
  "$glassbox" extract --as vbc --kind code --out-dir "$work/modules/$(basename "$file")" "$file" >/dev/null 2>&1 || true
done
find "$work/modules" -name '*.spv' > "$work/modules.txt"
find "$corpus/shbin" -name '*.shbin' > "$work/shbin.txt"
cat > "$work/peers" <<EOF
while read -r file; do spirv-val "\$file"; done < "$work/modules.txt"
${NIHSTRO:+while read -r file; do timeout 5 "$NIHSTRO" "\$file" 0; done < "$work/shbin.txt"}
true
EOF
echo "== check the corpus: $(wc -l < "$work/shbin.txt") SHBIN files, $(wc -l < "$work/modules.txt") SPIR-V modules in VBC files"
hyperfine -i -w 1 -r 3 --export-markdown "$work/check.md" \
  -n "a loop of the peers' readers" "bash $work/peers >/dev/null 2>&1" \
  -n "glassbox validate -r" "$glassbox validate -r $corpus/shbin $corpus/vbc >/dev/null 2>&1"
cat "$work/check.md"
