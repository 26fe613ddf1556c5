//! Small programs and the modules that they become, as text: `tests/golden/NAME.vsl` with `NAME.vert.spvasm` and
//! `NAME.frag.spvasm` beside it, the ones that do something. Names are kept and nothing is optimized.
//!
//! `GLASSBOX_BLESS=1` writes the texts anew; read them before they are committed.

use std::path::Path;

use glassbox_spirv::{Options as Text, disassemble};
use glassbox_testing::spirv::validate;
use glassbox_vsl::emit::emit;
use glassbox_vsl::model::StageKind;
use glassbox_vsl::{Options, analyze};

fn golden() -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden");
    let mut all: Vec<(String, String)> = std::fs::read_dir(&folder)
        .expect("the folder is there")
        .map(|entry| entry.expect("the folder can be listed").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "vsl"))
        .map(|path| {
            let text = std::fs::read_to_string(&path).expect("the source can be read");
            (path.with_extension("").to_string_lossy().into_owned(), text)
        })
        .collect();
    all.sort();
    all
}

/// The text of a module.
fn module(text: &str, stage: StageKind, options: &Options) -> Option<String> {
    let (shader, findings) = analyze(text, options);
    let Some(shader) = shader else {
        let messages: Vec<String> = findings.iter().map(|finding| format!("{finding:?}")).collect();
        panic!("{text}\n{}", messages.join("\n"));
    };
    let body = match stage {
        StageKind::Vertex => &shader.vertex.body,
        StageKind::Fragment => &shader.fragment.body,
    };
    let words = emit(&shader, stage, options).expect("a module");
    let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
    let printed = disassemble(&bytes, &Text::default()).expect("a module");
    validate(&words).unwrap_or_else(|error| panic!("{error}\n{printed}"));
    Some(printed).filter(|_| !body.is_empty())
}

#[test]
fn modules_are_those_beside_the_sources() {
    let mut failures = Vec::new();
    for (name, text) in golden() {
        let options = Options {
            names: true,
            ..Options::default()
        };
        for (stage, suffix) in [(StageKind::Vertex, "vert"), (StageKind::Fragment, "frag")] {
            let path = format!("{name}.{suffix}.spvasm");
            let Some(found) = module(&text, stage, &options) else {
                assert!(!Path::new(&path).exists(), "{path} stands for nothing");
                continue;
            };
            if std::env::var_os("GLASSBOX_BLESS").is_some() {
                std::fs::write(&path, &found).expect("the text can be written");
            }
            let expected = std::fs::read_to_string(&path).unwrap_or_default();
            if found != expected {
                failures.push(format!("{path} differs; the module is now\n{found}"));
            }
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}
