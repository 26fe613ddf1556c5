//! Compiles BPXS programs from project files and from stages given as switches.

use std::collections::HashMap;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use anyhow::{Result, bail};
use clap::Args;
use glassbox::bpx_build::build::{Build, Program, StageCode, build, build_switches};
use glassbox::bpx_build::project::is_project_text;
use glassbox::bpx_build::project::switches::{self, COMMAND_LINE};
use glassbox::bpx_build::sources::{Files, SourceFile};
use glassbox::{Disassembly, IdNames};
use glassbox_core::places::NoPlaces;
use glassbox_core::stage::{Stage, is_same};
use glassbox_report::Subject;

use super::{Arguments, Emit, depfile};
use crate::context::{Context, Status};
use crate::input::{Source, read_path};
use crate::output::{Output, Place, make_folder, write_binary};
use crate::page::Page;

/// The switches that name sources.
pub(super) const STAGES: [&str; 5] = ["vertex", "hull", "domain", "geometry", "pixel"];

/// Options that project files can state too.
#[derive(Args, Debug)]
#[command(next_help_heading = "BPXS programs")]
#[group(id = "bpxs")]
pub(super) struct Switches {
    /// Rendering platforms, such as GL42,VK10, or `all`
    #[arg(short = 't', long = "target", value_name = "TARGET,...", value_delimiter = ',')]
    targets: Vec<String>,
    /// Source of the vertex stage: GLSL, WGSL, SPIR-V, or the vendor's GLSL with SAL. Repeated files are concatenated
    #[arg(long, value_name = "FILE", conflicts_with = "files")]
    vertex: Vec<String>,
    /// Source of the hull stage (tessellation control)
    #[arg(
        long,
        value_name = "FILE",
        conflicts_with = "files",
        aliases = ["tess-control", "tessellation-control"]
    )]
    hull: Vec<String>,
    /// Source of the domain stage (tessellation evaluation)
    #[arg(
        long,
        value_name = "FILE",
        conflicts_with = "files",
        aliases = ["tess-evaluation", "tessellation-evaluation"]
    )]
    domain: Vec<String>,
    /// Source of the geometry stage
    #[arg(long, value_name = "FILE", conflicts_with = "files")]
    geometry: Vec<String>,
    /// Source of the pixel stage (fragment)
    #[arg(long, value_name = "FILE", conflicts_with = "files", visible_alias = "fragment")]
    pixel: Vec<String>,
    /// Search this folder for included files; may be repeated
    #[arg(short = 'I', long, value_name = "FOLDER")]
    include: Vec<String>,
    /// Search this shader library, a package of type P, for included files; may be repeated
    #[arg(short = 'l', long = "lib", value_name = "FILE")]
    libraries: Vec<String>,
    /// Also compile this source of a library; may be repeated
    #[arg(short = 'i', long, value_name = "NAME", requires = "libraries")]
    inject: Vec<String>,
    /// Define a macro for all stages or for one: pixel:LAMPS=2
    #[arg(short = 'D', long = "define", value_name = "[STAGE:]NAME[=TEXT]", value_parser = define)]
    defines: Vec<Define>,
    /// Symbols defined by the assembly
    #[arg(long, value_name = "NAME,...", value_delimiter = ',')]
    external: Vec<String>,
    /// Symbols defined by the program itself
    #[arg(long, value_name = "NAME,...", value_delimiter = ',')]
    internal: Vec<String>,
    /// Registers of symbols
    #[arg(long, value_name = "NAME=REGISTER,...", value_delimiter = ',', value_parser = register)]
    registers: Vec<(String, u8)>,
    /// Add a pipeline with default state under this name
    #[arg(long, value_name = "NAME")]
    pipeline: Option<String>,
    /// Name of the vertex format
    #[arg(long, value_name = "NAME")]
    vertex_format: Option<String>,
    /// Link the programs to this assembly
    #[arg(long, value_name = "FILE")]
    assembly: Option<String>,
    /// Parent of the assembly; may be repeated, nearest first
    #[arg(long = "parent", value_name = "FILE", requires = "assembly")]
    parents: Vec<String>,
    /// Store the names of properties in the extended data
    #[arg(long)]
    debug_names: bool,
    /// Code sections to compress: auto (those over 64 KiB), none, always
    #[arg(long, value_name = "METHOD")]
    compression: Option<String>,
    /// Write the dependencies of the result to this file, in the syntax of make
    #[arg(long, value_name = "FILE")]
    depfile: Option<PathBuf>,
}

