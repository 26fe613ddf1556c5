//! Expressions in tables: their types, and the values of constant ones.
//!
//! A line is `version expression = type value`, the value `?` where it is not known when the text is compiled, or
//! `version expression ! rule column`, the column counted from the beginning of the expression.

use glassbox_core::diagnostic::Severity;
use glassbox_core::stage::Stage;
use glassbox_syntax::report::Reports;
use glassbox_syntax::source::IncludeList;

use super::fold::scalar::to_float;
use crate::language::Api;
use crate::model::{Program, StatementKind};
use crate::preprocess::Dialect;
use crate::types::{Scalar, Type};
use crate::{parse, preprocess};

/// What the expressions of the tables name.
const DECLARED: &str = include_str!("tests/declared.glsl");
const TABLES: [(&str, &str); 4] = [
    ("fold.txt", include_str!("tests/fold.txt")),
    ("fold_functions.txt", include_str!("tests/fold_functions.txt")),
    ("types.txt", include_str!("tests/types.txt")),
    ("refused.txt", include_str!("tests/refused.txt")),
];

/// What is found of an expression, as a table writes it.
fn found(version: &str, expression: &str) -> String {
    let (number, extensions) = version.split_once('+').unwrap_or((version, ""));
    let mut text = match number.strip_suffix("es") {
        Some("100") => "#version 100\n".to_owned(),
        Some(number) => format!("#version {number} es\n"),
        None => format!("#version {number}\n"),
    };
    for extension in extensions.split('+').filter(|extension| !extension.is_empty()) {
        text.push_str(&format!("#extension GL_{extension} : enable\n"));
    }
    // Versions without a declaration leave it out.
    let is_embedded = number.ends_with("es");
    let since: u32 = number.trim_end_matches("es").parse().expect("a version");
    for block in DECLARED.split("//! ").skip(1) {
        let (condition, lines) = block.split_once('\n').expect("a condition");
        let (desktop, embedded) = condition.split_once(' ').expect("two versions");
        let wanted: u32 = if is_embedded { embedded } else { desktop }.trim().parse().expect("a version");
        if wanted != 0 && since >= wanted {
            text.push_str(lines);
        }
    }
    let start = text.lines().count() as u32 + 2;
    text.push_str(&format!("void main() {{\n{expression};\n}}\n"));
    let (mut reports, mut words) = (Reports::default(), crate::vocabulary::words::words());
    let file = reports.sources.add("case.frag", &text);
    let dialect =
        Dialect { api: Api::OpenGl, stage: Stage::Fragment, has_extension_macros: true, shadertoy: None };
    let unit = preprocess::preprocess(file, dialect, &[], &IncludeList::default(), &mut reports, &mut words);
    let (program, _) = parse::parse(vec![unit], Stage::Fragment, Api::OpenGl, &mut words, &mut reports);
    let (_, findings) = reports.finish();
    if let Some(finding) = findings.items().iter().find(|finding| finding.rule.severity == Severity::Error) {
        let (line, column) = finding.location.line_column.unwrap_or_default();
        let place = if line == start { column.to_string() } else { format!("{line}:{column}") };
        return format!("! {} {place} ({})", finding.rule.id, finding.message);
    }
    shown(&program)
}

/// The last statement of `main`.
fn shown(program: &Program) -> String {
    let main = program.main.map(|main| program.function(main));
    let Some(statement) = main.and_then(|main| main.body.as_ref()?.last()) else {
        return "nothing".to_owned();
    };
    let StatementKind::Expression(id) = statement.kind else {
        return "no expression".to_owned();
    };
    let expression = program.expression(id);
    let name = program.type_name(expression.ty);
    let value = match program.constant(id) {
        Some(scalars) => {
            let component = program.types.innermost(expression.ty).scalar().unwrap_or(Scalar::Uint);
            let shown: Vec<String> = scalars.iter().map(|bits| scalar(component, *bits)).collect();
            shown.join(" ")
        }
        None if expression.is_specialized => "specialized".to_owned(),
        None => "?".to_owned(),
    };
    if expression.ty == Type::Void { "= void".to_owned() } else { format!("= {name} {value}") }
}

fn scalar(component: Scalar, bits: u64) -> String {
    match component {
        Scalar::Bool => (bits != 0).to_string(),
        // Six digits: devices do not agree on more.
        other if other.is_float() => {
            let value = to_float(bits);
            let rounded = format!("{value:.6}");
            let trimmed = rounded.trim_end_matches('0').trim_end_matches('.');
            if value.is_finite() { trimmed.to_owned() } else { value.to_string() }
        }
        other if other.is_signed() => (bits as i64).to_string(),
        _ => bits.to_string(),
    }
}

