//! Helpers of the tests: kinds by file name extension, and conversions between programs and files.
#![allow(dead_code, reason = "each test file uses a part")]

use glassbox_core::diagnostic::Diagnostic;
use glassbox_core::limits::Limits;
use glassbox_core::reader::Window;
use glassbox_sksl::print::{Style, listing};
use glassbox_sksl::raw::ProgramKind;
use glassbox_sksl::read::open;
use glassbox_sksl_lang::{Encoding, Options, Program, compile, describe, encode, lift};

/// Skia's default inliner threshold.
pub(crate) const DEFAULT_THRESHOLD: u32 = 50;

/// The value that a function returns, as the description has it after `head`; findings if the text has errors.
pub(crate) fn returned_value(text: &str, head: &str, optimize: bool) -> String {
    let mut options = Options::new(ProgramKind::SHADER);
    options.optimize = optimize;
    let compilation = compile(text, &options);
    let Some(program) = compilation.program else {
        let findings = compilation.findings.iter();
        let findings: Vec<_> =
            findings.map(|finding| format!("{}: {}", finding.rule.id, finding.message)).collect();
        return findings.join("; ");
    };
    let description = describe(&program);
    let body =
        description.split_once(&format!("{head} {{\nreturn ")).and_then(|(_, rest)| rest.split_once(";\n}"));
    match body {
        Some((value, _)) => value.trim().to_owned(),
        None => description,
    }
}

/// The kind of program that an ending stands for, as in Skia's tests of its encoder.
pub(crate) fn kind_of(name: &str) -> Option<ProgramKind> {
    let (_, ending) = name.rsplit_once('.')?;
    Some(match ending {
        "sksl" | "rts" => ProgramKind::SHADER,
        "rtcf" => ProgramKind::COLOR_FILTER,
        "rtb" => ProgramKind::BLENDER,
        "frag" => ProgramKind::FRAGMENT,
        "vert" => ProgramKind::VERTEX,
        "mv" => ProgramKind::MESH_VERTEX,
        "mf" => ProgramKind::MESH_FRAGMENT,
        "gen" => ProgramKind::GENERIC,
        _ => return None,
    })
}

/// Formats a finding as one line.
pub(crate) fn line(finding: &Diagnostic) -> String {
    let (line, column) = finding.location.line_column.unwrap_or_default();
    format!("{line}:{column}: {} {}", finding.rule.id, finding.message)
}

/// Formats findings, one per line.
pub(crate) fn lines(findings: &[Diagnostic]) -> String {
    findings.iter().map(line).collect::<Vec<_>>().join("\n")
}

/// Compiles a source.
pub(crate) fn compiled(text: &str, options: &Options) -> Result<Program, String> {
    let compilation = compile(text, options);
    compilation.program.ok_or_else(|| lines(&compilation.findings))
}

/// Compiles and encodes a source.
pub(crate) fn bytes_of(text: &str, options: &Options) -> Result<Vec<u8>, String> {
    let program = compiled(text, options)?;
    encode(&program, Encoding::Strict).map_err(|findings| lines(&findings))
}

/// Prints a file in a style.
pub(crate) fn printed(bytes: &[u8], style: Style) -> String {
    let file = open(Window::whole(bytes), &Limits::default()).expect("a binary of this format");
    let mut out = Vec::new();
    listing(&file.model, style, &mut out).expect("memory takes all");
    String::from_utf8(out).expect("the text is UTF-8")
}

/// Lifts a file.
pub(crate) fn lifted(bytes: &[u8]) -> Result<Program, String> {
    let file = open(Window::whole(bytes), &Limits::default()).map_err(|finding| finding.message)?;
    lift(&file).map_err(|findings| lines(&findings))
}

/// Describes the first difference between two files.
pub(crate) fn difference(ours: &[u8], theirs: &[u8]) -> String {
    let at = ours.iter().zip(theirs).take_while(|(a, b)| a == b).count();
    let part = |bytes: &[u8]| format!("{:02x?}", &bytes[at.min(bytes.len())..bytes.len().min(at + 12)]);
    format!(
        "at byte {at} of {} and {}: ours {} theirs {}",
        ours.len(),
        theirs.len(),
        part(ours),
        part(theirs)
    )
}

/// Fails with the list of failures unless it is empty.
pub(crate) fn assert_none(failures: &[String], count: usize) {
    assert!(failures.is_empty(), "{} of {count} fail\n{}", failures.len(), failures.join("\n"));
}
