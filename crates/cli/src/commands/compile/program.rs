//! Project files, and stages named with switches: BPXS programs.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail};
use clap::Args;
use glassbox::bpx_build::build::{Build, Program, StageCode, build};
use glassbox::bpx_build::project::switches;
use glassbox::bpx_build::sources::Files;
use glassbox::{Disassembly, IdNames};

use super::{Arguments, Emit};
use crate::context::{Context, Status};
use crate::findings::{Form, Found, Log};
use crate::output::{Output, is_same_file, write_binary};

/// The switches that name sources.
pub(super) const STAGES: [&str; 5] = ["vertex", "hull", "domain", "geometry", "pixel"];

/// What project files say too.
#[derive(Args, Debug)]
#[command(next_help_heading = "BPXS programs")]
#[group(id = "bpxs")]
pub(super) struct Switches {
    /// Rendering platforms, such as GL42,VK10, or `all`
    #[arg(long = "target", value_name = "TARGET,...", value_delimiter = ',')]
    targets: Vec<String>,
    /// Source of the vertex stage: GLSL, WGSL, SPIR-V, or the vendor's GLSL with SAL
    #[arg(long, value_name = "FILE", conflicts_with = "files")]
    vertex: Option<String>,
    /// Source of the hull stage (tessellation control)
    #[arg(long, value_name = "FILE", conflicts_with = "files")]
    hull: Option<String>,
    /// Source of the domain stage (tessellation evaluation)
    #[arg(long, value_name = "FILE", conflicts_with = "files")]
    domain: Option<String>,
    /// Source of the geometry stage
    #[arg(long, value_name = "FILE", conflicts_with = "files")]
    geometry: Option<String>,
    /// Source of the pixel stage (fragment)
    #[arg(long, value_name = "FILE", conflicts_with = "files")]
    pixel: Option<String>,
    /// Look for included files in this folder too; may be given several times
    #[arg(short = 'I', long, value_name = "FOLDER")]
    include: Vec<String>,
    /// Define a macro for every stage
    #[arg(short = 'D', long = "define", value_name = "NAME[=TEXT]", value_parser = define)]
    defines: Vec<(String, String)>,
    /// Symbols that the assembly defines
    #[arg(long, value_name = "NAME,...", value_delimiter = ',')]
    external: Vec<String>,
    /// Symbols that the program itself defines
    #[arg(long, value_name = "NAME,...", value_delimiter = ',')]
    internal: Vec<String>,
    /// Registers of symbols
    #[arg(long, value_name = "NAME=REGISTER,...", value_delimiter = ',', value_parser = register)]
    registers: Vec<(String, u8)>,
    /// Add a pipeline with the usual state under this name
    #[arg(long, value_name = "NAME")]
    pipeline: Option<String>,
    /// Name of the vertex format
    #[arg(long, value_name = "NAME")]
    vertex_format: Option<String>,
    /// Link the programs to this assembly
    #[arg(long, value_name = "FILE")]
    assembly: Option<String>,
    /// A parent of the assembly; may be given several times, the nearest first
    #[arg(long = "parent", value_name = "FILE", requires = "assembly")]
    parents: Vec<String>,
    /// Write the names of properties into the extended data
    #[arg(long)]
    debug_names: bool,
    /// Which sections of code are compressed: auto for those over 64 KiB, none, always
    #[arg(long, value_name = "WHICH")]
    compression: Option<String>,
    /// Write the files that the result was made of to this file, as make reads it
    #[arg(long, value_name = "FILE")]
    depfile: Option<PathBuf>,
}

fn define(text: &str) -> Result<(String, String), String> {
    Ok(match text.split_once('=') {
        Some((name, value)) => (name.to_owned(), value.to_owned()),
        None => (text.to_owned(), "1".to_owned()),
    })
}

fn register(text: &str) -> Result<(String, u8), String> {
    let found = text.split_once('=');
    let found = found.and_then(|(name, number)| Some((name.to_owned(), number.parse().ok()?)));
    found.ok_or_else(|| "expected a symbol and its register, such as Camera=1".to_owned())
}

impl Switches {
    fn stages(&self) -> Vec<(&'static str, String)> {
        let files = [
            &self.vertex,
            &self.hull,
            &self.domain,
            &self.geometry,
            &self.pixel,
        ];
        let named = STAGES.into_iter().zip(files);
        named
            .filter_map(|(stage, file)| Some((stage, file.clone()?)))
            .collect()
    }

