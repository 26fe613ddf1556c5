//! `glassbox link`.

mod bpx;
mod folder;
mod foreign;
mod own;
mod plan;

use std::borrow::Cow;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail};
use clap::Args;
use glassbox::{LinkInput, LinkOptions, LinkedFile};
use glassbox_core::diagnostic::Diagnostic;
use glassbox_report::Subject;
use glassbox_report::json::{DiagnosticsFile, Document, LinesFile};
use glassbox_report::terminal;

use crate::args::ReportFormat;
use crate::context::{Context, Status};
use crate::input::{Input, Source};
use crate::output::{Output, is_same_file, write_binary};
use crate::questions::{findings_of, single};

/// Join objects, files, libraries or packages, plan that, or take a file apart
///
/// Of objects and files, code, operand descriptors, constants, labels, uniforms and outputs are joined; each object with an entry procedure
/// becomes an executable, and linked files keep theirs. Objects are what `glassbox asm -c` writes.
///
/// Of libraries of functions, those are taken that an entry point or a list of exports needs, and one program or library is made of them;
/// --plan says which these are, without reading their code.
///
/// BPX shader packages are linked to an assembly with --assembly; without it, packages that hold stages of one program become one.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  glassbox link scene.dvoj light.dvoj -o scene.shbin
  glassbox link scene.dvoj light.dvoj -o scene.shbin --lines scene.lines.json
  glassbox link opaque.shbin glass.shbin -o all.shbin
  glassbox link --check scene.dvoj light.dvoj --format json
  glassbox link --split all.shbin -o parts
  glassbox link --plan main.dxil -L libraries --entry PSMain --profile ps_6_0
  glassbox link --index libraries
  glassbox link main.dxil -L libraries --entry PSMain --profile ps_6_0 -o main.ps.dxil
  glassbox link shade.dxil tone.dxil --exports Shade --profile lib_6_3 -o all.dxil
  glassbox link --with dxc main.dxil shade.dxil --entry PSMain --profile ps_6_0 -o main.ps.dxil
  glassbox link opaque.bpx glass.bpx --assembly main.bpx --in-place
  glassbox link level.bpx --assembly child.bpx -L assemblies -o linked.bpx
  glassbox link --unlink linked.bpx -o level.bpx
  glassbox link scene.vertex.bpx scene.pixel.bpx -o scene.bpx

Exit status:
  0  fine
  1  something does not fit together, or an input is of no known kind; nothing is written
  2  the command could not run, or an input could not be read")]
pub(crate) struct Arguments {
    /// Files to read, binary or text form; `-` is standard input
    #[arg(required_unless_present_any = ["index", "folders"], value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Write to this file instead of standard output; with --split or several programs, to this folder. Files appear whole or
    /// not at all
    #[arg(short = 'o', long = "output", value_name = "PATH")]
    output: Option<PathBuf>,
    /// Take one file apart: a file for each executable, with what it runs
    #[arg(long, requires = "output", conflicts_with_all = ["lines", "independent", "check", "form"])]
    split: bool,
    /// With --split, write objects instead of linked files
    #[arg(long, requires = "split")]
    objects: bool,
    /// Report only; write nothing
    #[arg(long, conflicts_with_all = ["output", "lines"])]
    check: bool,
    /// Write where each code word comes from to this file, as JSON; docs/schema/lines.json describes it
    #[arg(long, value_name = "FILE")]
    lines: Option<PathBuf>,
    /// Let executables name one uniform in different registers
    #[arg(long)]
    independent: bool,
    /// Form of the findings: text goes to standard error, JSON to standard output
    #[arg(id = "form", long = "format", value_name = "FORM", default_value = "text")]
    format: ReportFormat,
    #[command(flatten)]
    libraries: plan::Options,
    #[command(flatten)]
    foreign: foreign::Foreign,
    #[command(flatten)]
    packages: bpx::Packages,
}

