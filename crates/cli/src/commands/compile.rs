//! `glassbox compile`.

mod emit;
mod place;
mod program;
mod vslc;

use std::path::PathBuf;

use anyhow::{Result, bail};
use clap::builder::PossibleValuesParser;
use clap::{Args, ValueEnum};
use glassbox::bpx_build::build::Build;
use glassbox::compile::{
    CompileOptions, Compiled, Compiler, compiler, compiler_of, compiler_of_kind, compilers, kind_of,
};
use glassbox_core::diagnostic::Diagnostic;

use crate::context::{Context, Status};
use crate::findings::{Findings, Form, Found, Log};
use crate::input::{Input, Source};
use crate::many::{self, Done};
use crate::output::Output;

/// Compile programs in a high-level language
///
/// Sources in VSL, the Vega shader language, become VBC files; sources in SkSL, Skia's shading language, become binary SkSL of
/// version 8. Each source is a program of its own. A project file (.toml), the stages named with switches, or sources together with
/// --target become BPXS programs for any number of rendering platforms.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  glassbox compile shader.vsl                          writes shader.vbc
  glassbox compile shader.vsl -o assets/shader.vbc
  glassbox compile -r shaders -o assets                every source, in the same folders
  glassbox compile --check shader.vsl --format json
  glassbox compile --emit spirv-asm --stage frag shader.vsl
  glassbox compile --emit spirv --names -O0 shader.vsl
  glassbox compile effect.rts -o effect.bin
  glassbox compile --kind color-filter tint.sksl -o tint.bin
  glassbox compile --inline-threshold 50 --emit description effect.rts
  glassbox compile --encode extended --caps integerSupport=0 draw.frag
  glassbox compile pipeline.toml -o lit.bpx            a BPXS program, as the project file says
  glassbox compile pipeline.toml -o 'out/{target}.bpx' one for each target
  glassbox compile -r shaders -o 'out/{name}.{target}.bpx'
  glassbox compile --target GL42 --vertex a.vert --pixel a.frag -o a.bpx
  glassbox compile -t all -l common.bpx mesh.glsl lit.glsl -o out/
                                                       as the vendor's compiler is called: each
                                                       source says its stage, by #stage or its name

The kind of a SkSL program follows from its name: .rts is a runtime shader, .rtcf a colour
filter, .rtb a blender, .frag a fragment and .vert a vertex program, .mf and .mv those of a
mesh, .gen a generic program; .sksl needs --kind.

The switches of vslc are understood too (-Od, -Os, -Tsamplers=16, -Sspirv, --no-compile), with a
note on what to write instead.

Exit status:
  0  fine
  1  a source has mistakes, or findings that --deny names; nothing is written for it
  2  the command could not run, or an input could not be read")]
