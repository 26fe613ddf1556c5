//! Compares every file of `facts/` with facts established by other tools: signatures, state validation, runtime data,
//! root signature, reflection, names, summary and extracted content. Justified differences are listed with their reason.

mod artifacts;
mod compare;
mod names;
mod parts;
mod reflection;
mod summary;

use std::io::Read as _;

use compare::Compare;
use glassbox_core::limits::Limits;
use glassbox_core::reader::Window;
use glassbox_dxcontainer::read;
use glassbox_testing::corpus;
use serde_json::Value;

/// Accepted differences: file, fact path or its prefix, reason.
const DIFFERENCES: &[(&str, &str, &str)] = &[];

/// Facts of every file, with the file names.
fn all() -> Vec<(String, Value)> {
    let mut all = Vec::new();
    for path in corpus::files("dxcontainer/facts", &[".json", ".json.gz"]) {
        let stored = std::fs::read(&path).expect("the facts are readable");
        let text = if path.extension().is_some_and(|extension| extension == "gz") {
            let mut text = Vec::new();
            let mut stream = flate2::read::GzDecoder::new(stored.as_slice());
            stream.read_to_end(&mut text).expect("the facts are compressed soundly");
            text
        } else {
            stored
        };
        let facts: Value = serde_json::from_slice(&text).expect("the facts are JSON");
        let file = facts["file"].as_str().expect("the facts name their file").to_owned();
        all.push((file, facts));
    }
    all
}

#[test]
fn parts_and_reflection_are_as_the_facts_say() {
    let mut wrong = Vec::new();
    let (mut files, mut compared, mut differences) = (0, 0, vec![false; DIFFERENCES.len()]);
    for (file, facts) in all() {
        let path = corpus::find(&format!("dxcontainer/{file}")).expect("the file is there");
        let bytes = std::fs::read(path).expect("the file is readable");
        // A program database of this compiler has a contiguous container.
        let start = if file.ends_with(".pdb") {
            bytes.windows(4).position(|window| window == b"DXBC").expect("the database has a container")
        } else {
            0
        };
        let container =
            read::open(Window::whole(&bytes[start..]), &Limits::default()).expect("it is a container");
        files += 1;
        let mut compare = Compare::new(&facts);
        parts::compare(&container, &mut compare);
        reflection::compare(&container, &mut compare);
        names::compare(&container, &mut compare);
        // The facts of a database describe it rather than its program.
        if !file.starts_with("pdb/") {
            summary::compare(&container, &mut compare);
            artifacts::compare(&container, &mut compare);
        }
        compared += compare.compared;
        for finding in compare.wrong {
            let known =
                DIFFERENCES.iter().position(|(name, fact, _)| *name == file && finding.starts_with(fact));
            match known {
                Some(known) => differences[known] = true,
                None => wrong.push(format!("{file}: {finding}")),
            }
        }
    }
    for ((file, fact, _), seen) in DIFFERENCES.iter().zip(differences) {
        if !seen {
            wrong.push(format!("{file}: {fact} is said to differ and does not"));
        }
    }
    println!("{compared} facts of {files} files");
    assert!(
        wrong.is_empty(),
        "{} facts differ\n{}",
        wrong.len(),
        wrong.iter().take(80).cloned().collect::<Vec<_>>().join("\n")
    );
}
