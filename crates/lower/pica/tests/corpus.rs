//! Every executable of the corpus, into every language.

use std::path::PathBuf;

use glassbox_core::diagnostic::Diagnostic;
use glassbox_decompile::{Api, Target};
use glassbox_lower_pica::{Options, lower, rules};
use glassbox_shbin::raw::Stage;
use glassbox_testing::{corpus, glslang, hlsl, metal, spirv};

use crate::support::{open, text};

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

/// Targets, with the file extension and model that HLSL is checked by.
fn targets(is_geometry: bool) -> Vec<(&'static str, Option<&'static str>)> {
    let mut targets = vec![
        ("wgsl", None),
        ("glsl", Some("450")),
        ("glsl", Some("310es")),
        ("hlsl", Some("5.0")),
        ("hlsl", Some("6.0")),
        ("msl", Some("2.1")),
    ];
    if !is_geometry {
        targets.extend([("glsl", Some("330")), ("glsl", Some("300es"))]);
    }
    targets
}

fn messages(findings: &[Diagnostic]) -> String {
    let lines: Vec<String> =
        findings.iter().map(|finding| format!("{}: {}", finding.rule.id, finding.message)).collect();
    lines.join("; ")
}

/// Programs that never end, and those of the vertex stage that emit vertices, have no module.
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
fn check(target: &str, stage: &str, text: &str) -> Result<(), String> {
    match target {
        "wgsl" => read_back(text),
        "glsl" => glslang::validate(text, stage),
        "msl" => metal::check(text),
        _ => Ok(()),
    }
}

glassbox_testing::asking!(spirv_val: every_program_into_every_language);
glassbox_testing::asking!(glslang: every_program_into_every_language);
glassbox_testing::asking!(fxc: every_program_into_every_language);
glassbox_testing::asking!(dxc: every_program_into_every_language);
glassbox_testing::asking!(clang: every_program_into_every_language);

#[test]
fn every_program_into_every_language() {
    let (mut executables, mut nested, mut texts) = (0, 0, 0);
    let mut refused = Vec::new();
    let mut failures = Vec::new();
    let mut hlsl = Vec::new();
    for (path, bytes) in binaries() {
        let Some(binary) = open(&bytes) else { continue };
        for (number, executable) in binary.executables.iter().enumerate() {
            executables += 1;
            let is_geometry = executable.stage == Stage::GEOMETRY;
            for precise in [false, true] {
                let options = Options { precise, ..Options::default() };
                let name = format!("{} [{number}] precise {precise}", path.display());
                let lowered = match lower(&binary, number, &options) {
                    Ok(lowered) => lowered,
                    Err(findings) if findings.iter().all(|finding| may_refuse(finding.rule.id)) => {
                        refused.push(format!("{name}: {}", messages(&findings)));
                        continue;
                    }
                    Err(findings) => {
                        failures.push(format!("{name}: {}", messages(&findings)));
                        continue;
                    }
                };
                nested += usize::from(lowered.nested && !precise);
                let environment = if is_geometry { "vulkan1.1" } else { "vulkan1.0" };
                if let Err(error) = spirv::validate_for(&lowered.module.words().unwrap(), environment) {
                    failures.push(format!("{name}: {error}"));
                }
                for (target, version) in targets(is_geometry) {
                    let name = format!("{name} {target} {version:?}");
                    let language = Target::of(target, version, Api::OpenGl).unwrap();
                    let text = match text(&lowered.module, language) {
                        Ok(text) => text,
                        Err(error) => {
                            failures.push(format!("{name}: {error}"));
                            continue;
                        }
                    };
                    texts += 1;
                    let stage = if is_geometry { "comp" } else { "vert" };
                    if let Err(error) = check(target, stage, &text) {
                        failures.push(format!("{name}: {error}"));
                    }
                    if target == "hlsl" {
                        hlsl.push((name, version == Some("6.0"), is_geometry, text));
                    }
                }
            }
        }
    }
    let list = std::mem::take(&mut hlsl);
    let files = list.iter().map(|(name, is_new, is_geometry, text)| hlsl::File {
        name,
        stage: if *is_geometry { "cs" } else { "vs" },
        model: if *is_new { 6 } else { 5 },
        minor: 0,
        text,
    });
    let wrong = hlsl::validate(&files.collect::<Vec<_>>());
    failures.extend(wrong.into_iter().map(|(name, error)| format!("{name}: {error}")));
    eprintln!("{executables} executables, {nested} of them nested, {texts} texts");
    for name in &refused {
        eprintln!("refused: {name}");
    }
    assert!(executables > 0);
    assert!(
        failures.is_empty(),
        "{} failures\n{}",
        failures.len(),
        failures[..failures.len().min(20)].join("\n")
    );
}
