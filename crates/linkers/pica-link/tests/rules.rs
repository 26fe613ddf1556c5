//! Every rule has a case that fires it and one that nearly does.
//!
//! A case is a file `ID.case`: `fires INPUT PATH` and `near`, each followed by objects in the language of `support`. The finding
//! has to stand at that path of that input, with every byte range inside the file. `near` may not fire the rule.

mod support;

use std::collections::BTreeSet;
use std::path::Path;

use glassbox_core::diagnostic::Diagnostic;
use glassbox_core::limits::Limits;
use glassbox_core::reader::Window;
use glassbox_pica_link::{Input, Options, link, rules};
use glassbox_shbin::read::read;
use glassbox_shbin::write::{Layout, write};
use glassbox_testing::examples;

fn findings(text: &str) -> (Vec<String>, Vec<Diagnostic>) {
    let objects = support::objects(text);
    let written: Vec<Vec<u8>> = objects
        .iter()
        .map(|(_, model)| write(model, &Layout::canonical()).expect("an object can be written"))
        .collect();
    let files: Vec<_> = written
        .iter()
        .map(|bytes| read(Window::whole(bytes), &Limits::default()).expect("an object can be read"))
        .collect();
    let names: Vec<String> = objects.into_iter().map(|(name, _)| name).collect();
    let inputs: Vec<Input<'_>> = names
        .iter()
        .zip(&files)
        .map(|(name, file)| Input::file(name, file))
        .collect();
    let found = match link(&inputs, &Options::default()) {
        Ok(linked) => linked.findings,
        Err(found) => found.into_vec(),
    };
    for finding in &found {
        let labels = finding.labels.iter().map(|label| &label.location);
        for place in std::iter::once(&finding.location).chain(labels) {
            let size = written.get(place.input as usize).map_or(0, Vec::len) as u64;
            assert!(place.start <= place.end && place.end <= size, "{finding:?}");
        }
    }
    (names, found)
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
        let (fires, near) = text.split_once("\nnear\n").expect("a case has both halves");
        let (head, fires) = fires
            .split_once('\n')
            .expect("the first line says where it fires");
        let head: Vec<&str> = head.split_whitespace().collect();
        assert_eq!(head[0], "fires", "{name}");
        let (names, found) = findings(fires);
        let finding = found.iter().find(|finding| finding.rule.id == id);
        let finding = finding.unwrap_or_else(|| panic!("{name} does not fire: {found:?}"));
        let place = &finding.location;
        assert_eq!(
            (names[place.input as usize].as_str(), place.path.as_str()),
            (head[1], head.get(2).copied().unwrap_or_default()),
            "{name}"
        );
        let (_, found) = findings(near);
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
