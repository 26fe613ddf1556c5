//! Compiles stages that are named on the command line: one file, or those of a program.

use std::collections::HashMap;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Result, bail};
use clap::Args;
use glassbox::ConversionOptions;
use glassbox::stages::{Language, StageOptions, is_shadertoy, names_main, stage_of_name};
use glassbox_core::stage::Stage;
use glassbox_report::Subject;

use super::files::{Files, Includes};
use super::hlsl::Hlsl;
use super::targets::Target;
use super::unit::{Built, Made, Shared, Unit, UnitFile, build};
use super::{Arguments, Emit, Level, depfile, reflect};
use crate::context::{Context, Status};
use crate::findings::Form;
use crate::input::Source;
use crate::output::{Output, Place, make_folder};
use crate::page::Page;
use crate::pipeline::{Bounds, Waiting, in_order};

/// Options of stages and of projects of programs.
#[derive(Args, Debug)]
#[command(next_help_heading = "Stages and programs in GLSL, WGSL and HLSL")]
#[group(id = "stages")]
pub(super) struct Switches {
    /// What stages and programs become: spirv, which is the default, spirv-asm, wgsl, glsl, essl, hlsl, msl, sksl; dxil from HLSL,
    /// vbc from VSL, bpxs with --target; several are separated by commas
    #[arg(long, value_name = "TARGET,...", value_delimiter = ',', value_parser = target)]
    pub(super) to: Vec<String>,
    /// What runs the program: vulkan1.0 to vulkan1.4, opengl4.0 to opengl4.5, spv1.0 to spv1.6. Without it, GLSL for OpenGL and for
    /// Vulkan is accepted, and what has no place gets one
    #[arg(long, value_name = "NAME", value_parser = environment)]
    pub(super) env: Option<String>,
    /// Let modules state lines, sources and variables, for debuggers
    #[arg(short = 'g', long = "debug")]
    debug: bool,
    /// Entry point in WGSL and HLSL; by default main in HLSL, and every one in WGSL
    #[arg(long, value_name = "NAME")]
    entry: Option<String>,
    /// Write the interface of the program to this file: JSON (.json), a C++ header (.h, .hpp) or Rust source (.rs); may be repeated
    #[arg(long, value_name = "FILE")]
    pub(super) reflect: Vec<PathBuf>,
    /// Number of programs that are compiled at the same time; by default one for each processor
    #[arg(short = 'j', long, value_name = "COUNT", value_parser = clap::value_parser!(u16).range(1..))]
    pub(super) jobs: Option<u16>,
    /// Folder of the cache of project files of programs, or none; by default .cache in the folder of the results
    #[arg(long, value_name = "FOLDER")]
    pub(super) cache: Option<PathBuf>,
    /// Compile again whenever a source, an included file or the project file changes, until interrupted
    #[arg(long)]
    pub(super) watch: bool,
    /// Write the names of all files that were looked for to this file
    #[arg(long, value_name = "FILE", hide = true)]
    pub(super) watch_list: Option<PathBuf>,
    /// As --domain of `convert`, for tessellation control shaders in HLSL and MSL: triangles, quads or isolines
    #[arg(long, value_name = "DOMAIN")]
    patch_domain: Option<String>,
    /// dxcompiler library that compiles HLSL, or its folder; by default that in GLASSBOX_DXCOMPILER, or one found next to the program
    /// or by the system
    #[arg(long, value_name = "PATH")]
    dxcompiler: Option<PathBuf>,
    /// Shader model of HLSL, such as 6.6
    #[arg(long, value_name = "VERSION")]
    shader_model: Option<String>,
}

fn target(text: &str) -> Result<String, String> {
    Target::named(text, None).map(|target| target.name)
}

fn environment(text: &str) -> Result<String, String> {
    if StageOptions::environment_named(text).is_some() {
        return Ok(text.to_owned());
    }
    Err(format!("expected one of {}", StageOptions::environments().collect::<Vec<_>>().join(", ")))
}

impl Switches {
    /// The compiler of HLSL.
    pub(super) fn hlsl(&self) -> Hlsl {
        Hlsl {
            library: self.dxcompiler.clone(),
            model: self.shader_model.clone(),
            limit: Duration::from_secs(60),
        }
    }

    pub(super) fn bounds(&self) -> Bounds {
        let usual = Bounds::usual();
        Bounds { threads: self.jobs.map_or(usual.threads, usize::from), ..usual }
    }
}

