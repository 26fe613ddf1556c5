//! Every rule has a file in `tests/rules` with a block in which it fires, and one in which it nearly does.

use crate::support;
use glassbox_pica_sim::rules::RULES;
use glassbox_testing::text_rules;

#[test]
fn every_rule_fires_and_nearly_fires() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/rules");
    let mut failures = Vec::new();
    for rule in RULES {
        let Ok(text) = std::fs::read_to_string(format!("{folder}/{}.run", rule.id)) else {
            failures.push(format!("{} has no file", rule.id));
            continue;
        };
        let blocks = support::blocks(&text);
        for wanted in ["fires", "near"] {
            if !blocks.iter().any(|block| block.name.starts_with(wanted)) {
                failures.push(format!("{}: no block `{wanted}`", rule.id));
            }
        }
        for block in blocks {
            let wanted = block.name.starts_with("fires");
            match block.run() {
                Err(message) => failures.push(format!("{}: {message}", rule.id)),
                Ok(found) if found.rules.contains(&rule.id) != wanted => {
                    failures.push(format!("{}: {}: found {:?}", rule.id, block.name, found.rules));
                }
                Ok(_) => {}
            }
        }
    }
    assert!(failures.is_empty(), "{} failures\n{}", failures.len(), failures.join("\n"));
}

text_rules!("tests/rules", "run", RULES);
