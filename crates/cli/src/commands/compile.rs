//! `glassbox compile`.

mod depfile;
mod emit;
mod files;
mod hlsl;
mod job;
mod kept;
mod package;
mod place;
mod program;
mod project;
mod reflect;
mod stages;
mod targets;
mod unit;
mod vslc;
mod watch;
mod whole;

pub(crate) use files::{Files, Includes};

use std::borrow::Cow;
use std::path::PathBuf;

use anyhow::{Result, bail};
use clap::builder::PossibleValuesParser;
use clap::{Args, ValueEnum};
use glassbox::File;
use glassbox::bpx_build::build::Build;
use glassbox::compile::{
    CompileError, CompileOptions, Compiled, Compiler, compiler, compiler_of, compiler_of_kind, compilers,
    kind_of, open_source,
};
use glassbox_core::diagnostic::{Diagnostic, Location, Rule};
use glassbox_core::stage::Stage;
use glassbox_report::Subject;

use crate::batch::{self, FileOutcome};
use crate::context::{Context, Status};
use crate::conversion::ConversionSwitches;
use crate::findings::Findings;
use crate::input::{Input, Source, or_stdin};
use crate::page::Page;
use crate::pipeline::Waiting;
use crate::reports::Notice;

/// Compile shaders: stages, programs and projects of them
///
/// Stages in GLSL and entry points in WGSL become SPIR-V, those in HLSL DXIL, and with --to anything that a module can become. The
/// stages of one call are one program, if each is another stage. Sources in VSL, the Vega shader language, become VBC files;
/// sources in SkSL, Skia's shading language, become binary SkSL of version 8; with --to both become other languages too. A project
/// file (.toml) names programs with their permutations, or states a BPXS program; stages given as options, or sources together with
/// --target, become BPXS programs for any number of rendering platforms. docs/compile.md describes project files and the cache.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  glassbox compile light.vert light.frag               writes light.vert.spv and light.frag.spv
  glassbox compile light.frag --to wgsl,hlsl,msl       writes light.frag.wgsl and the others
  glassbox compile blur.comp --env vulkan1.2 -D RADIUS=4 -I common -o blur.spv --depfile blur.d
  glassbox compile light.vert light.frag --check --reflect light.hpp --reflect light.rs
  glassbox compile light.ps.hlsl --dxcompiler lib/libdxcompiler.so --to dxil,wgsl
  glassbox compile shaders.toml -j 8                   every program and permutation of a project
  glassbox compile shaders.toml --watch
  glassbox compile shader.vsl                          writes shader.vbc
  glassbox compile shader.vsl -o assets/shader.vbc
  glassbox compile -r shaders -o assets                every source, in the same subfolders
  glassbox compile --check shader.vsl --format json
  glassbox compile --emit spirv-asm --stage frag shader.vsl
  glassbox compile --emit spirv --names -O0 shader.vsl
  glassbox compile effect.rts -o effect.bin
  glassbox compile --kind color-filter tint.sksl -o tint.bin
  glassbox compile --inline-threshold 50 --emit description effect.rts
  glassbox compile --module gpu.sksl -o gpu.bin
  glassbox compile --module frag.sksl --base gpu.sksl  sees the declarations of the base
  glassbox compile --encode extended --caps integerSupport=0 draw.frag
  glassbox compile pipeline.toml -o lit.bpx            a BPXS program from a project file
  glassbox compile pipeline.toml -o 'out/{target}.bpx' one for each target
  glassbox compile -r shaders -o 'out/{name}.{target}.bpx'
  glassbox compile --target GL42 --vertex a.vert --pixel a.frag -o a.bpx
  glassbox compile -t all -l common.bpx mesh.glsl lit.glsl -o out/
                                                       with the vendor compiler's options: each
                                                       source states its stage, by #stage or name

The file name determines the kind of an SkSL program: .rts and .agsl are runtime shaders, .rtcf
colour filters, .rtb blenders, .frag fragment and .vert vertex programs, .mf and .mv those of
meshes, .gen generic programs; .sksl needs --kind.

The options of vslc are accepted too (-Od, -Os, -Tsamplers=16, -Sspirv, --no-compile), with a note
on their replacements.

Exit status:
  0  fine
  1  a source has errors, or findings at the level of --deny; nothing is written for its program, and the
     others are built
  2  the command could not run, or an input could not be read")]