pub(crate) struct Arguments {
    /// Sources to read; `-` is standard input
    #[arg(value_name = "FILE", required_unless_present_any = program::ALONE)]
    files: Vec<PathBuf>,
    /// Compile every source in the directories that are given; files with other names are skipped
    #[arg(short, long)]
    recursive: bool,
    /// Language of the sources; without it their names and texts tell. glsl, wgsl and spirv are for --vertex and the like
    #[arg(long, value_name = "LANGUAGE", value_parser = language_names())]
    language: Option<String>,
    /// Write to this file, or into this folder; without it the result lies beside its source, under its name. `-` is
    /// standard output. Files appear whole or not at all
    #[arg(short = 'o', long = "output", value_name = "PATH")]
    output: Option<PathBuf>,
    /// What the programs are for, where the names of their files do not say it
    #[arg(long, value_name = "KIND", value_parser = kind_names())]
    kind: Option<String>,
    /// What to write
    #[arg(long, value_name = "WHAT", default_value = "binary")]
    emit: Emit,
    /// With --emit spirv or spirv-asm, write this stage only
    #[arg(long, value_name = "STAGE")]
    stage: Option<String>,
    /// Report only; write nothing
    #[arg(long, conflicts_with_all = ["output", "emit"])]
    check: bool,
    /// 0 writes the code as it comes, 1 makes it small
    #[arg(short = 'O', value_name = "LEVEL", default_value = "1")]
    optimize: Level,
    /// The same as -O0
    #[arg(long, conflicts_with = "optimize")]
    no_optimize: bool,
    /// Let the inliner make so much code of a function; 0 switches it off
    #[arg(long, value_name = "NODES")]
    inline_threshold: Option<u32>,
    /// Hold programs to what OpenGL ES 2 can run
    #[arg(long)]
    es2: bool,
    /// Let fragment, vertex and generic programs lose precision without a cast, as runtime effects always may
    #[arg(long)]
    allow_narrowing: bool,
    /// What the device can do, by the names of sk_Caps, such as integerSupport=0
    #[arg(long, value_name = "NAME=0|1,...", value_delimiter = ',', value_parser = capability)]
    caps: Vec<(String, bool)>,
    /// strict writes what Skia's decoder of version 8 reads; extended also what it does not, such as programs that use
    /// built-in variables
    #[arg(long, value_name = "FORM", value_parser = ["strict", "extended"])]
    encode: Option<String>,
    /// Keep the names of the source in the code
    #[arg(long)]
    names: bool,
    /// Sizes of the descriptor tables, as the runtime has them: samplers, images, buffers, rotexels, rwtexels
    #[arg(long, value_name = "TABLE=SIZE,...", value_delimiter = ',', value_parser = table)]
    tables: Vec<(String, u16)>,
    /// How the sources are spelt: released, or older for those from before 2021-01-13
    #[arg(long, value_name = "DIALECT")]
    dialect: Option<String>,
    /// Use what runtimes need not offer: draw-parameters, dynamic-indexing
    #[arg(long, value_name = "FEATURE,...", value_delimiter = ',')]
    enable: Vec<String>,
    #[command(flatten)]
    findings: Findings,
    #[command(flatten)]
    old: vslc::Switches,
    #[command(flatten)]
    program: program::Switches,
}

/// What is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Emit {
    /// The file that the runtime loads
    #[value(alias = "vbc")]
    Binary,
    /// The SPIR-V modules, a file for each stage: NAME.vert.spv
    Spirv,
    /// The modules as assembly; to standard output without -o
    SpirvAsm,
    /// The program as source that compiles again, as the compiler left it; to standard output without -o
    Source,
    /// The program as Skia's compiler describes it; to standard output without -o
    Description,
    /// Inputs, outputs, resources and uniforms, as `glassbox interface` shows them; to standard output without -o
    Interface,
    /// Of a BPXS program for one target, the code of its stages; to standard output without -o
    Payload,
}

impl Emit {
    /// Whether it is text.
    fn is_text(self) -> bool {
        !matches!(self, Emit::Binary | Emit::Spirv)
    }

    /// How it is called.
    fn name(self) -> String {
        self.to_possible_value()
            .map(|value| value.get_name().to_owned())
            .unwrap_or_default()
    }
}

/// How much work goes into small code.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Level {
    /// None
    #[value(name = "0")]
    None,
    /// Nothing unused, variables held in values
    #[value(name = "1")]
    Small,
    /// As vslc calls the level 0
    #[value(name = "d", hide = true)]
    OldNone,
    /// As vslc calls the level 1
    #[value(name = "s", hide = true)]
    OldSmall,
}

fn language_names() -> PossibleValuesParser {
    let compilers = compilers().iter().map(|compiler| compiler.name());
    let programs = glassbox::bpx_build::project::Language::NAMES
        .iter()
        .map(|(name, _)| *name);
    PossibleValuesParser::new(compilers.chain(programs))
}

fn kind_names() -> PossibleValuesParser {
    PossibleValuesParser::new(
        compilers()
            .iter()
            .flat_map(|compiler| compiler.kinds().iter().copied()),
    )
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
    let size = size
        .parse()
        .map_err(|_| format!("expected a size from 0 to 65535, found {size:?}"))?;
    Ok((name.to_owned(), size))
}