/// Macro: stage it applies to, name and text.
type Define = (Option<&'static str>, String, String);

/// Macros of all stages, and of each stage.
type Macros = (Vec<(String, String)>, Vec<(Stage, Vec<(String, String)>)>);

fn define(text: &str) -> Result<Define, String> {
    let (name, value) = text.split_once('=').unwrap_or((text, "1"));
    let (stage, name) = match name.split_once(':') {
        None => (None, name),
        Some((stage, name)) => {
            let known = STAGES.into_iter().find(|known| is_same(known, stage));
            let known = known.or_else(|| Stage::named(stage).map(Stage::name));
            let expected = || format!("expected one of the stages {} before the colon", STAGES.join(", "));
            (Some(known.ok_or_else(expected)?), name)
        }
    };
    if name.is_empty() {
        Err("expected a name, such as LAMPS=2".to_owned())
    } else {
        Ok((stage, name.to_owned(), value.to_owned()))
    }
}

fn register(text: &str) -> Result<(String, u8), String> {
    let found = text.split_once('=');
    let found = found.and_then(|(name, number)| Some((name.to_owned(), number.parse().ok()?)));
    found.ok_or_else(|| "expected a symbol and its register, such as Camera=1".to_owned())
}

impl Switches {
    /// True if --depfile is given.
    pub(super) fn has_depfile(&self) -> bool {
        self.depfile.is_some()
    }

    pub(super) fn depfile(&self) -> Option<&Path> {
        self.depfile.as_deref()
    }

    /// Rendering platforms.
    pub(super) fn platforms(&self) -> &[String] {
        &self.targets
    }

    /// Folders searched for includes.
    pub(super) fn include(&self) -> &[String] {
        &self.include
    }

    /// Macros of all stages, and of each stage.
    pub(super) fn macros(&self) -> Macros {
        let mut all = Vec::new();
        let mut own: Vec<(Stage, Vec<(String, String)>)> = Vec::new();
        for (stage, name, text) in &self.defines {
            let define = (name.clone(), text.clone());
            match stage.and_then(Stage::named) {
                None => all.push(define),
                Some(stage) => match own.iter_mut().find(|(known, _)| *known == stage) {
                    Some((_, defines)) => defines.push(define),
                    None => own.push((stage, vec![define])),
                },
            }
        }
        (all, own)
    }

    fn stages(&self) -> Vec<(&'static str, Vec<String>)> {
        let files = [&self.vertex, &self.hull, &self.domain, &self.geometry, &self.pixel];
        let named = STAGES.into_iter().zip(files);
        named.filter(|(_, files)| !files.is_empty()).map(|(stage, files)| (stage, files.clone())).collect()
    }

    /// The options in the builder's type; `files` are sources that determine their stages themselves.
    fn to_switches(&self, files: &[PathBuf], language: Option<&str>) -> switches::Switches {
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
    }
}

/// True if options define a program.
pub(super) fn is_stated(arguments: &Arguments) -> bool {
    let program = &arguments.program;
    // With --to a platform is that of one of several targets.
    let has_platforms = !program.targets.is_empty() && arguments.stages.to.is_empty();
    !program.stages().is_empty() || has_platforms || !program.inject.is_empty()
}

/// True if options name all sources.
pub(super) fn is_alone(arguments: &Arguments) -> bool {
    !arguments.program.stages().is_empty() || !arguments.program.inject.is_empty()
}

/// True if a file is a project file: by its name and, if it was found in a folder, also by its contents.
pub(super) fn is_project(source: &Source, text: &str) -> bool {
    let name = source.path.as_deref().and_then(Path::extension);
    name.is_some_and(|end| end == "toml") && (!source.found || is_project_text(text))
}

/// Name of standard input as the source of a stage.
const STDIN: &str = "-";

/// Files on disk, and standard input if a stage is read from it.
#[derive(Default)]
struct Disk {
    stdin: Option<Vec<u8>>,
}

impl Files for Disk {
    fn read(&self, path: &str) -> std::io::Result<Vec<u8>> {
        match &self.stdin {
            Some(bytes) if path == STDIN => Ok(bytes.clone()),
            _ => read_path(Path::new(path)).map_err(|error| std::io::Error::other(format!("{error:#}"))),
        }
    }
}

/// Builds the program defined by the options.
pub(super) fn run(arguments: &Arguments, files: &[PathBuf], context: &Context) -> Result<Status> {
    check_emit(arguments)?;
    let program = &arguments.program;
    let is_toml = |path: &&PathBuf| path.extension().is_some_and(|end| end == "toml");
    if files.iter().any(|path| is_toml(&path)) {
        bail!("a project file states all options; remove the options for BPXS programs");
    }
    let language = arguments.language.as_deref();
    let has_stages = !program.stages().is_empty();
    if let (Some(language), false) = (language, has_stages || files.is_empty()) {
        bail!("--language {language} needs the stage of each source; name them with --vertex and the like");
    }
    let mut disk = Disk::default();
    let mut named = program.stages().into_iter().flat_map(|(_, files)| files);
    if named.any(|file| file == STDIN) || files.iter().any(|file| file.as_os_str() == STDIN) {
        disk.stdin = Some(Source::new(Path::new(STDIN)).read()?.bytes().to_vec());
    }
    let switches = program.to_switches(files, language.filter(|_| has_stages));
    let is_named = match &arguments.output {
        Some(path) => path.as_os_str() != "-",
        None => arguments.emit != Emit::Payload,
    };
    arguments.findings.begin(context, is_named || arguments.check)?;
    let built = build_switches(&switches, &disk);
    let sources = sources(&built);
    context.report(arguments.findings.notice(context, &sources, &built.findings, 0));
    if is_wrong(arguments, &built) {
        return Ok(Status::Errors);
    }
    Writer::default().write(arguments, COMMAND_LINE, None, &built, context)?;
    Ok(Status::Fine)
}

/// Builds a project file.
///
/// # Errors
/// An option that does not apply to project files.
pub(super) fn build_project(arguments: &Arguments, source: &Source, text: &str) -> Result<Build> {
    check_emit(arguments)?;
    let program = &arguments.program;
    if !program.to_switches(&[], None).is_empty() {
        bail!("a project file states all options; remove the options for BPXS programs");
    }
    if let Some(language) = &arguments.language {
        bail!("--language {language} does not apply to a project file; write `language` under the stage");
    }
    Ok(build(&source.name, text, &Disk::default()))
}

fn check_emit(arguments: &Arguments) -> Result<()> {
    if matches!(arguments.emit, Emit::Binary | Emit::Payload) {
        return Ok(());
    }
    let name = arguments.emit.name();
    bail!("--emit {name} does not apply to BPXS programs; use binary or payload")
}

/// The sources that a program was built from.
pub(super) fn sources(built: &Build) -> Vec<Subject<'_>> {
    fn subject(file: &SourceFile) -> Subject<'_> {
        match file.bytes.as_slice() {
            [] => Subject::text(&file.name, &file.text),
            bytes => Subject::binary(&file.name, bytes),
        }
    }
    built.sources.files().iter().map(subject).collect()
}