/// A source with its text.
struct Found {
    source: Source,
    language: Option<Language>,
}

/// The programs that the command line names, if it names stages or a target: groups of sources. `None` if the sources are those of other
/// compilers.
fn programs(arguments: &Arguments, files: &[PathBuf], shared: &Files) -> Result<Option<Vec<Vec<Found>>>> {
    let has_target = !arguments.stages.to.is_empty() || !arguments.stages.reflect.is_empty();
    let stated = stated_language(arguments);
    if arguments.language.is_some() && stated.is_none() && !has_target {
        return Ok(None);
    }
    let mut found = Vec::new();
    for source in crate::input::sources(files, arguments.recursive)?.iter() {
        let source = source.map_err(anyhow::Error::msg)?;
        if source.found && !has_target {
            continue;
        }
        let is_project = source.name.ends_with(".toml");
        // Of what is in a folder, only what is called like a source is read.
        let is_called = Language::of(&source.name, "#version 450\n").is_some()
            || glassbox::compile::compiler_of(&source.name, "").is_some();
        if source.found && !is_called {
            continue;
        }
        let text = match &source.path {
            _ if is_project => None,
            Some(_) => shared.text(&source.name).map(|text| text.text),
            // Standard input can be read once: other compilers read it themselves.
            None if stated.is_none() && !has_target => return Ok(None),
            None => {
                let text = source.read()?.text().into_owned();
                shared.add(&source.name, &text);
                Some(text.into())
            }
        };
        let own = Language::of(&source.name, text.as_deref().unwrap_or_default());
        let language = if source.found { own } else { stated.or(own) };
        let is_other = language.is_none();
        if is_project || is_other && !has_target {
            if found.is_empty() || is_project {
                return Ok(None);
            }
            // A file that is not there has no language.
            source.read()?;
            bail!("{}: stages in GLSL, WGSL and HLSL and other sources need a call each", source.name);
        }
        found.push(Found { source, language });
    }
    if found.is_empty() {
        return Ok(None);
    }
    let includes = Includes::new(shared, arguments.program.include());
    let has_main = |one: &Found| {
        let text = shared.text(&one.source.name).map(|text| text.text).unwrap_or_default();
        is_shadertoy(&text) || names_main(&one.source.name, &text, &includes)
    };
    group(arguments, found, has_main).map(Some)
}

fn stated_language(arguments: &Arguments) -> Option<Language> {
    Language::named(arguments.language.as_deref()?)
}

/// Divides sources into programs: stages of GLSL and HLSL that are all different are one program, also where a stage of GLSL is written in
/// several texts; otherwise those of one name are. Other sources are programs of their own.
fn group(
    arguments: &Arguments,
    mut found: Vec<Found>,
    has_main: impl Fn(&Found) -> bool,
) -> Result<Vec<Vec<Found>>> {
    let stage_of = |one: &Found| arguments.stage().or_else(|| stage_of_name(&one.source.name));
    let is_stage = |one: &Found| matches!(one.language, Some(Language::Glsl | Language::Hlsl));
    let stages: Vec<(Option<Stage>, &Found)> =
        found.iter().filter(|one| is_stage(one)).map(|one| (stage_of(one), one)).collect();
    let repeated: Vec<Option<Stage>> = (1..stages.len())
        .filter(|at| stages[..*at].iter().any(|(stage, _)| *stage == stages[*at].0))
        .map(|at| stages[at].0)
        .collect();
    // Each of several texts of one stage could only be a program of its own with a `main` of its own.
    let is_in_texts = |stage: &Option<Stage>| {
        let texts = || stages.iter().filter(|(other, _)| other == stage).map(|(_, one)| *one);
        stage.is_some_and(|stage| !stage.is_ray_tracing())
            && texts().all(|one| one.language == Some(Language::Glsl))
            && texts().filter(|one| has_main(one)).count() == 1
    };
    let is_one = !arguments.recursive
        && stages.iter().skip(1).all(|(stage, _)| stage.is_some())
        && repeated.iter().all(is_in_texts);
    if is_one && !repeated.is_empty() {
        // Results are called like the first text of their stage.
        found.sort_by_cached_key(|one| is_stage(one) && !has_main(one));
    }
    let mut groups: Vec<(Option<PathBuf>, Vec<Found>)> = Vec::new();
    for one in found {
        if !is_stage(&one) {
            groups.push((None, vec![one]));
            continue;
        }
        let name = if is_one { PathBuf::new() } else { Path::new(&one.source.name).with_extension("") };
        match groups.iter_mut().find(|(known, _)| known.as_ref() == Some(&name)) {
            Some((_, group)) => {
                let same = group.iter().find(|other| stage_of(other) == stage_of(&one));
                if let Some(other) = same.filter(|_| !is_one) {
                    bail!(
                        "{} and {} are the same stage of one program; compile them in a call each",
                        other.source.name,
                        one.source.name
                    );
                }
                group.push(one);
            }
            None => groups.push((Some(name), vec![one])),
        }
    }
    Ok(groups.into_iter().map(|(_, group)| group).collect())
}

