//! Assembles programs: several sources, findings over all of them, a header.

use std::collections::HashMap;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail};
use glassbox::program::{Language, Options, Source as ProgramSource, build};
use glassbox_report::Subject;

use super::Arguments;
use crate::batch::{self, FileOutcome};
use crate::context::{Context, Status};
use crate::input::{Input, Source};
use crate::output::{Output, Place, write_binary};
use crate::pipeline::Waiting;
use crate::reports::Notice;

/// The sources named by arguments, with list files expanded. Files of a list are relative to it.
pub(super) fn listed(files: &[PathBuf]) -> Result<Vec<Source>> {
    let mut sources = Vec::new();
    for file in files {
        if !is_list(file) {
            sources.push(Source::new(file));
            continue;
        }
        let list = Source::new(file).read()?;
        let folder = file.parent().unwrap_or(Path::new(""));
        let text = list.text();
        let before = sources.len();
        sources.extend(text.split_whitespace().map(|name| Source::new(&folder.join(name))));
        if sources.len() == before {
            bail!("{} names no files", list.name);
        }
    }
    Ok(sources)
}

/// Assembles sources to one program.
pub(super) fn run(
    arguments: &Arguments,
    language: Language,
    inputs: &[Input],
    context: &Context,
) -> Result<Status> {
    let Assembled { notice, header, bytes } = assembled(arguments, language, inputs, context)?;
    context.report(notice);
    let Some(bytes) = bytes else {
        return Ok(Status::Errors);
    };
    write_binary(arguments.output.path.as_deref(), &bytes)?;
    if let Some(path) = &arguments.header {
        write_header(path, &header)?;
    }
    Ok(Status::Fine)
}

/// Result of assembling the sources of a program.
struct Assembled {
    notice: Notice,
    /// A C header with the registers of its uniforms.
    header: String,
    /// The file, if it may be written.
    bytes: Option<Vec<u8>>,
}

fn assembled(
    arguments: &Arguments,
    language: Language,
    inputs: &[Input],
    context: &Context,
) -> Result<Assembled> {
    if arguments.object && inputs.len() > 1 {
        bail!("an object is made from one source; assemble each separately and link the objects");
    }
    if inputs.len() > language.max_sources() {
        bail!("a program in this language has one source; assemble each separately");
    }
    let texts: Vec<_> = inputs.iter().map(Input::text).collect();
    let parts: Vec<ProgramSource<'_>> =
        inputs.iter().zip(&texts).map(|(input, text)| ProgramSource { name: &input.name, text }).collect();
    let options = Options { auto_nop: !arguments.no_nop, object: arguments.object };
    let built = build(language, &parts, &options);
    let sources: Vec<Subject<'_>> = parts.iter().map(|part| Subject::text(part.name, part.text)).collect();
    let switches = &arguments.findings;
    let is_denied = switches.deny(&built.findings);
    Ok(Assembled {
        notice: switches.notice(context, &sources, &built.findings, built.dropped),
        header: built.header,
        bytes: built.bytes.filter(|_| !is_denied),
    })
}

/// Result for one of many programs.
struct Outcome {
    notice: Option<Notice>,
    /// Reason it could not be assembled or written.
    failure: Option<String>,
}

impl Waiting for Outcome {
    fn held(&self) -> usize {
        self.notice.as_ref().map_or(0, Notice::held) + self.failure.as_ref().map_or(0, String::len)
    }
}