/// True if the findings prevent a program from being written.
pub(super) fn is_wrong(arguments: &Arguments, built: &Build) -> bool {
    built.has_errors() || arguments.findings.deny(&built.findings)
}

/// Writes the programs of a run. No two programs may have the same file.
#[derive(Default)]
pub(super) struct Writer {
    /// Files written so far, each with the name of its project.
    written: HashMap<PathBuf, String>,
}

impl Writer {
    /// Writes the result of the project `name`; `root` is the folder in which it was found.
    pub(super) fn write(
        &mut self,
        arguments: &Arguments,
        name: &str,
        root: Option<&Path>,
        built: &Build,
        context: &Context,
    ) -> Result<()> {
        if arguments.check {
            return Ok(());
        }
        match arguments.emit {
            Emit::Payload => payload(arguments, built, context),
            _ => self.programs(arguments, name, root, built),
        }
    }

    /// Writes the programs and their dependencies. All files are complete before the first is moved into place, so if
    /// one cannot be written all stay unchanged.
    fn programs(
        &mut self,
        arguments: &Arguments,
        name: &str,
        root: Option<&Path>,
        built: &Build,
    ) -> Result<()> {
        let mut places = Vec::new();
        for program in &built.programs {
            let place = place(arguments, name, root, built, program)?;
            if let Some(path) = place.path() {
                if places.contains(&place) {
                    bail!(
                        "several targets would become {}; write {{target}} into the name, or name a folder",
                        path.display()
                    );
                }
                if let Some(other) = self.written.get(&path) {
                    bail!(
                        "{name}: {} was written for {other} already; state another `name` in one of the two",
                        path.display()
                    );
                }
            }
            places.push(place);
        }
        let depfile = arguments.program.depfile.as_deref();
        let dependencies = depfile.map(|_| dependencies(built, &places)).transpose()?;
        let mut outputs = Vec::new();
        for (program, place) in built.programs.iter().zip(&places) {
            if let Place::Named(path) = place
                && let Some(folder) = path.parent()
                && makes_folders(arguments, name, root, built)
            {
                make_folder(folder)?;
            }
            outputs.push(place.binary(&program.bytes)?);
        }
        if let (Some(depfile), Some(dependencies)) = (depfile, dependencies) {
            let mut output = Output::text(Some(depfile))?;
            output.write_all(dependencies.as_bytes())?;
            outputs.push(output);
        }
        outputs.into_iter().try_for_each(Output::commit)?;
        let places = places.iter().filter_map(Place::path);
        self.written.extend(places.map(|path| (path, name.to_owned())));
        Ok(())
    }
}