/// Compiles the stages that the command line names; `None` if it names none.
pub(super) fn run(arguments: &Arguments, files: &[PathBuf], context: &Context) -> Result<Option<Status>> {
    let read = Files::default();
    let Some(programs) = programs(arguments, files, &read)? else { return Ok(None) };
    if programs.is_empty() {
        return Ok(None);
    }
    check(arguments, programs.len())?;
    let is_named = arguments.output.as_ref().is_some_and(|path| path.as_os_str() != "-");
    let is_stdin = programs.iter().flatten().any(|found| found.source.path.is_none());
    arguments
        .findings
        .begin(context, arguments.check || is_named || (arguments.output.is_none() && !is_stdin))?;
    let Some(conversion) = conversion(arguments, context)? else { return Ok(Some(Status::Errors)) };
    let targets = targets(arguments)?;
    let units: Vec<Unit> =
        programs.iter().map(|program| unit(arguments, program, &targets, &conversion)).collect();
    let hlsl = arguments.stages.hlsl();
    let shared = Shared { files: &read, hlsl: &hlsl, limits: &context.limits };
    let mut writer = Writer { arguments, context, is_several: units.len() > 1, rules: Vec::new() };
    let mut status = Status::Fine;
    let mut number = 0;
    let mut looked = Vec::new();
    let work = |at: usize| Waited(build(&units[at], &shared));
    in_order(units.len(), arguments.stages.bounds(), work, |Waited(built)| -> Result<()> {
        let own = writer.write(&units[number], &built)?;
        number += 1;
        status = status.max(own);
        looked.extend(built.looked);
        Ok(())
    })?;
    writer.finish()?;
    write_list(arguments, &looked)?;
    Ok(Some(status))
}

/// Writes the files to watch.
pub(super) fn write_list(arguments: &Arguments, looked: &[String]) -> Result<()> {
    let Some(path) = &arguments.stages.watch_list else { return Ok(()) };
    std::fs::write(path, looked.join("\0"))?;
    Ok(())
}

/// Options of conversions; `None` after mistakes in the files that they name are reported.
pub(super) fn conversion(arguments: &Arguments, context: &Context) -> Result<Option<ConversionOptions>> {
    let switches = &arguments.conversion;
    let Some(bindings) = switches.read_bindings(context)? else { return Ok(None) };
    let options = switches.options(bindings.as_ref(), &switches.children()?);
    let (kind, domain) = (arguments.kind.clone(), arguments.stages.patch_domain.clone());
    Ok(Some(ConversionOptions { kind, domain, ..options }))
}

pub(super) fn targets(arguments: &Arguments) -> Result<Vec<Target>> {
    let names = match arguments.emit {
        Emit::SpirvAsm => vec!["spirv-asm".to_owned()],
        Emit::Spirv => vec!["spirv".to_owned()],
        _ if arguments.stages.to.is_empty() => vec!["spirv".to_owned()],
        _ => arguments.stages.to.clone(),
    };
    names.iter().map(|name| Target::named(name, None).map_err(anyhow::Error::msg)).collect()
}

fn check(arguments: &Arguments, count: usize) -> Result<()> {
    if !matches!(arguments.emit, Emit::Binary | Emit::Spirv | Emit::SpirvAsm) {
        bail!("--emit {} does not apply to stages; use --to, or --reflect", arguments.emit.name());
    }
    if arguments.emit != Emit::Binary && !arguments.stages.to.is_empty() {
        bail!("--emit and --to state the same; leave one out");
    }
    if count > 1 && arguments.program.has_depfile() {
        bail!("--depfile is for one program; the sources are {count}");
    }
    if count > 1 && !arguments.stages.reflect.is_empty() {
        bail!("--reflect is for one program; the sources are {count}");
    }
    if let Some(path) = arguments.stages.reflect.iter().find(|path| !reflect::is_known(extension(path))) {
        bail!("--reflect {}: expected a name that ends with .json, .h, .hpp or .rs", path.display());
    }
    if let Some(stage) = &arguments.stage
        && arguments.stage().is_none()
    {
        bail!("unknown stage {stage:?}; expected one such as vertex, fragment or compute");
    }
    Ok(())
}

