//! Declarations that are accepted and refused: `tests/declarations/TOPIC.glsl` is a list of programs. A line `//== STAGE API` begins
//! one that is accepted, `//== STAGE API RULE LINE` one whose first error is of that rule and on that line, counted from the line
//! behind the title. What each line says follows from the specification and was compared with glslang.

use crate::support;

use glassbox_core::diagnostic::Severity;
use glassbox_glsl::language::Api;
use glassbox_glsl::source::IncludeList;
use glassbox_glsl::stage::Stage;
use glassbox_glsl::{Options, StageSource, compile_program};

/// The first error of a program: its rule and line.
fn first_error(stage: Stage, api: Api, text: &str) -> Option<(&'static str, u32, String)> {
    let options = Options { api, ..Options::default() };
    let source = StageSource::new(stage, "case", text);
    let compiled = compile_program(&[source], &IncludeList::default(), &options);
    let errors = compiled.findings.items().iter().filter(|finding| finding.rule.severity == Severity::Error);
    errors
        .map(|finding| {
            let line = finding.location.line_column.map_or(0, |(line, _)| line);
            (finding.rule.id, line, finding.message.clone())
        })
        .min_by_key(|(_, line, _)| *line)
}

#[test]
fn declarations_are_accepted_and_refused() {
    let mut wrong = Vec::new();
    let mut count = 0;
    for path in support::files("declarations", "glsl") {
        let file = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        let text = std::fs::read_to_string(&path).expect("the cases are read");
        for section in text.split("//== ").skip(1) {
            let (title, body) = section.split_once('\n').expect("a case has a title");
            let words: Vec<&str> = title.split_whitespace().collect();
            let stage = Stage::named(words[0]).expect("the stage is known");
            let api = match words.get(1) {
                Some(&"vulkan") => Api::Vulkan,
                Some(&"opengl") => Api::OpenGl,
                _ => Api::Any,
            };
            let expected = words.get(2).map(|rule| (*rule, words[3].parse::<u32>().expect("a line")));
            let found = first_error(stage, api, body);
            count += 1;
            if found.as_ref().map(|(rule, line, _)| (*rule, *line)) != expected {
                wrong.push(format!("{file}: {title}: found {found:?}\n{body}"));
            }
        }
    }
    assert!(count > 100, "{count} cases are read");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
