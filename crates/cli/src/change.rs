//! Shared by commands that change a file: destination of the result, protection of the input.

use std::borrow::Cow;
use std::path::{Path, PathBuf};

use anyhow::{Result, bail};
use clap::{Args, ValueEnum};
use glassbox::File;
use glassbox_core::diagnostic::{Diagnostic, Location, Severity};
use glassbox_core::format::{DigestPolicy, Edit, EditError};

use crate::args::{FindingsForm, InputFormat};
use crate::context::{Context, Mistaken, Status};
use crate::input::{Input, Source};
use crate::output::{is_same_file, write_binary, write_in_place};
use crate::query::single;

/// Options for reading the changed file and for the destination of the result.
#[derive(Args, Debug)]
pub(crate) struct Change {
    #[command(flatten)]
    pub(crate) kind: InputFormat,
    #[command(flatten)]
    pub(crate) target: Target,
    #[command(flatten)]
    pub(crate) findings: FindingsForm,
}

/// Destination of a changed file.
#[derive(Args, Debug)]
pub(crate) struct Target {
    /// Write to this file; an incomplete file never appears
    #[arg(short = 'o', long = "output", value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    /// Replace the input file
    #[arg(long, conflicts_with = "output")]
    pub(crate) in_place: bool,
}

impl Target {
    /// The path of the result; `None` is standard output.
    pub(crate) fn path<'a>(&'a self, file: &'a Path) -> Result<Option<&'a Path>> {
        if self.in_place {
            if file.as_os_str() == "-" {
                bail!("standard input cannot be written to; name the output with -o");
            }
            return Ok(Some(file));
        }
        let target = self.output.as_deref().filter(|path| path.as_os_str() != "-");
        match target {
            Some(path) if is_same_file(path, file) => {
                bail!("{} is the input; use --in-place to write to it", path.display())
            }
            target => Ok(target),
        }
    }

    /// Writes the result.
    pub(crate) fn write(&self, path: Option<&Path>, bytes: &[u8]) -> Result<()> {
        match path {
            Some(path) if self.in_place => write_in_place(path, bytes),
            path => write_binary(path, bytes),
        }
    }

    /// Reads the input, unless that would overwrite a text form with bytes.
    pub(crate) fn read(&self, file: &Path) -> Result<Input> {
        let input = Source::new(file).read()?;
        if self.in_place && glassbox::is_text(input.bytes()) {
            bail!("{} is a text form; name the output with -o", input.name);
        }
        Ok(input)
    }
}

/// Treatment of a digest over the whole file.
#[derive(Args, Debug)]
pub(crate) struct Digest {
    /// Treatment of the digest
    #[arg(long = "digest", value_name = "POLICY", default_value = "same")]
    policy: Policy,
    /// Sign the result, whether or not the file was signed: short for --digest sign
    #[arg(long, conflicts_with = "policy")]
    sign: bool,
}

impl Digest {
    pub(crate) fn policy(&self) -> DigestPolicy {
        if self.sign {
            return DigestPolicy::Sign;
        }
        self.policy.into()
    }
}

impl From<Policy> for DigestPolicy {
    fn from(policy: Policy) -> DigestPolicy {
        match policy {
            Policy::Same => DigestPolicy::Same,
            Policy::Sign => DigestPolicy::Sign,
            Policy::Keep => DigestPolicy::Keep,
            Policy::Bypass => DigestPolicy::Bypass,
            Policy::PreviewBypass => DigestPolicy::PreviewBypass,
            Policy::Zero => DigestPolicy::Zero,
        }
    }
}

/// Treatment of a digest.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum Policy {
    /// Update the digest of signed files, in the same variant; leave others unsigned
    Same,
    /// Compute the digest, whether or not the file was signed
    Sign,
    /// Leave the stored digest unchanged, even if it becomes wrong
    Keep,
    /// Store the value that makes the runtime skip the check
    Bypass,
    /// Store the value that compilers write for preview shader models
    PreviewBypass,
    /// Store zeros: not signed
    Zero,
}

/// Applies edits in order and writes the result.
pub(crate) fn apply(
    context: &Context,
    path: &Path,
    change: &Change,
    digest: DigestPolicy,
    edits: &[Edit<'_>],
) -> Result<Status> {
    let target = change.target.path(path)?;
    change.findings.begin(context, target.is_some())?;
    let input = change.target.read(path)?;
    let bytes = single(context, &input)?;
    let as_format = change.kind.format_at(None)?;
    let mut current: Cow<'_, [u8]> = Cow::Borrowed(&bytes);
    for edit in edits {
        let next = {
            let file = glassbox::open_as(&current, as_format, &context.limits);
            require_known(context, &input.name, &file)?;
            file.edit(edit, digest)
        };
        match next {
            Ok(next) => current = Cow::Owned(next),
            Err(error) => return Err(refuse(context, &input.name, &error).into()),
        }
    }
    let name = target.map_or_else(|| "output".to_owned(), |path| path.display().to_string());
    context.print_note(&format!("{name}: {} bytes, before {}", current.len(), bytes.len()));
    change.target.write(target, &current)?;
    Ok(Status::Fine)
}

/// Reports the findings of a file that no reader accepts.
pub(crate) fn require_known(context: &Context, name: &str, file: &File<'_>) -> Result<(), Mistaken> {
    if file.is_known() {
        return Ok(());
    }
    if let Some(compiler) = glassbox::compiler_of_source(name, file.bytes()) {
        let message = format!("this is {} source, not a file made of it", compiler.title());
        let finding = Diagnostic::new(&glassbox::UNKNOWN_DATA, Location::default(), message)
            .help("compile it with `glassbox compile`");
        context.report(context.unplaced(Some(name), &finding));
    } else {
        context.report(context.on_bytes(name, file.bytes(), file.check().items()));
    }
    Err(Mistaken)
}

/// Reports a refused edit.
pub(crate) fn refuse(context: &Context, name: &str, error: &EditError) -> Mistaken {
    let rule = error.rule.unwrap_or(&glassbox::REFUSED_EDIT);
    let mut finding = Diagnostic::new(rule, Location::default(), &*error.message);
    finding.severity = Severity::Error;
    finding.help.clone_from(&error.help);
    context.report(context.unplaced(Some(name), &finding));
    Mistaken
}

/// Reports that a file has none of the requested items.
pub(crate) fn not_there(context: &Context, name: &str, message: String, help: Option<String>) {
    let mut finding = Diagnostic::new(&glassbox::NOT_THERE, Location::default(), message);
    finding.help = help;
    context.report(context.unplaced(Some(name), &finding));
}
