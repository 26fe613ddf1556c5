//! Programs: several sources, findings over all of them, a header.

use std::io::Write as _;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail};
use glassbox::program::{Language, Options, Source as ProgramSource, build};

use super::Arguments;
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
    let sources: Vec<(&str, &str)> = parts.iter().map(|part| (part.name, part.text)).collect();
    let switches = &arguments.findings;
    context.report(switches.notice(context, &sources, &built.findings, built.dropped));
    let is_denied = switches.deny(&built.findings);
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
