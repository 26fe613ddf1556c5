//! Project files, and stages named with switches: BPXS programs.

use std::fmt::Write as _;
use std::fs;
use std::io::{Read as _, Write as _};
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
use crate::output::{Output, binary, is_same_file, write_binary};

/// The switches that name sources.
pub(super) const STAGES: [&str; 5] = ["vertex", "hull", "domain", "geometry", "pixel"];

/// The switches with which no file need be named.
pub(super) const ALONE: [&str; 6] = ["vertex", "hull", "domain", "geometry", "pixel", "inject"];

/// What switches are called where a project file has a name.
const SWITCHES: &str = "switches";

/// What project files say too.
#[derive(Args, Debug)]
#[command(next_help_heading = "BPXS programs")]
#[group(id = "bpxs")]
pub(super) struct Switches {
    /// Rendering platforms, such as GL42,VK10, or `all`
    #[arg(
        short = 't',
        long = "target",
        value_name = "TARGET,...",
        value_delimiter = ','
    )]
    targets: Vec<String>,
    /// Source of the vertex stage: GLSL, WGSL, SPIR-V, or the vendor's GLSL with SAL. Given several times, the files are one text
    #[arg(long, value_name = "FILE", conflicts_with = "files")]
    vertex: Vec<String>,
    /// Source of the hull stage (tessellation control)
    #[arg(long, value_name = "FILE", conflicts_with = "files")]
    hull: Vec<String>,
    /// Source of the domain stage (tessellation evaluation)
    #[arg(long, value_name = "FILE", conflicts_with = "files")]
    domain: Vec<String>,
    /// Source of the geometry stage
    #[arg(long, value_name = "FILE", conflicts_with = "files")]
    geometry: Vec<String>,
    /// Source of the pixel stage (fragment)
    #[arg(long, value_name = "FILE", conflicts_with = "files")]
    pixel: Vec<String>,
    /// Look for included files in this folder too; may be given several times
    #[arg(short = 'I', long, value_name = "FOLDER")]
    include: Vec<String>,
    /// Look for included files in this shader library too, a package of type P; may be given several times
    #[arg(short = 'l', long = "lib", value_name = "FILE")]
    libraries: Vec<String>,
    /// Compile this source of a library too; may be given several times
    #[arg(short = 'i', long, value_name = "NAME", requires = "libraries")]
    inject: Vec<String>,
    /// Define a macro for every stage, or for one: pixel:LAMPS=2
    #[arg(short = 'D', long = "define", value_name = "[STAGE:]NAME[=TEXT]", value_parser = define)]
    defines: Vec<Define>,
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

