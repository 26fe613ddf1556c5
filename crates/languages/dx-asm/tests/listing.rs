//! Compares listings of the corpus with `dxc -dumpbin`, line by line.
//!
//! `listing.tsv` has, for each file, the number of equal lines and of all lines of `dxc`. A file with fewer
//! equal lines fails the test; one with more must be updated with `GLASSBOX_BLESS=1`.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::PathBuf;

use glassbox_core::limits::Limits;
use glassbox_core::reader::Window;
use glassbox_dx_asm::dxil::{self, Selection};
use glassbox_testing::container;
use glassbox_testing::golden::is_blessing;
use glassbox_testing::lines::common_length;

/// Our listing of a corpus file.
fn listed(name: &str, bytes: &[u8]) -> String {
    let limits = Limits::default();
    let open = |bytes: &[u8]| {
        let container = glassbox_dxcontainer::read::open(Window::whole(bytes), &limits).unwrap();
        match dxil::container(&container, &Selection::default()) {
            Ok(text) => String::from_utf8(text).expect("it is UTF-8"),
            Err(error) => format!("{name}: {error}\n"),
        }
    };
    open(bytes)
}

fn table() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/listing.tsv")
}

#[test]
fn lines_equal_those_of_the_peer() {
    let mut found = BTreeMap::new();
    for (name, bytes) in container::containers() {
        let Some(theirs) = container::listing(&name) else {
            continue;
        };
        let is_dxil = glassbox_dxcontainer::read::open(Window::whole(&bytes), &Limits::default()).is_ok_and(
            |container| [b"DXIL", b"ILDB"].iter().any(|code| container.directory.find(code).is_some()),
        );
        if !is_dxil {
            continue;
        }
        let ours = listed(&name, &bytes);
        if let Some(out) = std::env::var_os("GLASSBOX_LISTINGS") {
            let file = PathBuf::from(out).join(name.replace('/', "_"));
            std::fs::write(file.with_extension("txt"), &ours).unwrap();
        }
        let (ours, theirs): (Vec<_>, Vec<_>) = (ours.lines().collect(), theirs.lines().collect());
        found.insert(name, (common_length(&ours, &theirs), theirs.len().max(ours.len())));
    }
    let mut text = String::from("file\tequal\tlines\n");
    for (name, (equal, lines)) in &found {
        writeln!(text, "{name}\t{equal}\t{lines}").unwrap();
    }
    if is_blessing() {
        std::fs::write(table(), text).unwrap();
        return;
    }
    let known = std::fs::read_to_string(table()).unwrap();
    let mut failures = String::new();
    for line in known.lines().skip(1) {
        let fields: Vec<_> = line.split('\t').collect();
        let [name, equal, _] = fields[..] else { panic!("{line}") };
        let expected: usize = equal.parse().unwrap();
        match found.get(name) {
            Some((equal, _)) if *equal >= expected => {}
            Some((equal, lines)) => {
                writeln!(failures, "{name}: {equal} of {lines} lines, expected {expected}").unwrap();
            }
            None => writeln!(failures, "{name}: not listed").unwrap(),
        }
    }
    assert!(failures.is_empty(), "{failures}");
    assert_eq!(known.lines().count(), found.len() + 1, "enter all files");
}