#[test]
fn tables_hold() {
    let mut wrong = String::new();
    for (name, table) in TABLES {
        for (number, line) in table.lines().enumerate() {
            if line.trim().is_empty() || line.starts_with('#') {
                continue;
            }
            let (version, rest) = line.split_once(' ').expect("a version");
            let (expression, wanted) = match rest.rsplit_once(" ! GLSL") {
                Some((expression, wanted)) => (expression, format!("! GLSL{wanted}")),
                None => rest
                    .rsplit_once(" = ")
                    .map(|(expression, wanted)| (expression, format!("= {wanted}")))
                    .expect("an expectation"),
            };
            let found = found(version, expression.trim());
            let is_right = match found.split_once(" (") {
                Some((place, _)) if found.starts_with('!') => place == wanted.trim(),
                _ => found == wanted.trim(),
            };
            if !is_right {
                wrong.push_str(&format!(
                    "{name}:{}: {expression}: wanted {wanted}, found {found}\n",
                    number + 1
                ));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

#[test]
fn programs_are_accepted_or_refused() {
    let mut wrong = String::new();
    let programs = include_str!("tests/programs.glsl");
    for (number, section) in programs.split("//== ").skip(1).enumerate() {
        let (title, text) = section.split_once('\n').expect("a title");
        let words: Vec<&str> = title.split(' ').collect();
        let stage = Stage::named(words[0]).expect("a stage");
        let api = if words[1] == "vulkan" { Api::Vulkan } else { Api::OpenGl };
        let (mut reports, mut all) = (Reports::default(), crate::vocabulary::words::words());
        let file = reports.sources.add("case", text);
        let dialect = Dialect { api, stage, has_extension_macros: true, shadertoy: None };
        let unit =
            preprocess::preprocess(file, dialect, &[], &IncludeList::default(), &mut reports, &mut all);
        parse::parse(vec![unit], stage, api, &mut all, &mut reports);
        let (_, findings) = reports.finish();
        let errors: Vec<_> =
            findings.items().iter().filter(|finding| finding.rule.severity == Severity::Error).collect();
        let found = match errors[..] {
            [] => "accepted".to_owned(),
            [first, ..] => {
                let (line, column) = first.location.line_column.unwrap_or_default();
                format!("refused {} {line}:{column}", first.rule.id)
            }
        };
        let wanted = words[2..].join(" ");
        if found != wanted || errors.len() > 1 {
            let shown: Vec<&str> = errors.iter().map(|finding| &*finding.message).collect();
            wrong.push_str(&format!("program {number} ({title}): found {found} {shown:?}\n"));
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

/// Texts that are long in one way do not take long, and do not overflow the stack.
#[test]
fn long_and_deep_expressions_are_read() {
    let repeated = |begin: &str, part: &str, count: usize, end: &str| {
        format!(
            "#version 450\nvoid main() {{ int i; float f; vec3 v; {begin}{}{end}; }}\n",
            part.repeat(count)
        )
    };
    for (text, is_right) in [
        (repeated("i = 1", " + i", 50_000, ""), true),
        (repeated("i = 1", " + 1", 50_000, ""), true),
        (repeated("i = ", "-", 50_000, " i"), false),
        (repeated("i = ", "- ", 50_000, " i"), true),
        (repeated("i = ", "i == 0 ? 1 : ", 20_000, "2"), true),
        (repeated("v", ".xyz", 20_000, ""), true),
        (repeated("i = 1", ", i", 50_000, ""), true),
        (
            repeated("f = ", "sin(", 150, "f".to_owned().as_str())
                .replace("; }", &format!("{}; }}", ")".repeat(150))),
            true,
        ),
        (repeated("i = ", "(", 100_000, "1"), false),
        (repeated("i", " = i", 150, ""), true),
        (repeated("i", " = i", 50_000, ""), false),
        (repeated("f = v[", "int(v[", 50_000, "0"), false),
    ] {
        let (mut reports, mut words) = (Reports::default(), crate::vocabulary::words::words());
        let file = reports.sources.add("case", &text);
        let dialect =
            Dialect { api: Api::OpenGl, stage: Stage::Fragment, has_extension_macros: true, shadertoy: None };
        let unit =
            preprocess::preprocess(file, dialect, &[], &IncludeList::default(), &mut reports, &mut words);
        parse::parse(vec![unit], Stage::Fragment, Api::OpenGl, &mut words, &mut reports);
        let has_error =
            reports.findings.items().iter().any(|finding| finding.rule.severity == Severity::Error);
        assert_eq!(
            !has_error,
            is_right,
            "{} {:?}",
            &text[..80],
            reports.findings.items().first().map(|f| &f.message)
        );
    }
    let mut doubled = "#version 450\nstruct S0 { float a; };\nconst S0 s0 = S0(1.0);\n".to_owned();
    for level in 1..40 {
        let before = level - 1;
        doubled.push_str(&format!(
            "struct S{level} {{ S{before} a; S{before} b; }};\nconst S{level} s{level} = S{level}(s{before}, s{before});\n"
        ));
    }
    doubled.push_str("void main() {}\n");
    let (mut reports, mut words) = (Reports::default(), crate::vocabulary::words::words());
    let file = reports.sources.add("case", &doubled);
    let dialect =
        Dialect { api: Api::OpenGl, stage: Stage::Fragment, has_extension_macros: true, shadertoy: None };
    let unit = preprocess::preprocess(file, dialect, &[], &IncludeList::default(), &mut reports, &mut words);
    parse::parse(vec![unit], Stage::Fragment, Api::OpenGl, &mut words, &mut reports);
    assert_eq!(reports.findings.items().first().map(|finding| finding.rule.id), Some("GLSL-10"));
}
