//! `glassbox run`.

mod picture;
mod values;
mod watch;

use std::borrow::Cow;
use std::path::PathBuf;

use anyhow::{Result, bail};
use clap::{Args, ValueEnum};
use glassbox::run::{
    self, Built, Engine, Entry, NoObserver, Observer, Options, Run, Runnable, Runner, Slot, SourceMap,
};
use glassbox::vertices;
use glassbox_core::diagnostic::{Diagnostic, Location, Severity};
use glassbox_core::format::{Format, Whole};
use glassbox_core::interface::stage;
use glassbox_report::json::Document;
use glassbox_report::{Number, RunEntry, RunFailure, RunOutput, RunReport, RunResult};

use self::values::{Batch, aside, assign, in_argument, read_batch, unset};
use self::watch::Watch;
use crate::args::{InputFormat, OutputFile, ReportFormat};
use crate::context::{Context, Status};
use crate::input::{Input, Source, one_or_stdin};
use crate::page::Page;
use crate::query::single;
use crate::reports::Contents;

/// Run a shader and print its outputs, or render an image with it
///
/// PICA200 programs run for vertices: inputs and uniforms are named as in the file or by register. Numbers are decimal,
/// inf, nan, or bit patterns of eight digits such as 0x3f800000. Missing components of an input are those of (0, 0, 0,
/// 1); unset values are zero.
///
/// SkSL programs run for the pixels of an image: a runtime shader generates it, a colour filter changes it, a blender
/// draws it over a background.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  glassbox run x.shbin --input v0=1,2,3,1 --uniform mvp=@matrix.txt
  glassbox run x.shbin --input position=1,2,3 --uniform 'lights[1]=0,0,1,0' --uniform b3=true --trace
  glassbox run x.shbin --uniform mvp=@matrix.txt --batch model.obj --format csv -o out.csv
  glassbox run x.shbin --batch scan.ply --columns color=red/255,green/255,blue/255 --vertex 17 --trace
  glassbox run particles.shbin --entry geometry --batch points.csv --profile
  glassbox run effect.rts --size 256x256 --uniform k=0.5 -o out.png
  glassbox run effect.bin --size 256x256 --child image=photo.png -o out.png
  glassbox run tint.rtcf --input photo.png -o tinted.png
  glassbox run multiply.rtb --input photo.png --background '#ff8000' -o out.png
  glassbox run effect.rts --size 256x256 --pixel 12,40 --pixel 0,0

Exit status:
  0  fine
  1  the input cannot be run, a run did not end, or the vertex file has errors
  2  the command could not run, or an argument is wrong")]