fn extension(path: &Path) -> &str {
    path.extension().and_then(|end| end.to_str()).unwrap_or_default()
}

fn unit(
    arguments: &Arguments,
    program: &[Found],
    targets: &[Target],
    conversion: &ConversionOptions,
) -> Unit {
    let file = |found: &Found| UnitFile {
        path: found.source.name.clone(),
        language: found.language,
        stage: arguments.stage(),
        entry: arguments.stages.entry.clone(),
    };
    let (defines, stage_defines) = arguments.program.macros();
    let is_small = matches!(arguments.optimize, Level::Small | Level::OldSmall) && !arguments.no_optimize;
    let is_hlsl = program.iter().all(|found| found.language == Some(Language::Hlsl));
    let is_own = arguments.stages.to.is_empty() && arguments.emit == Emit::Binary;
    let own = |name: &str| vec![Target { name: name.to_owned(), version: None }];
    let targets = match () {
        // What the compiler of HLSL is for.
        () if is_own && is_hlsl => own("dxil"),
        // Languages of whole programs have a file of their own.
        () if is_own && program.iter().all(|found| found.language.is_none()) => own("binary"),
        () => targets.to_vec(),
    };
    Unit {
        name: program.first().map_or_else(String::new, |found| found.source.name.clone()),
        files: program.iter().map(file).collect(),
        options: StageOptions {
            defines,
            stage_defines,
            environment: arguments.stages.env.as_deref().and_then(StageOptions::environment_named),
            debug: arguments.stages.debug,
            ..StageOptions::default()
        },
        include: arguments.program.include().to_vec(),
        targets,
        platforms: arguments.program.platforms().to_vec(),
        conversion: conversion.clone(),
        // What debuggers are told of would be removed.
        optimize: is_small && !arguments.stages.debug,
        reflect: arguments.stages.reflect.iter().map(|path| extension(path).to_owned()).collect(),
    }
}

struct Waited(Built);

impl Waiting for Waited {
    fn held(&self) -> usize {
        self.0.made.iter().map(|made| made.bytes.len()).sum()
    }
}

/// The sources of a program, for reports.
pub(super) fn subjects(built: &Built) -> Vec<Subject<'_>> {
    built.sources.files().iter().map(|file| Subject::text(&file.name, &file.text)).collect()
}

/// Writes results.
struct Writer<'a> {
    arguments: &'a Arguments,
    context: &'a Context,
    is_several: bool,
    /// Rules of make so far.
    rules: Vec<String>,
}

