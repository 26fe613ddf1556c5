//! The rules that exist are those that the formats' descriptions list (`rule-ids.txt`), besides those of our own.

use std::collections::BTreeSet;

/// Rules that no description of a format lists: limits, that two parts of DirectX containers are a proposal, SPIR-V as a
/// file, the text form, the reference section of objects, linking, running shaders, commands of a chip, the command's own.
const OWN: [&str; 16] = [
    "DVOJ-08",
    "DVOJ-09",
    "DVOJ-1",
    "PICA-ASM-",
    "PICA-LINK-",
    "TRANSLATE-",
    "GPU-COMMANDS-",
    "SHBIN-LIMIT-",
    "DXC-LIMIT-",
    "DXC-SYM-14",
    "SPIRV-",
    "TEXT-",
    "RUN-",
    "VERTICES-",
    "PICA-RUN-",
    "GLASSBOX-",
];

#[test]
fn every_rule_is_there_and_explained() {
    let listed: BTreeSet<&str> = include_str!("rule-ids.txt").lines().collect();
    let known: BTreeSet<&str> = glassbox::rules().map(|(_, rule)| rule.id).collect();
    let missing: Vec<_> = listed.difference(&known).collect();
    assert!(missing.is_empty(), "not there: {missing:?}");
    let strange: Vec<_> = known
        .difference(&listed)
        .filter(|id| !OWN.iter().any(|own| id.starts_with(own)))
        .collect();
    assert!(strange.is_empty(), "in no list: {strange:?}");
    for (_, rule) in glassbox::rules() {
        assert!(!rule.title.is_empty(), "{} has a title", rule.id);
        for text in [rule.cause, rule.effect, rule.cure] {
            assert!(text.len() > 10, "{} explains itself: `{text}`", rule.id);
        }
    }
}
