//! Commands that ask each file one question and report the answers.

use std::borrow::Cow;

use anyhow::Result;
use glassbox::File;
use glassbox_core::diagnostic::{Diagnostic, Diagnostics};
use glassbox_core::format::{Format, Opened as _};
use glassbox_report::Subject;
use glassbox_report::json::Document;
use glassbox_report::terminal::{self, Painted, Style};

use crate::args::{Inputs, Report, ReportFormat};
use crate::context::{Context, Status};
use crate::input::Input;
use crate::many::{self, Done};
use crate::output::Output;

/// An opened file, and how to answer.
pub(crate) struct Item<'a> {
    /// Name as it was given.
    pub(crate) name: &'a str,
    /// The file.
    pub(crate) file: &'a File<'a>,
    /// Form of the answer.
    pub(crate) form: ReportFormat,
    /// Colours of the answer.
    pub(crate) style: &'a Style,
}

impl Item<'_> {
    /// Id of the format.
    pub(crate) fn format(&self) -> Option<&'static str> {
        self.file.format().map(Format::id)
    }
}

/// Opens every input and reports the answers: as text one after the other, or as one JSON document. A `heading` names
/// the file before each answer where there are several.
pub(crate) fn ask(
    context: &Context,
    inputs: &Inputs,
    report: &Report,
    heading: bool,
    answer: impl Fn(&Item<'_>, &mut Vec<u8>) -> Result<()> + Sync,
) -> Result<Status> {
    let sources = inputs.sources()?;
    let path = report.output.path.as_deref();
    let style = context.style_of(path);
    let as_format = inputs.kind.format()?;
    let several = heading && sources.len() > 1;
    let form = report.format;
    let work = |found: bool, input: &Input| -> Done<Result<Answer>> {
        let mut done = Answer::default();
        let bytes = match input.binary() {
            Ok(bytes) => bytes,
            Err(mistakes) => {
                done.aside = mistakes_of(input, &mistakes, &context.error_style);
                return Done::Result(Ok(done), Status::Errors);
            }
        };
        let file = glassbox::open(&bytes, as_format, &context.limits).recursive(inputs.recursive);
        if found && as_format.is_none() && !file.is_known() {
            return Done::Skipped;
        }
        let mut status = Status::Fine;
        if !file.is_known() {
            done.aside = findings_of(&input.name, &bytes, file.check().items(), &context.error_style);
            status = Status::Errors;
        }
        if several && form == ReportFormat::Text {
            let name = terminal::clean(&input.name);
            done.out
                .extend_from_slice(format!("{}\n", Painted(style.strong, format!("{name}:"))).as_bytes());
        }
        let item = Item {
            name: &input.name,
            file: &file,
            form,
            style: &style,
        };
        match answer(&item, &mut done.out) {
            Ok(()) => Done::Result(Ok(done), status),
            Err(error) => Done::Result(Err(error), status),
        }
    };
    let output = Output::text(path)?;
    match form {
        ReportFormat::Text => {
            let mut output = output;
            let status = many::each(
                context,
                &sources,
                |source, input| work(source.found, input),
                |answer| {
                    let answer = answer?;
                    std::io::Write::write_all(&mut output, &answer.out)?;
                    context.say_bytes(&answer.aside);
                    Ok(())
                },
                |_| {},
            )?;
            output.commit()?;
            Ok(status)
        }
        ReportFormat::Json => {
            let mut document = Document::begin(output)?;
            let status = many::each(
                context,
                &sources,
                |source, input| work(source.found, input),
                |answer| {
                    let answer = answer?;
                    if !answer.out.is_empty() {
                        std::io::Write::write_all(document.entry()?, &answer.out)?;
                    }
                    context.say_bytes(&answer.aside);
                    Ok(())
                },
                |_| {},
            )?;
            document.finish()?.commit()?;
            Ok(status)
        }
    }
}

/// What a file answered, and what goes to standard error.
#[derive(Default)]
struct Answer {
    out: Vec<u8>,
    aside: Vec<u8>,
}

/// Findings on bytes, rendered.
pub(crate) fn findings_of(name: &str, bytes: &[u8], findings: &[Diagnostic], style: &Style) -> Vec<u8> {
    rendered(
        &Subject {
            file: name,
            bytes,
            source: None,
        },
        findings,
        style,
    )
}

/// Mistakes in a text, rendered.
pub(crate) fn mistakes_of(input: &Input, mistakes: &[Diagnostic], style: &Style) -> Vec<u8> {
    let text = input.text();
    rendered(
        &Subject {
            file: &input.name,
            bytes: input.bytes(),
            source: Some(&text),
        },
        mistakes,
        style,
    )
}

fn rendered(subject: &Subject<'_>, findings: &[Diagnostic], style: &Style) -> Vec<u8> {
    let mut out = Vec::new();
    for finding in findings {
        // Writing to memory does not fail.
        let _ = terminal::diagnostic(&mut out, finding, subject, style);
    }
    out
}

/// The bytes that a single input stands for; mistakes in its text are reported, and then there are none.
pub(crate) fn single<'a>(context: &Context, input: &'a Input) -> Option<Cow<'a, [u8]>> {
    match input.binary() {
        Ok(bytes) => Some(bytes),
        Err(mistakes) => {
            context.say_bytes(&mistakes_of(input, &mistakes, &context.error_style));
            None
        }
    }
}

/// Findings in file order, with the number of those over the limit.
pub(crate) fn sorted(findings: Diagnostics) -> (Vec<Diagnostic>, usize) {
    let dropped = findings.dropped();
    (findings.into_sorted(), dropped)
}
