//! Converts every entry point of many files into a folder.

use std::collections::HashSet;
use std::path::Path;

use anyhow::Result;
use glassbox::{Conversion, ConversionError, ConversionOptions, EntryPoint, File, NameMap};
use glassbox_core::diagnostic::{Diagnostic, Location};
use glassbox_core::format::Format;
use glassbox_core::name_map::ShaderNames;
use glassbox_report::json::{Document, NamesFile};

use super::{Arguments, check_options, conversion_of, options_for};
use crate::batch::{self, FileOutcome, is_foreign};
use crate::context::{Context, Status};
use crate::input::{Input, Source, or_stdin, sources};
use crate::output::{Output, Place, make_folder};
use crate::pipeline::Waiting;
use crate::reports::Notice;

/// What became of a file.
#[derive(Default)]
struct Outcome {
    notices: Vec<Notice>,
    /// Reason it could not be converted, if that is no finding.
    failure: Option<String>,
    results: Vec<Converted>,
}

/// A result without a folder.
struct Converted {
    /// Name of the input.
    input: String,
    /// Name of the file, without its extension.
    stem: String,
    extension: &'static str,
    is_text: bool,
    bytes: Vec<u8>,
    names: Option<ShaderNames>,
}

impl Outcome {
    fn add(
        &mut self,
        input: &Input,
        stem: String,
        conversion: &dyn Conversion,
        converted: glassbox::Converted,
    ) {
        let names = match converted.map {
            Some(NameMap::Shader(names)) => Some(names),
            _ => None,
        };
        self.results.push(Converted {
            input: input.name.clone(),
            stem,
            extension: extension(conversion),
            is_text: conversion.is_text(),
            bytes: converted.bytes,
            names,
        });
    }
}

impl Waiting for Outcome {
    fn held(&self) -> usize {
        let notices: usize = self.notices.iter().map(Notice::held).sum();
        notices + self.results.iter().map(|result| result.bytes.len()).sum::<usize>()
    }
}

/// Converts the files of a call.
pub(super) fn run(
    arguments: &Arguments,
    all: &[ConversionOptions],
    folder: &Path,
    context: &Context,
) -> Result<Status> {
    let sources = sources(&or_stdin(&arguments.files)?, arguments.recursive)?;
    let format = arguments.kind_of_input.format_at(None)?;
    make_folder(folder)?;
    let mut taken = HashSet::new();
    let mut names: Vec<(String, ShaderNames)> = Vec::new();
    let work = |source: &Source, input: &Input| file((arguments, all), source, input, format, context);
    let report = |outcome: Outcome| {
        outcome.notices.into_iter().for_each(|notice| context.report(notice));
        if let Some(failure) = &outcome.failure {
            context.print_error(failure);
        }
        for result in outcome.results {
            let name = free_name(&mut taken, &result);
            let place = Place::Made { folder: folder.to_owned(), name: name.into() };
            if result.is_text {
                let mut out = place.text()?;
                std::io::Write::write_all(&mut out, &result.bytes)?;
                out.commit()?;
            } else {
                place.write(&result.bytes)?;
            }
            if arguments.name_map.is_some() {
                names.extend(result.names.map(|names| (result.input, names)));
            }
        }
        Ok(())
    };
    let status = batch::each(context, &sources, work, report, |_| {})?;
    if let Some(path) = &arguments.name_map {
        let mut document = Document::begin(Output::text(Some(path))?)?;
        for (input, names) in &names {
            document.file(&NamesFile::new(input, names))?;
        }
        document.finish()?.commit()?;
    }
    Ok(status)
}

/// Converts the entry points of a file.
fn file(
    (arguments, all): (&Arguments, &[ConversionOptions]),
    source: &Source,
    input: &Input,
    format: Option<&'static dyn Format>,
    context: &Context,
) -> FileOutcome<Outcome> {
    let mut outcome = Outcome::default();
    if format.is_none()
        && let Some(language) = glassbox::conversion_of_source(&input.name, input.bytes())
    {
        return of_source((arguments, all), source, input, language, context);
    }
    let bytes = match input.binary() {
        Ok(bytes) => bytes,
        Err(mistakes) => {
            outcome.notices.push(context.in_text(input, &mistakes.into_vec()));
            return FileOutcome::Result(outcome, Status::Errors);
        }
    };
    let file = glassbox::open_as(&bytes, format, &context.limits);
    if is_foreign(source, format, &file) {
        return FileOutcome::Skipped;
    }
    let Some(known) = file.whole().map(|whole| whole.format).or(file.format()) else {
        let message = format!("found {}, which cannot become {}", file.summary().kind, arguments.to);
        let location = Location::new(0, (bytes.len() as u64).min(16), "");
        let finding = Diagnostic::new(&glassbox::UNKNOWN_DATA, location, message);
        outcome.notices.push(context.on_bytes(&input.name, &bytes, &[finding]));
        return FileOutcome::Result(outcome, Status::Errors);
    };
    let conversion = match chosen((arguments, all), source, input, known.id()) {
        Ok(conversion) => conversion,
        Err(ended) => return ended,
    };
    let mut status = Status::Fine;
    let jobs = jobs(all, conversion, &file, input);
    let wanted: Vec<ConversionOptions> =
        jobs.iter().filter_map(|(options, _)| options.as_ref().ok().cloned()).collect();
    let mut results = match file.convert_each(&arguments.to, &wanted) {
        Ok(results) => results.into_iter(),
        Err(error) => {
            outcome.failure = Some(format!("{}: {error}", input.name));
            return FileOutcome::Result(outcome, Status::Failed);
        }
    };
    for (options, stem) in jobs {
        let converted = match options {
            Ok(_) => results.next(),
            Err(error) => Some(Err(error)),
        };
        let Some(converted) = converted else { continue };
        match converted {
            Ok(converted) => {
                outcome.notices.push(context.on_bytes(&input.name, &bytes, &converted.notes));
                outcome.add(input, stem, conversion, converted);
            }
            Err(ConversionError::File(findings)) => {
                outcome.notices.push(context.on_bytes(&input.name, &bytes, &findings));
                status = Status::Errors;
            }
            Err(error) => {
                outcome.failure = Some(format!("{}: {error}", input.name));
                return FileOutcome::Result(outcome, Status::Failed);
            }
        }
    }
    FileOutcome::Result(outcome, status)
}