pub(crate) fn run(arguments: &Arguments, context: &Context) -> Result<Status> {
    if arguments.split {
        return split(arguments, context);
    }
    let libraries = &arguments.libraries;
    if libraries.plan || libraries.is_index() {
        return plan::run(libraries, &arguments.files, arguments.format, context);
    }
    let as_json = arguments.format == ReportFormat::Json;
    let output = arguments.output.as_deref().filter(|path| path.as_os_str() != "-");
    if as_json && output.is_none() && !arguments.check && !arguments.packages.in_place {
        bail!("the findings go to standard output; name the file with -o, or add --check");
    }
    let request = bpx::Request {
        files: &arguments.files,
        folders: libraries.folders(),
        output,
        is_check: arguments.check,
        form: arguments.format,
    };
    if arguments.packages.is_asked() {
        return bpx::run(&arguments.packages, &request, context);
    }
    guard(arguments)?;
    if arguments.foreign.with.is_some() {
        return foreign::run(
            &arguments.foreign,
            libraries,
            &arguments.files,
            arguments.format,
            output,
            context,
        );
    }
    if libraries.is_asked() {
        let target = own::Target {
            output,
            is_check: arguments.check,
        };
        return own::run(libraries, &arguments.files, arguments.format, &target, context);
    }
    let inputs = read(&arguments.files)?;
    let mut bytes: Vec<Cow<'_, [u8]>> = Vec::with_capacity(inputs.len());
    for input in &inputs {
        match single(context, input) {
            Some(binary) => bytes.push(binary),
            None => return Ok(Status::Errors),
        }
    }
    let files: Vec<LinkInput<'_>> = inputs
        .iter()
        .zip(&bytes)
        .map(|(input, bytes)| LinkInput {
            name: &input.name,
            bytes,
        })
        .collect();
    if files
        .iter()
        .any(|file| glassbox::bpx_link::is_container(file.bytes))
    {
        return bpx::merge(&files, &request, context);
    }
    let options = LinkOptions {
        independent: arguments.independent,
    };
    let outcome = glassbox::link(&files, &options, &context.limits);
    report(&files, &outcome.findings, as_json, context)?;
    let Some(linked) = outcome.linked else {
        return Ok(Status::Errors);
    };
    let name = output.map_or_else(|| "output".to_owned(), |path| path.display().to_string());
    if !arguments.check {
        if let Some(path) = &arguments.lines {
            write_lines(path, &name, &files, &linked)?;
        }
        write_binary(output, &linked.bytes)?;
    }
    let facts: Vec<String> = linked
        .facts
        .iter()
        .map(|(label, value)| format!("{label} {value}"))
        .collect();
    context.say(&format!(
        "{name}: {} bytes, {}",
        linked.bytes.len(),
        facts.join(", ")
    ));
    Ok(Status::Fine)
}

/// No output may be an input.
fn guard(arguments: &Arguments) -> Result<()> {
    let outputs = [arguments.output.as_deref(), arguments.lines.as_deref()];
    for output in outputs.into_iter().flatten() {
        for file in &arguments.files {
            if is_same_file(output, file) {
                bail!("{} is an input", output.display());
            }
        }
    }
    if let [Some(output), Some(lines)] = outputs
        && (output == lines || is_same_file(output, lines))
    {
        bail!("{} cannot hold both the file and its lines", output.display());
    }
    Ok(())
}

fn read(files: &[PathBuf]) -> Result<Vec<Input>> {
    if files.iter().filter(|path| path.as_os_str() == "-").count() > 1 {
        bail!("standard input can be read only once");
    }
    files.iter().map(|path| Source::new(path).read()).collect()
}

/// The findings, each with the bytes of the files that it speaks of.
fn report(files: &[LinkInput<'_>], findings: &[Diagnostic], as_json: bool, context: &Context) -> Result<()> {
    if as_json {
        let names: Vec<&str> = files.iter().map(|file| file.name).collect();
        let mut document = Document::begin(Output::text(None)?)?;
        for entry in DiagnosticsFile::of_several(&names, None, findings, 0) {
            document.file(&entry)?;
        }
        return document.finish()?.commit();
    }
    let subjects: Vec<Subject<'_>> = files
        .iter()
        .map(|file| Subject {
            file: file.name,
            bytes: file.bytes,
            source: None,
        })
        .collect();
    let mut out = Vec::new();
    for finding in findings {
        terminal::among(&mut out, finding, &subjects, &context.error_style)?;
    }
    context.say_bytes(&out);
    Ok(())
}

fn write_lines(path: &Path, name: &str, files: &[LinkInput<'_>], linked: &LinkedFile) -> Result<()> {
    let places = files.iter().zip(&linked.places);
    let inputs = places.map(|(file, place)| (file.name, place.start, place.words));
    let lines = linked.lines.iter().map(|line| (line.input, line.line));
    let mut document = Document::begin(Output::text(Some(path))?)?;
    document.file(&LinesFile::new(name, inputs, &linked.sources, lines))?;
    document.finish()?.commit()
}

/// Takes one file apart.
fn split(arguments: &Arguments, context: &Context) -> Result<Status> {
    let [path] = arguments.files.as_slice() else {
        bail!("--split takes one file");
    };
    let input = Source::new(path).read()?;
    let Some(bytes) = single(context, &input) else {
        return Ok(Status::Errors);
    };
    let parts = match glassbox::split(&bytes, arguments.objects, &context.limits) {
        Ok(parts) => parts,
        Err(findings) => {
            let style = &context.error_style;
            context.say_bytes(&findings_of(&input.name, &bytes, &findings, style));
            return Ok(Status::Errors);
        }
    };
    let folder = arguments.output.as_deref().unwrap_or(Path::new("."));
    std::fs::create_dir_all(folder).with_context(|| format!("{} cannot be made", folder.display()))?;
    let stem = match path.as_os_str() == "-" {
        true => "stdin".to_owned(),
        false => path
            .file_stem()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned(),
    };
    for part in parts {
        let target = folder.join(format!("{stem}.{}", part.suffix));
        if is_same_file(&target, path) {
            bail!("{} is the input", target.display());
        }
        let rest = match part.kept_all {
            Some(reason) => format!(", all of them: {reason}"),
            None => String::new(),
        };
        context.say(&format!(
            "{}: {} bytes, code words {}{rest}",
            target.display(),
            part.bytes.len(),
            part.words
        ));
        write_binary(Some(&target), &part.bytes)?;
    }
    Ok(Status::Fine)
}