pub(crate) struct Arguments {
    /// Source files; `-` is standard input, which is also read if no file is given
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Compile every source in the given directories; files with other names are skipped
    #[arg(short, long)]
    recursive: bool,
    /// Language of the sources; by default detected from their names and contents. spirv applies to stages such as --vertex
    #[arg(long, value_name = "LANGUAGE", value_parser = language_names())]
    language: Option<String>,
    /// Output file or folder; by default each result is written next to its source. `-` is standard output. Incomplete
    /// files never appear
    #[arg(short = 'o', long = "output", value_name = "PATH")]
    output: Option<PathBuf>,
    /// Kind of program, if the file names do not determine it
    #[arg(long, value_name = "KIND", value_parser = crate::args::source_kinds())]
    kind: Option<String>,
    /// Output to write
    #[arg(long, value_name = "OUTPUT", default_value = "binary")]
    emit: Emit,
    /// Stage of the source, if its name does not state it. VSL with --emit spirv or spirv-asm: write only this stage
    #[arg(long, value_name = "STAGE")]
    stage: Option<String>,
    /// Report only; write nothing
    #[arg(long, conflicts_with_all = ["output", "emit"])]
    check: bool,
    /// Optimisation level: 0 for unoptimised code, 1 for small code
    #[arg(short = 'O', value_name = "LEVEL", default_value = "1")]
    optimize: Level,
    /// Same as -O0
    #[arg(long, conflicts_with = "optimize")]
    no_optimize: bool,
    /// Maximum total size of the inlined copies of a function, in nodes; 0 disables the inliner
    #[arg(long, value_name = "NODES")]
    inline_threshold: Option<u32>,
    /// Restrict programs to OpenGL ES 2
    #[arg(long)]
    es2: bool,
    /// Allow implicit conversions to lower precision in fragment, vertex and generic programs, as in runtime effects
    #[arg(long)]
    allow_narrowing: bool,
    /// Capabilities of the device, named as in sk_Caps, such as integerSupport=0
    #[arg(long, value_name = "NAME=0|1,...", value_delimiter = ',', value_parser = capability)]
    caps: Vec<(String, bool)>,
    /// strict writes only what Skia's decoder of version 8 accepts; extended also allows programs that use built-in
    /// variables and others that it rejects
    #[arg(long, value_name = "FORMAT", value_parser = ["strict", "extended"])]
    encode: Option<String>,
    /// Compile built-in code for other SkSL programs, such as Skia's own modules
    #[arg(long, conflicts_with_all = ["kind", "es2", "inline_threshold"])]
    module: bool,
    /// Module whose declarations are visible, source or binary; may be repeated, later ones see earlier ones
    #[arg(long, value_name = "FILE", requires = "module")]
    base: Vec<PathBuf>,
    /// Keep the source names in the code
    #[arg(long)]
    names: bool,
    /// Sizes of the runtime's descriptor tables: samplers, images, buffers, rotexels, rwtexels
    #[arg(long, value_name = "TABLE=SIZE,...", value_delimiter = ',', value_parser = table)]
    tables: Vec<(String, u16)>,
    /// VSL: released, or older for sources from before 2021-01-13. SkSL: v8 (default), or current to refuse also what Skia of
    /// 2024 to 2026 refuses
    #[arg(long, value_name = "DIALECT")]
    dialect: Option<String>,
    /// Allow optional features of runtimes: draw-parameters, dynamic-indexing
    #[arg(long, value_name = "FEATURE,...", value_delimiter = ',')]
    enable: Vec<String>,
    #[command(flatten)]
    findings: Findings,
    #[command(flatten)]
    old: vslc::Switches,
    #[command(flatten)]
    stages: stages::Switches,
    #[command(flatten)]
    conversion: ConversionSwitches,
    #[command(flatten)]
    program: program::Switches,
}

/// Output of the compiler.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Emit {
    /// Binary for the runtime
    #[value(alias = "vbc")]
    Binary,
    /// SPIR-V modules, one file for each stage: NAME.vert.spv
    Spirv,
    /// SPIR-V modules as assembly; on standard output without -o
    SpirvAsm,
    /// Optimised program as source that can be compiled again; on standard output without -o
    Source,
    /// Program as described by Skia's compiler; on standard output without -o
    Description,
    /// Inputs, outputs, resources and uniforms, as in `glassbox interface`; on standard output without -o
    Interface,
    /// Stage code of a BPXS program for one target; on standard output without -o
    Payload,
}

impl Emit {
    /// True if the output is text.
    fn is_text(self) -> bool {
        !matches!(self, Emit::Binary | Emit::Spirv)
    }

