//! Runs one read-only query (info, interface, symbols, …) over every input and prints text or one JSON document.

use std::borrow::Cow;

use anyhow::Result;
use glassbox::File;
use glassbox_core::diagnostic::{Diagnostic, Diagnostics, Folded};
use glassbox_core::format::Format;
use glassbox_report::Subject;
use glassbox_report::json::Document;
use glassbox_report::terminal::{self, Painted, Show, Style};

use crate::args::{JudgedInputs, Report, ReportFormat};
use crate::batch::{self, FileOutcome};
use crate::context::{Context, Mistaken, Status};
use crate::input::{Input, Source};
use crate::page::Page;
use crate::pipeline::Waiting;
use crate::reports::{Contents, Notice};

/// An opened file, with the form and the colours of its output.
pub(crate) struct QueryInput<'a> {
    /// Name as it was given.
    pub(crate) name: &'a str,
    /// The opened file.
    pub(crate) file: &'a File<'a>,
    /// Form of the output.
    pub(crate) form: ReportFormat,
    /// Colours of the output.
    pub(crate) style: &'a Style,
}

impl QueryInput<'_> {
    /// Id of the format.
    pub(crate) fn format(&self) -> Option<&'static str> {
        self.file.format().map(Format::id)
    }
}

/// Opens every input and prints its output: as text, one after another, or as one JSON document. With `heading`, the
/// file name precedes each output if there are several.
pub(crate) fn run_query(
    context: &Context,
    inputs: &JudgedInputs,
    report: &Report,
    heading: bool,
    answer: impl Fn(&QueryInput<'_>, &mut Vec<u8>) -> Result<()> + Sync,
) -> Result<Status> {
    let sources = inputs.sources()?;
    let path = report.output.path.as_deref();
    let style = context.style_of(path);
    let as_format = inputs.format()?;
    let several = heading && sources.len() > 1;
    let form = report.format;
    if form == ReportFormat::Json {
        context.report_in(Contents::Answers, path);
    }
    let work = |source: &Source, input: &Input| -> FileOutcome<Result<QueryOutput>> {
        let mut done = QueryOutput::default();
        let bytes = match input.binary() {
            Ok(bytes) => bytes,
            Err(mistakes) => {
                done.stderr = Some(context.in_text(input, &mistakes));
                return FileOutcome::Result(Ok(done), Status::Errors);
            }
        };
        let file = inputs.open(&input.name, &bytes, as_format, &context.limits);
        if batch::is_foreign(source, as_format, &file) {
            return FileOutcome::Skipped;
        }
        let mut status = Status::Fine;
        if !file.is_known() {
            done.stderr = Some(context.on_bytes(&input.name, &bytes, file.check().items()));
            status = Status::Errors;
        }
        if file.is_source() {
            let findings = file.check();
            if findings.has_errors() {
                done.stderr = Some(context.in_text(input, findings.items()));
                status = Status::Errors;
            }
        }
        if several && form == ReportFormat::Text {
            let name = terminal::clean(&input.name);
            done.out.extend_from_slice(format!("{}\n", Painted(style.strong, format!("{name}:"))).as_bytes());
        }
        let item = QueryInput { name: &input.name, file: &file, form, style: &style };
        match answer(&item, &mut done.out) {
            Ok(()) => FileOutcome::Result(Ok(done), status),
            Err(error) => FileOutcome::Result(Err(error), status),
        }
    };
    let output = Page::open(context, path, form)?;
    match form {
        ReportFormat::Text => {
            let mut output = output;
            let status = batch::each(
                context,
                &sources,
                work,
                |answer| {
                    let answer = answer?;
                    std::io::Write::write_all(&mut output, &answer.out)?;
                    answer.stderr.into_iter().for_each(|notice| context.report(notice));
                    Ok(())
                },
                |_| {},
            )?;
            output.commit()?;
            Ok(status)
        }
        ReportFormat::Json => {
            let mut document = Document::begin(output)?;
            let status = batch::each(
                context,
                &sources,
                work,
                |answer| {
                    let answer = answer?;
                    if !answer.out.is_empty() {
                        std::io::Write::write_all(document.entry()?, &answer.out)?;
                    }
                    answer.stderr.into_iter().for_each(|notice| context.report(notice));
                    Ok(())
                },
                |_| {},
            )?;
            context.finish(document)?.commit()?;
            Ok(status)
        }
    }
}

/// Output of a query over one file, with findings for standard error.
#[derive(Default)]
struct QueryOutput {
    out: Vec<u8>,
    stderr: Option<Notice>,
}

impl Waiting for Result<QueryOutput> {
    fn held(&self) -> usize {
        let held =
            |answer: &QueryOutput| answer.out.capacity() + answer.stderr.as_ref().map_or(0, Notice::held);
        self.as_ref().map_or(0, held)
    }
}

/// Renders findings for standard output: over the binary `bytes`, or over the text of the input if there is no binary.
pub(crate) fn rendered(
    input: &Input,
    bytes: Option<&[u8]>,
    findings: &Folded<'_>,
    show: Show<'_>,
    style: &Style,
) -> Vec<u8> {
    let text = bytes.is_none().then(|| input.text());
    let subject =
        Subject { file: &input.name, bytes: bytes.unwrap_or(input.bytes()), source: text.as_deref() };
    let mut out = Vec::new();
    // Writing to memory does not fail.
    let _ = terminal::findings(&mut out, findings, std::slice::from_ref(&subject), show, style);
    out
}

/// The binary of a single input; reports the mistakes in its text if it does not assemble.
pub(crate) fn single<'a>(context: &Context, input: &'a Input) -> Result<Cow<'a, [u8]>, Mistaken> {
    input.binary().map_err(|mistakes| {
        context.report(context.in_text(input, &mistakes));
        Mistaken
    })
}

/// Findings in file order, with the number dropped over the limit.
pub(crate) fn sorted(findings: Diagnostics) -> (Vec<Diagnostic>, usize) {
    let dropped = findings.dropped();
    (findings.into_sorted(), dropped)
}
