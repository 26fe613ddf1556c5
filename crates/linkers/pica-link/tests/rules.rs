//! Every rule has a case that fires it and a near miss.
//!
//! `tests/rules/ID.objects` has `fires INPUT PATH` and `near`, each followed by objects in the language of `support`. The finding must be
//! at that path of that input, with every byte range inside the file. `near` may not fire the rule.

use std::path::Path;

use crate::support;
use glassbox_core::diagnostic::Diagnostic;
use glassbox_core::limits::Limits;
use glassbox_core::reader::Window;
use glassbox_pica_link::{Input, Options, link, rules};
use glassbox_shbin::read::read;
use glassbox_shbin::write::{Layout, write};
use glassbox_testing::case::{TextCase, assert_complete, assert_in_bounds};
use glassbox_testing::text_rules;

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
    let inputs: Vec<Input<'_>> =
        names.iter().zip(&files).map(|(name, file)| Input::file(name, file)).collect();
    let found = match link(&inputs, &Options::default()) {
        Ok(linked) => linked.findings,
        Err(found) => found.into_vec(),
    };
    assert_in_bounds(&found, &written);
    (names, found)
}

#[test]
fn rules_fire_and_nearly_fire() {
    let cases = TextCase::all(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/rules"), "objects");
    for case in &cases {
        let (names, found) = findings(&case.fires);
        let at = &case.finding(&found).location;
        let place = format!("{} {}", names[at.input as usize], at.path);
        assert_eq!(place.trim_end(), case.place, "{}", case.name);
        case.assert_absent(&findings(&case.near).1);
    }
    assert_complete(&cases, rules::RULES);
}

text_rules!("tests/rules", "objects", rules::RULES);