    /// Name of the output kind.
    fn name(self) -> String {
        self.to_possible_value().map(|value| value.get_name().to_owned()).unwrap_or_default()
    }
}

/// Optimisation level.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Level {
    /// No optimisation
    #[value(name = "0")]
    None,
    /// Remove unused code and replace variables by values
    #[value(name = "1")]
    Small,
    /// Level 0 of vslc
    #[value(name = "d", hide = true)]
    OldNone,
    /// Level 1 of vslc
    #[value(name = "s", hide = true)]
    OldSmall,
}

fn language_names() -> PossibleValuesParser {
    let compilers = compilers().iter().map(|compiler| compiler.name());
    let stages = glassbox::stages::Language::NAMES.iter().map(|(name, _)| *name);
    PossibleValuesParser::new(compilers.chain(stages).chain(["spirv"]))
}

/// A capability with its value.
pub(crate) fn capability(text: &str) -> Result<(String, bool), String> {
    let wrong = || "expected a capability and 0 or 1, such as integerSupport=1".to_owned();
    let (name, value) = text.split_once('=').ok_or_else(wrong)?;
    match value {
        "0" | "false" => Ok((name.to_owned(), false)),
        "1" | "true" => Ok((name.to_owned(), true)),
        _ => Err(wrong()),
    }
}

/// A table with its size.
fn table(text: &str) -> Result<(String, u16), String> {
    let (name, size) = text
        .split_once('=')
        .ok_or_else(|| "expected a table and its size, such as samplers=1024".to_owned())?;
    let size = size.parse().map_err(|_| format!("expected a size from 0 to 65535, found {size:?}"))?;
    Ok((name.to_owned(), size))
}

/// Outcome of compiling one source.
struct Outcome {
    notice: Notice,
    /// Text for standard output.
    printed: Vec<u8>,
    /// Reason the result could not be written.
    failure: Option<String>,
    /// The programs of a project file.
    project: Option<Project>,
}

/// A project file that was built.
struct Project {
    name: String,
    /// The folder in which it was found.
    root: Option<PathBuf>,
    /// True if findings prevent its programs from being written.
    is_wrong: bool,
    built: Build,
}

pub(crate) fn run(arguments: &Arguments, context: &Context) -> Result<Status> {
    let files = if program::is_alone(arguments) {
        Cow::Borrowed(arguments.files.as_slice())
    } else {
        or_stdin(&arguments.files)?
    };
    if arguments.stages.watch {
        return watch::run(arguments, context);
    }
    if program::is_stated(arguments) {
        return program::run(arguments, &files, context);
    }
    if let Some(status) = project::run(arguments, &files, context)? {
        return Ok(status);
    }
    if let Some(status) = stages::run(arguments, &files, context)? {
        return Ok(status);
    }
    if arguments.language.as_deref() == Some("spirv") {
        bail!("--language spirv is for the stages of BPXS programs; name them with --vertex and the like");
    }
    let mut options = options(arguments);
    options.bases = bases(arguments, context)?;
    let places = if arguments.check || arguments.old.is_check() {
        None
    } else {
        Some(place::Places::new(arguments, &files)?)
    };
    let sources = crate::input::sources(&files, arguments.recursive)?;
    if sources.len() > 1 && arguments.program.has_depfile() {
        bail!("--depfile is for one project");
    }
    if let Some(places) = &places {
        places.guard(arguments, &sources)?;
    }
    vslc::notes(arguments, context);
    // The destination of the output, and so whether it is standard output, is determined with the places.
    arguments.findings.begin(context, true)?;
    let job = Job { arguments, context, options, places, is_several: sources.len() > 1 };
    let mut writer = program::Writer::default();
    let mut written = Status::Fine;
    let report = |mut outcome: Outcome| {
        context.report(outcome.notice);
        let project = outcome.project.filter(|project| !project.is_wrong);
        let written_project = project.map(|project| {
            let root = project.root.as_deref();
            writer.write(arguments, &project.name, root, &project.built, context)
        });
        if let Some(Err(error)) = written_project {
            outcome.failure = Some(format!("{error:#}"));
            written = Status::Failed;
        }
        if let Some(failure) = &outcome.failure {
            context.unreadable(failure);
        }
        if !outcome.printed.is_empty() {
            let mut output = Page::text(context, None)?;
            std::io::Write::write_all(&mut output, &outcome.printed)?;
            output.commit()?;
        }
        Ok(())
    };
    let status = batch::each(context, &sources, |source, input| job.compile(source, input), report, |_| {})?;
    Ok(status.max(written))
}