pub(crate) struct Arguments {
    /// File to run: binary, text form or source; `-` is standard input, which is also read if no file is given
    #[arg(value_name = "FILE")]
    file: Option<PathBuf>,
    #[command(flatten)]
    kind: InputFormat,
    /// Entry point: number, name or stage; by default the first. With --as pica, the index of the word at which the
    /// code starts
    #[arg(long, value_name = "ENTRY")]
    entry: Option<String>,
    /// Set an input for all vertices, such as v0=1,2,3,1 or position=1,2,3; for an image, the input colour or PNG file
    #[arg(short, long = "input", value_name = "NAME=VALUES|COLOR|FILE")]
    inputs: Vec<String>,
    /// Set a uniform, such as tint=1,0.5,0,1, lights[2]=…, c4=…, i0=3,0,1, b3=true, or mvp=@FILE; `;` separates vectors
    #[arg(short, long = "uniform", value_name = "NAME=VALUES")]
    uniforms: Vec<String>,
    /// Run for each vertex in this file: CSV, JSON, PLY or OBJ
    #[arg(short, long, value_name = "FILE")]
    batch: Option<PathBuf>,
    /// Format of the vertex file, if its name does not determine it: csv, json, ply or obj
    #[arg(long, value_name = "KIND", requires = "batch", value_parser = vertex_kind)]
    batch_format: Option<vertices::Kind>,
    /// Columns of an input, such as position=x,y,z or v1=#4,#5,0,1 or color=red/255,green/255,blue/255
    #[arg(short = 'm', long, alias = "map", value_name = "INPUT=COLUMNS", requires = "batch")]
    columns: Vec<String>,
    /// Run only for the vertex with this number, from 0
    #[arg(long, value_name = "NUMBER", requires = "batch")]
    vertex: Option<usize>,
    /// Number of vertices per run of a geometry program
    #[arg(long, value_name = "COUNT", requires = "batch")]
    group: Option<usize>,
    /// Compute with 32-bit floats, as emulators do, instead of the hardware's 24 bits
    #[arg(long, alias = "f32")]
    float32: bool,
    /// Engine; all give the same bits. Tracing, profiling and geometry programs need the interpreter
    #[arg(long, value_name = "ENGINE", default_value = "interpreter")]
    engine: EngineName,
    /// Maximum number of instructions per run, or of loop iterations per pixel
    #[arg(long, aliases = ["steps", "step-limit"], value_name = "COUNT")]
    max_steps: Option<u64>,
    /// Print every instruction with its values
    #[arg(long)]
    trace: bool,
    /// Count the executions of each instruction
    #[arg(long)]
    profile: bool,
    /// Print bit patterns instead of numbers
    #[arg(long)]
    hex: bool,
    /// Format of the results; by default text, and png for images
    #[arg(long, value_name = "FORMAT")]
    format: Option<ResultFormat>,
    #[command(flatten)]
    output: OutputFile,
    #[command(flatten)]
    picture: picture::Switches,
}

impl Arguments {
    /// Given option that applies only to vertices.
    fn of_vertices(&self) -> Option<&'static str> {
        let all = [
            ("--entry", self.entry.is_some()),
            ("--batch", self.batch.is_some()),
            ("--float32", self.float32),
            ("--trace", self.trace),
            ("--profile", self.profile),
        ];
        all.into_iter().find(|(_, given)| *given).map(|(name, _)| name)
    }

    fn options(&self) -> Options {
        Options {
            float32: self.float32,
            engine: self.engine.engine(),
            steps: self.max_steps.unwrap_or(Options::default().steps),
            group: self.group,
        }
    }
}

/// Format of the results.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum ResultFormat {
    /// Text for people
    Text,
    /// JSON; docs/schema describes it
    Json,
    /// Table with a header line
    Csv,
    /// PNG image with 8 bits per channel
    Png,
    /// Raw pixels as computed: four 32-bit floats per pixel, premultiplied alpha, little-endian
    Float,
}

/// Execution engine.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum EngineName {
    /// One instruction at a time
    Interpreter,
    /// Many vertices at once
    Batch,
    /// Native code
    Jit,
}

impl EngineName {
    fn engine(self) -> Engine {
        match self {
            EngineName::Interpreter => Engine::Interpreter,
            EngineName::Batch => Engine::Batch,
            EngineName::Jit => Engine::Jit,
        }
    }
}

fn vertex_kind(text: &str) -> Result<vertices::Kind, String> {
    let known = vertices::Kind::ALL.into_iter().find(|kind| kind.name() == text);
    known.ok_or_else(|| "expected csv, json, ply or obj".to_owned())
}

pub(crate) fn run(arguments: &Arguments, context: &Context) -> Result<Status> {
    let path = arguments.output.path.as_deref();
    let form = match arguments.format {
        Some(ResultFormat::Json) => ReportFormat::Json,
        _ => ReportFormat::Text,
    };
    if form == ReportFormat::Json {
        context.report_in(Contents::Answers, path);
    }
    let input = Source::new(&one_or_stdin(arguments.file.as_deref())?).read()?;
    let as_format = if arguments.kind.is_bare_code() {
        arguments.kind.format_at(arguments.entry.as_deref())?
    } else {
        arguments.kind.format_at(None)?
    };
    match picture::load(arguments, context, &input, as_format)? {
        Some(Ok(effect)) => return picture::draw(arguments, context, &input.name, effect),
        Some(Err(status)) => return Ok(status),
        None => {}
    }
    let text = input.text();
    let built = run::build(&input.name, input.bytes(), &text);
    if let Some(built) = &built {
        report_source(context, &input, built);
    }
    let bytes = match &built {
        Some(Built { bytes: Some(bytes), .. }) => Cow::Borrowed(bytes.as_slice()),
        Some(_) => return Ok(Status::Errors),
        None => single(context, &input)?,
    };
    let program = Program {
        arguments,
        context,
        input: &input,
        text: &text,
        bytes: &bytes,
        map: built.as_ref().map(|built| &built.map),
        format: as_format,
        whole: as_format.and_then(|format| format.whole(&bytes)),
    };
    match program.load() {
        Ok(runnable) => program.run(&*runnable, form),
        Err(status) => Ok(status),
    }
}

