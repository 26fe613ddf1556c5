//! Shared by the commands that link BPX shader packages: inputs with their ancestors, and reports on several files.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail};
use glassbox::{LinkInput, bpx_link};
use glassbox_core::diagnostic::Diagnostic;
use glassbox_report::Subject;
use glassbox_report::terminal::Show;

use crate::context::Context;
use crate::input::{Source, read_named};
use crate::output::is_same_file;
use crate::query::single;
use crate::reports::Found;

/// Packages that were read.
pub(crate) struct Read {
    files: Vec<Package>,
}

/// A package: name, path and bytes.
struct Package {
    name: String,
    path: PathBuf,
    bytes: Vec<u8>,
    is_text: bool,
}

impl Read {
    /// Reads packages, binary or text form.
    pub(crate) fn files(paths: &[PathBuf], context: &Context) -> Result<Read> {
        if paths.iter().filter(|path| path.as_os_str() == "-").count() > 1 {
            bail!("standard input can be read only once");
        }
        let mut read = Read { files: Vec::new() };
        for path in paths {
            let input = Source::new(path).read()?;
            let bytes = single(context, &input)?;
            read.files.push(Package {
                bytes: bytes.into_owned(),
                path: path.clone(),
                is_text: glassbox::is_text(input.bytes()),
                name: input.name,
            });
        }
        Ok(read)
    }

    /// The name of a package among the first `count` given in text form, which must not be overwritten with bytes.
    pub(crate) fn text_form(&self, count: usize) -> Option<&str> {
        let mut files = self.files.iter().take(count);
        files.find(|file| file.is_text).map(|file| &*file.name)
    }

    /// The packages for the linker.
    pub(crate) fn inputs(&self) -> Vec<LinkInput<'_>> {
        let files = self.files.iter();
        let inputs = files.map(|file| LinkInput { name: &file.name, bytes: &file.bytes });
        inputs.collect()
    }

    /// Adds the parents of the assemblies from number `first` on that folders have, and the parents of those.
    pub(crate) fn ancestors(&mut self, first: usize, folders: &[PathBuf], context: &Context) -> Result<()> {
        if folders.is_empty() {
            return Ok(());
        }
        let assembly = |bytes: &[u8]| bpx_link::assembly(bytes, &context.limits);
        let mut held = Vec::new();
        for folder in folders {
            for path in listed(folder)? {
                let bytes = read_named(&path)?;
                let known = || self.files.iter().any(|file| is_same_file(&file.path, &path));
                if let Some((hash, _)) = assembly(&bytes).filter(|_| !known()) {
                    held.push((hash, path, bytes));
                }
            }
        }
        let mut next = first;
        while let Some(file) = self.files.get(next) {
            if let Some((_, Some(parent))) = assembly(&file.bytes) {
                let is_known = |file: &Package| assembly(&file.bytes).is_some_and(|(hash, _)| hash == parent);
                let is_given = self.files.iter().skip(first).any(is_known);
                // If two have the same hash both are used, so that the conflict is reported.
                let wanted = held.extract_if(.., |(hash, ..)| *hash == parent && !is_given);
                let wanted: Vec<_> = wanted.collect();
                self.files.extend(wanted.into_iter().map(|(_, path, bytes)| Package {
                    name: path.display().to_string(),
                    path,
                    bytes,
                    is_text: false,
                }));
            }
            next += 1;
        }
        Ok(())
    }
}

/// The files of a folder, by name.
fn listed(folder: &Path) -> Result<Vec<PathBuf>> {
    let unreadable = || format!("{} cannot be listed", folder.display());
    let mut paths = Vec::new();
    for entry in std::fs::read_dir(folder).with_context(unreadable)? {
        let path = entry.with_context(unreadable)?.path();
        if path.is_file() && path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("bpx")) {
            paths.push(path);
        }
    }
    paths.sort();
    Ok(paths)
}

/// Reports findings in files that were read together.
pub(crate) fn report(
    files: &[LinkInput<'_>],
    format: Option<&str>,
    findings: &[Diagnostic],
    context: &Context,
) {
    context.report(context.found(&Found {
        subjects: &subjects(files),
        format,
        findings,
        dropped: 0,
        // Each mismatch is a separate mistake.
        show: Show::All,
    }));
}

/// The files as reports take them.
pub(crate) fn subjects<'a>(files: &[LinkInput<'a>]) -> Vec<Subject<'a>> {
    let subjects = files.iter().map(|file| Subject { file: file.name, bytes: file.bytes, source: None });
    subjects.collect()
}

/// Findings of several runs, without duplicates: findings about an assembly recur for each program linked to it.
#[derive(Default)]
pub(crate) struct Collected {
    /// Collected findings.
    pub(crate) findings: Vec<Diagnostic>,
    seen: HashSet<(&'static str, u32, u64, String)>,
}

impl Collected {
    /// Adds findings with renumbered inputs.
    pub(crate) fn extend(&mut self, findings: Vec<Diagnostic>, number: impl Fn(u32) -> u32) {
        for mut finding in findings {
            finding.location.input = number(finding.location.input);
            for label in &mut finding.labels {
                label.location.input = number(label.location.input);
            }
            let location = &finding.location;
            let key = (finding.rule.id, location.input, location.start, finding.message.clone());
            if self.seen.insert(key) {
                self.findings.push(finding);
            }
        }
    }
}
