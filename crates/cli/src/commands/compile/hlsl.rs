//! Compiles HLSL with a `dxcompiler` library that the user names.

use std::fmt::Write as _;
use std::path::PathBuf;
use std::time::Duration;

use glassbox::bpx_build::sources::{beside, join};
use glassbox::programs::rules;
use glassbox::stages::{CompiledStages, StageModule, StageText};
use glassbox_core::diagnostic::{Diagnostic, Location, Severity};
use glassbox_core::stage::Stage;
use glassbox_dxcompiler::{Request, ask, find};
use glassbox_spirv::check::{Environment, Vulkan};

use super::files::Files;
use super::targets::Target;
use super::unit::Unit;

/// The library, and how it is called.
pub(super) struct Hlsl {
    /// The library or its folder, if it is named.
    pub(super) library: Option<PathBuf>,
    /// Shader model, such as `6.0`.
    pub(super) model: Option<String>,
    /// How long it may take.
    pub(super) limit: Duration,
}

/// What came of a source beside its module.
#[derive(Default)]
pub(super) struct Found {
    /// The container, if it was asked for.
    pub(super) container: Option<Vec<u8>>,
    pub(super) stage: Option<Stage>,
    /// Paths that its includes may be at.
    pub(super) looked: Vec<String>,
}

impl Hlsl {
    /// Compiles a source, to a module for targets that are made of one, to a container for `dxil`.
    pub(super) fn compile(
        &self,
        text: &StageText<'_>,
        unit: &Unit,
        files: &Files,
        out: &mut CompiledStages,
    ) -> Found {
        let source = out.sources.add(text.name, text.text);
        let mut found = Found { stage: text.stage, ..Found::default() };
        found.looked = included(text, unit, files);
        let start = Location::in_text(text.text, 0..0).input(source);
        let Some((stage, prefix)) = text.stage.and_then(|stage| Some((stage, prefix(stage)?))) else {
            let message =
                format!("found no stage in the name {:?}, expected one such as `light.ps.hlsl`", text.name);
            out.findings.push(Diagnostic::new(&rules::STAGE, start, message).help("state it with --stage"));
            return found;
        };
        let entry = text.entry.unwrap_or("main");
        let model = self.model.as_deref().unwrap_or(match stage {
            Stage::Mesh | Stage::Task => "6.5",
            _ => "6.0",
        });
        let profile = format!("{prefix}_{}", model.replace('.', "_"));
        let called = (entry, profile.as_str());
        if unit.targets.iter().any(Target::is_of_modules) || !unit.reflect.is_empty() {
            let module = self.ask(text, unit, called, true, (source, &mut *out));
            out.modules.extend(module.map(|bytes| StageModule::of_bytes(stage, entry, bytes, source)));
        }
        if unit.targets.iter().any(|target| target.name == "dxil") {
            found.container = self.ask(text, unit, called, false, (source, &mut *out));
        }
        found
    }

    /// Calls the library; what it says is added to the findings.
    fn ask(
        &self,
        text: &StageText<'_>,
        unit: &Unit,
        (entry, profile): (&str, &str),
        is_spirv: bool,
        (source, out): (u32, &mut CompiledStages),
    ) -> Option<Vec<u8>> {
        let start = Location::in_text(text.text, 0..0).input(source);
        let request = Request::Compile {
            entry: entry.to_owned(),
            profile: profile.to_owned(),
            arguments: arguments(text, unit, is_spirv),
            source: text.text.as_bytes().to_vec(),
        };
        let library = find(self.library.as_deref());
        let answer = std::env::current_exe().map_err(|error| error.to_string()).and_then(|program| {
            ask(&program, &library, &request, self.limit).map_err(|error| error.to_string())
        });
        let answer = match answer {
            Ok(answer) if answer.status != u32::MAX => answer,
            Ok(answer) => {
                let message = format!("found no dxcompiler library: {}", answer.message);
                out.findings.push(Diagnostic::new(&rules::LIBRARY, start, message));
                return None;
            }
            Err(message) => {
                out.findings.push(Diagnostic::new(&rules::HLSL, start, message));
                return None;
            }
        };
        let before = out.findings.len();
        messages(&answer.message, text, source, &mut out.findings);
        if answer.is_fine() {
            return Some(answer.bytes);
        }
        if !out.findings[before..].iter().any(|finding| finding.severity == Severity::Error) {
            let mut message = format!("the library refused the source (status {:08x})", answer.status);
            if let Some(first) = answer.message.lines().find(|line| !line.trim().is_empty()) {
                let _ = write!(message, ": {}", first.trim());
            }
            out.findings.push(Diagnostic::new(&rules::HLSL, start, message));
        }
        None
    }
}

/// The library's prefix of a stage's profile.
fn prefix(stage: Stage) -> Option<&'static str> {
    Some(match stage {
        Stage::Vertex => "vs",
        Stage::TessellationControl => "hs",
        Stage::TessellationEvaluation => "ds",
        Stage::Geometry => "gs",
        Stage::Fragment => "ps",
        Stage::Compute => "cs",
        Stage::Mesh => "ms",
        Stage::Task => "as",
        _ => return None,
    })
}