/// What became of a source.
struct Outcome {
    name: String,
    text: String,
    findings: Vec<Diagnostic>,
    /// Findings for people.
    shown: Vec<u8>,
    /// What goes to standard output.
    printed: Vec<u8>,
    /// Why the result could not be written.
    failure: Option<String>,
    /// What came of a project file.
    program: Option<Build>,
    /// The folder in which a project file was found.
    root: Option<PathBuf>,
}

pub(crate) fn run(arguments: &Arguments, context: &Context) -> Result<Status> {
    if program::is_stated(arguments) {
        return program::run(arguments, context);
    }
    let mut programs = glassbox::bpx_build::project::Language::NAMES.iter();
    if let Some((name, _)) = programs.find(|(name, _)| arguments.language.as_deref() == Some(name)) {
        bail!("--language {name} is for the stages of BPXS programs; name them with --vertex and the like");
    }
    let is_check = arguments.check || arguments.old.is_check();
    let options = options(arguments);
    let places = match is_check {
        true => None,
        false => Some(place::Places::new(arguments)?),
    };
    let sources = crate::input::sources(&arguments.files, arguments.recursive)?;
    if sources.len() > 1 && arguments.program.has_depfile() {
        bail!("--depfile is for one project");
    }
    if let Some(places) = &places {
        places.guard(arguments, &sources)?;
    }
    vslc::notes(arguments, context);
    let form = arguments.findings.format;
    let is_several = sources.len() > 1;
    let work = |source: &Source, input: &Input| -> Done<Outcome> {
        let text = input.text();
        if program::is_project(source, &text) {
            return match program::build_project(arguments, source, &text) {
                Ok(built) => program_outcome(arguments, context, source, built),
                Err(error) => failed(input, &format!("{error:#}")),
            };
        }
        let Some(compiler) = language(arguments, source, &text) else {
            if source.found {
                return Done::Skipped;
            }
            return failed(input, &unknown_language(&source.name, &text));
        };
        if arguments.emit == Emit::Payload {
            return failed(
                input,
                "--emit payload is for BPXS programs: name a project file, or stages",
            );
        }
        let mut options = options.clone();
        if options.kind.is_none() {
            options.kind = kind_of(compiler, &source.name).map(str::to_owned);
        }
        let compiled = match compiled(compiler, &text, &options) {
            Ok(compiled) => compiled,
            Err(reason) => return failed(input, &reason),
        };
        let sources = [(input.name.as_str(), text.as_ref())];
        let found = Found {
            sources: &sources,
            findings: &compiled.findings,
            dropped: 0,
        };
        let shown = program::shown_findings(arguments, context, &found);
        let is_wrong = compiled.bytes.is_none() || arguments.findings.deny(&compiled.findings);
        let mut outcome = Outcome {
            name: input.name.clone(),
            text: String::new(),
            findings: Vec::new(),
            shown,
            printed: Vec::new(),
            failure: None,
            program: None,
            root: None,
        };
        let mut status = match is_wrong {
            true => Status::Errors,
            false => Status::Fine,
        };
        if let Some(places) = places.as_ref().filter(|_| !is_wrong) {
            let emitted = emit::write(
                arguments, compiler, &compiled, source, places, is_several, context,
            );
            match emitted {
                Ok(printed) => outcome.printed = printed,
                Err(error) => {
                    outcome.failure = Some(format!("{error:#}"));
                    status = Status::Failed;
                }
            }
        }
        if form != Form::Text {
            outcome.text = text.into_owned();
        }
        outcome.findings = compiled.findings;
        Done::Result(outcome, status)
    };
    let mut log = Log::begin(form)?;
    let mut unreadable = Vec::new();
    let mut writer = program::Writer::default();
    let mut written = Status::Fine;
    let report = |mut outcome: Outcome| {
        context.say_bytes(&outcome.shown);
        let own = [(outcome.name.as_str(), outcome.text.as_str())];
        let built = outcome.program.as_ref().map(program::sources);
        log.add(&Found {
            sources: built.as_deref().unwrap_or(&own),
            findings: &outcome.findings,
            dropped: 0,
        })?;
        if let Some(built) = outcome
            .program
            .as_ref()
            .filter(|built| !program::is_wrong(arguments, built))
        {
            let root = outcome.root.as_deref();
            if let Err(error) = writer.write(arguments, &outcome.name, root, built) {
                outcome.failure = Some(format!("{error:#}"));
                written = Status::Failed;
            }
        }
        if let Some(failure) = &outcome.failure {
            context.complain(failure);
        }
        if !outcome.printed.is_empty() {
            let mut output = Output::text(None)?;
            std::io::Write::write_all(&mut output, &outcome.printed)?;
            output.commit()?;
        }
        Ok(())
    };
    let status = many::each(context, &sources, work, report, |reason| {
        unreadable.push(reason.to_owned());
    })?;
    for reason in &unreadable {
        log.unreadable(reason);
    }
    log.finish()?;
    Ok(status.max(written))
}

