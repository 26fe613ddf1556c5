//! Effects are accepted and refused as by Skia of today: those of the project and of the corpus, and with `GLASSBOX_SKIA_CHECKOUT`, a checkout
//! of Skia, those in its `resources/sksl`.

use std::path::{Path, PathBuf};

use glassbox_core::diagnostic::Severity;
use glassbox_sksl_lang::{Options, compile};
use glassbox_testing::{corpus, skia};

use crate::support::kind_of;

/// Texts of which the verdicts differ, and why.
const DIFFERENT: &[(&str, &str)] = &[];

/// Endings of the texts that Skia judges.
const EFFECTS: [&str; 3] = ["rts", "rtcf", "rtb"];

fn effects(folder: &Path, found: &mut Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    for path in entries.flatten().map(|entry| entry.path()) {
        let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
        if path.is_dir() {
            effects(&path, found);
        } else if EFFECTS.contains(&ending) {
            found.push(path);
        }
    }
}

/// The parts of `dialects.sksl` as files.
fn parts(folder: &Path, found: &mut Vec<PathBuf>) {
    let own = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/dialects.sksl");
    let text = std::fs::read_to_string(own).expect("the parts");
    std::fs::create_dir_all(folder).expect("a folder");
    for (number, part) in text.split("//== ").skip(1).enumerate() {
        let (title, text) = part.split_once('\n').expect("the title is a line");
        let kind = title.split_whitespace().find_map(|word| word.strip_prefix("kind=")).unwrap_or("rts");
        if EFFECTS.contains(&kind) {
            let path = folder.join(format!("part-{number}.{kind}"));
            std::fs::write(&path, text).expect("a file");
            found.push(path);
        }
    }
}

#[test]
#[ignore = "needs skia-python: GLASSBOX_SKIA_PYTHON"]
fn needs_skia_python_verdicts_are_those_of_skia() {
    let own = Path::new(env!("CARGO_MANIFEST_DIR"));
    let made = std::env::temp_dir().join(format!("glassbox-judged-{}", std::process::id()));
    let mut found = Vec::new();
    parts(&made, &mut found);
    for folder in
        ["tests/samples", "../../engines/sksl-eval/tests/programs", "../../lower/sksl/tests/programs"]
    {
        effects(&own.join(folder), &mut found);
    }
    effects(&corpus::folder().join("sksl"), &mut found);
    if let Some(outside) = corpus::outside() {
        effects(&outside.join("sksl"), &mut found);
    }
    if let Some(checkout) = std::env::var_os("GLASSBOX_SKIA_CHECKOUT") {
        effects(&Path::new(&checkout).join("resources/sksl"), &mut found);
    }
    found.sort();
    let verdicts = skia::judge(&found).expect("Skia judges");
    let mut failures = Vec::new();
    let mut refused = 0;
    for (path, skia) in found.iter().zip(verdicts) {
        let text = std::fs::read_to_string(path).expect("a text");
        let kind = kind_of(&path.display().to_string()).expect("a kind");
        let findings = compile(&text, &Options::current(kind)).findings;
        let first = findings.iter().find(|finding| finding.severity == Severity::Error);
        refused += usize::from(first.is_some());
        let is_known = DIFFERENT.iter().any(|(name, _)| path.ends_with(name));
        if first.is_none() != (skia == "accepted") && !is_known {
            let own = first
                .map_or("accepted".to_owned(), |finding| format!("{}: {}", finding.rule.id, finding.message));
            failures.push(format!("{}: {own}; Skia: {skia}", path.display()));
        }
    }
    let _ = std::fs::remove_dir_all(made);
    println!("{} texts, {refused} of them refused", found.len());
    assert!(found.len() > 100 && refused > 20, "{} texts, {refused} refused", found.len());
    assert!(failures.is_empty(), "{} of {} differ\n{}", failures.len(), found.len(), failures.join("\n"));
}