/// A macro: the stage that it is for, its name and its text.
type Define = (Option<&'static str>, String, String);

fn define(text: &str) -> Result<Define, String> {
    let (name, value) = text.split_once('=').unwrap_or((text, "1"));
    let (stage, name) = match name.split_once(':') {
        None => (None, name),
        Some((stage, name)) => {
            let known = STAGES.into_iter().find(|known| *known == stage);
            let expected = || {
                format!(
                    "expected one of the stages {} before the colon",
                    STAGES.join(", ")
                )
            };
            (Some(known.ok_or_else(expected)?), name)
        }
    };
    match name.is_empty() {
        true => Err("expected a name, such as LAMPS=2".to_owned()),
        false => Ok((stage, name.to_owned(), value.to_owned())),
    }
}

fn register(text: &str) -> Result<(String, u8), String> {
    let found = text.split_once('=');
    let found = found.and_then(|(name, number)| Some((name.to_owned(), number.parse().ok()?)));
    found.ok_or_else(|| "expected a symbol and its register, such as Camera=1".to_owned())
}

impl Switches {
    fn stages(&self) -> Vec<(&'static str, Vec<String>)> {
        let files = [
            &self.vertex,
            &self.hull,
            &self.domain,
            &self.geometry,
            &self.pixel,
        ];
        let named = STAGES.into_iter().zip(files);
        named
            .filter(|(_, files)| !files.is_empty())
            .map(|(stage, files)| (stage, files.clone()))
            .collect()
    }

    /// The same as a project file; `files` are sources that say themselves which stages they are of.
    fn to_text(&self, files: &[PathBuf], language: Option<&str>) -> String {
        let files = files.iter().map(|file| file.to_string_lossy().into_owned());
        switches::Switches {
            targets: self.targets.clone(),
            stages: self.stages(),
            sources: files.collect(),
            language: language.map(str::to_owned),
            libraries: self.libraries.clone(),
            inject: self.inject.clone(),
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

/// Whether a program is meant: stages or targets are named, or a project file.
pub(super) fn is_asked(arguments: &Arguments) -> bool {
    !arguments.program.stages().is_empty()
        || !arguments.program.targets.is_empty()
        || !arguments.program.inject.is_empty()
        || arguments.files.iter().any(|path| is_project(path))
}

fn is_project(path: &Path) -> bool {
    path.extension().is_some_and(|end| end == "toml")
}

/// The name of standard input, where switches name a source.
const STDIN: &str = "-";

/// Files on the disk, and standard input where switches name it.
#[derive(Default)]
struct Disk {
    stdin: Option<Vec<u8>>,
}

impl Files for Disk {
    fn read(&self, path: &str) -> Result<Vec<u8>, String> {
        match &self.stdin {
            Some(bytes) if path == STDIN => Ok(bytes.clone()),
            _ => fs::read(path).map_err(|error| error.to_string()),
        }
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
    let program = &arguments.program;
    let (projects, sources): (Vec<&PathBuf>, Vec<&PathBuf>) =
        arguments.files.iter().partition(|path| is_project(path));
    if let (Some(project), Some(source)) = (projects.first(), sources.first()) {
        bail!(
            "{} is a project file and {} is none; name that in the project file",
            project.display(),
            source.display()
        );
    }
    let sources: Vec<PathBuf> = sources.into_iter().cloned().collect();
    let language = arguments.language.as_deref();
    if let (Some(language), true) = (language, program.stages().is_empty() && !sources.is_empty()) {
        bail!("--language {language} needs the stage of each source; name them with --vertex and the like");
    }
    let text = program.to_text(&sources, language.filter(|_| !program.stages().is_empty()));
    let mut disk = Disk::default();
    let mut texts: Vec<(String, String)> = Vec::new();
    if projects.is_empty() {
        let mut named = program.stages().into_iter().flat_map(|(_, files)| files);
        if named.any(|file| file == STDIN) || sources.iter().any(|file| file.as_os_str() == STDIN) {
            let mut bytes = Vec::new();
            std::io::stdin()
                .read_to_end(&mut bytes)
                .context("standard input cannot be read")?;
            disk.stdin = Some(bytes);
        }
        // It stands for a file in the folder from which the command runs.
        texts.push((SWITCHES.to_owned(), text));
    } else if !text.is_empty() {
        bail!("a project file says everything itself; leave the switches for BPXS programs out");
    } else if let Some(language) = language {
        bail!("--language {language} means nothing for a project file; write `language` under the stage");
    }
    for path in projects {
        let text = fs::read_to_string(path).with_context(|| format!("{} cannot be read", path.display()))?;
        texts.push((path.display().to_string(), text));
    }
    if texts.len() > 1 && program.depfile.is_some() {
        bail!("--depfile is for one project");
    }
    let form = arguments.findings.format;
    let mut log = Log::begin(form)?;
    let mut status = Status::Fine;
    for (name, text) in &texts {
        let built = build(name, text, &disk);
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

/// Writes the programs, and what they are made of. Each file is complete before the first takes its place, so that where one cannot be
/// written all stay as they were.
fn programs(arguments: &Arguments, name: &str, built: &Build) -> Result<()> {
    let mut places = Vec::new();
    for program in &built.programs {
        let path = place(arguments, name, built, program)?;
        if let Some(path) = &path {
            let sources = built.sources.files().iter().map(|file| &file.name);
            let mut inputs = sources.chain(&built.assemblies).chain(&built.libraries);
            if let Some(file) = inputs.find(|file| is_same_file(path, Path::new(file))) {
                bail!("{file} is an input");
            }
            if places.contains(&Some(path.clone())) {
                bail!(
                    "several targets would become {}; write {{target}} into the name, or name a folder",
                    path.display()
                );
            }
        }
        places.push(path);
    }
    let depfile = arguments.program.depfile.as_deref();
    let dependencies = depfile.map(|_| dependencies(built, &places)).transpose()?;
    let mut outputs = Vec::new();
    for (program, path) in built.programs.iter().zip(&places) {
        if let Some(folder) = path.as_deref().and_then(Path::parent)
            && !folder.as_os_str().is_empty()
            && makes_folders(arguments, built)
        {
            fs::create_dir_all(folder).with_context(|| format!("{} cannot be made", folder.display()))?;
        }
        outputs.push(binary(path.as_deref(), &program.bytes)?);
    }
    if let (Some(depfile), Some(dependencies)) = (depfile, dependencies) {
        let mut output = Output::text(Some(depfile))?;
        output.write_all(dependencies.as_bytes())?;
        outputs.push(output);
    }
    outputs.into_iter().try_for_each(Output::commit)
}

/// What results are made of, as make reads it.
fn dependencies(built: &Build, places: &[Option<PathBuf>]) -> Result<String> {
    let places = places.iter().flatten();
    let outputs: Vec<String> = places.map(|path| escaped(&path.to_string_lossy())).collect();
    if outputs.is_empty() {
        bail!("--depfile is for files; name the result with -o");
    }
    let libraries = built.libraries.iter();
    // What stands in a library is no file that make could look at.
    let is_inside = |name: &String| {
        libraries
            .clone()
            .any(|library| name.starts_with(&format!("{library}/")))
    };
    let sources = built.sources.files().iter().map(|file| &file.name);
    let sources = sources.filter(|name| *name != SWITCHES && *name != STDIN && !is_inside(name));
    let mut text = format!("{}:", outputs.join(" "));
    for input in sources.chain(&built.assemblies).chain(&built.libraries) {
        write!(text, " \\\n  {}", escaped(input))?;
    }
    text.push('\n');
    Ok(text)
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
        output.write_all(&shown(code)?)?;
        return output.commit();
    }
    let mut output = Output::text(arguments.output.as_deref())?;
    for code in codes {
        let mark = if code.is_text { "//" } else { ";" };
        let text = shown(code)?;
        writeln!(
            output,
            "{mark} {} stage for {}",
            stage_name(code),
            program.target_name
        )?;
        output.write_all(&text)?;
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
