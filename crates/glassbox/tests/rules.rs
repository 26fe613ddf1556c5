//! The rules are those listed in the descriptions of the formats (`rule-ids.txt`) and our own.

use std::collections::BTreeSet;

/// Prefixes of rules that no description of a format lists: those for limits, linking, sets, running, building, the text
/// form, assemblers, the SkSL compiler and evaluator, the command, SPIR-V files, DXIL programs and proposals, and those of the VSL compiler
/// beyond the table in its description.
const OWN: [&str; 79] = [
    "BPXS-BLD-",
    "BPXS-LNK-06",
    "BPXS-LNK-07",
    "BPXS-LNK-08",
    "BPXS-LNK-09",
    "BPXS-LNK-1",
    "BPXS-SET-",
    "BPXS-SHD-06",
    "BUILD-",
    "DECOMPILE-",
    "DVOJ-08",
    "DVOJ-09",
    "DVOJ-1",
    "DX-LINK-",
    "DX-LOWER-",
    "DX-PLAN-",
    "DXBC-ASM-",
    "DXC-BLD-",
    "DXC-DCL-",
    "DXC-ELM-",
    "DXC-ENT-",
    "DXC-FLW-",
    "DXC-INS-",
    "DXC-IR-",
    "DXC-LIMIT-",
    "DXC-MOD-",
    "DXC-OP-",
    "DXC-PRG-08",
    "DXC-RES-",
    "DXC-RTS-08",
    "DXC-RTS-09",
    "DXC-SYM-14",
    "DXIL-ASM-",
    "DXC-TYP-",
    "DXC-USE-",
    "GLASSBOX-",
    "GLSL-",
    "GPU-COMMANDS-",
    "PICA-ASM-",
    "PICA-LINK-",
    "PICA-LOWER-",
    "PICA-RUN-",
    "RUN-",
    "SAL-",
    "SHBIN-LIMIT-",
    "SKSL-E0",
    "SKSL-E1",
    "SKSL-E2",
    "SKSL-E3",
    "SKSL-E4",
    "SKSL-E5",
    "SKSL-LOWER-",
    "SKSL-RUN-",
    "SKSL-W",
    "SPIRV-",
    "TEXT-",
    "TRANSLATE-",
    "VERTICES-",
    "VSL-E002",
    "VSL-E127",
    "VSL-E128",
    "VSL-E129",
    "VSL-E143",
    "VSL-E157",
    "VSL-E171",
    "VSL-E197",
    "VSL-E206",
    "VSL-E207",
    "VSL-E225",
    "VSL-E251",
    "VSL-E297",
    "VSL-E312",
    "VSL-E313",
    "VSL-E314",
    "VSL-E323",
    "VSL-E324",
    "VSL-N",
    "VSL-W",
    "WGSL-",
];

#[test]
fn every_rule_is_there_and_explained() {
    let listed: BTreeSet<&str> = include_str!("rule-ids.txt").lines().collect();
    let known: BTreeSet<&str> = glassbox::rules().map(|(_, rule)| rule.id).collect();
    let missing: Vec<_> = listed.difference(&known).collect();
    assert!(missing.is_empty(), "not there: {missing:?}");
    let strange: Vec<_> =
        known.difference(&listed).filter(|id| !OWN.iter().any(|own| id.starts_with(own))).collect();
    assert!(
        strange.is_empty(),
        "{strange:?}: a rule of a published description belongs in rule-ids.txt, one of our own in OWN"
    );
    for (_, rule) in glassbox::rules() {
        assert!(!rule.title.is_empty(), "{} has a title", rule.id);
        for text in [rule.cause, rule.effect, rule.cure] {
            assert!(text.len() > 10, "{} explains itself: `{text}`", rule.id);
        }
    }
}
