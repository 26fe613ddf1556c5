//! The rule cases of `rules/`, and the base files that they edit: text forms of the files in `support`.

use crate::support;
use glassbox_core::diagnostic::Rule;
use glassbox_core::format::Format;
use glassbox_dxcontainer::FORMAT;
use glassbox_dxil::validate::rules::RULES;
use glassbox_testing::{format_rules, golden, tree};

#[test]
fn bases_are_current_and_clean() {
    for (name, bytes) in support::bases() {
        golden::assembles_to(
            rules_folder().join(format!("{name}.gbt")),
            &FORMAT,
            &support::registry(),
            &bytes,
        );
        let clean: &[&str] = match name {
            "library" => &["DXC-SYM-14"],
            // Its module has nothing but a function.
            "pixel" => &["DXC-MOD-11"],
            // Its runtime data is made up.
            "runtime" => &["DXC-PRG-08"],
            _ => &[],
        };
        assert_eq!(support::ids(&bytes), clean, "{name}");
        tree::assert_laws(&FORMAT, &support::registry(), &bytes, name);
    }
}

/// The rules of the format without those of DXIL modules, which have cases in their crate.
fn own_rules() -> Vec<&'static Rule> {
    let is_own = |rule: &&&Rule| !RULES.iter().any(|other| other.id == rule.id);
    FORMAT.rules().iter().filter(is_own).copied().collect()
}

format_rules!(FORMAT, support::registry(), &own_rules(), odd_numbers: 2000, contained: RULES);
