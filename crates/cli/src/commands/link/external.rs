//! Links for `glassbox link --linker dxc`: passes the needed libraries to a `dxcompiler` library.

use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context as _, Result, anyhow, bail};
use clap::{Args, ValueEnum};
use glassbox_core::diagnostic::{Diagnostic, Location};
use glassbox_core::format::{DigestPolicy, Edit};
use glassbox_dxcompiler::{Request, RequestError, Response, VARIABLE, ask, find};

use glassbox_report::terminal;

use super::plan::{self, Options};
use crate::args::ReportFormat;
use crate::context::{Context, Status};
use crate::input::read_named;
use crate::output::write_binary;

/// External linker.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(super) enum Linker {
    /// The DirectX shader compiler.
    Dxc,
}

/// Another linker.
#[derive(Args, Debug)]
#[command(next_help_heading = "Libraries of functions")]
pub(super) struct External {
    /// Use another linker, with the libraries that the plan needs
    #[arg(long, alias = "with", value_name = "LINKER", requires = "profile", conflicts_with_all = ["plan", "split", "source_map", "allow_register_conflicts"])]
    pub(super) linker: Option<Linker>,
    /// dxcompiler library or its folder; by default that in GLASSBOX_DXCOMPILER, or one found next to the program or by
    /// the system
    #[arg(long, value_name = "PATH", requires = "linker")]
    dxcompiler: Option<PathBuf>,
    /// Time limit of the other linker, in seconds
    #[arg(long, value_name = "SECONDS", default_value = "60", requires = "linker")]
    time_limit: u64,
}

/// Plans, links and writes.
pub(super) fn run(
    external: &External,
    options: &Options,
    files: &[PathBuf],
    form: ReportFormat,
    output: Option<&Path>,
    context: &Context,
) -> Result<Status> {
    let request = plan::asked(options, form, context)?;
    let planned = plan::make(options, &request, files, context)?;
    plan::print_errors(&planned.report, context);
    if !planned.plan.can_link() {
        return Ok(Status::Errors);
    }
    let libraries = planned.needed.iter().map(|path| Ok((path.display().to_string(), read_named(path)?)));
    let question = Request::Link {
        entry: options.entry.clone().unwrap_or_default(),
        profile: options.profile.clone().unwrap_or_default(),
        arguments: if options.exports.is_empty() {
            Vec::new()
        } else {
            vec!["-exports".to_owned(), options.exports.join(";")]
        },
        libraries: libraries.collect::<Result<_>>()?,
    };
    let library = find(external.dxcompiler.as_deref());
    let program = std::env::current_exe().context("the path of this program cannot be determined")?;
    let limit = Duration::from_secs(external.time_limit);
    let answer = ask(&program, &library, &question, limit).map_err(|trouble| anyhow!(trouble))?;
    if answer.status == u32::MAX {
        bail!("{}; name a dxcompiler library with --dxcompiler or {VARIABLE}", answer.message);
    }
    if !answer.is_fine() {
        let what = format!("the dxcompiler library refused to link (status {:08x})", answer.status);
        refuse(context, what, &answer.message);
        return Ok(Status::Errors);
    }
    for line in answer.message.trim_end().lines() {
        context.print_note(line);
    }
    let bytes = signed(&answer.bytes, context)?;
    let validated = ask(&program, &library, &Request::Validate(bytes.clone()), limit);
    let said = match Verdict::of(validated) {
        Verdict::Valid => "valid".to_owned(),
        Verdict::Unknown(reason) => format!("not validated: {}", terminal::clean(&reason)),
        Verdict::Refused(status, message) => {
            let what = format!(
                "the dxcompiler library linked the program, but rejected the result as invalid (status {status:08x})"
            );
            refuse(context, what, &message);
            return Ok(Status::Errors);
        }
    };
    let name = output.map_or_else(|| "output".to_owned(), |path| path.display().to_string());
    write_binary(output, &bytes)?;
    context.print_note(&format!("{name}: {} bytes, libraries {}, {said}", bytes.len(), planned.needed.len()));
    Ok(Status::Fine)
}

/// Reports an error of the external linker, with its message.
fn refuse(context: &Context, what: String, said: &str) {
    let mut finding = Diagnostic::new(&glassbox::LIBRARY_REFUSED, Location::default(), what);
    finding.notes.extend(said.trim_end().lines().map(str::to_owned));
    context.report(context.unplaced(None, &finding));
}

/// The library's verdict on the result.
#[derive(PartialEq, Eq, Debug)]
enum Verdict {
    Valid,
    /// Its status and messages.
    Refused(u32, String),
    /// Reason it was not called, or returned no result.
    Unknown(String),
}

impl Verdict {
    fn of(answer: Result<Response, RequestError>) -> Verdict {
        match answer {
            Ok(answer) if answer.is_fine() => Verdict::Valid,
            // The library has no validator.
            Ok(answer) if answer.status == u32::MAX => Verdict::Unknown(answer.message),
            Ok(answer) => Verdict::Refused(answer.status, answer.message),
            Err(trouble) => Verdict::Unknown(trouble.to_string()),
        }
    }
}

/// The result with a digest: a library without its validator leaves it out.
fn signed(bytes: &[u8], context: &Context) -> Result<Vec<u8>> {
    let file = glassbox::open_as(bytes, None, &context.limits);
    if !file.is_known() {
        bail!("the dxcompiler library returned {} bytes that are not a container", bytes.len());
    }
    file.edit(&Edit::Sign, DigestPolicy::Sign)
        .map_err(|error| anyhow!("the result cannot be signed: {}", error.message))
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::{RequestError, Response, Verdict};

    #[test]
    fn what_was_not_validated_is_not_called_valid() {
        let answer = |status, message: &str| {
            Ok(Response { status, message: message.to_owned(), ..Response::default() })
        };
        assert_eq!(Verdict::of(answer(0, "")), Verdict::Valid);
        assert_eq!(
            Verdict::of(answer(u32::MAX, "no validator")),
            Verdict::Unknown("no validator".to_owned())
        );
        assert_eq!(Verdict::of(answer(0x8055_0000, "no")), Verdict::Refused(0x8055_0000, "no".to_owned()));
        let slow = RequestError::Slow(Duration::from_secs(3));
        assert!(matches!(Verdict::of(Err(slow)), Verdict::Unknown(reason) if reason.contains("3 seconds")));
    }
}