fn arguments(text: &StageText<'_>, unit: &Unit, is_spirv: bool) -> Vec<String> {
    let options = &unit.options;
    let mut arguments = Vec::new();
    let own = options.stage_defines.iter().filter(|(stage, _)| Some(*stage) == text.stage);
    for (name, value) in options.defines.iter().chain(own.flat_map(|(_, defines)| defines)) {
        arguments.push("-D".to_owned());
        arguments.push(format!("{name}={value}"));
    }
    let folder = beside(text.name, ".");
    let folder = if folder.is_empty() { ".".to_owned() } else { folder };
    for folder in std::iter::once(&folder).chain(&unit.include) {
        arguments.push("-I".to_owned());
        arguments.push(folder.clone());
    }
    arguments.push(if unit.optimize { "-O3" } else { "-Od" }.to_owned());
    if options.debug {
        arguments.push("-Zi".to_owned());
        if is_spirv {
            arguments.push("-fspv-debug=vulkan-with-source".to_owned());
        } else {
            arguments.push("-Qembed_debug".to_owned());
        }
    }
    if is_spirv {
        arguments.push("-spirv".to_owned());
        let environment = match options.environment {
            Some(Environment::Vulkan(Vulkan::V1_0)) => "vulkan1.0",
            Some(Environment::Vulkan(Vulkan::V1_1)) => "vulkan1.1",
            Some(Environment::Vulkan(Vulkan::V1_1Spirv1_4)) => "vulkan1.1spirv1.4",
            Some(Environment::Vulkan(Vulkan::V1_2)) => "vulkan1.2",
            _ => "vulkan1.3",
        };
        arguments.push(format!("-fspv-target-env={environment}"));
    }
    arguments
}

/// Messages of the library as findings: `NAME:LINE:COLUMN: error: TEXT`, with lines after it that show the place.
fn messages(said: &str, text: &StageText<'_>, source: u32, findings: &mut Vec<Diagnostic>) {
    for line in said.lines() {
        let Some((place, severity, message)) = message_in(line) else { continue };
        let (severity, is_note) = match severity {
            "error" | "fatal error" => (Severity::Error, false),
            "warning" => (Severity::Warning, false),
            _ => (Severity::Info, true),
        };
        if is_note {
            if let Some(last) = findings.last_mut() {
                last.notes.push(message.to_owned());
            }
            continue;
        }
        let is_own = place.0.ends_with("source.hlsl");
        let at = if is_own { offset(text.text, place.1, place.2) } else { 0 };
        let mut finding =
            Diagnostic::new(&rules::HLSL, Location::in_text(text.text, at..at).input(source), message);
        finding.severity = severity;
        if !is_own {
            finding.notes.push(format!("in {}, line {}, column {}", place.0, place.1, place.2));
        }
        findings.push(finding);
    }
}

type Place<'l> = (&'l str, usize, usize);

fn message_in(line: &str) -> Option<(Place<'_>, &str, &str)> {
    let words = ["fatal error", "error", "warning", "note"];
    let (at, severity) = words.iter().find_map(|word| Some((line.find(&format!(": {word}: "))?, *word)))?;
    let (place, rest) = line.split_at(at);
    let message = rest.get(severity.len() + 4..)?;
    let mut parts = place.rsplitn(3, ':');
    let column = parts.next()?.parse().ok()?;
    let row = parts.next()?.parse().ok()?;
    Some(((parts.next()?, row, column), severity, message))
}

/// Offset of a line and a column, both counted from 1.
fn offset(text: &str, line: usize, column: usize) -> usize {
    let start: usize = text.split_inclusive('\n').take(line.saturating_sub(1)).map(str::len).sum();
    let end = text[start..].find('\n').map_or(text.len(), |end| start + end);
    let mut at = (start + column.saturating_sub(1)).min(end);
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

/// Paths at which the files that a source includes may be, and those of the files that these include. The library reads them itself, so
/// conditions are not known: there may be more than it reads.
fn included(text: &StageText<'_>, unit: &Unit, files: &Files) -> Vec<String> {
    let mut looked: Vec<String> = Vec::new();
    let mut waiting: Vec<(String, std::sync::Arc<str>)> = vec![(text.name.to_owned(), text.text.into())];
    while let Some((from, text)) = waiting.pop() {
        for line in text.lines() {
            let Some(rest) = line.trim_start().strip_prefix('#') else { continue };
            let Some(rest) = rest.trim_start().strip_prefix("include") else { continue };
            let name = rest.trim().trim_start_matches(['"', '<']);
            let Some(name) = name.split(['"', '>']).next().filter(|name| !name.is_empty()) else { continue };
            let own = std::iter::once(beside(&from, name));
            let candidates = own.chain(unit.include.iter().map(|folder| join(folder, name)));
            for path in candidates {
                let is_new = !looked.contains(&path);
                if is_new {
                    looked.push(path.clone());
                }
                if let Some(found) = files.text(&path) {
                    if is_new {
                        waiting.push((path, found.text));
                    }
                    break;
                }
            }
        }
    }
    looked
}
