//! Programs in GLSL, WGSL and SPIR-V become shaders; what is wrong with them is said where it is written.
//!
//! `tests/read/programs` holds programs of our own: texts of one name and several extensions are the stages of one. `tests/read` holds a
//! case for each rule: `ID.EXTENSION` fires it, `ID.near.EXTENSION` does not.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use glassbox_bpx_build::read::{Reading, glsl, rules, spirv as modules, wgsl};
use glassbox_bpx_build::shader::{ROOT, Shader, Stage};
use glassbox_core::diagnostic::Severity;
use glassbox_glsl::source::{Include, Included};
use glassbox_glsl::{Options, StageSource};
use glassbox_testing::spirv;

struct Folder(PathBuf);

impl Include for Folder {
    fn find(&self, path: &str, _is_system: bool, _from: &str) -> Option<Included> {
        let text = std::fs::read_to_string(self.0.join(path)).ok()?;
        Some(Included { name: path.to_owned(), text })
    }

    fn known(&self, _from: &str) -> Vec<String> {
        Vec::new()
    }
}

fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join(name)
}

/// The programs of a folder: for each name its stages.
fn programs(folder: &Path) -> BTreeMap<String, Vec<(Stage, String, String)>> {
    let mut programs: BTreeMap<String, Vec<(Stage, String, String)>> = BTreeMap::new();
    for entry in std::fs::read_dir(folder).expect("the folder is there") {
        let path = entry.expect("an entry").path();
        let extension = path.extension().and_then(|text| text.to_str()).expect("an extension");
        let Some(stage) = Stage::named(extension) else {
            continue;
        };
        let name = path.file_name().and_then(|text| text.to_str()).expect("a name").to_owned();
        let stem = path.file_stem().and_then(|text| text.to_str()).expect("a name").to_owned();
        let text = std::fs::read_to_string(&path).expect("the text is read");
        programs.entry(stem).or_default().push((stage, name, text));
    }
    for stages in programs.values_mut() {
        stages.sort();
    }
    programs
}

fn read(stages: &[(Stage, String, String)], folder: &Path) -> Reading {
    let stages: Vec<StageSource<'_>> =
        stages.iter().map(|(stage, name, text)| StageSource::new(*stage, name, text)).collect();
    glsl::read(&stages, &Folder(folder.to_owned()), &Options::default())
}

fn read_text(extension: &str, text: &str) -> Reading {
    let stage = Stage::named(extension).expect("the stage is known");
    read(&[(stage, format!("text.{extension}"), text.to_owned())], &folder("read/programs"))
}

fn words(shader: &Shader) -> Vec<u32> {
    shader.module.words().expect("the module can be written")
}

glassbox_testing::asking!(
    spirv_val: programs_become_modules,
    wgsl_may_have_several_entry_points
);

#[test]
fn programs_become_modules() {
    let folder = folder("read/programs");
    let programs = programs(&folder);
    let mut count = 0;
    for (name, stages) in &programs {
        let reading = read(stages, &folder);
        let errors: Vec<String> = reading
            .findings
            .iter()
            .filter(|finding| finding.severity == Severity::Error)
            .map(|finding| format!("{:?} {}", finding.location.line_column, finding.message))
            .collect();
        assert!(errors.is_empty(), "{name}: {errors:?}");
        assert_eq!(reading.shaders.len(), stages.len(), "{name}");
        for shader in &reading.shaders {
            spirv::validate(&words(shader))
                .unwrap_or_else(|error| panic!("{name}.{}: {error}", shader.stage));
            count += 1;
        }
    }
    assert!(count >= 20, "{count} stages");
}

#[test]
fn loose_uniforms_have_one_layout_in_all_stages() {
    let folder = folder("read/programs");
    let reading = read(&programs(&folder)["lit"], &folder);
    let layouts: Vec<String> = reading
        .shaders
        .iter()
        .map(|shader| {
            let reflection = &shader.reflection;
            let place = (Some(ROOT.set), Some(ROOT.binding));
            let root = reflection.descriptors.iter().find(|one| (one.set, one.binding) == place);
            let mut ty = root.expect("the stage has the block").element;
            // Blocks are wrapped in a structure of their own.
            if let [inner] = reflection.members(ty) {
                ty = inner.ty;
            }
            let members = reflection.members(ty).iter();
            let members = members.map(|member| format!("{:?}@{:?}", member.name, member.offset));
            members.collect::<Vec<_>>().join(" ")
        })
        .collect();
    assert_eq!(layouts[0], layouts[1]);
    // Three lights of 32 bytes and two matrices of 64 are in front of the last, a vector.
    assert!(layouts[0].ends_with("@Some(224)"), "{}", layouts[0]);
}

