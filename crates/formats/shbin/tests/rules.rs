//! The rule cases of `rules/`, and the base files that they edit: text forms of the files in `support`.

use crate::support;
use glassbox_core::format::Format;
use glassbox_shbin::FORMAT;
use glassbox_testing::{format_rules, golden, tree};

#[test]
fn bases_are_current_and_clean() {
    for (name, bytes) in support::bases() {
        golden::text_form(rules_folder().join(format!("{name}.gbt")), &FORMAT, &support::registry(), &bytes);
        let clean = match name {
            "short" => vec!["SHBIN-DVLP-09"],
            // What the operand records of an object mean is not known, so Glassbox writes none.
            "linkable" => vec!["DVOJ-05"],
            _ => Vec::new(),
        };
        let found: Vec<_> = support::ids(&bytes).into_iter().filter(|id| *id != "SHBIN-FILE-02").collect();
        assert_eq!(found, clean, "{name}");
        tree::assert_laws(&FORMAT, &support::registry(), &bytes, name);
    }
}

format_rules!(FORMAT, support::registry(), odd_numbers: 2000);