/// Assembles each file, or the files of each list, to a program of its own in a folder.
pub(super) fn each(
    arguments: &Arguments,
    files: &[PathBuf],
    folder: &Path,
    context: &Context,
) -> Result<Status> {
    let extension = if arguments.object { "dvoj" } else { "shbin" };
    let mut taken: HashMap<PathBuf, &Path> = HashMap::new();
    for file in files {
        if file.as_os_str() == "-" {
            bail!("standard input has no name for a file in a folder; name the file with -o");
        }
        let name = program_name(file, extension);
        if let Some(other) = taken.insert(name.clone(), file) {
            let name = folder.join(name);
            bail!("{} and {} would both become {}", other.display(), file.display(), name.display());
        }
    }
    let sources = crate::input::sources(files, false)?;
    let work = |source: &Source, input: &Input| -> FileOutcome<Outcome> {
        let (outcome, status) = match one(arguments, source, input, folder, extension, context) {
            Ok((notice, status)) => (Outcome { notice: Some(notice), failure: None }, status),
            Err(error) => {
                let failure = Some(format!("{error:#}"));
                (Outcome { notice: None, failure }, Status::Failed)
            }
        };
        FileOutcome::Result(outcome, status)
    };
    let report = |outcome: Outcome| {
        if let Some(notice) = outcome.notice {
            context.report(notice);
        }
        if let Some(failure) = &outcome.failure {
            context.unreadable(failure);
        }
        Ok(())
    };
    batch::each(context, &sources, work, report, |_| {})
}

/// Assembles a file, or the files of a list, to a program in a folder.
fn one(
    arguments: &Arguments,
    source: &Source,
    input: &Input,
    folder: &Path,
    extension: &str,
    context: &Context,
) -> Result<(Notice, Status)> {
    let path = source.path.as_deref().unwrap_or(Path::new(&source.name));
    let listed = if is_list(path) {
        listed(&[path.to_owned()])?.iter().map(Source::read).collect::<Result<Vec<_>>>()?
    } else {
        Vec::new()
    };
    let inputs = if is_list(path) { listed.as_slice() } else { std::slice::from_ref(input) };
    let Some(language) = program_language(arguments, inputs) else {
        bail!(
            "{}: --out-dir is for shader programs, and this is not one; state its language with --language picasso if it is one",
            input.name
        );
    };
    let Assembled { notice, bytes, .. } = assembled(arguments, language, inputs, context)?;
    let Some(bytes) = bytes else {
        return Ok((notice, Status::Errors));
    };
    let place = Place::Made { folder: folder.to_owned(), name: program_name(path, extension) };
    place.write(&bytes)?;
    Ok((notice, Status::Fine))
}

/// True if a file lists the sources of a program.
fn is_list(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "shlist")
}

/// The program name for a source: the file name without the suffixes of language and stage.
fn program_name(source: &Path, extension: &str) -> PathBuf {
    let name = source.file_name().unwrap_or_default().to_string_lossy();
    let suffixes = [".v.pica", ".g.pica", ".pica", ".vsh", ".gsh", ".asm", ".shlist"];
    let mut stems = suffixes.iter().filter_map(|suffix| name.strip_suffix(suffix));
    let stem = stems.next().unwrap_or(&name);
    PathBuf::from(format!("{stem}.{extension}"))
}

/// Writes the header; the binary is there already.
pub(super) fn write_header(path: &Path, header: &str) -> Result<()> {
    let mut output = Output::text(Some(path))?;
    output.write_all(header.as_bytes()).with_context(|| format!("{} cannot be written", path.display()))?;
    output.commit()
}

/// The language of programs that the sources are in, if they are in one.
pub(super) fn program_language(arguments: &Arguments, inputs: &[Input]) -> Option<Language> {
    if let Some(name) = arguments.language.as_deref() {
        return Language::named(name);
    }
    let [input] = inputs else {
        return Some(Language::Picasso);
    };
    let text = input.text();
    let by_text = Language::of_source(&ProgramSource { name: "", text: &text });
    // A fragment in an exact language may have the name of a program.
    let is_exact =
        || matches!(std::str::from_utf8(input.bytes()).map(glassbox::language_of_source), Ok(Some(_)));
    match by_text {
        None if !is_exact() => Language::of_source(&ProgramSource { name: &input.name, text: &text }),
        known => known,
    }
}
