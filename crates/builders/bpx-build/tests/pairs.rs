//! Shaders of our own into every target, and what the targets' own checkers say where they are asked.
//!
//! `tests/code/pairs/shaders/*.wgsl` are the shaders: entry points `vertex` and `fragment`. A line `// refuse GL33 fragment DECOMPILE` says
//! that a target cannot hold a stage, and how the rules begin that say so; every other cell is written and checked. `tests/code/pairs/golden` has what some of
//! them are written as (`GLASSBOX_BLESS=1` writes them).

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use glassbox_bpx::raw;
use glassbox_bpx_build::code::{ClipSpace, Language, PLATFORMS, WriteOptions, Written, has_stage, own_slots};
use glassbox_bpx_build::shader::{Class, Stage};
use glassbox_decompile::Target;
use glassbox_testing::{glslang, hlsl, metal, spirv};

use crate::support::shaders::{self, named, shader, words, write};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/code/pairs")
}

fn sources() -> Vec<(String, String)> {
    let mut files: Vec<PathBuf> =
        std::fs::read_dir(folder().join("shaders")).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    files
        .iter()
        .map(|path| {
            let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
            (name, std::fs::read_to_string(path).unwrap())
        })
        .collect()
}

const STAGES: [(&str, Stage); 2] = [("vertex", Stage::Vertex), ("fragment", Stage::Fragment)];

/// The rule under which the source says that a cell is refused.
fn refusal<'a>(source: &'a str, platform: raw::Target, stage: &str) -> Option<&'a str> {
    let prefix = format!("// refuse {platform} {stage} ");
    source.lines().find_map(|line| line.strip_prefix(&prefix))
}

fn write_cell(source: &str, stage: Stage, target: Language) -> Result<Written, Vec<String>> {
    let name = STAGES.iter().find(|(_, known)| *known == stage).unwrap().0;
    let shader_of = |stage, name| shader(source, stage, name);
    let next = shader_of(Stage::Fragment, "fragment");
    let this = shader_of(stage, name);
    // Registers are those of the program, so both stages have a part in them.
    let mut slots = own_slots(&shader_of(Stage::Vertex, "vertex"));
    let base = slots.len() as u8;
    for (place, mut slot) in own_slots(&next) {
        slots.entry(place).or_insert_with(|| {
            if slot.register > 0 || slot.class != Class::ConstantBuffer {
                slot.register += base;
            }
            slot
        });
    }
    let options = WriteOptions {
        clip: ClipSpace::WebGpu,
        next: (stage == Stage::Vertex).then_some(&next),
        ..WriteOptions::default()
    };
    write(&this, &slots, target, &options, true).map_err(|findings| {
        findings.iter().map(|finding| format!("{}: {}", finding.rule.id, finding.message)).collect()
    })
}

/// What the checkers of the target say, where they are asked.
fn check(platform: raw::Target, target: Language, stage: Stage, written: &Written) -> Result<(), String> {
    let text = written.text().unwrap_or_default();
    match target {
        Language::Spirv(_) => {
            spirv::validate_for(&words(written), &format!("vulkan1.{}", platform.0 - raw::Target::VK10.0))
        }
        Language::Text(Target::Glsl(..) | Target::Essl(_)) => glslang::validate(text, named(stage)),
        Language::Text(Target::Msl(_)) => metal::check(text),
        _ => Ok(()),
    }
}

glassbox_testing::asking!(spirv_val: every_shader_for_every_target);
glassbox_testing::asking!(glslang: every_shader_for_every_target);
glassbox_testing::asking!(fxc: every_shader_for_every_target);
glassbox_testing::asking!(dxc: every_shader_for_every_target);
glassbox_testing::asking!(clang: every_shader_for_every_target);

#[test]
fn every_shader_for_every_target() {
    let mut failures = Vec::new();
    let mut written = 0;
    let mut refused = 0;
    let mut hlsl_files = Vec::new();
    for (name, source) in sources() {
        for (platform, target) in PLATFORMS {
            let mut linked = Vec::new();
            for (stage_name, stage) in STAGES {
                let cell = format!("{name} {platform} {stage_name}");
                let expected = refusal(&source, platform, stage_name);
                match (write_cell(&source, stage, target), expected) {
                    (Ok(_), Some(rule)) => failures.push(format!("{cell}: written, but {rule} was expected")),
                    (Err(messages), Some(rule)) => {
                        refused += 1;
                        if !messages.iter().all(|message| message.starts_with(rule)) {
                            failures.push(format!("{cell}: {rule} was expected: {messages:?}"));
                        }
                    }
                    (Err(messages), None) => failures.push(format!("{cell}: {messages:?}")),
                    (Ok(result), None) => {
                        written += 1;
                        if let Err(words) = check(platform, target, stage, &result) {
                            let text = result.text().unwrap_or_default();
                            failures.push(format!("{cell}: {words}\n{text}"));
                        }
                        match target {
                            Language::Text(Target::Glsl(..) | Target::Essl(_)) => {
                                linked.push((named(stage), result.text().unwrap_or_default().to_owned()));
                            }
                            Language::Text(Target::Hlsl(version)) => {
                                hlsl_files.push((
                                    cell,
                                    (version / 10) as u8,
                                    stage,
                                    result.text().unwrap_or_default().to_owned(),
                                ));
                            }
                            _ => {}
                        }
                    }
                }
            }
            if linked.len() == 2
                && let Err(words) = glslang::link(&linked)
            {
                failures.push(format!("{name} {platform} does not link: {words}"));
            }
        }
    }
    for (cell, words) in hlsl::validate(
        &hlsl_files
            .iter()
            .map(|(cell, major, stage, text)| hlsl::File {
                name: cell,
                stage: if *stage == Stage::Vertex { "vs" } else { "ps" },
                model: *major,
                minor: 0,
                text,
            })
            .collect::<Vec<_>>(),
    ) {
        let text = &hlsl_files.iter().find(|(known, ..)| *known == cell).unwrap().3;
        failures.push(format!("{cell}: {words}\n{text}"));
    }
    eprintln!("{written} written, {refused} refused");
    assert!(failures.is_empty(), "{} failures\n{}", failures.len(), failures.join("\n\n"));
}