    /// The same as a project file.
    fn to_text(&self) -> String {
        switches::Switches {
            targets: self.targets.clone(),
            stages: self.stages(),
            include: self.include.clone(),
            defines: self.defines.clone(),
            external: self.external.clone(),
            internal: self.internal.clone(),
            registers: self.registers.clone(),
            pipeline: self.pipeline.clone(),
            vertex_format: self.vertex_format.clone(),
            assembly: self.assembly.clone(),
            parents: self.parents.clone(),
            debug_names: self.debug_names,
            compression: self.compression.clone(),
        }
        .to_text()
    }
}

/// Whether a program is meant: stages are named, or every file is a project file.
pub(super) fn is_asked(arguments: &Arguments) -> bool {
    let is_project = |path: &PathBuf| path.extension().is_some_and(|end| end == "toml");
    !arguments.program.stages().is_empty()
        || (!arguments.files.is_empty() && arguments.files.iter().all(is_project))
}

/// Files on the disk.
struct Disk;

impl Files for Disk {
    fn read(&self, path: &str) -> Result<Vec<u8>, String> {
        fs::read(path).map_err(|error| error.to_string())
    }
}

/// Builds every project.
pub(super) fn run(arguments: &Arguments, context: &Context) -> Result<Status> {
    if !matches!(arguments.emit, Emit::Binary | Emit::Payload) {
        bail!(
            "--emit {} means nothing for BPXS programs; there is binary and payload",
            arguments.emit.name()
        );
    }
    let mut projects: Vec<(String, String)> = Vec::new();
    for path in &arguments.files {
        let text = fs::read_to_string(path).with_context(|| format!("{} cannot be read", path.display()))?;
        projects.push((path.display().to_string(), text));
    }
    if projects.is_empty() {
        // It stands for a file in the folder from which the command runs.
        projects.push(("switches".to_owned(), arguments.program.to_text()));
    } else if arguments.program.to_text() != switches::Switches::default().to_text() {
        bail!("a project file says everything itself; leave the switches for BPXS programs out");
    }
    if projects.len() > 1 && arguments.program.depfile.is_some() {
        bail!("--depfile is for one project");
    }
    let form = arguments.findings.format;
    let mut log = Log::begin(form)?;
    let mut status = Status::Fine;
    for (name, text) in &projects {
        let built = build(name, text, &Disk);
        status = status.max(one(arguments, context, name, &built, &mut log)?);
    }
    log.finish()?;
    Ok(status)
}

/// Reports what was found in a project and writes what came of it.
fn one(arguments: &Arguments, context: &Context, name: &str, built: &Build, log: &mut Log) -> Result<Status> {
    let files = built.sources.files().iter();
    let sources: Vec<(&str, &str)> = files
        .map(|file| (file.name.as_str(), file.text.as_str()))
        .collect();
    let found = Found {
        sources: &sources,
        findings: &built.findings,
        dropped: 0,
    };
    if arguments.findings.format == Form::Text {
        context.say_bytes(&arguments.findings.text(&found, &context.error_style));
    }
    log.add(&found)?;
    if built.has_errors() || arguments.findings.deny(&built.findings) {
        return Ok(Status::Errors);
    }
    if arguments.check {
        return Ok(Status::Fine);
    }
    match arguments.emit {
        Emit::Payload => payload(arguments, built)?,
        _ => programs(arguments, name, built)?,
    }
    Ok(Status::Fine)
}

/// Writes the programs, and what they are made of.
fn programs(arguments: &Arguments, name: &str, built: &Build) -> Result<()> {
    let mut written = Vec::new();
    for program in &built.programs {
        let path = place(arguments, name, built, program)?;
        if let Some(path) = &path {
            let sources = built.sources.files().iter();
            if let Some(file) = sources
                .map(|file| &file.name)
                .find(|file| is_same_file(path, Path::new(file)))
            {
                bail!("{file} is an input");
            }
            if written.contains(path) {
                bail!(
                    "several targets would become {}; write {{target}} into the name, or name a folder",
                    path.display()
                );
            }
            if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty())
                && (makes_folders(arguments, built))
            {
                fs::create_dir_all(folder).with_context(|| format!("{} cannot be made", folder.display()))?;
            }
            written.push(path.clone());
        }
        write_binary(path.as_deref(), &program.bytes)?;
    }
    if let Some(depfile) = &arguments.program.depfile {
        let mut text = String::new();
        let outputs: Vec<String> = written
            .iter()
            .map(|path| escaped(&path.to_string_lossy()))
            .collect();
        let sources = built.sources.files().iter().map(|file| &file.name);
        let inputs = sources
            .filter(|name| *name != "switches")
            .chain(&built.assemblies);
        write!(text, "{}:", outputs.join(" "))?;
        for input in inputs {
            write!(text, " \\\n  {}", escaped(input))?;
        }
        text.push('\n');
        let mut output = Output::text(Some(depfile))?;
        std::io::Write::write_all(&mut output, text.as_bytes())?;
        output.commit()?;
    }
    Ok(())
}