impl Writer<'_> {
    fn write(&mut self, unit: &Unit, built: &Built) -> Result<Status> {
        let (arguments, context) = (self.arguments, self.context);
        context.report(arguments.findings.notice(context, &subjects(built), &built.findings, 0));
        let is_wrong = built.has_errors() || arguments.findings.deny(&built.findings);
        let (interfaces, results): (Vec<&Made>, Vec<&Made>) =
            built.made.iter().partition(|made| made.target == reflect::TARGET);
        let expected = if results.is_empty() { made_by(unit) } else { Vec::new() };
        let results = if results.is_empty() { expected.iter().collect() } else { results };
        let places = self.places(unit, &results)?;
        if arguments.program.has_depfile() {
            // Of a program with errors too: it is compiled again when what it includes changes.
            let outputs: Vec<String> =
                places.iter().filter_map(Place::path).map(|path| path.display().to_string()).collect();
            let is_there = |path: &&String| Path::new(path.as_str()).is_file();
            let inputs: Vec<&str> = built.looked.iter().filter(is_there).map(String::as_str).collect();
            self.rules.push(depfile::rule(&outputs, &inputs)?);
        }
        if is_wrong {
            return Ok(Status::Errors);
        }
        for (made, path) in interfaces.iter().zip(&arguments.stages.reflect) {
            write(context, made, &Place::Named(path.clone()))?;
        }
        if arguments.check {
            return Ok(Status::Fine);
        }
        for (made, place) in results.into_iter().zip(&places) {
            write(context, made, place)?;
        }
        Ok(Status::Fine)
    }

    fn finish(self) -> Result<()> {
        let Some(path) = self.arguments.program.depfile() else { return Ok(()) };
        let mut output = Output::text(Some(path))?;
        output.write_all(self.rules.concat().as_bytes())?;
        output.commit()
    }

    /// Where results go.
    fn places(&self, unit: &Unit, all: &[&Made]) -> Result<Vec<Place>> {
        let mut taken: HashMap<PathBuf, usize> = HashMap::new();
        let is_one = all.len() == 1 && !self.is_several;
        let output = self.arguments.output.as_deref();
        let mut places = Vec::new();
        for made in all {
            let source = Path::new(&unit.files[made.source].path);
            let is_stdin = source.as_os_str() == "-";
            let place = match output {
                Some(path) if path.as_os_str() == "-" => Place::Stdout,
                None if is_stdin => Place::Stdout,
                Some(path) if is_one && !path.is_dir() && !path.to_string_lossy().ends_with('/') => {
                    Place::Named(path.to_owned())
                }
                Some(_) if is_stdin => {
                    bail!("standard input has no name for a file in a folder; name the file with -o")
                }
                Some(path) if path.exists() && !path.is_dir() => {
                    bail!("{} is a file; several results need a folder", path.display())
                }
                Some(folder) => Place::Made { folder: folder.to_owned(), name: name(made, source) },
                None => Place::beside(&source.with_file_name(name(made, source))),
            };
            if place == Place::Stdout && !is_one {
                bail!("several results do not fit on standard output; name a folder with -o");
            }
            if place == Place::Stdout && self.arguments.findings.format != Form::Text {
                bail!("the findings go to standard output; name the output with -o, or add --check");
            }
            if let Some(path) = place.path()
                && taken.insert(path.clone(), made.source).is_some()
            {
                bail!("two results would both become {}; name an entry point with --entry", path.display());
            }
            places.push(place);
        }
        Ok(places)
    }
}

/// The results that a program would have if it had no errors, one for each source and target.
fn made_by(unit: &Unit) -> Vec<Made> {
    let of = |source: usize, target: &Target| {
        let file = &unit.files[source];
        let stage = file.stage.or_else(|| stage_of_name(&file.path));
        Made {
            target: target.name.clone(),
            stage: stage.map_or("", Stage::name).to_owned(),
            entry: "main".to_owned(),
            extension: target.extension().to_owned(),
            source,
            is_alone: true,
            is_text: target.is_text(),
            bytes: Vec::new(),
        }
    };
    // The texts of a stage have one result.
    let stage_of = |file: &UnitFile| file.stage.or_else(|| stage_of_name(&file.path));
    let is_further = |source: usize| {
        let file = &unit.files[source];
        let is_glsl = |file: &UnitFile| file.language == Some(Language::Glsl);
        let is_same = |other: &UnitFile| is_glsl(other) && stage_of(other) == stage_of(file);
        is_glsl(file) && unit.files[..source].iter().any(is_same)
    };
    (0..unit.files.len())
        .filter(|source| !is_further(*source))
        .flat_map(|source| unit.targets.iter().map(move |target| of(source, target)))
        .collect()
}

/// The name of a result's file: that of the source with the target's extension, and with the stage if the source does not say it.
pub(super) fn name(made: &Made, source: &Path) -> PathBuf {
    let file = source.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let stem =
        Path::new(&file).file_stem().map_or_else(String::new, |stem| stem.to_string_lossy().into_owned());
    let is_stage_name =
        stage_of_name(&file).is_some() && !file.ends_with(".glsl") && !file.ends_with(".hlsl");
    let base = match () {
        () if is_stage_name && !made.stage.is_empty() => file,
        () if made.is_alone || made.stage.is_empty() => stem,
        () if made.entry == "main" || made.entry.is_empty() => format!("{stem}.{}", made.stage),
        () => format!("{stem}.{}", made.entry),
    };
    PathBuf::from(format!("{base}.{}", made.extension))
}

/// Writes a result to its place.
fn write(context: &Context, made: &Made, place: &Place) -> Result<()> {
    if let Place::Made { folder, .. } = place {
        make_folder(folder)?;
    }
    if !made.is_text {
        return place.write(&made.bytes);
    }
    let mut bytes = made.bytes.clone();
    if !bytes.ends_with(b"\n") {
        bytes.push(b'\n');
    }
    if *place == Place::Stdout {
        let mut page = Page::text(context, None)?;
        page.write_all(&bytes)?;
        return page.commit();
    }
    let mut output = place.text()?;
    output.write_all(&bytes)?;
    output.commit()
}
