//! Wrong programs, `tests/wrong.txt`: each is refused, and the first error is on the line that is wrong. Where glslang is
//! installed, it has to refuse them too, on the same line or on one that stands in [`ELSEWHERE`].

use std::fmt::Write as _;
use std::path::Path;

use glassbox_core::diagnostic::Severity;
use glassbox_glsl::language::Api;
use glassbox_glsl::source::IncludeList;
use glassbox_glsl::stage::Stage;
use glassbox_glsl::{Interface, Options, StageSource, compile_program};
use glassbox_spirv::check::{Environment, Vulkan};
use glassbox_testing::glslang;
use glassbox_testing::tool::{Tool, is_asked};

glassbox_testing::asking!(glslang: wrong_programs_are_refused_where_they_are_wrong);

/// What glslang reports on another line, or on none, and why ours is the better one.
const ELSEWHERE: [(&str, &str); 7] = [
    ("f = 1.0", "the line that lacks the semicolon, not the next one"),
    ("main();", "the call, not the whole stage"),
    ("#if", "the directive, not the line behind it"),
    ("#define", "the directive, not the line behind it"),
    ("layout(binding = 7) uniform Other { float x; } main;", "the name that is not free, not the function"),
    ("int main;", "the name that is not free, not the function"),
    ("struct T { float x; } t", "the line that lacks the semicolon, not the next one"),
];

/// A program with one line that is wrong.
struct Case {
    name: String,
    stage: String,
    api: String,
    wrong: String,
    text: String,
    /// Its line, from 1.
    line: u32,
}

fn cases() -> Vec<Case> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/wrong.txt");
    let text = std::fs::read_to_string(path).expect("the cases are read");
    let mut cases = Vec::new();
    for section in text.split("\n== ").skip(1) {
        let (head, body) = section.split_once('\n').expect("a section has a title");
        let (program, wrong) = body.split_once("\n--\n").expect("cases follow");
        let words: Vec<&str> = head.split(' ').collect();
        let [name, stage, api] = words[..] else { panic!("what is `{head}`?") };
        for (number, wrong) in wrong.lines().enumerate() {
            let (mark, inserted) = wrong.split_once(' ').expect("a case has a mark");
            let mut text = String::new();
            let mut line = 0;
            for (at, of_program) in program.lines().filter(|line| keeps(line, mark)).enumerate() {
                let is_wrong = of_program.starts_with('@');
                line = if is_wrong { at as u32 + 1 } else { line };
                let _ = writeln!(text, "{}", if is_wrong { inserted } else { of_program });
            }
            cases.push(Case {
                name: format!("{name} {number}"),
                stage: stage.to_owned(),
                api: api.to_owned(),
                wrong: inserted.to_owned(),
                text,
                line,
            });
        }
    }
    cases
}

/// Whether a line stays: marks of other cases do not.
fn keeps(line: &str, mark: &str) -> bool {
    line.strip_prefix('@').is_none_or(|other| other == mark)
}

/// What is wrong with how a case is refused.
fn complaint(case: &Case) -> Option<String> {
    let stage = Stage::named(&case.stage).expect("the stage is known");
    let options = Options {
        api: if case.api == "opengl" { Api::OpenGl } else { Api::Vulkan },
        environment: Environment::Vulkan(if case.api == "vulkan13" { Vulkan::V1_3 } else { Vulkan::V1_0 }),
        interface: if case.api == "opengl" { Interface::Completed } else { Interface::Stated },
        ..Options::default()
    };
    let source = StageSource::new(stage, "case", &case.text);
    if is_asked(Tool::Glslang)
        && let Some(complaint) = complaint_of_peer(case)
    {
        return Some(complaint);
    }
    let compiled = compile_program(&[source], &IncludeList::default(), &options);
    let mut errors =
        compiled.findings.items().iter().filter(|finding| finding.rule.severity == Severity::Error);
    let Some(first) = errors.next() else {
        return Some("it is accepted".to_owned());
    };
    let (line, _) = first.location.line_column.unwrap_or_default();
    (line != case.line).then(|| format!("line {line}, expected {}: {}", case.line, first.message))
}

/// What is other in how glslang refuses a case.
fn complaint_of_peer(case: &Case) -> Option<String> {
    let answer = match case.api.as_str() {
        "opengl" => glslang::validate(&case.text, &case.stage),
        "vulkan13" => glslang::compile_for(&case.text, &case.stage, "vulkan1.3").map(drop),
        _ => glslang::compile_for(&case.text, &case.stage, "vulkan1.0").map(drop),
    };
    let Err(message) = answer else {
        return Some("glslang accepts it".to_owned());
    };
    let is_there = message
        .lines()
        .any(|line| line.starts_with("ERROR: ") && line.contains(&format!(":{}: ", case.line)));
    let is_elsewhere = ELSEWHERE.iter().any(|(wrong, _)| *wrong == case.wrong);
    (!is_there && !is_elsewhere).then(|| format!("glslang says otherwise: {message}"))
}

#[test]
fn wrong_programs_are_refused_where_they_are_wrong() {
    let cases = cases();
    assert!(cases.len() >= 300);
    let wrong: Vec<String> = cases
        .iter()
        .filter_map(|case| Some(format!("{}: `{}`: {}", case.name, case.wrong, complaint(case)?)))
        .collect();
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), cases.len(), wrong.join("\n"));
}