/// What the compilations of all sources share.
struct Job<'a> {
    arguments: &'a Arguments,
    context: &'a Context,
    options: CompileOptions,
    /// Destinations; `None` if the sources are only checked.
    places: Option<place::Places>,
    is_several: bool,
}

impl Job<'_> {
    /// Compiles one source, or builds one project.
    fn compile(&self, source: &Source, input: &Input) -> FileOutcome<Outcome> {
        let (arguments, context) = (self.arguments, self.context);
        let no_option = |reason: &str| refused(context, input, &glassbox::NO_OPTION, reason);
        let text = input.text();
        if program::is_project(source, &text) {
            return match program::build_project(arguments, source, &text) {
                Ok(built) => program_outcome(arguments, context, source, built),
                Err(error) => no_option(&format!("{error:#}")),
            };
        }
        let Some(compiler) = language(arguments, source, &text) else {
            if source.found {
                return FileOutcome::Skipped;
            }
            let is_stage = glassbox::stages::Language::of(&source.name, &text).is_some();
            let message = if is_stage {
                "stages in GLSL, WGSL and HLSL and other sources need a call each"
            } else {
                "its name and text do not show its language"
            };
            return refused(context, input, &glassbox::NO_LANGUAGE, message);
        };
        if arguments.emit == Emit::Payload {
            return no_option("--emit payload is for BPXS programs: name a project file, or stages");
        }
        let options = self.options_for(compiler, source);
        let opened = self.needs_no_file(&options).then(|| open_source(compiler, &text, &options)).flatten();
        let compiled = match &opened {
            Some(opened) => shown(opened),
            None => match compiled(compiler, &text, &options) {
                Ok(compiled) => compiled,
                Err(reason) => return no_option(&reason.to_string()),
            },
        };
        let sources = [Subject::text(&input.name, text.as_ref())];
        let mut outcome = Outcome {
            notice: arguments.findings.notice(context, &sources, &compiled.findings, 0),
            printed: Vec::new(),
            failure: None,
            project: None,
        };
        if compiled.bytes.is_none() || arguments.findings.deny(&compiled.findings) {
            return FileOutcome::Result(outcome, Status::Errors);
        }
        let Some(places) = &self.places else {
            return FileOutcome::Result(outcome, Status::Fine);
        };
        let output = emit::Output {
            arguments,
            context,
            compiler,
            source,
            target: places.of(compiler, source),
            is_several: self.is_several,
        };
        let result = emit::Made { compiled: &compiled, opened: opened.as_ref() };
        let status = match output.write(result) {
            Ok(printed) => {
                outcome.printed = printed;
                Status::Fine
            }
            Err(error) => {
                outcome.failure = Some(format!("{error:#}"));
                Status::Failed
            }
        };
        FileOutcome::Result(outcome, status)
    }

    /// The options for a source, with the kind that its name states if no switch does.
    fn options_for(&self, compiler: &dyn Compiler, source: &Source) -> CompileOptions {
        let mut options = self.options.clone();
        if options.kind.is_none() && !options.module {
            options.kind = kind_of(compiler, &source.name).map(str::to_owned);
        }
        // What is shown is what would be written, so its dialect is that of files.
        if options.dialect.is_none() {
            options.dialect = compiler.dialects().first().map(|&first| first.to_owned());
        }
        options
    }

    /// True if the program is enough, without the file that would be written.
    fn needs_no_file(&self, options: &CompileOptions) -> bool {
        let is_shown = matches!(self.arguments.emit, Emit::Source | Emit::Description | Emit::Interface);
        options.encode.is_none() && (is_shown || self.places.is_none())
    }
}

/// Result of building a project file; written when it is next in order.
fn program_outcome(
    arguments: &Arguments,
    context: &Context,
    source: &Source,
    built: Build,
) -> FileOutcome<Outcome> {
    let sources = program::sources(&built);
    let notice = arguments.findings.notice(context, &sources, &built.findings, 0);
    let is_wrong = program::is_wrong(arguments, &built);
    let status = if is_wrong { Status::Errors } else { Status::Fine };
    let folders = arguments.files.iter().filter(|_| source.found);
    let path = source.path.as_deref();
    let root = folders.filter(|folder| path.is_some_and(|path| path.starts_with(folder))).max();
    let outcome = Outcome {
        notice,
        printed: Vec::new(),
        failure: None,
        project: Some(Project { name: source.name.clone(), root: root.cloned(), is_wrong, built }),
    };
    FileOutcome::Result(outcome, status)
}

