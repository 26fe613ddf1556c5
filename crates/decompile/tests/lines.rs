//! Tests lines and comments: each statement is at an instruction of the module, and comments change nothing else.

use glassbox_decompile::{Api, Options, Source, Target, decompile};
use glassbox_spirv::grammar::op;
use glassbox_spirv::module::Module;
use glassbox_testing::golden::golden;

use crate::generated::{generate, read, without_merges};
use crate::texts::modules_in;

const TARGETS: [(&str, Target); 10] = [
    ("vulkan450", Target::Glsl(450, Api::Vulkan)),
    ("glsl450", Target::Glsl(450, Api::OpenGl)),
    ("glsl120", Target::Glsl(120, Api::OpenGl)),
    ("essl310", Target::Essl(310)),
    ("msl24", Target::Msl(24)),
    ("msl30", Target::Msl(30)),
    ("hlsl50", Target::Hlsl(50)),
    ("hlsl66", Target::Hlsl(66)),
    ("sksl300", Target::Sksl(300)),
    ("wgsl", Target::Wgsl),
];

/// The modules of all tests.
fn all_modules() -> Vec<(String, Vec<u8>)> {
    let tests = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests");
    let folders =
        ["comments", "glsl", "hlsl", "meshes", "msl", "patches", "points", "sksl", "stages", "wgsl"];
    folders.into_iter().flat_map(|folder| modules_in(tests.join(folder))).collect()
}

fn write(module: &Module, target: Target, comments: bool) -> Option<Source> {
    decompile(module, &target, &Options { comments, ..Options::default() }).ok()
}

fn has_words(line: &str) -> bool {
    line.contains(|c: char| c.is_ascii_alphanumeric())
}

/// Checks the lines of a text; how many of its functions were found.
fn check(module: &Module, size: usize, source: &Source, what: &str) -> usize {
    let text: Vec<&str> = source.text.lines().collect();
    assert!(source.lines.is_sorted_by(|a, b| a.0 < b.0), "{what}: {:?}", source.lines);
    let mut functions = 0;
    for &(number, at) in &source.lines {
        let line =
            text.get(number as usize - 1).unwrap_or_else(|| panic!("{what}: there is no line {number}"));
        let range = module.origin(at);
        assert!(
            range.start >= 20 && range.start < range.end && range.end <= size,
            "{what}, {number}: {range:?}"
        );
        assert!(has_words(line), "{what}, {number}: {line}");
        if module.opcode(at) != op::FUNCTION || line.starts_with(' ') {
            continue;
        }
        functions += 1;
        // All lines up to the end of the function are statements.
        for (index, line) in
            text.iter().enumerate().skip(number as usize).take_while(|(_, line)| **line != "}")
        {
            let is_known = source.lines.binary_search_by_key(&(index as u32 + 1), |known| known.0).is_ok();
            assert!(is_known || !has_words(line) || line.trim_start().starts_with('}'), "{what}: {line}");
        }
    }
    functions
}

#[test]
fn each_statement_is_at_an_instruction() {
    let mut written = 0;
    for (name, bytes) in all_modules() {
        let module = Module::read(&bytes).expect("it is a module");
        for (version, target) in TARGETS {
            let Some(source) = write(&module, target, false) else { continue };
            let functions = check(&module, bytes.len(), &source, &format!("{name}, {version}"));
            assert!(functions > 0, "{name}, {version}: {}", source.text);
            written += 1;
        }
    }
    assert!(written > 200, "{written} texts");
}

/// Also where functions got their structure from the writer.
#[test]
fn each_statement_of_a_generated_module_is_at_an_instruction() {
    for seed in 1..=20 {
        let words = generate(seed);
        for module in [read(&words), without_merges(&words)] {
            for (version, target) in TARGETS {
                let Some(source) = write(&module, target, seed % 2 == 0) else { continue };
                check(&module, words.len() * 4, &source, &format!("seed {seed}, {version}"));
            }
        }
    }
}

/// A text without its comments, and without what surrounds words.
fn words(text: &str) -> Vec<String> {
    let lines = text.lines().map(|line| line.split("  // ").next().unwrap_or_default());
    lines.flat_map(str::split_whitespace).map(str::to_owned).collect()
}

#[test]
fn comments_stand_at_the_ends_of_lines_alone() {
    let mut comments = 0;
    for (name, bytes) in all_modules() {
        let module = Module::read(&bytes).expect("it is a module");
        for (version, target) in TARGETS {
            let Some(plain) = write(&module, target, false) else { continue };
            let commented = write(&module, target, true).expect("it is written");
            check(&module, bytes.len(), &commented, &format!("{name}, {version}"));
            // Metal has parameters with comments on lines of their own.
            let joined = |text: &str| words(text).concat();
            assert_eq!(joined(&commented.text), joined(&plain.text), "{name}, {version}");
            assert!(!plain.text.contains("//"), "{}", plain.text);
            comments += commented.text.matches("  // ").count();
        }
    }
    assert!(comments > 500, "{comments} comments");
}

#[test]
fn comments_state_what_texts_leave_out() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/comments");
    for (name, bytes) in modules_in(folder.clone()) {
        let module = Module::read(&bytes).expect("it is a module");
        // The later version has the same text.
        for (version, target) in TARGETS.into_iter().filter(|(version, _)| *version != "msl30") {
            let Some(source) = write(&module, target, true) else { continue };
            golden(folder.join(format!("{name}.{version}.txt")), source.text);
        }
    }
}
