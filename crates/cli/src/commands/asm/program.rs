//! Programs: several sources, findings over all of them, a header.

use std::io::Write as _;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail};
use glassbox::program::{Built, Language, Options, Source as ProgramSource, build};
use glassbox_core::diagnostic::Diagnostic;
use glassbox_report::json::{DiagnosticsFile, Document};
use glassbox_report::sarif::Sarif;
use glassbox_report::{Subject, terminal};

use super::{Arguments, Form};
use crate::context::{Context, Status};
use crate::input::{Input, Source};
use crate::output::{Output, write_binary};

/// The sources that arguments name, with those of lists in their place. Files of a list lie beside it.
pub(super) fn listed(files: &[PathBuf]) -> Result<Vec<Source>> {
    let mut sources = Vec::new();
    for file in files {
        if file.extension().is_none_or(|extension| extension != "shlist") {
            sources.push(Source::new(file));
            continue;
        }
        let list = Source::new(file).read()?;
        let folder = file.parent().unwrap_or(Path::new(""));
        let text = list.text();
        let before = sources.len();
        sources.extend(
            text.split_whitespace()
                .map(|name| Source::new(&folder.join(name))),
        );
        if sources.len() == before {
            bail!("{} names no files", list.name);
        }
    }
    Ok(sources)
}

pub(super) fn run(
    arguments: &Arguments,
    language: Language,
    inputs: &[Input],
    context: &Context,
) -> Result<Status> {
    let target = arguments.output.path.as_deref();
    if arguments.object && inputs.len() > 1 {
        bail!("an object is made from one source; assemble each on its own and link the objects");
    }
    if inputs.len() > language.max_sources() {
        bail!("a program in this language has one source; assemble each on its own");
    }
    if arguments.format != Form::Text && target.is_none_or(|path| path.as_os_str() == "-") {
        bail!("the findings go to standard output; name the output with -o");
    }
    let texts: Vec<_> = inputs.iter().map(Input::text).collect();
    let parts: Vec<ProgramSource<'_>> = inputs
        .iter()
        .zip(&texts)
        .map(|(input, text)| ProgramSource {
            name: &input.name,
            text,
        })
        .collect();
    let options = Options {
        auto_nop: !arguments.no_nop,
        object: arguments.object,
    };
    let built = build(language, &parts, &options);
    report(arguments, &parts, &built, context)?;
    let limit = arguments.deny.into();
    let is_denied = built.findings.iter().any(|finding| finding.severity >= limit);
    let Some(bytes) = built.bytes.filter(|_| !is_denied) else {
        return Ok(Status::Errors);
    };
    write_binary(target, &bytes)?;
    if let Some(path) = &arguments.header {
        write_header(path, &built.header)?;
    }
    Ok(Status::Fine)
}

/// Writes the header; the binary is there already.
pub(super) fn write_header(path: &Path, header: &str) -> Result<()> {
    let mut output = Output::text(Some(path))?;
    output
        .write_all(header.as_bytes())
        .with_context(|| format!("{} cannot be written", path.display()))?;
    output.commit()
}

fn report(
    arguments: &Arguments,
    sources: &[ProgramSource<'_>],
    built: &Built,
    context: &Context,
) -> Result<()> {
    match arguments.format {
        Form::Text => {
            context.say_bytes(&rendered(arguments, sources, built, context));
            Ok(())
        }
        Form::Json => {
            let names: Vec<&str> = sources.iter().map(|source| source.name).collect();
            let mut document = Document::begin(Output::text(None)?)?;
            for entry in DiagnosticsFile::of_several(&names, None, &built.findings, built.dropped) {
                document.file(&entry)?;
            }
            document.finish()?.commit()
        }
        Form::Sarif => {
            let mut log = Sarif::new(env!("CARGO_PKG_VERSION"));
            let files: Vec<(&str, u64)> = sources
                .iter()
                .map(|source| (source.name, source.text.len() as u64))
                .collect();
            log.files(&files, &built.findings, built.dropped);
            let mut output = Output::text(None)?;
            log.finish(&mut output)?;
            output.commit()
        }
    }
}

/// The findings for people, and how many there are.
fn rendered(
    arguments: &Arguments,
    sources: &[ProgramSource<'_>],
    built: &Built,
    context: &Context,
) -> Vec<u8> {
    let subjects: Vec<Subject<'_>> = sources
        .iter()
        .map(|source| Subject {
            file: source.name,
            bytes: source.text.as_bytes(),
            source: Some(source.text),
        })
        .collect();
    let limit = glassbox_core::diagnostic::Severity::from(arguments.show).min(arguments.deny.into());
    let shown: Vec<Diagnostic> = built
        .findings
        .iter()
        .filter(|finding| finding.severity >= limit)
        .cloned()
        .collect();
    let mut out = Vec::new();
    for finding in &shown {
        // Writing to memory does not fail.
        let _ = terminal::among(&mut out, finding, &subjects, &context.error_style);
    }
    if !shown.is_empty() || built.dropped > 0 {
        let name = match sources {
            [source] => source.name.to_owned(),
            _ => format!("{} sources", sources.len()),
        };
        let tally = terminal::tally(&shown, built.dropped);
        out.extend_from_slice(format!("{}: {tally}\n", terminal::clean(&name)).as_bytes());
    }
    out
}