/// The conversion of what a file holds, by the id of its format or language; how the file ended where there is none, or where the
/// options do not fit it.
fn chosen(
    (arguments, all): (&Arguments, &[ConversionOptions]),
    source: &Source,
    input: &Input,
    id: &str,
) -> Result<&'static dyn Conversion, FileOutcome<Outcome>> {
    let failed = |error: &anyhow::Error| {
        let outcome = Outcome { failure: Some(format!("{error:#}")), ..Outcome::default() };
        FileOutcome::Result(outcome, Status::Failed)
    };
    let conversion = match conversion_of(arguments, &input.name, id) {
        Ok(conversion) => conversion,
        // A folder holds files of other kinds too.
        Err(_) if source.found => return Err(FileOutcome::Skipped),
        Err(error) => return Err(failed(&error)),
    };
    match check_options(arguments, conversion, all) {
        Ok(()) => Ok(conversion),
        Err(error) => Err(failed(&error)),
    }
}

/// Converts a source.
fn of_source(
    (arguments, all): (&Arguments, &[ConversionOptions]),
    source: &Source,
    input: &Input,
    language: &str,
    context: &Context,
) -> FileOutcome<Outcome> {
    let mut outcome = Outcome::default();
    let conversion = match chosen((arguments, all), source, input, language) {
        Ok(conversion) => conversion,
        Err(ended) => return ended,
    };
    let stem = stem_of(input);
    for options in all {
        match conversion.run(input.bytes(), &options_for(options, &input.name), &context.limits) {
            Ok(converted) => {
                outcome.notices.push(context.in_text(input, &converted.notes));
                outcome.add(input, stem.clone(), conversion, converted);
            }
            Err(ConversionError::File(findings)) => {
                outcome.notices.push(context.in_text(input, &findings));
                return FileOutcome::Result(outcome, Status::Errors);
            }
            Err(error) => {
                outcome.failure = Some(format!("{}: {error}", input.name));
                return FileOutcome::Result(outcome, Status::Failed);
            }
        }
    }
    FileOutcome::Result(outcome, Status::Fine)
}

/// Name of an input without its folder and its extension.
fn stem_of(input: &Input) -> String {
    Path::new(&input.name).file_stem().map_or_else(String::new, |stem| stem.to_string_lossy().into())
}

/// Options of each result of a file, and what its file is called.
fn jobs(
    all: &[ConversionOptions],
    conversion: &dyn Conversion,
    file: &File<'_>,
    input: &Input,
) -> Vec<(Result<ConversionOptions, ConversionError>, String)> {
    let stem = stem_of(input);
    let mut jobs = Vec::new();
    for options in all.iter().cloned() {
        let stem = match &options.target {
            Some(platform) => format!("{stem}.{platform}"),
            None => stem.clone(),
        };
        let entries = match &options.entry {
            Some(_) => Ok(Vec::new()),
            None => file.entry_points(conversion),
        };
        match entries {
            Err(error) => jobs.push((Err(error), stem)),
            Ok(entries) if entries.len() < 2 => jobs.push((Ok(options), stem)),
            Ok(entries) => {
                for entry in &entries {
                    let one = ConversionOptions {
                        entry: Some(entry.name.clone()),
                        stage: Some(entry.stage),
                        ..options.clone()
                    };
                    jobs.push((Ok(one), format!("{stem}.{}", short_name(&entries, entry))));
                }
            }
        }
    }
    jobs
}

/// What tells an entry point from the others of its file: the stage, or the name where several are of the stage.
fn short_name(entries: &[EntryPoint], entry: &EntryPoint) -> String {
    let is_alone = entries.iter().filter(|other| other.stage == entry.stage).count() == 1;
    if is_alone {
        return entry.stage.to_string();
    }
    let keep = |c: char| if c.is_ascii_alphanumeric() || c == '_' { c } else { '_' };
    let name: String = entry.name.chars().take(64).map(keep).collect();
    format!("{}.{name}", entry.stage)
}

/// The name of a result; a number is added to names that are taken.
fn free_name(taken: &mut HashSet<String>, result: &Converted) -> String {
    let mut name = format!("{}.{}", result.stem, result.extension);
    let mut number = 1;
    while !taken.insert(name.to_ascii_lowercase()) {
        number += 1;
        name = format!("{}-{number}.{}", result.stem, result.extension);
    }
    name
}

/// Extension of the files of a conversion.
fn extension(conversion: &dyn Conversion) -> &'static str {
    match conversion.to() {
        "msl" => "metal",
        "sksl" => "rts",
        "spirv" => "spv",
        "bpxs" => "bpx",
        to => to,
    }
}