/// The dependencies of results, in the syntax of make.
fn dependencies(built: &Build, places: &[Place]) -> Result<String> {
    let places = places.iter().filter_map(Place::path);
    let outputs: Vec<String> = places.map(|path| path.to_string_lossy().into_owned()).collect();
    let libraries = built.libraries.iter();
    // A source in a library is not a file make could check.
    let is_inside = |name: &String| libraries.clone().any(|library| name.starts_with(&format!("{library}/")));
    let sources = built.sources.files().iter().map(|file| &file.name);
    let sources = sources.filter(|name| *name != COMMAND_LINE && !is_inside(name));
    let inputs: Vec<&str> =
        sources.chain(&built.assemblies).chain(&built.libraries).map(String::as_str).collect();
    depfile::rule(&outputs, &inputs)
}

/// True if the command line names several projects. Files next to switches are sources of one program.
fn is_one_of_several(arguments: &Arguments, name: &str) -> bool {
    name != COMMAND_LINE && arguments.files.len() > 1
}

/// True if -o may name folders that do not exist yet.
fn makes_folders(arguments: &Arguments, name: &str, root: Option<&Path>, built: &Build) -> bool {
    let output = arguments.output.as_deref().map(Path::to_string_lossy);
    output.is_some_and(|output| {
        let is_pattern = output.contains("{target}") || output.contains("{name}");
        is_pattern
            || output.ends_with('/')
            || built.programs.len() > 1
            || is_one_of_several(arguments, name)
            || root.is_some()
    })
}

