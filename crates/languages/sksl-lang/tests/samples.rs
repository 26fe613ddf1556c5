//! Programs of our own with the files that Skia's compiler and encoder of version 8 made from them.
//!
//! `samples/NAME` is a source whose extension determines the kind; `samples/NAME.bin` is the file. `// settings:
//! inlined`, `unoptimized` and `es2` in the source set the options.

use std::path::PathBuf;

use crate::support;
use glassbox_sksl::print::Style;
use glassbox_sksl_lang::{Encoding, Options, describe, encode};
use support::{
    DEFAULT_THRESHOLD, assert_none, bytes_of, compiled, difference, kind_of, lifted, lines, printed,
};

struct Sample {
    name: String,
    text: String,
    options: Options,
    file: Vec<u8>,
}

fn samples() -> Vec<Sample> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/samples");
    let entries = std::fs::read_dir(&folder).expect("the folder is readable").flatten();
    let mut samples: Vec<Sample> = entries
        .filter_map(|entry| {
            let name = entry.file_name().to_string_lossy().into_owned();
            let mut options = Options::new(kind_of(&name)?);
            let text = std::fs::read_to_string(entry.path()).expect("the sample is readable");
            let settings = text.lines().find_map(|line| line.strip_prefix("// settings: "));
            for word in settings.unwrap_or_default().split_whitespace() {
                match word {
                    "inlined" => options.inline_threshold = DEFAULT_THRESHOLD,
                    "unoptimized" => options.optimize = false,
                    "es2" => options.es2 = true,
                    other => panic!("{name}: {other} is no setting"),
                }
            }
            let file = std::fs::read(folder.join(format!("{name}.bin"))).expect("each sample has its file");
            Some(Sample { name, text, options, file })
        })
        .collect();
    samples.sort_by(|a, b| a.name.cmp(&b.name));
    samples
}

#[test]
fn samples_compile_to_their_files() {
    let samples = samples();
    let mut failures = Vec::new();
    for sample in &samples {
        let bytes = match bytes_of(&sample.text, &sample.options) {
            Ok(bytes) => bytes,
            Err(findings) => {
                failures.push(format!("{}: {findings}", sample.name));
                continue;
            }
        };
        if bytes != sample.file {
            failures.push(format!(
                "{}: {}\n{}\nexpected\n{}",
                sample.name,
                difference(&bytes, &sample.file),
                printed(&bytes, Style::Description),
                printed(&sample.file, Style::Description)
            ));
        }
    }
    assert_none(&failures, samples.len());
    assert!(samples.len() >= 36);
}

/// The description of a program equals that of its file.
#[test]
fn samples_describe_themselves_as_their_files_do() {
    let mut failures = Vec::new();
    let samples = samples();
    for sample in &samples {
        match compiled(&sample.text, &sample.options) {
            Ok(program) if describe(&program) == printed(&sample.file, Style::Description) => {}
            Ok(program) => failures.push(format!("{}:\n{}", sample.name, describe(&program))),
            Err(findings) => failures.push(format!("{}: {findings}", sample.name)),
        }
    }
    assert_none(&failures, samples.len());
}

#[test]
fn files_of_samples_come_back() {
    let mut failures = Vec::new();
    let samples = samples();
    for sample in &samples {
        let again = lifted(&sample.file).map(|program| encode(&program, Encoding::Strict));
        match again {
            Ok(Ok(again)) if again == sample.file => {}
            Ok(Ok(again)) => failures.push(format!("{}: {}", sample.name, difference(&again, &sample.file))),
            Ok(Err(findings)) => failures.push(format!("{}: {}", sample.name, lines(&findings))),
            Err(message) => failures.push(format!("{}: {message}", sample.name)),
        }
    }
    assert_none(&failures, samples.len());
}

/// A sample that is printed as source and compiled prints the same.
#[test]
fn samples_print_the_same_after_compiling() {
    let mut failures = Vec::new();
    let samples = samples();
    for sample in &samples {
        let options = Options::new(sample.options.kind);
        let first = printed(&sample.file, Style::Source);
        // The optimiser changes a program that was compiled without it once.
        let Ok(bytes) = bytes_of(&first, &options) else {
            failures.push(format!("{}: does not compile again\n{first}", sample.name));
            continue;
        };
        let second = printed(&bytes, Style::Source);
        let is_plain = sample.options == options;
        let third = bytes_of(&second, &options).map(|bytes| printed(&bytes, Style::Source));
        if is_plain && first != second || third.as_ref() != Ok(&second) {
            failures.push(format!("{}:\n{first}\nthen\n{second}\nthen\n{third:?}", sample.name));
        }
    }
    assert_none(&failures, samples.len());
}
