//! Writes the code for each target and the package around it.

use std::borrow::Cow;

use glassbox_bpx::pack::{Pack, Shader as PackShader};
use glassbox_bpx::package::Layout;
use glassbox_bpx::raw::{PackType, SectionFlags, SectionType, Target};
use glassbox_core::diagnostic::{Diagnostic, Diagnostics, Location, Severity};
use glassbox_core::format::WriteError;
use glassbox_translate::back::{self, WriteOptions};
use glassbox_translate::output::{Output, Target as Language};
use glassbox_translate::shader::Slots;
use rayon::iter::{IntoParallelRefIterator as _, ParallelIterator as _};

use super::StageCode;
use super::collect::MergedFindings;
use super::stages::{Loaded, Words, next};
use crate::project::{AskedTarget, Compression, Project};
use crate::rules;
use crate::sources::Sources;
use crate::symbols::table::{Symbols, pack_stage};

/// Name, package and code of a target.
pub(super) type Written = (&'static str, Pack<'static>, Vec<StageCode>);

/// Writes the program for each target. If a target cannot be written, that is an error if it was
/// requested by name; `all` omits it.
pub(super) fn write(
    project: &Project,
    stages: &[Loaded],
    symbols: &Symbols,
    sources: &Sources,
    findings: &mut Diagnostics,
) -> Vec<Written> {
    let results: Vec<_> =
        project.targets.par_iter().map(|target| (target, one(target.target, stages, symbols))).collect();
    let mut collected = MergedFindings::default();
    let mut written = Vec::new();
    let mut left: Vec<(&AskedTarget, Vec<Diagnostic>)> = Vec::new();
    for (target, (code, notes)) in results {
        let name = target.name();
        let is_refused = notes.iter().any(|note| note.severity == Severity::Error);
        if is_refused && !target.is_named {
            left.push((target, notes));
            continue;
        }
        for note in notes {
            collected.add(note, name);
        }
        let pack = Pack {
            target: target.target,
            pack_type: PackType::PROGRAM,
            symbols: symbols.symbols.clone(),
            shaders: code
                .iter()
                .filter_map(|code| {
                    Some(PackShader { stage: pack_stage(code.stage)?, code: Cow::Owned(code.bytes.clone()) })
                })
                .collect(),
            ..Pack::default()
        };
        written.push((name, pack, code));
    }
    findings.extend(collected.finish(project.targets.len()));
    left_out(left, written.is_empty(), sources, findings);
    written
}

/// Reports omitted targets with reasons; an error if none is left.
fn left_out(
    left: Vec<(&AskedTarget, Vec<Diagnostic>)>,
    is_nothing_left: bool,
    sources: &Sources,
    findings: &mut Diagnostics,
) {
    let mut collected: Vec<(String, Vec<&'static str>, glassbox_core::span::Span)> = Vec::new();
    for (target, notes) in left {
        let name = target.name();
        let errors = notes.iter().filter(|note| note.severity == Severity::Error);
        let reasons: Vec<String> = errors.map(|note| format!("{}: {}", note.rule.id, note.message)).collect();
        let reason = reasons.join("; ");
        match collected.iter_mut().find(|(known, ..)| *known == reason) {
            Some((_, targets, _)) => targets.push(name),
            None => collected.push((reason, vec![name], target.span)),
        }
    }
    for (reason, targets, span) in collected {
        let message = format!("found no way to write the program for {}", targets.join(", "));
        let at = sources.location(0, span.range());
        let mut finding = findings.report(&rules::LEFT_OUT, at, message);
        finding.note(reason).help("list the intended targets, or avoid what these targets lack");
        if is_nothing_left {
            finding.severity(Severity::Error);
        }
    }
}

/// Code of every stage for a target, with notes.
fn one(target: Target, stages: &[Loaded], symbols: &Symbols) -> (Vec<StageCode>, Vec<Diagnostic>) {
    let Some(language) = Language::of_pack(target) else {
        return (Vec::new(), Vec::new());
    };
    let results: Vec<_> = stages
        .par_iter()
        .map(|stage| {
            let none = Slots::new();
            let known = symbols.slots.iter().find(|(known, _)| *known == stage.shader.stage);
            let slots = known.map_or(&none, |(_, slots)| slots);
            let options = WriteOptions {
                clip: stage.clip,
                pack: true,
                next: next(stages, stage.shader.stage),
                program: stages.iter().map(|stage| &stage.shader).collect(),
            };
            let written = back::write(&stage.shader, slots, language, &options);
            (stage, written)
        })
        .collect();
    let (mut code, mut notes) = (Vec::new(), Vec::new());
    for (stage, written) in results {
        let file = stage.files.first().copied().unwrap_or_default();
        let mut add = |found: Vec<Diagnostic>| {
            notes.extend(found.into_iter().map(|mut note| {
                note.location = match stage.words {
                    Words::OfFile => note.location.input(file),
                    // Byte ranges refer to a module that the user does not have.
                    Words::Made => Location::in_text("", 0..0).input(file),
                };
                note.labels.clear();
                note
            }));
        };
        match written {
            Ok(written) => {
                add(written.notes);
                code.push(StageCode {
                    stage: stage.shader.stage,
                    is_text: matches!(written.output, Output::Text(_)),
                    bytes: written.output.to_bytes(),
                });
            }
            Err(found) => add(found.into_vec()),
        }
    }
    (code, notes)
}

/// Serialises a package.
pub(super) fn bytes(pack: &Pack<'_>, compression: Compression) -> Result<Vec<u8>, WriteError> {
    let mut package = pack.package()?;
    let xz = SectionFlags::XZ.0;
    for section in &mut package.sections {
        if section.section_type != SectionType::SHADER {
            continue;
        }
        match compression {
            Compression::Auto => {}
            Compression::None => section.flags.0 &= !xz,
            Compression::Always => section.flags.0 |= xz,
        }
    }
    glassbox_bpx::write::write(&package, &Layout::canonical())
}