/// The options in the compilers' type.
fn options(arguments: &Arguments) -> CompileOptions {
    let mut tables = arguments.old.tables().to_vec();
    tables.extend(arguments.tables.iter().cloned());
    CompileOptions {
        optimize: !arguments.no_optimize && matches!(arguments.optimize, Level::Small | Level::OldSmall),
        names: arguments.names,
        dialect: arguments.dialect.clone(),
        tables,
        enable: arguments.enable.clone(),
        kind: arguments.kind.clone(),
        inline_threshold: arguments.inline_threshold,
        es2: arguments.es2,
        allow_narrowing: arguments.allow_narrowing,
        caps: arguments.caps.clone(),
        encode: arguments.encode.clone(),
        module: arguments.module,
        bases: Vec::new(),
    }
}

/// The compiler for a source, if it is in a language that has one.
fn language(arguments: &Arguments, source: &Source, text: &str) -> Option<&'static dyn Compiler> {
    let stated = arguments.language.as_deref().and_then(compiler);
    if source.found {
        // In a folder the name decides: other files there were not meant. GLSL shares some names with SkSL.
        let named = compiler_of(&source.name, "").filter(|_| !glassbox::compile::is_glsl(text))?;
        return Some(named).filter(|named| stated.is_none_or(|stated| stated.name() == named.name()));
    }
    stated
        .or_else(|| compiler_of(&source.name, text))
        .or_else(|| compiler_of_kind(arguments.kind.as_deref()?))
}

/// Output that does not require a file.
fn shown(opened: &File<'_>) -> Compiled {
    let findings = opened.check();
    Compiled {
        bytes: (!findings.has_errors()).then(Vec::new),
        modules: Vec::new(),
        findings: findings.into_sorted(),
    }
}

/// The modules visible to a module: sources, or binaries, which are printed as sources.
fn bases(arguments: &Arguments, context: &Context) -> Result<Vec<(String, String)>> {
    let mut bases = Vec::with_capacity(arguments.base.len());
    for path in &arguments.base {
        let input = Source::new(path).read()?;
        let Ok(bytes) = input.binary() else {
            bail!("--base {}: a text form with mistakes; `glassbox parse` shows them", input.name);
        };
        let file = glassbox::open_as(&bytes, None, &context.limits);
        let name = input.name.clone();
        let text = match file.format() {
            None => input.text().into_owned(),
            Some(format) if format.id() == "sksl" => {
                let mut text = Vec::new();
                file.listing("source", &mut text)?;
                String::from_utf8(text)?
            }
            Some(format) => bail!("--base {}: found {}, expected a module", input.name, format.title()),
        };
        bases.push((name, text));
    }
    Ok(bases)
}

fn compiled(compiler: &dyn Compiler, text: &str, options: &CompileOptions) -> Result<Compiled, CompileError> {
    for option in options.set() {
        if !compiler.options().contains(&option) {
            let why = format!("--{option} does not apply to {}", compiler.title());
            return Err(why.into());
        }
    }
    compiler.compile(text, options)
}

impl Waiting for Outcome {
    fn held(&self) -> usize {
        let programs = self.project.iter().flat_map(|project| &project.built.programs);
        self.notice.held() + self.printed.len() + programs.map(|program| program.bytes.len()).sum::<usize>()
    }
}

/// Reports a source that could not be compiled.
fn refused(context: &Context, input: &Input, rule: &'static Rule, message: &str) -> FileOutcome<Outcome> {
    let finding = Diagnostic::new(rule, Location::default(), message);
    let outcome = Outcome {
        notice: context.unplaced(Some(&input.name), &finding),
        printed: Vec::new(),
        failure: None,
        project: None,
    };
    FileOutcome::Result(outcome, Status::Failed)
}

impl Arguments {
    /// The stage of --stage.
    fn stage(&self) -> Option<Stage> {
        self.stage.as_deref().and_then(Stage::named)
    }

    /// Rejects options that contradict each other.
    fn agree(&self) -> Result<()> {
        if self.stage.is_some() && !matches!(self.emit, Emit::Spirv | Emit::SpirvAsm) {
            bail!("--stage is for --emit spirv and --emit spirv-asm");
        }
        Ok(())
    }
}
