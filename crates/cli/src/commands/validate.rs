//! `glassbox validate`.

mod set;

use std::io::Write as _;
use std::path::PathBuf;

use anyhow::Result;
use clap::Args;
use glassbox_core::diagnostic::{Diagnostic, Folded, Severity};
use glassbox_core::format::Format;
use glassbox_report::json::{DiagnosticsFile, Document};
use glassbox_report::sarif::Sarif;
use glassbox_report::terminal;

use crate::args::{JudgedInputs, OutputFile};
use crate::batch::{self, FileOutcome};
use crate::context::{Context, Status};
use crate::findings::{Form, Severity as Threshold, promote, shown};
use crate::input::{Input, Source};
use crate::output::Output;
use crate::page::Page;
use crate::pipeline::{Waiting, held_by};
use crate::query::{rendered, sorted};
use crate::root_signature;

/// Check files against the rules of their format
///
/// Every finding names its rule; `glassbox explain RULE` explains it and its cure.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  glassbox validate shader.shbin
  glassbox validate -r shaders --deny warning
  glassbox validate --env vulkan1.2 module.spv
  glassbox validate --as spirv module.bin --format json
  glassbox validate -r shaders --format sarif -o findings.sarif
  glassbox validate --set game/shaders
  glassbox validate -r shaders --root-signature root.hlsl

Exit status:
  0  no errors
  1  there are errors, or warnings with --deny warning
  2  the command could not run, or an input could not be read")]
pub(crate) struct Arguments {
    #[command(flatten)]
    inputs: JudgedInputs,
    /// Check BPX shader packages as a set, whose assemblies and programs have to fit together; folders are read with
    /// their contents
    #[arg(long, conflicts_with_all = ["id", "variant"])]
    set: bool,
    /// What executes the shaders: for SPIR-V modules spv1.0 to spv1.6, vulkan1.0 to vulkan1.4, opengl4.5, opencl2.2, …;
    /// for DXIL sm6.0 to sm6.9. By default the specification alone, Vulkan 1.2 for VBC files, the shader model of the
    /// program for DXIL
    #[arg(long = "env", value_name = "NAME", value_parser = environment)]
    environment: Option<&'static str>,
    /// Check that this root signature binds what the shaders use: a container, the data of its part, or HLSL
    #[arg(long, value_name = "FILE", conflicts_with = "set")]
    root_signature: Option<PathBuf>,
    /// Format of the report
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    format: Form,
    #[command(flatten)]
    output: OutputFile,
    /// Also show findings that follow from others or repeat them
    #[arg(long)]
    all: bool,
    /// Severity from which findings cause exit status 1
    #[arg(long, value_name = "SEVERITY", default_value = "error")]
    deny: Threshold,
}

/// Result for one file.
struct Checked {
    name: String,
    format: Option<&'static str>,
    size: u64,
    findings: Vec<Diagnostic>,
    dropped: usize,
    /// True if the locations of the findings are in a text.
    is_text: bool,
    /// The findings for people; only made for that form.
    text: Vec<u8>,
}

impl Waiting for Checked {
    fn held(&self) -> usize {
        self.name.len() + self.text.capacity() + held_by(&self.findings)
    }
}

/// The environment of `--env`.
fn environment(name: &str) -> Result<&'static str, String> {
    glassbox::environment(name).ok_or_else(|| {
        let known: Vec<&str> = glassbox::environments().collect();
        format!("there is no such environment; there are {}", known.join(", "))
    })
}