/// Reports the findings in a source.
fn report_source(context: &Context, input: &Input, built: &Built) {
    let shown: Vec<Diagnostic> =
        built.findings.iter().filter(|finding| finding.severity > Severity::Info).cloned().collect();
    context.report(context.in_text(input, &shown));
    if built.dropped > 0 {
        context.print_note(&format!("{}: {} more findings are not shown", input.name, built.dropped));
    }
}

/// A program that runs for vertices, and what is needed to report on it.
struct Program<'a> {
    arguments: &'a Arguments,
    context: &'a Context,
    input: &'a Input,
    /// The source; of binary files, whatever text they make.
    text: &'a str,
    bytes: &'a [u8],
    /// Origin of the instructions, if the program was built from a source.
    map: Option<&'a SourceMap>,
    /// Requested format.
    format: Option<&'static dyn Format>,
    /// The file around bare code.
    whole: Option<Whole>,
}

impl Program<'_> {
    /// Reports a finding in the source, in the file, or without a location.
    fn report(&self, finding: &Diagnostic) -> Status {
        let context = self.context;
        let (rule, mut finding) = (finding.rule, finding.clone());
        if let Some(whole) = &self.whole {
            whole.relocate(&mut finding);
        }
        if finding.location == Location::default() {
            aside(context, &finding);
        } else if self.map.is_some_and(|map| map.relocate(self.text, &mut finding)) {
            context.report(context.in_text(self.input, &[finding]));
        } else {
            context.report(context.on_bytes(&self.input.name, self.bytes, &[finding]));
        }
        if rule.id == run::ENGINE.id { Status::Failed } else { Status::Errors }
    }

    /// Loads the program. `Err` holds the status of a mistake that was reported, as in the methods below.
    fn load(&self) -> Result<Box<dyn Runnable + '_>, Status> {
        let loaded = match &self.whole {
            Some(whole) => run::load(&whole.bytes, Some(whole.format)),
            None => run::load(self.bytes, self.format),
        };
        match loaded {
            Some(loaded) => loaded.map_err(|finding| self.report(&finding)),
            None => {
                let formats: Vec<&str> = run::formats().collect();
                let what = match self.format.or_else(|| glassbox::detect(self.bytes)) {
                    Some(format) => format!("{} files cannot be run", format.id()),
                    None => "its format is unknown".to_owned(),
                };
                let finding = Diagnostic::new(&glassbox::NOT_RUN, Location::default(), what)
                    .help(format!("files of these formats can be run: {}", formats.join(", ")));
                let context = self.context;
                context.report(context.unplaced(Some(&self.input.name), &finding));
                Err(Status::Errors)
            }
        }
    }

    /// Runs the program for its vertices and prints the results.
    fn run(&self, runnable: &dyn Runnable, form: ReportFormat) -> Result<Status> {
        let (arguments, context) = (self.arguments, self.context);
        if let Some(flag) = arguments.picture.given() {
            bail!("{flag} is for programs that compute pixels");
        }
        let format = arguments.format.unwrap_or(ResultFormat::Text);
        if matches!(format, ResultFormat::Png | ResultFormat::Float) {
            bail!("only pictures are written as png or float");
        }
        let number = match self.entry(runnable.entries()) {
            Ok(number) => number,
            Err(status) => return Ok(status),
        };
        let entry = runnable.entries().get(number);
        let stage_of_entry = entry.map_or(stage::OTHER, |entry| entry.stage);
        let mut runner = match runnable.start(number, &arguments.options()) {
            Ok(runner) => runner,
            Err(finding) => return Ok(self.report(&finding)),
        };
        let runner = &mut *runner;
        let batch = match self.assign(runner)? {
            Ok(batch) => batch,
            Err(status) => return Ok(status),
        };
        let is_grouped = batch.is_some() && stage_of_entry == stage::GEOMETRY;
        let fed = batch.iter().flat_map(|batch| &batch.slots);
        let fed: Vec<u32> = fed.map(|slot| slot.id).collect();
        for finding in unset(runner, (!is_grouped).then_some(fed.as_slice())) {
            aside(context, &finding);
        }

        let path = arguments.output.path.as_deref();
        let mut out = Page::open(context, path, form)?;
        let is_text = format == ResultFormat::Text;
        let first = arguments.vertex.unwrap_or(0);
        let places = if arguments.profile { runner.places() } else { 0 };
        let mut watch = Watch {
            out: (arguments.trace && is_text).then_some(&mut out),
            trace: (arguments.trace && format == ResultFormat::Json).then(Vec::new),
            several: batch.is_some(),
            counts: vec![0; places as usize],
            runs: first,
            first,
            failed: None,
            findings: Vec::new(),
        };
        let runs = match self.execute(runner, batch.as_ref(), &mut watch) {
            Ok(runs) => runs,
            Err(status) => return Ok(status),
        };
        let (profile, trace) = (watch.profile(runner, self.map), watch.trace.take());
        if let Some(error) = watch.failed {
            return Err(error.into());
        }
        for finding in &watch.findings {
            self.report(finding);
        }
        let status = self.report_failure(&runs, batch.is_some());
        let report = RunReport {
            file: &self.input.name,
            format: self.format.or_else(|| glassbox::detect(self.bytes)).map(Format::id),
            entry: RunEntry {
                number,
                name: entry.map_or("", |entry| entry.name.as_str()),
                stage: stage_of_entry,
            },
            precision: if arguments.float32 { "float32" } else { "float24" },
            engine: runner.engine().name(),
            outputs: outputs(runner.outputs()),
            runs: runs
                .iter()
                .zip(first..)
                .map(|(run, number)| result(run, number, runner.outputs(), stage_of_entry, arguments.hex))
                .collect(),
            profile,
            trace,
        };
        match format {
            ResultFormat::Text => report.text(&mut out, &context.style_of(path))?,
            ResultFormat::Csv => report.csv(&mut out)?,
            _ => {
                let mut document = Document::begin(&mut out)?;
                document.file(&report)?;
                context.finish(document)?;
            }
        }
        out.commit()?;
        Ok(status)
    }

    /// Number of the requested entry point.
    fn entry(&self, entries: &[Entry]) -> Result<usize, Status> {
        match &self.arguments.entry {
            // Of bare code it is a word, and there is one entry point.
            Some(_) if self.arguments.kind.is_bare_code() => Ok(0),
            None => Ok(0),
            Some(wanted) => run::entry(entries, wanted)
                .map_err(|finding| in_argument(self.context, "--entry", wanted, &finding)),
        }
    }

    /// Sets inputs and uniforms, and reads the file of vertices if there is one.
    fn assign(&self, runner: &mut dyn Runner) -> Result<Result<Option<Batch>, Status>> {
        let (arguments, context) = (self.arguments, self.context);
        for (flag, list) in [("--input", &arguments.inputs), ("--uniform", &arguments.uniforms)] {
            for text in list {
                if let Err(status) = assign(context, runner, flag, text)? {
                    return Ok(Err(status));
                }
            }
        }
        match &arguments.batch {
            None => Ok(Ok(None)),
            Some(path) => Ok(read_batch(arguments, context, runner, path)?.map(Some)),
        }
    }

    /// Runs the program once, or for each vertex of the file.
    fn execute(
        &self,
        runner: &mut dyn Runner,
        batch: Option<&Batch>,
        watch: &mut Watch<'_>,
    ) -> Result<Vec<Run>, Status> {
        let engine = self.arguments.engine.engine();
        let is_watched = self.arguments.trace || self.arguments.profile;
        let is_fast = engine != Engine::Interpreter;
        if is_watched && is_fast {
            let message = format!("the engine {} cannot be observed", engine.name());
            let finding = Diagnostic::new(&run::ENGINE, Location::default(), message)
                .note("--trace and --profile look at one instruction at a time")
                .help("leave out --engine: all engines give the same bits");
            return Err(self.report(&finding));
        }
        let mut unwatched = NoObserver;
        // A single run is quick, so behaviour the hardware may not share is checked too.
        let watcher: &mut dyn Observer =
            if is_watched || (batch.is_none() && !is_fast) { watch } else { &mut unwatched };
        let (slots, rows) = match batch {
            Some(batch) => (batch.slots.as_slice(), batch.rows.as_slice()),
            // A row for no slots: the inputs that are set.
            None if is_fast => (&[][..], &[[0.0; 4]][..]),
            None => return Ok(vec![runner.run(watcher)]),
        };
        runner.run_rows(slots, rows, watcher).map_err(|finding| self.report(&finding))
    }

    /// Reports the first run that did not end.
    fn report_failure(&self, runs: &[Run], is_batch: bool) -> Status {
        let failures = runs.iter().enumerate();
        let failures = failures.filter_map(|(at, run)| Some((at, run.failure.as_ref()?)));
        let failures: Vec<_> = failures.collect();
        let Some((at, failure)) = failures.first() else {
            return Status::Fine;
        };
        let mut finding = (**failure).clone();
        if is_batch {
            finding.notes.push(match failures.len() {
                1 => format!("this is run {at} of {}; the others ended", runs.len()),
                count => format!("this is run {at}, the first of {count} of {} that did not end", runs.len()),
            });
        }
        self.report(&finding);
        Status::Errors
    }
}

