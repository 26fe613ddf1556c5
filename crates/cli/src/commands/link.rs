//! `glassbox link`.

mod bpx;
mod builtin;
mod external;
mod folder;
mod plan;

use std::borrow::Cow;
use std::path::{Path, PathBuf};

use anyhow::{Result, bail};
use clap::Args;
use glassbox::{LinkInput, LinkOptions, LinkedFile};
use glassbox_report::json::{Document, LinesFile};

use crate::args::{ReportFormat, findings_in};
use crate::commands::packages;
use crate::context::{Context, Status};
use crate::input::{Input, Source, or_stdin};
use crate::output::{Output, Place, binary};
use crate::query::single;

/// Link objects, files, libraries or packages, plan a link, or split a file
///
/// Objects and files: joins code, operand descriptors, constants, labels, uniforms and outputs. Each object with an entry
/// procedure becomes an executable, and linked files keep theirs. `glassbox asm -c` writes objects.
///
/// Libraries of functions: makes a program or library from the libraries that an entry point or a list of exports needs;
/// --plan lists these without reading their code.
///
/// BPX shader packages: --assembly links them to an assembly; without it, packages with stages of one program are merged.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  glassbox link scene.dvoj light.dvoj -o scene.shbin
  glassbox link scene.dvoj light.dvoj -o scene.shbin --source-map scene.lines.json
  glassbox link opaque.shbin glass.shbin -o all.shbin
  glassbox link --check scene.dvoj light.dvoj --format json
  glassbox link --split all.shbin -o parts
  glassbox link --plan main.dxil -L libraries --entry PSMain --profile ps_6_0
  glassbox link --index libraries
  glassbox link main.dxil -L libraries --entry PSMain --profile ps_6_0 -o main.ps.dxil
  glassbox link shade.dxil tone.dxil --exports Shade --profile lib_6_3 -o all.dxil
  glassbox link --linker dxc main.dxil shade.dxil --entry PSMain --profile ps_6_0 -o main.ps.dxil
  glassbox link opaque.bpx glass.bpx --assembly main.bpx --in-place
  glassbox link level.bpx --assembly child.bpx -L assemblies -o linked.bpx
  glassbox link --unlink linked.bpx -o level.bpx
  glassbox link scene.vertex.bpx scene.pixel.bpx -o scene.bpx

Exit status:
  0  fine
  1  the inputs do not fit together, or one has an unknown format; nothing is written
  2  the command could not run, or an input could not be read")]
pub(crate) struct Arguments {
    /// Files to read, in binary or text form; `-` is standard input, which is also read if no file is given
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Write to this file instead of standard output; a folder with --split or several programs. Incomplete files
    /// never appear
    #[arg(short = 'o', long = "output", value_name = "PATH")]
    output: Option<PathBuf>,
    /// Split a file: one file for each executable, with the code that it needs
    #[arg(long, requires = "output", conflicts_with_all = ["source_map", "allow_register_conflicts", "check", "form"])]
    split: bool,
    /// With --split, write objects instead of linked files
    #[arg(long, requires = "split")]
    objects: bool,
    /// Report only; write nothing
    #[arg(long, conflicts_with_all = ["output", "source_map"])]
    check: bool,
    /// Write the source location of each code word to this file as JSON; docs/schema/lines.json describes it
    #[arg(long, alias = "lines", value_name = "FILE")]
    source_map: Option<PathBuf>,
    /// Allow executables to use different registers for the same uniform
    #[arg(long, alias = "independent")]
    allow_register_conflicts: bool,
    /// Format of the findings: text goes to standard error, JSON to standard output
    #[arg(id = "form", long = "format", value_name = "FORMAT", default_value = "text")]
    format: ReportFormat,
    #[command(flatten)]
    libraries: plan::Options,
    #[command(flatten)]
    external: external::External,
    #[command(flatten)]
    packages: bpx::Packages,
}