/// Destination of a program. Programs of projects found in the folder `root` keep their subfolders under -o.
fn place(
    arguments: &Arguments,
    name: &str,
    root: Option<&Path>,
    built: &Build,
    program: &Program,
) -> Result<Place> {
    let target = program.target_name;
    let is_several = built.programs.len() > 1;
    let file =
        if is_several { format!("{}.{target}.bpx", built.name) } else { format!("{}.bpx", built.name) };
    let Some(output) = &arguments.output else {
        let folder = if name == COMMAND_LINE { "" } else { name };
        return Ok(Place::beside(&Path::new(folder).with_file_name(file)));
    };
    let text = output.to_string_lossy();
    if text.contains("{target}") || text.contains("{name}") {
        let path = text.replace("{target}", target).replace("{name}", &built.name);
        return Ok(Place::Named(PathBuf::from(path)));
    }
    if text == "-" {
        if is_several {
            bail!("several programs do not fit on standard output; name a folder with -o");
        }
        return Ok(Place::Stdout);
    }
    let inside = |name: PathBuf| Place::Made { folder: output.clone(), name };
    if let Some(root) = root {
        let below = Path::new(name).strip_prefix(root).unwrap_or(Path::new(name));
        return Ok(inside(below.with_file_name(file)));
    }
    if output.is_dir() || text.ends_with('/') || is_one_of_several(arguments, name) {
        return Ok(inside(file.into()));
    }
    if !is_several {
        return Ok(Place::Named(output.clone()));
    }
    if output.exists() || output.extension().is_some() {
        bail!(
            "{text} is one file; write {{target}} into the name, or name a folder, for {} programs",
            built.programs.len()
        );
    }
    Ok(inside(file.into()))
}

/// Writes the code of one target.
fn payload(arguments: &Arguments, built: &Build, context: &Context) -> Result<()> {
    let [program] = built.programs.as_slice() else {
        let names: Vec<&str> = built.programs.iter().map(|program| program.target_name).collect();
        bail!("--emit payload is for one target; the project has {}", names.join(", "));
    };
    let codes = program.code.iter();
    if let Some(asked) = &arguments.stage {
        let known: Vec<&str> = codes.clone().map(stage_name).collect();
        let mut codes = codes;
        let Some(code) = codes.find(|code| is_same(stage_name(code), asked)) else {
            bail!("unknown stage {asked:?}; available: {}", known.join(", "));
        };
        if !code.is_text && arguments.output.is_some() {
            return write_binary(arguments.output.as_deref(), &code.bytes);
        }
        let mut output = Page::text(context, arguments.output.as_deref())?;
        output.write_all(&shown(code)?)?;
        return output.commit();
    }
    let mut output = Page::text(context, arguments.output.as_deref())?;
    for code in codes {
        let mark = if code.is_text { "//" } else { ";" };
        let text = shown(code)?;
        writeln!(output, "{mark} {} stage for {}", stage_name(code), program.target_name)?;
        output.write_all(&text)?;
    }
    output.commit()
}

/// Name of the stage in reports.
fn stage_name(code: &StageCode) -> &'static str {
    code.stage.name()
}

/// Code as text; words as assembly.
fn shown(code: &StageCode) -> Result<Vec<u8>> {
    if code.is_text {
        let mut text = code.bytes.clone();
        if !text.ends_with(b"\n") {
            text.push(b'\n');
        }
        return Ok(text);
    }
    let mut text = Vec::new();
    let style = Disassembly { names: IdNames::Friendly };
    if !glassbox::disassemble("spirv", &code.bytes, &[], style, &mut text, &mut NoPlaces)? {
        bail!("the {} stage has no assembly", stage_name(code));
    }
    Ok(text)
}