#[test]
fn findings_point_at_what_was_written() {
    let text = "#version 330\n#define TWICE(x) (x * unknown)\nout vec4 color;\nvoid main() {\n    color = vec4(TWICE(2.0));\n}\n";
    let reading = read_text("frag", text);
    let finding = &reading.findings[0];
    assert_eq!(finding.rule.id, "GLSL-42");
    assert_eq!(finding.location.line_column, Some((5, 18)));
    assert_eq!(finding.labels[0].location.line_column, Some((2, 23)));

    let text = "#version 330\nuniform sampler2D map;\nin vec2 at;\nout vec4 color;\nvoid main() { color = texture(map, at) + nothing; }\n";
    let reading = read_text("frag", text);
    let finding = &reading.findings[0];
    let place = finding.location.start as usize..finding.location.end as usize;
    assert_eq!(&text[place], "nothing", "{}", finding.message);
}

#[test]
fn wgsl_may_have_several_entry_points() {
    let text = "
        struct Camera { matrix: mat4x4f }
        @group(0) @binding(3) var<uniform> camera: Camera;
        @group(1) @binding(0) var image: texture_2d<f32>;
        @group(2) @binding(0) var nearest: sampler;
        @vertex fn vs(@location(0) place: vec4f) -> @builtin(position) vec4f { return camera.matrix * place; }
        @fragment fn fs(@location(0) at: vec2f) -> @location(0) vec4f { return textureSample(image, nearest, at); }
    ";
    let reading = wgsl::read("both.wgsl", text);
    assert!(reading.findings.is_empty());
    let stages: Vec<(Stage, &str, usize)> = reading
        .shaders
        .iter()
        .map(|shader| (shader.stage, shader.entry.as_str(), shader.explicit.len()))
        .collect();
    assert_eq!(stages, [(Stage::Vertex, "vs", 1), (Stage::Fragment, "fs", 2)]);
    for shader in &reading.shaders {
        assert_eq!(spirv::validate(&words(shader)), Ok(()));
    }
}

#[test]
fn modules_come_back_as_shaders() {
    let folder = folder("read/programs");
    for (name, stages) in &programs(&folder) {
        for shader in &read(stages, &folder).shaders {
            let reading = modules::read(name, &shader.module.bytes().expect("it can be written"));
            let messages: Vec<&str> =
                reading.findings.iter().map(|finding| finding.message.as_str()).collect();
            assert!(messages.is_empty(), "{name}: {messages:?}");
            assert_eq!(reading.shaders[0].stage, shader.stage);
            assert_eq!(words(&reading.shaders[0]), words(shader), "{name}");
        }
    }
}

#[test]
fn every_rule_fires_and_nearly_fires() {
    let folder = folder("read");
    let mut seen = BTreeSet::new();
    for rule in rules::RULES {
        let mut fires = false;
        for entry in std::fs::read_dir(&folder).expect("the folder is there") {
            let path = entry.expect("an entry").path();
            let name = path.file_name().and_then(|text| text.to_str()).expect("a name").to_owned();
            if !name.starts_with(rule.id) {
                continue;
            }
            let text = std::fs::read_to_string(&path).expect("the text is read");
            let extension = path.extension().and_then(|text| text.to_str()).expect("an extension");
            let reading = match extension {
                "spvasm" => modules::read(&name, &assembled(&text)),
                _ => read_text(extension, &text),
            };
            let has = reading.findings.iter().any(|finding| finding.rule.id == rule.id);
            let is_near = name.contains(".near.");
            assert_eq!(has, !is_near, "{name}: {:?}", reading.findings);
            fires |= has;
        }
        if fires {
            seen.insert(rule.id);
        }
    }
    let known = rules::RULES.iter().map(|rule| rule.id);
    assert_eq!(seen, known.collect());
}

/// A module written as hexadecimal words, with comments behind `;`.
fn assembled(text: &str) -> Vec<u8> {
    let lines = text.lines().map(|line| line.split(';').next().unwrap_or_default());
    let numbers = lines.flat_map(str::split_whitespace);
    let words = numbers.map(|word| u32::from_str_radix(word, 16).expect("a hexadecimal number"));
    words.flat_map(u32::to_le_bytes).collect()
}