/// The outputs for reports: by semantic, with the register if that is ambiguous.
fn outputs(slots: &[Slot]) -> Vec<RunOutput> {
    let several = |slot: &Slot| slots.iter().filter(|other| other.title() == slot.title()).count() > 1;
    let named = slots.iter().map(|slot| RunOutput {
        name: if several(slot) && !slot.name.is_empty() {
            format!("{}@{}", slot.name, slot.register)
        } else {
            slot.title().to_owned()
        },
        register: slot.register.clone(),
        components: components(slot).map(|component| LETTERS[component & 3]).collect(),
    });
    named.collect()
}

const LETTERS: [char; 4] = ['x', 'y', 'z', 'w'];

/// Components of an output that are significant.
fn components(slot: &Slot) -> impl Iterator<Item = usize> + use<> {
    let mask = slot.mask;
    (0..4).filter(move |component| mask >> component & 1 != 0)
}

/// A run as reports show it.
fn result(run: &Run, number: usize, slots: &[Slot], stage_of_entry: &str, hex: bool) -> RunResult {
    let shown = |vectors: &Vec<[f32; 4]>| -> Vec<Vec<Number>> {
        let shown = slots.iter().zip(vectors).map(|(slot, vector)| {
            let values = components(slot).filter_map(|component| vector.get(component));
            values.map(|&value| Number { value, hex }).collect()
        });
        shown.collect()
    };
    let triangles = run.triangles.iter().map(|triangle| {
        let [a, b, c] = &triangle.corners;
        [shown(a), shown(b), shown(c)]
    });
    RunResult {
        number,
        outputs: shown(&run.outputs),
        triangles: (stage_of_entry == stage::GEOMETRY).then(|| triangles.collect()),
        steps: run.steps,
        failure: run
            .failure
            .as_ref()
            .map(|finding| RunFailure { rule: finding.rule.id, message: finding.message.clone() }),
    }
}