/// What a project file was built to; it is written when its turn comes.
fn program_outcome(arguments: &Arguments, context: &Context, source: &Source, built: Build) -> Done<Outcome> {
    let sources = program::sources(&built);
    let found = Found {
        sources: &sources,
        findings: &built.findings,
        dropped: 0,
    };
    let status = if program::is_wrong(arguments, &built) {
        Status::Errors
    } else {
        Status::Fine
    };
    let folders = arguments.files.iter().filter(|_| source.found);
    let path = source.path.as_deref();
    let root = folders
        .filter(|folder| path.is_some_and(|path| path.starts_with(folder)))
        .max();
    let outcome = Outcome {
        name: source.name.clone(),
        text: String::new(),
        shown: program::shown_findings(arguments, context, &found),
        findings: built.findings.clone(),
        printed: Vec::new(),
        failure: None,
        root: root.cloned(),
        program: Some(built),
    };
    Done::Result(outcome, status)
}

/// Why the language of a source is not known, and what to do.
fn unknown_language(name: &str, text: &str) -> String {
    if !glassbox::compile::is_glsl(text) {
        return "its name and text do not show its language; state it with --language".to_owned();
    }
    let stage = program::STAGES_OF_SUFFIXES
        .iter()
        .find(|(suffix, _)| name.ends_with(suffix));
    let stage = stage.map_or("vertex", |(_, stage)| stage);
    format!(
        "this is GLSL, which is compiled as a stage of a BPXS program: glassbox compile --target GL42 --{stage} {name} …; \
         state --language sksl if it is SkSL"
    )
}

/// The options as compilers take them.
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
        is_shown: arguments.emit.is_text(),
    }
}

/// The compiler for a source, if it is in a language that has one.
fn language(arguments: &Arguments, source: &Source, text: &str) -> Option<&'static dyn Compiler> {
    let stated = arguments.language.as_deref().and_then(compiler);
    if source.found {
        // In a folder the name decides: what else lies there was not meant. GLSL shares some names with SkSL.
        let named = compiler_of(&source.name, "").filter(|_| !glassbox::compile::is_glsl(text))?;
        return Some(named).filter(|named| stated.is_none_or(|stated| stated.name() == named.name()));
    }
    stated
        .or_else(|| compiler_of(&source.name, text))
        .or_else(|| compiler_of_kind(arguments.kind.as_deref()?))
}

fn compiled(compiler: &dyn Compiler, text: &str, options: &CompileOptions) -> Result<Compiled, String> {
    for option in options.set() {
        if !compiler.options().contains(&option) {
            return Err(format!("--{option} means nothing for {}", compiler.title()));
        }
    }
    compiler.compile(text, options)
}

/// A source that could not be worked on.
fn failed(input: &Input, reason: &str) -> Done<Outcome> {
    let outcome = Outcome {
        name: input.name.clone(),
        text: String::new(),
        findings: Vec::new(),
        shown: Vec::new(),
        printed: Vec::new(),
        failure: Some(format!("{}: {reason}", input.name)),
        program: None,
        root: None,
    };
    Done::Result(outcome, Status::Failed)
}

impl Arguments {
    /// Refuses switches that contradict each other.
    fn agree(&self) -> Result<()> {
        if self.stage.is_some() && !matches!(self.emit, Emit::Spirv | Emit::SpirvAsm) {
            bail!("--stage is for --emit spirv and --emit spirv-asm");
        }
        Ok(())
    }
}
