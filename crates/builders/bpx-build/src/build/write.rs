//! Writes the code for each target and the package around it.

use std::borrow::Cow;

use glassbox_bpx::pack::{Pack, Shader as PackShader};
use glassbox_bpx::package::Layout;
use glassbox_bpx::raw::{PackType, SectionFlags, SectionType, Target};
use glassbox_core::diagnostic::{Diagnostic, Diagnostics, Location, Severity};
use glassbox_core::error::ErrorList;
use glassbox_core::format::WriteError;
use rayon::iter::{IntoParallelRefIterator as _, ParallelIterator as _};

use super::StageCode;
use super::collect::MergedFindings;
use super::stages::{Loaded, next};
use crate::code::{Language, Prepared, WriteOptions, prepare};
use crate::project::{AskedTarget, Compression, Project};
use crate::rules;
use crate::shader::Slots;
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
    let none = Slots::new();
    let ready = |stage| ready(stage, symbols, &none);
    let prepared: Vec<Ready<'_>> = stages.par_iter().map(ready).collect();
    let results: Vec<_> =
        project.targets.par_iter().map(|target| (target, one(target.target, &prepared))).collect();
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

/// A stage, ready to be written, or what keeps it from that.
type Ready<'s> = (&'s Loaded, Result<Prepared<'s>, ErrorList<Diagnostic>>);

/// A stage with the registers of its resources.
fn ready<'s>(stage: &'s Loaded, symbols: &'s Symbols, none: &'s Slots) -> Ready<'s> {
    let known = symbols.slots.iter().find(|(known, _)| *known == stage.shader.stage);
    (stage, prepare(&stage.shader, known.map_or(none, |(_, slots)| slots), true))
}

/// Code of every stage for a target, with notes.
fn one(target: Target, stages: &[Ready<'_>]) -> (Vec<StageCode>, Vec<Diagnostic>) {
    let Some(language) = Language::of_platform(target) else {
        return (Vec::new(), Vec::new());
    };
    let write = |(stage, prepared): &Ready<'_>| {
        let options = WriteOptions {
            clip: stage.clip,
            next: next(stages.iter().map(|(other, _)| &other.shader), stage.shader.stage),
            program: stages.iter().map(|(other, _)| &other.shader).collect(),
        };
        match prepared {
            Ok(prepared) => prepared.write(language, &options),
            Err(found) => Err(found.clone()),
        }
    };
    let (mut code, mut notes) = (Vec::new(), Vec::new());
    for ready in stages {
        let stage = ready.0;
        let file = stage.files.first().copied().unwrap_or_default();
        let mut add = |found: Vec<Diagnostic>| {
            notes.extend(found.into_iter().map(|mut note| {
                // Byte ranges of a module that was made refer to nothing that the user has.
                let is_of_file = stage.shader.is_of_file;
                let at = if is_of_file { note.location } else { Location::in_text("", 0..0) };
                note.location = at.input(file);
                note.labels.clear();
                note
            }));
        };
        match write(ready) {
            Ok(written) => {
                add(written.notes);
                code.push(StageCode {
                    stage: stage.shader.stage,
                    is_text: written.is_text,
                    bytes: written.bytes,
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