pub(crate) fn run(arguments: &Arguments, context: &Context) -> Result<Status> {
    let libraries = &arguments.libraries;
    // A plan opens files by name, and folders may provide everything it needs.
    let files = if libraries.is_index() || libraries.is_asked() {
        Cow::Borrowed(arguments.files.as_slice())
    } else {
        or_stdin(&arguments.files)?
    };
    if arguments.split {
        return split(arguments, &files, context);
    }
    if libraries.plan || libraries.is_index() {
        return plan::run(libraries, &files, arguments.format, context);
    }
    let output = arguments.output.as_deref().filter(|path| path.as_os_str() != "-");
    let is_named = output.is_some() || arguments.check || arguments.packages.in_place;
    findings_in(arguments.format, context, is_named)?;
    let request =
        bpx::Request { files: &files, folders: libraries.folders(), output, is_check: arguments.check };
    if arguments.packages.is_asked() {
        return bpx::run(&arguments.packages, &request, context);
    }
    if arguments.external.linker.is_some() {
        return external::run(&arguments.external, libraries, &files, arguments.format, output, context);
    }
    if libraries.is_asked() {
        let target = builtin::Target { output, is_check: arguments.check };
        return builtin::run(libraries, &files, arguments.format, &target, context);
    }
    let inputs = read(&files)?;
    let mut bytes: Vec<Cow<'_, [u8]>> = Vec::with_capacity(inputs.len());
    for input in &inputs {
        bytes.push(single(context, input)?);
    }
    let files: Vec<LinkInput<'_>> =
        inputs.iter().zip(&bytes).map(|(input, bytes)| LinkInput { name: &input.name, bytes }).collect();
    if files.iter().any(|file| glassbox::bpx_link::is_container(file.bytes)) {
        return bpx::merge(&files, &request, context);
    }
    let options = LinkOptions { independent: arguments.allow_register_conflicts };
    let outcome = glassbox::link(&files, &options, &context.limits);
    packages::report(&files, None, &outcome.findings, context);
    let Some(linked) = outcome.linked else {
        return Ok(Status::Errors);
    };
    let name = output.map_or_else(|| "output".to_owned(), |path| path.display().to_string());
    if !arguments.check {
        // Both are complete before either is moved into place.
        let out = binary(output, &linked.bytes)?;
        if let Some(path) = &arguments.source_map {
            lines(path, &name, &files, &linked)?.commit()?;
        }
        out.commit()?;
    }
    let facts: Vec<String> = linked.facts.iter().map(|(label, value)| format!("{label} {value}")).collect();
    context.print_note(&format!("{name}: {} bytes, {}", linked.bytes.len(), facts.join(", ")));
    Ok(Status::Fine)
}

fn read(files: &[PathBuf]) -> Result<Vec<Input>> {
    if files.iter().filter(|path| path.as_os_str() == "-").count() > 1 {
        bail!("standard input can be read only once");
    }
    files.iter().map(|path| Source::new(path).read()).collect()
}

/// Writes the origin of each code word; nothing is moved into place yet.
fn lines(path: &Path, name: &str, files: &[LinkInput<'_>], linked: &LinkedFile) -> Result<Output> {
    let places = files.iter().zip(&linked.places);
    let inputs = places.map(|(file, place)| (file.name, place.start, place.words));
    let lines = linked.lines.iter().map(|line| (line.input, line.line));
    let mut document = Document::begin(Output::text(Some(path))?)?;
    document.file(&LinesFile::new(name, inputs, &linked.sources, lines))?;
    Ok(document.finish()?)
}

/// Splits one file.
fn split(arguments: &Arguments, files: &[PathBuf], context: &Context) -> Result<Status> {
    let [path] = files else {
        bail!("--split takes one file");
    };
    let input = Source::new(path).read()?;
    let bytes = single(context, &input)?;
    let into =
        if arguments.objects { glassbox::SplitInto::Objects } else { glassbox::SplitInto::Executables };
    let parts = match glassbox::split(&bytes, into, &context.limits) {
        Ok(parts) => parts,
        Err(findings) => {
            context.report(context.on_bytes(&input.name, &bytes, &findings));
            return Ok(Status::Errors);
        }
    };
    let folder = arguments.output.as_deref().unwrap_or(Path::new("."));
    let stem = if path.as_os_str() == "-" {
        "stdin".to_owned()
    } else {
        path.file_stem().unwrap_or_default().to_string_lossy().into_owned()
    };
    for part in parts {
        let target =
            Place::Made { folder: folder.to_owned(), name: format!("{stem}.{}", part.suffix).into() };
        target.write(&part.bytes)?;
        let rest = match part.kept_all {
            Some(reason) => format!(", all of them: {reason}"),
            None => String::new(),
        };
        context.print_note(&format!(
            "{}: {} bytes, code words {}{rest}",
            target.path().unwrap_or_default().display(),
            part.bytes.len(),
            part.words
        ));
    }
    Ok(Status::Fine)
}
