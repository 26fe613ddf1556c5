//! Commands that change a file: where the result goes, and how the input is guarded.

use std::borrow::Cow;
use std::path::{Path, PathBuf};

use anyhow::{Result, bail};
use clap::{Args, ValueEnum};
use glassbox::File;
use glassbox_core::format::{DigestPolicy, Edit, EditError, Opened as _};

use crate::args::Kind;
use crate::context::{Context, Status};
use crate::input::{Input, Source};
use crate::output::{is_same_file, write_binary};
use crate::questions::{findings_of, single};

/// A file that is changed, and where the result goes.
#[derive(Args, Debug)]
pub(crate) struct Change {
    /// File to read, binary or text form; `-` is standard input
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    #[command(flatten)]
    pub(crate) kind: Kind,
    #[command(flatten)]
    pub(crate) target: Target,
}

/// Where the result of a change goes.
#[derive(Args, Debug)]
pub(crate) struct Target {
    /// Write to this file; it appears whole or not at all
    #[arg(short = 'o', long = "output", value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    /// Write to the input file
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

    /// Reads the input, unless that would overwrite a text form with bytes.
    pub(crate) fn read(&self, file: &Path) -> Result<Input> {
        let input = Source::new(file).read()?;
        if self.in_place && glassbox::is_text(input.bytes()) {
            bail!("{} is a text form; name the output with -o", input.name);
        }
        Ok(input)
    }
}

/// What becomes of a digest over the whole file.
#[derive(Args, Debug)]
pub(crate) struct Digest {
    /// What becomes of a digest over the whole file
    #[arg(long = "digest", value_name = "POLICY", default_value = "sign")]
    policy: Policy,
}

impl Digest {
    pub(crate) fn policy(&self) -> DigestPolicy {
        match self.policy {
            Policy::Sign => DigestPolicy::Sign,
            Policy::Keep => DigestPolicy::Keep,
            Policy::Bypass => DigestPolicy::Bypass,
            Policy::PreviewBypass => DigestPolicy::PreviewBypass,
            Policy::Zero => DigestPolicy::Zero,
        }
    }
}

/// What becomes of a digest.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Policy {
    /// It is made anew, in the variant that the file had
    Sign,
    /// It stays as it is, though it may be wrong then
    Keep,
    /// The value that asks the runtime not to look at it
    Bypass,
    /// The value that compilers write for shader models in preview
    PreviewBypass,
    /// All zero: not signed
    Zero,
}

/// Applies edits one after the other and writes the result.
pub(crate) fn apply(
    context: &Context,
    change: &Change,
    digest: DigestPolicy,
    edits: &[Edit<'_>],
) -> Result<Status> {
    let target = change.target.path(&change.file)?;
    let input = change.target.read(&change.file)?;
    let Some(bytes) = single(context, &input) else {
        return Ok(Status::Errors);
    };
    let as_format = change.kind.format()?;
    let mut current: Cow<'_, [u8]> = Cow::Borrowed(&bytes);
    for edit in edits {
        let next = {
            let file = glassbox::open(&current, as_format, &context.limits);
            if !is_known(context, &input.name, &file) {
                return Ok(Status::Errors);
            }
            file.edit(edit, digest)
        };
        match next {
            Ok(next) => current = Cow::Owned(next),
            Err(error) => {
                refuse(context, &input.name, &error);
                return Ok(Status::Errors);
            }
        }
    }
    let name = target.map_or_else(|| "output".to_owned(), |path| path.display().to_string());
    context.say(&format!(
        "{name}: {} bytes, before {}",
        current.len(),
        bytes.len()
    ));
    write_binary(target, &current)?;
    Ok(Status::Fine)
}

/// Whether a reader took the file; otherwise its findings are reported.
pub(crate) fn is_known(context: &Context, name: &str, file: &File<'_>) -> bool {
    if !file.is_known() {
        let findings = file.check();
        context.say_bytes(&findings_of(
            name,
            file.bytes(),
            findings.items(),
            &context.error_style,
        ));
    }
    file.is_known()
}

/// Says why an edit was refused.
pub(crate) fn refuse(context: &Context, name: &str, error: &EditError) {
    let rule = error.rule.map_or(String::new(), |rule| format!(" ({})", rule.id));
    context.complain(&format!("{name}: {}{rule}", error.message));
    if let Some(help) = &error.help {
        context.say(&format!("  help: {help}"));
    }
}
