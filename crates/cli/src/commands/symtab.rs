//! `glassbox symtab`.

use std::path::PathBuf;

use anyhow::Result;
use clap::{Args, Subcommand, ValueEnum};
use glassbox_core::diagnostic::{Diagnostic, Diagnostics, Folded, Location, Severity};
use glassbox_core::format::{Edit, Format, SymbolNames, SymbolTable};
use glassbox_report::json::{DiagnosticsFile, Document};
use glassbox_report::terminal::{self, Show};

use crate::args::{InputFile, Inputs, Report, ReportFormat};
use crate::batch::{self, FileOutcome};
use crate::change::{self, Change, Digest};
use crate::context::{Context, Status};
use crate::findings::{Severity as Threshold, promote};
use crate::input::{Input, Source};
use crate::page::Page;
use crate::pipeline::{Waiting, held_by};
use crate::query::{rendered, sorted};

/// Add, verify and remove the symbol table of a library
///
/// The table tells linkers which functions a library has. It is a proposal for DirectX containers: existing linkers and
/// disassemblers skip it, and the existing validator rejects containers with it. Validate first, then add it.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  glassbox symtab add library.dxil --in-place
  glassbox symtab verify -r libraries
  glassbox symtab remove library.dxil -o plain.dxil

Exit status:
  0  fine
  1  an input has an unknown format or errors in its text form, or a table does not match its code
  2  the command could not run, or an input could not be read")]
pub(crate) struct Arguments {
    #[command(subcommand)]
    action: Action,
}

/// Subcommand.
#[derive(Subcommand, Debug)]
enum Action {
    /// Generate the table from the code; replaces an existing table
    #[command(after_help = "\
Examples:
  glassbox symtab add library.dxil -o linkable.dxil
  glassbox symtab add library.dxil --pack --names stripped --digest zero --in-place")]
    Add {
        #[command(flatten)]
        file: InputFile,
        #[command(flatten)]
        change: Change,
        /// Notation of names
        #[arg(long, value_name = "FORMAT", default_value = "raw")]
        names: Names,
        /// Store names that are suffixes of others inside them
        #[arg(long)]
        pack: bool,
        /// Use the functions of the runtime data if the code cannot be read; these include internal ones
        #[arg(long)]
        approximate: bool,
        #[command(flatten)]
        digest: Digest,
    },
    /// Compare tables with the code
    #[command(after_help = "\
Examples:
  glassbox symtab verify library.dxil
  glassbox symtab verify -r libraries --format json

Exit status:
  0  every file has a table that matches its code
  1  a table does not match, or is missing
  2  the command could not run, or an input could not be read")]
    Verify {
        #[command(flatten)]
        inputs: Inputs,
        #[command(flatten)]
        report: Report,
    },
    /// Remove the table
    #[command(after_help = "\
Examples:
  glassbox symtab remove library.dxil -o plain.dxil")]
    Remove {
        #[command(flatten)]
        file: InputFile,
        #[command(flatten)]
        change: Change,
        #[command(flatten)]
        digest: Digest,
    },
}

/// Notation of names.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Names {
    /// As in the code, with the byte 0x01 before decorated names
    Raw,
    /// Without the byte 0x01
    Stripped,
    /// As in the source, without scopes and parameters; an error if overloads would have the same name
    Unmangled,
}

impl From<Names> for SymbolNames {
    fn from(names: Names) -> SymbolNames {
        match names {
            Names::Raw => SymbolNames::Stored,
            Names::Stripped => SymbolNames::Unmarked,
            Names::Unmangled => SymbolNames::Source,
        }
    }
}

pub(crate) fn run(arguments: &Arguments, context: &Context) -> Result<Status> {
    match &arguments.action {
        Action::Add { file, change, names, pack, approximate, digest } => {
            let table = SymbolTable { names: (*names).into(), packed: *pack, approximate: *approximate };
            change::apply(context, &file.path()?, change, digest.policy(), &[Edit::AddSymbols(table)])
        }
        Action::Verify { inputs, report } => verify(context, inputs, report),
        Action::Remove { file, change, digest } => {
            change::apply(context, &file.path()?, change, digest.policy(), &[Edit::RemoveSymbols])
        }
    }
}

/// Result for one file.
struct Verified {
    name: String,
    format: Option<&'static str>,
    findings: Vec<Diagnostic>,
    dropped: usize,
    text: Vec<u8>,
}

impl Waiting for Verified {
    fn held(&self) -> usize {
        self.name.len() + self.text.capacity() + held_by(&self.findings)
    }
}

fn verify(context: &Context, inputs: &Inputs, report: &Report) -> Result<Status> {
    let sources = inputs.sources()?;
    let path: Option<&PathBuf> = report.output.path.as_ref();
    let style = context.style_of(path.map(PathBuf::as_path));
    let as_format = inputs.format()?;
    let work = |source: &Source, input: &Input| {
        let mut verified = Verified {
            name: input.name.clone(),
            format: as_format.map(Format::id),
            findings: Vec::new(),
            dropped: 0,
            text: Vec::new(),
        };
        let bytes = match input.binary() {
            Ok(bytes) => bytes,
            Err(mistakes) => {
                verified.text = rendered(input, None, &Folded::new(&mistakes), Show::Folded(""), &style);
                verified.findings = mistakes.into_vec();
                return FileOutcome::Result(verified, Status::Errors);
            }
        };
        let file = glassbox::open_as(&bytes, as_format, &context.limits).named(&input.name);
        if batch::is_foreign(source, as_format, &file) {
            return FileOutcome::Skipped;
        }
        verified.format = file.format().map(Format::id);
        let name = terminal::clean(&input.name);
        let table = file.check_symbols();
        let has_table = table.is_some();
        let all = match (table, file.is_known()) {
            (Some(findings), _) => findings,
            (None, false) => file.check(),
            (None, true) => {
                let whole = Location::new(0, bytes.len() as u64, "");
                let finding = Diagnostic::new(&glassbox::NOT_THERE, whole, "the file has no symbol table");
                let mut findings = Diagnostics::default();
                findings.push(finding.help("`glassbox symtab add` derives the table from the code"));
                findings
            }
        };
        let worst = all.worst();
        (verified.findings, verified.dropped) = sorted(all);
        promote(&mut verified.findings, Threshold::Warning);
        verified.text = rendered(input, Some(&bytes), &Folded::new(&verified.findings), Show::All, &style);
        if has_table && !context.is_quiet {
            let tally = terminal::tally(&verified.findings, verified.dropped);
            verified.text.extend_from_slice(format!("{name}: {tally}\n").as_bytes());
        }
        let status = if worst >= Some(Severity::Warning) { Status::Errors } else { Status::Fine };
        FileOutcome::Result(verified, status)
    };
    let mut output = Page::open(context, path.map(PathBuf::as_path), report.format)?;
    match report.format {
        ReportFormat::Text => {
            let write = |verified: Verified| {
                context.record_findings(&verified.findings);
                Ok(std::io::Write::write_all(&mut output, &verified.text)?)
            };
            let status = batch::each(context, &sources, work, write, |_| {})?;
            output.commit()?;
            Ok(status)
        }
        ReportFormat::Json => {
            let mut document = Document::begin(output)?;
            let write = |verified: Verified| {
                let (name, findings) = (&verified.name, &verified.findings);
                context.record_findings(findings);
                let entry = DiagnosticsFile::new(name, verified.format, findings, verified.dropped);
                Ok(document.file(&entry)?)
            };
            let status = batch::each(context, &sources, work, write, |_| {})?;
            document.finish()?.commit()?;
            Ok(status)
        }
    }
}