#[test]
fn some_are_written_like_this() {
    let mut failures = Vec::new();
    let sources: BTreeMap<String, String> = sources().into_iter().collect();
    for (name, platforms) in [
        ("camera", &["GL33", "GL45", "ES30", "DX11", "MT"][..]),
        ("textured", &["GL33", "GL42", "ES31", "DX11", "DX12", "MT"]),
        ("lights", &["GL33", "DX11", "MT"]),
        ("names", &["GL33", "DX11", "MT"]),
        ("clipped", &["GL33", "DX11", "MT"]),
        ("early", &["GL42", "DX12", "MT"]),
    ] {
        for (platform, target) in PLATFORMS {
            let platform = platform.to_string();
            if !platforms.contains(&platform.as_str()) {
                continue;
            }
            for (stage_name, stage) in STAGES {
                let text = match write_cell(&sources[name], stage, target) {
                    Ok(written) => format!("{}\n{:#?}\n", written.text().unwrap(), written.names),
                    Err(messages) => messages.join("\n"),
                };
                let path = folder().join(format!("golden/{name}.{platform}.{stage_name}"));
                if std::env::var_os("GLASSBOX_BLESS").is_some() {
                    std::fs::write(&path, &text).unwrap();
                } else if std::fs::read_to_string(&path).unwrap_or_default() != text {
                    failures.push(format!("{}\n{text}", path.display()));
                }
            }
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn two_writes_are_equal() {
    for (_, source) in sources() {
        for (_, target) in PLATFORMS {
            for (_, stage) in STAGES {
                let one = write_cell(&source, stage, target).map(|written| written.bytes);
                let two = write_cell(&source, stage, target).map(|written| written.bytes);
                assert_eq!(one, two);
            }
        }
    }
}

/// The page lists, for each target and stage, what is possible.
#[test]
fn the_page_says_what_the_code_does() {
    let page =
        std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../docs/bpx/targets.md"))
            .unwrap();
    for (platform, target) in PLATFORMS {
        let mut row = format!("| {platform} | {} |", shaders::language(target));
        for stage in [
            Stage::Vertex,
            Stage::TessellationControl,
            Stage::TessellationEvaluation,
            Stage::Geometry,
            Stage::Fragment,
        ] {
            let cell = if has_stage(target, stage) { "yes" } else { "TRANSLATE-31" };
            row.push_str(&format!(" {cell} |"));
        }
        assert!(page.lines().any(|line| line == row), "docs/bpx/targets.md lacks\n{row}");
    }
}

/// The first of the versions that platforms take in which a shader can be written.
fn first(source: &str, stage: Stage, versions: &[Language]) -> String {
    let name = STAGES.iter().find(|(_, known)| *known == stage).unwrap().0;
    let shader = shader(source, stage, name);
    let options = WriteOptions::default();
    let found = versions
        .iter()
        .position(|target| write(&shader, &own_slots(&shader), *target, &options, true).is_ok());
    match found {
        None => "–".to_owned(),
        Some(0) => "all".to_owned(),
        Some(index) => match versions[index] {
            Language::Text(Target::Glsl(version, _) | Target::Essl(version)) => version.to_string(),
            Language::Text(Target::Hlsl(version) | Target::Msl(version)) => {
                format!("{}.{}", version / 10, version % 10)
            }
            Language::Spirv(minor) => format!("1.{minor}"),
            Language::Text(_) => String::new(),
        },
    }
}

/// `tests/code/pairs/features.case` has a shader for each row of the page.
#[test]
fn the_page_has_the_first_version_of_everything() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../docs/bpx/targets.md");
    let page = std::fs::read_to_string(page).unwrap();
    let cases = std::fs::read_to_string(folder().join("features.case")).unwrap();
    let languages: [fn(&Language) -> bool; 5] = [
        |target| matches!(target, Language::Text(Target::Glsl(..))),
        |target| matches!(target, Language::Text(Target::Essl(_))),
        |target| matches!(target, Language::Text(Target::Hlsl(_))),
        |target| matches!(target, Language::Text(Target::Msl(_))),
        |target| matches!(target, Language::Spirv(_)),
    ];
    let mut lacking = String::new();
    for case in cases.split("== ").skip(1) {
        let (title, source) = case.split_once('\n').unwrap();
        let (title, stage) = match title.strip_suffix(", stage=vertex") {
            Some(title) => (title, Stage::Vertex),
            None => (title, Stage::Fragment),
        };
        let mut row = format!("| {title} |");
        for is_of in languages {
            let versions: Vec<Language> = PLATFORMS.iter().map(|(_, target)| *target).filter(is_of).collect();
            row.push_str(&format!(" {} |", first(source, stage, &versions)));
        }
        if !page.lines().any(|line| line == row) {
            lacking.push_str(&format!("{row}\n"));
        }
    }
    assert!(lacking.is_empty(), "docs/bpx/targets.md lacks\n{lacking}");
}
