//! Every source of the corpus that the language accepts: its modules are valid and are what its reflection says.

use std::path::PathBuf;

use glassbox_testing::corpus;
use glassbox_testing::spirv::validate;
use glassbox_vsl::emit::emit;
use glassbox_vsl::model::StageKind;
use glassbox_vsl::{Options, analyze};

/// The sources of a folder of the corpus, with their names.
fn sources(folder: &str) -> Vec<(String, String)> {
    let Some(corpus) = corpus::folder() else { return Vec::new() };
    let folder: PathBuf = corpus.join("vbc").join(folder);
    let mut all: Vec<(String, String)> = std::fs::read_dir(&folder)
        .expect("the folder is there")
        .map(|entry| entry.expect("the folder can be listed").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "vsl"))
        .map(|path| {
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            let bytes = std::fs::read(&path).expect("the source can be read");
            (name, String::from_utf8_lossy(&bytes).into_owned())
        })
        .collect();
    all.sort();
    all
}

#[test]
fn modules_are_valid() {
    let mut failures = Vec::new();
    let mut count = 0;
    for folder in ["src", "conformance"] {
        for (name, text) in sources(folder) {
            for names in [false, true] {
                let options = Options { names, ..Options::default() };
                let (Some(shader), _) = analyze(&text, &options) else { continue };
                for stage in [StageKind::Vertex, StageKind::Fragment] {
                    count += 1;
                    let checked = match emit(&shader, stage, &options) {
                        Ok(words) => validate(&words)
                            .and_then(|()| validate(&glassbox_spirv::optimize(&words))
                            .map_err(|error| format!("optimized: {error}"))),
                        Err(error) => Err(error.to_string()),
                    };
                    if let Err(error) = checked {
                        failures.push(format!("{folder}/{name}, {stage:?}: {error}"));
                    }
                }
            }
        }
    }
    println!("{count} modules");
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}