pub(crate) fn run(arguments: &Arguments, context: &Context) -> Result<Status> {
    if arguments.set {
        return set::run(arguments, context);
    }
    let sources = arguments.inputs.sources()?;
    let path = arguments.output.path.as_deref();
    let style = context.style_of(path);
    let as_format = arguments.inputs.format()?;
    let limit = Severity::from(arguments.deny);
    let root_signature = match &arguments.root_signature {
        Some(path) => match root_signature::read(path, context)? {
            Some(data) => Some(data),
            None => return Ok(Status::Errors),
        },
        None => None,
    };
    let work = |source: &Source, input: &Input| {
        let Some((mut checked, worst)) =
            check(source, input, as_format, root_signature.as_deref(), arguments, context)
        else {
            return FileOutcome::Skipped;
        };
        promote(&mut checked.findings, arguments.deny);
        if arguments.format == Form::Text {
            let folded = Folded::new(&checked.findings);
            let binary = input.binary().ok().filter(|_| !checked.is_text);
            checked.text = rendered(input, binary.as_deref(), &folded, shown(arguments.all), &style);
            if !context.is_quiet {
                let tally = terminal::tally_of(&folded, checked.dropped);
                let line = format!("{}: {tally}\n", terminal::clean(&checked.name));
                checked.text.extend_from_slice(line.as_bytes());
            }
        }
        let status = match worst {
            Some(worst) if worst >= limit => Status::Errors,
            _ => Status::Fine,
        };
        FileOutcome::Result(checked, status)
    };
    match arguments.format {
        Form::Text => {
            let mut output = Page::text(context, path)?;
            let report = |checked: Checked| {
                context.record_findings(&checked.findings);
                Ok(output.write_all(&checked.text)?)
            };
            let status = batch::each(context, &sources, work, report, |_| {})?;
            output.commit()?;
            Ok(status)
        }
        Form::Json => {
            let mut document = Document::begin(Output::text(path)?)?;
            let report = |checked: Checked| {
                context.record_findings(&checked.findings);
                let (name, findings) = (&checked.name, &checked.findings);
                let entry = DiagnosticsFile::new(name, checked.format, findings, checked.dropped);
                Ok(document.file(&entry)?)
            };
            let status = batch::each(context, &sources, work, report, |_| {})?;
            document.finish()?.commit()?;
            Ok(status)
        }
        Form::Sarif => {
            let mut output = Output::text(path)?;
            let mut log = Sarif::new(env!("CARGO_PKG_VERSION"));
            let mut unreadable = Vec::new();
            let report = |checked: Checked| {
                context.record_findings(&checked.findings);
                log.file(&checked.name, checked.size, &checked.findings, checked.dropped);
                Ok(())
            };
            let status = batch::each(context, &sources, work, report, |reason| {
                unreadable.push(reason.to_owned());
            })?;
            for reason in &unreadable {
                log.unreadable(reason);
            }
            log.finish(&mut output)?;
            output.commit()?;
            Ok(status)
        }
    }
}

/// Checks one file; `None` for a file of unknown format found in a directory.
fn check(
    source: &Source,
    input: &Input,
    as_format: Option<&'static dyn Format>,
    root_signature: Option<&[u8]>,
    arguments: &Arguments,
    context: &Context,
) -> Option<(Checked, Option<Severity>)> {
    let mut checked = Checked {
        name: input.name.clone(),
        format: as_format.map(Format::id),
        size: input.bytes().len() as u64,
        findings: Vec::new(),
        dropped: 0,
        is_text: false,
        text: Vec::new(),
    };
    let worst = match input.binary() {
        Ok(bytes) => {
            let file = arguments.inputs.open(&input.name, &bytes, as_format, &context.limits);
            let file = file.for_environment(arguments.environment);
            if batch::is_foreign(source, as_format, &file) {
                return None;
            }
            checked.is_text = file.is_source();
            checked.format = file.format().map(Format::id);
            let mut findings = file.check();
            let more = root_signature.and_then(|data| file.check_root_signature(data));
            findings.extend(more.iter().flat_map(|more| more.items().iter().cloned()));
            let worst = findings.worst();
            (checked.findings, checked.dropped) = sorted(findings);
            worst
        }
        Err(mistakes) => {
            checked.findings = mistakes.into_vec();
            Some(Severity::Error)
        }
    };
    Some((checked, worst))
}
