//! Every rule has a case that fires it and a near miss.
//!
//! The first line of `tests/rules/ID.packages` is the operation: `link` (the first package is the program), `assemble NAME` (those after
//! a line `parents` are the parents), `merge` or `set`. Then `fires INPUT PATH` and `near`, each followed by packages in the language of
//! `support`. The finding must be at that path of that input, with every byte range inside the file. `near` may not fire the rule.

use std::path::Path;

use crate::support;
use glassbox_bpx::file::File;
use glassbox_bpx_link::{Options, assemble, check_set, link, merge, rules};
use glassbox_core::diagnostic::Diagnostic;
use glassbox_core::limits::Limits;
use glassbox_testing::case::{TextCase, assert_complete, assert_in_bounds};
use glassbox_testing::text_rules;

fn findings(operation: &str, text: &str) -> (Vec<String>, Vec<Diagnostic>) {
    let (inputs, parents) = text.split_once("parents\n").unwrap_or((text, ""));
    let mut packages = support::packages(inputs);
    let own = packages.len();
    packages.extend(support::packages(parents));
    let written: Vec<Vec<u8>> = packages.iter().map(|package| package.write()).collect();
    let files: Vec<File<'_>> = written.iter().map(|bytes| support::file(bytes)).collect();
    let inputs = support::inputs(&packages, &files);
    let limits = Limits::default();
    let operation: Vec<&str> = operation.split_whitespace().collect();
    let found = match operation[..] {
        ["link"] => link(&inputs[0], &inputs[1..], &Options::default(), &limits).findings,
        ["link", name] => {
            let options = Options { name: Some(name), relink: false };
            link(&inputs[0], &inputs[1..], &options, &limits).findings
        }
        ["assemble", name] => assemble(&inputs[..own], &inputs[own..], name, &limits).findings,
        ["merge"] => merge(&inputs, &limits).findings,
        ["set"] => check_set(&inputs, &limits).into_sorted(),
        ref other => panic!("{other:?} is no operation"),
    };
    assert_in_bounds(&found, &written);
    (packages.into_iter().map(|package| package.name).collect(), found)
}

#[test]
fn rules_fire_and_nearly_fire() {
    let cases = TextCase::all(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/rules"), "packages");
    for case in &cases {
        let (names, found) = findings(&case.head, &case.fires);
        let at = &case.finding(&found).location;
        let place = format!("{} {}", names[at.input as usize], at.path);
        assert_eq!(place.trim_end(), case.place, "{}", case.name);
        case.assert_absent(&findings(&case.head, &case.near).1);
    }
    assert_complete(&cases, rules::RULES);
}

text_rules!("tests/rules", "packages", rules::RULES);