/// A path as make reads it.
fn escaped(path: &str) -> String {
    path.replace('$', "$$").replace(' ', "\\ ").replace('#', "\\#")
}

/// Whether -o may name folders that are not there yet.
fn makes_folders(arguments: &Arguments, built: &Build) -> bool {
    let output = arguments.output.as_deref().map(Path::to_string_lossy);
    output.is_some_and(|output| {
        output.contains("{target}") || output.ends_with('/') || built.programs.len() > 1
    })
}

/// The file of a program; `None` is standard output.
fn place(arguments: &Arguments, name: &str, built: &Build, program: &Program) -> Result<Option<PathBuf>> {
    let target = program.target_name;
    let is_several = built.programs.len() > 1;
    let file = match is_several {
        true => format!("{}.{target}.bpx", built.name),
        false => format!("{}.bpx", built.name),
    };
    let Some(output) = &arguments.output else {
        return Ok(Some(Path::new(name).with_file_name(file)));
    };
    let text = output.to_string_lossy();
    if text.contains("{target}") {
        return Ok(Some(PathBuf::from(text.replace("{target}", target))));
    }
    if text == "-" {
        if is_several {
            bail!("several programs do not fit on standard output; name a folder with -o");
        }
        return Ok(None);
    }
    if output.is_dir() || text.ends_with('/') {
        return Ok(Some(output.join(file)));
    }
    if is_several {
        if output.exists() || output.extension().is_some() {
            bail!(
                "{text} is one file; write {{target}} into the name, or name a folder, for {} programs",
                built.programs.len()
            );
        }
        return Ok(Some(output.join(file)));
    }
    Ok(Some(output.clone()))
}

/// Writes the code of one target.
fn payload(arguments: &Arguments, built: &Build) -> Result<()> {
    let [program] = built.programs.as_slice() else {
        let names: Vec<&str> = built.programs.iter().map(|program| program.target_name).collect();
        bail!(
            "--emit payload is for one target; the project has {}",
            names.join(", ")
        );
    };
    let codes = program.code.iter();
    if let Some(asked) = &arguments.stage {
        let known: Vec<&str> = codes.clone().map(stage_name).collect();
        let mut codes = codes;
        let Some(code) = codes.find(|code| stage_name(code) == asked) else {
            bail!("there is no stage {asked:?}; there is {}", known.join(", "));
        };
        if !code.is_text && arguments.output.is_some() {
            return write_binary(arguments.output.as_deref(), &code.bytes);
        }
        let mut output = Output::text(arguments.output.as_deref())?;
        std::io::Write::write_all(&mut output, &shown(code)?)?;
        return output.commit();
    }
    let mut output = Output::text(arguments.output.as_deref())?;
    for code in codes {
        let mark = if code.is_text { "//" } else { ";" };
        let text = shown(code)?;
        std::io::Write::write_all(
            &mut output,
            format!("{mark} {} stage for {}\n", stage_name(code), program.target_name).as_bytes(),
        )?;
        std::io::Write::write_all(&mut output, &text)?;
    }
    output.commit()
}

/// The stage as project files call it.
fn stage_name(code: &StageCode) -> &'static str {
    let known = glassbox::bpx_build::project::STAGES.iter();
    let mut known = known.filter(|(_, stage)| *stage == code.stage);
    known.next().map_or("compute", |(name, _)| name)
}

/// The code as text: words as assembly.
fn shown(code: &StageCode) -> Result<Vec<u8>> {
    if code.is_text {
        let mut text = code.bytes.clone();
        if !text.ends_with(b"\n") {
            text.push(b'\n');
        }
        return Ok(text);
    }
    let mut text = Vec::new();
    let style = Disassembly {
        names: IdNames::Friendly,
    };
    if !glassbox::disassemble("spirv", &code.bytes, &[], style, &mut text)? {
        bail!("the {} stage has no assembly", stage_name(code));
    }
    Ok(text)
}
