//! Every rule has a case that fires it and one that nearly does.
//!
//! A case is a file `ID.case`. Its first line says what is done with the packages: `link` (the first is the program), `assemble
//! NAME` (those behind a line `parents` are the parents), `merge` or `set`. Then `fires INPUT PATH` and `near`, each followed
//! by packages in the language of `support`. The finding has to stand at that path of that input, with every byte range inside
//! the file. `near` may not fire the rule.

mod support;

use std::collections::BTreeSet;
use std::path::Path;

use glassbox_bpx::file::File;
use glassbox_bpx_link::{Input, Options, assemble, check_set, link, merge, rules};
use glassbox_core::diagnostic::Diagnostic;
use glassbox_core::limits::Limits;
use glassbox_testing::examples;

fn findings(operation: &[&str], text: &str) -> (Vec<String>, Vec<Diagnostic>) {
    let (inputs, parents) = text.split_once("parents\n").unwrap_or((text, ""));
    let mut packages = support::packages(inputs);
    let own = packages.len();
    packages.extend(support::packages(parents));
    let written: Vec<Vec<u8>> = packages.iter().map(|package| package.write()).collect();
    let files: Vec<File<'_>> = written.iter().map(|bytes| support::file(bytes)).collect();
    let inputs: Vec<Input<'_>> = packages
        .iter()
        .zip(&files)
        .map(|(package, file)| Input {
            name: &package.name,
            file,
        })
        .collect();
    let limits = Limits::default();
    let found = match *operation {
        ["link"] => link(&inputs[0], &inputs[1..], &Options::default(), &limits).findings,
        ["link", name] => {
            let options = Options {
                name: Some(name),
                relink: false,
            };
            link(&inputs[0], &inputs[1..], &options, &limits).findings
        }
        ["assemble", name] => assemble(&inputs[..own], &inputs[own..], name, &limits).findings,
        ["merge"] => merge(&inputs, &limits).findings,
        ["set"] => check_set(&inputs, &limits).into_sorted(),
        ref other => panic!("{other:?} is no operation"),
    };
    for finding in &found {
        let labels = finding.labels.iter().map(|label| &label.location);
        for place in std::iter::once(&finding.location).chain(labels) {
            let size = written.get(place.input as usize).map_or(0, Vec::len) as u64;
            assert!(place.start <= place.end && place.end <= size, "{finding:?}");
        }
    }
    (packages.into_iter().map(|package| package.name).collect(), found)
}

#[test]
fn rules_fire_and_nearly_fire() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/rules");
    let mut fired = BTreeSet::new();
    for entry in std::fs::read_dir(folder).expect("the folder is there") {
        let path = entry.expect("the folder can be read").path();
        let name = path
            .file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        let id = name.split('.').next().unwrap_or_default().to_owned();
        let text = std::fs::read_to_string(&path).expect("the case can be read");
        let (operation, text) = text.split_once('\n').expect("the first line says what is done");
        let operation: Vec<&str> = operation.split_whitespace().collect();
        let (fires, near) = text.split_once("\nnear\n").expect("a case has both halves");
        let (head, fires) = fires.split_once('\n').expect("a line says where it fires");
        let head: Vec<&str> = head.split_whitespace().collect();
        assert_eq!(head[0], "fires", "{name}");
        let (names, found) = findings(&operation, fires);
        let finding = found.iter().find(|finding| finding.rule.id == id);
        let finding = finding.unwrap_or_else(|| panic!("{name} does not fire: {found:?}"));
        let place = &finding.location;
        assert_eq!(
            (names[place.input as usize].as_str(), place.path.as_str()),
            (head[1], head.get(2).copied().unwrap_or_default()),
            "{name}"
        );
        let (_, found) = findings(&operation, near);
        assert!(
            found.iter().all(|finding| finding.rule.id != id),
            "{name} fires nearly: {found:?}"
        );
        fired.insert(id);
    }
    for rule in rules::RULES {
        assert!(fired.contains(rule.id), "{} has no case", rule.id);
    }
}

#[test]
fn rules_are_explained() {
    glassbox_testing::case::assert_explained(rules::RULES);
}

/// `GLASSBOX_BLESS=1` writes `src/examples.txt` anew.
#[test]
fn examples_are_current() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/rules");
    let found = examples::Examples::of_texts(&folder, "case");
    examples::assert_current(env!("CARGO_MANIFEST_DIR"), &found, rules::RULES, &[]);
}
