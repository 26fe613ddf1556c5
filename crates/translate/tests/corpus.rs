//! Every vertex executable of the corpus, into every language.

use std::path::PathBuf;

use glassbox_core::diagnostic::Diagnostic;
use glassbox_core::limits::Limits;
use glassbox_core::reader::Window;
use glassbox_shbin::model::{Binary, Shbin};
use glassbox_shbin::raw::Stage;
use glassbox_testing::{corpus, glslang, hlsl, metal, spirv};
use glassbox_translate::output::{GlslVersion, Output, Target};
use glassbox_translate::pica::{Options, translate_pica};
use glassbox_translate::rules;

/// The folders of the corpus with valid files.
const FOLDERS: [&str; 7] = ["own", "ext", "generated", "found", "old", "other", "synthetic"];

fn binaries() -> Vec<(PathBuf, Vec<u8>)> {
    let folders =
        FOLDERS.iter().flat_map(|folder| corpus::files(&format!("shbin/{folder}"), &[".shbin", ".bin"]));
    folders
        .map(|path| {
            let bytes = std::fs::read(&path).unwrap();
            (path, bytes)
        })
        .collect()
}

fn open(bytes: &[u8]) -> Option<Binary<'_>> {
    match glassbox_shbin::read::read(Window::whole(bytes), &Limits::default()).ok()?.model {
        Shbin::Binary(binary) => Some(binary),
        Shbin::Object(_) => None,
    }
}

fn targets() -> Vec<Target> {
    vec![
        Target::Wgsl,
        Target::Glsl(GlslVersion::Core(330)),
        Target::Glsl(GlslVersion::Core(450)),
        Target::Glsl(GlslVersion::Es(300)),
        Target::Glsl(GlslVersion::Es(310)),
        Target::Hlsl(5, 0),
        Target::Hlsl(6, 0),
        Target::Msl(2, 0),
        Target::Spirv(1, 0),
    ]
}

fn messages(findings: &[Diagnostic]) -> String {
    let lines: Vec<String> =
        findings.iter().map(|finding| format!("{}: {}", finding.rule.id, finding.message)).collect();
    lines.join("; ")
}

/// Programs that never end, and those of the vertex stage that emit vertices, have no translation.
fn may_refuse(rule: &str) -> bool {
    [rules::ENDLESS.id, rules::GEOMETRY.id].contains(&rule)
}

/// WGSL as others read it.
fn read_back(text: &str) -> Result<(), String> {
    let module = naga::front::wgsl::parse_str(text).map_err(|error| error.emit_to_string(text))?;
    naga::valid::Validator::new(naga::valid::ValidationFlags::all(), naga::valid::Capabilities::empty())
        .validate(&module)
        .map(|_| ())
        .map_err(|error| format!("{error:?}"))
}

/// What the checkers of a language say, where they are asked. HLSL is checked in one run for all.
fn check(target: Target, output: &Output) -> Result<(), String> {
    match (target, output) {
        (Target::Wgsl, Output::Text(text)) => read_back(text),
        (Target::Glsl(_), Output::Text(text)) => glslang::validate(text, "vert"),
        (Target::Msl(..), Output::Text(text)) => metal::check(text),
        (_, Output::Words(words)) => spirv::validate_for(words, "vulkan1.0"),
        _ => Ok(()),
    }
}

glassbox_testing::asking!(spirv_val: every_vertex_program_into_every_language);
glassbox_testing::asking!(glslang: every_vertex_program_into_every_language);
glassbox_testing::asking!(fxc: every_vertex_program_into_every_language);
glassbox_testing::asking!(dxc: every_vertex_program_into_every_language);
glassbox_testing::asking!(clang: every_vertex_program_into_every_language);

#[test]
fn every_vertex_program_into_every_language() {
    let mut executables = 0;
    let mut translated = 0;
    let mut nested = 0;
    let mut refused = Vec::new();
    let mut failures = Vec::new();
    let mut texts = Vec::new();
    for (path, bytes) in binaries() {
        let Some(binary) = open(&bytes) else { continue };
        for (number, executable) in binary.executables.iter().enumerate() {
            if executable.stage != Stage::VERTEX {
                continue;
            }
            executables += 1;
            for precise in [false, true] {
                for target in targets() {
                    let options = Options { target, precise, ..Options::default() };
                    let name = format!("{} [{number}] {target:?} precise {precise}", path.display());
                    match translate_pica(&binary, number, &options) {
                        Ok(translation) => {
                            translated += 1;
                            if target == Target::Wgsl && !precise {
                                nested += usize::from(translation.nested);
                                if !translation.nested {
                                    eprintln!("{name}: {}", messages(&translation.notes));
                                }
                            }
                            if let Err(error) = check(target, &translation.output) {
                                failures.push(format!("{name}: {error}"));
                            }
                            if let (Target::Hlsl(model, _), Output::Text(text)) = (target, translation.output)
                            {
                                texts.push((name, model, text));
                            }
                        }
                        Err(findings) if findings.iter().all(|finding| may_refuse(finding.rule.id)) => {
                            if target == Target::Wgsl && !precise {
                                refused.push(format!("{name}: {}", messages(&findings)));
                            }
                        }
                        Err(findings) => failures.push(format!("{name}: {}", messages(&findings))),
                    }
                }
            }
        }
    }
    let files = texts.iter().map(|(name, model, text)| hlsl::File {
        name,
        stage: "vs",
        model: *model,
        minor: 0,
        text,
    });
    let refused_texts = hlsl::validate(&files.collect::<Vec<_>>());
    failures.extend(refused_texts.into_iter().map(|(name, error)| format!("{name}: {error}")));
    eprintln!("{executables} vertex executables, {nested} of them nested, {translated} translations");
    for name in &refused {
        eprintln!("refused: {name}");
    }
    assert!(
        failures.is_empty(),
        "{} failures\n{}",
        failures.len(),
        failures[..failures.len().min(20)].join("\n")
    );
}
