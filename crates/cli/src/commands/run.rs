//! `glassbox run`.

mod picture;
mod values;
mod watch;

use std::borrow::Cow;
use std::path::PathBuf;

use anyhow::{Result, bail};
use clap::{Args, ValueEnum};
use glassbox::run::{self, Built, Engine, Options, Slot, Unwatched, Watcher};
use glassbox::vertices;
use glassbox_core::diagnostic::{Diagnostic, Location, Severity};
use glassbox_core::format::Format;
use glassbox_core::interface::stage;
use glassbox_report::json::Document;
use glassbox_report::{Number, RunEntry, RunFailure, RunOutput, RunReport, RunResult};

use self::values::{aside, assign, in_argument, read_batch, unset};
use self::watch::Watch;
use crate::args::{InputFormat, OutputFile, ReportFormat};
use crate::context::{Context, Status};
use crate::input::{Source, one_or_stdin};
use crate::page::Page;
use crate::query::single;
use crate::reports::Contents;

/// Run a shader and print its outputs, or draw the picture that it makes
///
/// PICA200 programs run for vertices: inputs and uniforms are named as in the file or by register. Numbers are decimal, inf, nan,
/// or bit patterns of eight digits such as 0x3f800000. Components that an input leaves out are those of (0, 0, 0, 1); what is
/// not set is zero.
///
/// SkSL programs run for the pixels of a picture: a runtime shader makes it, a colour filter changes it, a blender puts it over
/// a background.
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
  1  the file or the source does not run, a run did not end, or the file of vertices has mistakes
  2  the command could not run, or an argument is wrong")]
pub(crate) struct Arguments {
    /// File to run, binary, text form or source; `-` is standard input, which is read too when no file is named
    #[arg(value_name = "FILE")]
    file: Option<PathBuf>,
    #[command(flatten)]
    kind: InputFormat,
    /// Entry point: its number, its name, or its stage; the first one if left out. With --as pica the word where the code begins
    #[arg(long, value_name = "ENTRY")]
    entry: Option<String>,
    /// Set an input for all vertices, such as v0=1,2,3,1 or position=1,2,3; of a picture the
    /// colour or PNG file that goes in
    #[arg(short, long = "input", value_name = "NAME=VALUES|COLOR|FILE")]
    inputs: Vec<String>,
    /// Set a uniform, such as tint=1,0.5,0,1, lights[2]=…, c4=…, i0=3,0,1, b3=true, or mvp=@FILE; `;` separates vectors
    #[arg(short, long = "uniform", value_name = "NAME=VALUES")]
    uniforms: Vec<String>,
    /// Run for each vertex of this file: CSV, JSON, PLY or OBJ
    #[arg(short, long, value_name = "FILE")]
    batch: Option<PathBuf>,
    /// Kind of the file of vertices, if its name does not say: csv, json, ply or obj
    #[arg(long, value_name = "KIND", requires = "batch", value_parser = vertex_kind)]
    batch_format: Option<vertices::Kind>,
    /// Columns for an input, such as position=x,y,z or v1=#4,#5,0,1 or color=red/255,green/255,blue/255
    #[arg(
        short = 'm',
        long,
        alias = "map",
        value_name = "INPUT=COLUMNS",
        requires = "batch"
    )]
    columns: Vec<String>,
    /// Run for one vertex of the file only, by its number from 0
    #[arg(long, value_name = "NUMBER", requires = "batch")]
    vertex: Option<usize>,
    /// Vertices that make one run of a geometry program
    #[arg(long, value_name = "COUNT", requires = "batch")]
    group: Option<usize>,
    /// Calculate with 32-bit floats, as emulators do, instead of the hardware's 24 bits
    #[arg(long, alias = "f32")]
    float32: bool,
    /// What runs it; all give the same bits. Only the interpreter can be watched and runs geometry programs
    #[arg(long, value_name = "ENGINE", default_value = "interpreter")]
    engine: EngineName,
    /// Most instructions that a run may take, or steps of loops that a pixel may
    #[arg(long, aliases = ["steps", "step-limit"], value_name = "COUNT")]
    max_steps: Option<u64>,
    /// Print every instruction with its values
    #[arg(long)]
    trace: bool,
    /// Count how often each instruction runs
    #[arg(long)]
    profile: bool,
    /// Print bit patterns instead of numbers
    #[arg(long)]
    hex: bool,
    /// Form of the results; without it text, and png for pictures
    #[arg(long, value_name = "FORMAT")]
    format: Option<ResultFormat>,
    #[command(flatten)]
    output: OutputFile,
    #[command(flatten)]
    picture: picture::Switches,
}

impl Arguments {
    /// A given switch that applies to vertices only.
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
}

/// Form of the results.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum ResultFormat {
    /// For people
    Text,
    /// For programs; docs/schema describes it
    Json,
    /// A table with a line of names
    Csv,
    /// A picture, 8 bits a channel
    Png,
    /// A picture as it was calculated: 32-bit floats, four a pixel, multiplied by alpha, the least byte first
    Float,
}

/// What runs it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum EngineName {
    /// One instruction at a time
    Interpreter,
    /// Many vertices at once
    Batch,
    /// As native code
    Jit,
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
    let as_format = match arguments.kind.is_bare_code() {
        true => arguments.kind.format_at(arguments.entry.as_deref())?,
        false => arguments.kind.format_at(None)?,
    };
    match picture::load(arguments, context, &input, as_format)? {
        Some(Ok(effect)) => return picture::draw(arguments, context, &input.name, effect),
        Some(Err(status)) => return Ok(status),
        None => {}
    }
    let text = input.text();
    let built = run::build(&input.name, input.bytes(), &text);
    if let Some(built) = &built {
        let shown: Vec<Diagnostic> = built
            .findings
            .iter()
            .filter(|finding| finding.severity > Severity::Info)
            .cloned()
            .collect();
        context.report(context.in_text(&input, &shown));
        if built.dropped > 0 {
            context.print_note(&format!(
                "{}: {} more findings are not shown",
                input.name, built.dropped
            ));
        }
    }
    let bytes = match &built {
        Some(Built {
            bytes: Some(bytes), ..
        }) => Cow::Borrowed(bytes.as_slice()),
        Some(_) => return Ok(Status::Errors),
        None => single(context, &input)?,
    };
    let map = built.as_ref().map(|built| &built.map);
    let whole = as_format.and_then(|format| format.whole(&bytes));
    let wrong = |finding: &Diagnostic| {
        let (rule, mut finding) = (finding.rule, finding.clone());
        if let Some(whole) = &whole {
            whole.relocate(&mut finding);
        }
        if finding.location == Location::default() {
            aside(context, &finding);
        } else if map.is_some_and(|map| map.relocate(&text, &mut finding)) {
            context.report(context.in_text(&input, &[finding]));
        } else {
            context.report(context.on_bytes(&input.name, &bytes, &[finding]));
        }
        Ok(match rule.id == run::ENGINE.id {
            true => Status::Failed,
            false => Status::Errors,
        })
    };
    let loaded = match &whole {
        Some(whole) => run::load(&whole.bytes, Some(whole.format)),
        None => run::load(&bytes, as_format),
    };
    let runnable = match loaded {
        Some(Ok(runnable)) => runnable,
        Some(Err(finding)) => return wrong(&finding),
        None => {
            let formats: Vec<&str> = run::formats().collect();
            let what = match as_format.or_else(|| glassbox::detect(&bytes)) {
                Some(format) => format!("{} files do not run", format.id()),
                None => "it is of no known kind".to_owned(),
            };
            let finding = Diagnostic::new(&glassbox::NOT_RUN, Location::default(), what)
                .help(format!("files of these formats run: {}", formats.join(", ")));
            context.report(context.unplaced(Some(&input.name), &finding));
            return Ok(Status::Errors);
        }
    };
    let entries = runnable.entries();
    if let Some(flag) = arguments.picture.given() {
        bail!("{flag} is for programs that make pixels");
    }
    let format = arguments.format.unwrap_or(ResultFormat::Text);
    if matches!(format, ResultFormat::Png | ResultFormat::Float) {
        bail!("only pictures are written as png or float");
    }
    let number = match &arguments.entry {
        // Of bare code it is a word, and there is one entry point.
        Some(_) if arguments.kind.is_bare_code() => 0,
        None => 0,
        Some(wanted) => match run::entry(entries, wanted) {
            Ok(number) => number,
            Err(finding) => return Ok(in_argument(context, "--entry", wanted, &finding)),
        },
    };
    let options = Options {
        float32: arguments.float32,
        engine: match arguments.engine {
            EngineName::Interpreter => Engine::Interpreter,
            EngineName::Batch => Engine::Batch,
            EngineName::Jit => Engine::Jit,
        },
        steps: arguments.max_steps.unwrap_or(Options::default().steps),
        group: arguments.group,
    };
    let mut runner = match runnable.start(number, &options) {
        Ok(runner) => runner,
        Err(finding) => return wrong(&finding),
    };
    let runner = &mut *runner;
    for (flag, list) in [("--input", &arguments.inputs), ("--uniform", &arguments.uniforms)] {
        for text in list {
            if let Err(status) = assign(context, runner, flag, text)? {
                return Ok(status);
            }
        }
    }
    let batch = match &arguments.batch {
        None => None,
        Some(path) => match read_batch(arguments, context, runner, path)? {
            Ok(batch) => Some(batch),
            Err(status) => return Ok(status),
        },
    };
    let fed: Vec<u32> = batch
        .iter()
        .flat_map(|batch| batch.slots.iter().map(|slot| slot.id))
        .collect();
    let grouped = batch.is_some()
        && entries
            .get(number)
            .is_some_and(|entry| entry.stage == stage::GEOMETRY);
    for finding in unset(runner, (!grouped).then_some(fed.as_slice())) {
        aside(context, &finding);
    }

    let mut out = Page::open(context, path, form)?;
    let text = format == ResultFormat::Text;
    let first = arguments.vertex.unwrap_or(0);
    let mut watch = Watch {
        out: (arguments.trace && text).then_some(&mut out),
        trace: (arguments.trace && format == ResultFormat::Json).then(Vec::new),
        several: batch.is_some(),
        counts: vec![
            0;
            if arguments.profile {
                runner.places() as usize
            } else {
                0
            }
        ],
        runs: first,
        first,
        failed: None,
        findings: Vec::new(),
    };
    let watched = arguments.trace || arguments.profile;
    let is_fast = options.engine != Engine::Interpreter;
    if watched && is_fast {
        let message = format!("the engine {} cannot be watched", options.engine.name());
        let finding = Diagnostic::new(&run::ENGINE, Location::default(), message)
            .note("--trace and --profile look at one instruction at a time")
            .help("leave out --engine: all engines give the same bits");
        return wrong(&finding);
    }
    let mut unwatched = Unwatched;
    // A single run is quick, so behaviour the hardware may not share is checked too.
    let watcher: &mut dyn Watcher = match watched || (batch.is_none() && !is_fast) {
        true => &mut watch,
        false => &mut unwatched,
    };
    let rows = match &batch {
        Some(batch) => Some((batch.slots.as_slice(), batch.rows.as_slice())),
        // A row for no slots: the inputs that are set.
        None if is_fast => Some((&[][..], &[[0.0; 4]][..])),
        None => None,
    };
    let runs = match rows {
        None => vec![runner.run(watcher)],
        Some((slots, rows)) => match runner.run_rows(slots, rows, watcher) {
            Ok(runs) => runs,
            Err(finding) => return wrong(&finding),
        },
    };
    let (profile, trace) = (watch.profile(runner, map), watch.trace.take());
    if let Some(error) = watch.failed {
        return Err(error.into());
    }
    for finding in &watch.findings {
        wrong(finding)?;
    }
    let mut status = Status::Fine;
    let failed: Vec<_> = runs
        .iter()
        .enumerate()
        .filter(|(_, run)| run.failure.is_some())
        .collect();
    if let Some((at, failure)) = failed
        .first()
        .and_then(|(at, run)| Some((at, run.failure.as_ref()?)))
    {
        let mut finding = (**failure).clone();
        if batch.is_some() {
            finding.notes.push(match failed.len() {
                1 => format!("this is run {at} of {}; the others ended", runs.len()),
                count => format!(
                    "this is run {at}, the first of {count} of {} that did not end",
                    runs.len()
                ),
            });
        }
        wrong(&finding)?;
        status = Status::Errors;
    }
    let entry = entries.get(number);
    let stage_of_entry = entry.map_or(stage::OTHER, |entry| entry.stage);
    let report = RunReport {
        file: &input.name,
        format: as_format.or_else(|| glassbox::detect(&bytes)).map(Format::id),
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

/// The outputs for reports: by semantic, with the register if that is ambiguous.
fn outputs(slots: &[Slot]) -> Vec<RunOutput> {
    let several = |slot: &Slot| slots.iter().filter(|other| other.title() == slot.title()).count() > 1;
    let named = slots.iter().map(|slot| RunOutput {
        name: match several(slot) && !slot.name.is_empty() {
            true => format!("{}@{}", slot.name, slot.register),
            false => slot.title().to_owned(),
        },
        register: slot.register.clone(),
        components: components(slot).map(|component| LETTERS[component & 3]).collect(),
    });
    named.collect()
}

const LETTERS: [char; 4] = ['x', 'y', 'z', 'w'];

/// The components of an output that count.
fn components(slot: &Slot) -> impl Iterator<Item = usize> + use<> {
    let mask = slot.mask;
    (0..4).filter(move |component| mask >> component & 1 != 0)
}

/// A run as reports show it.
fn result(run: &run::Run, number: usize, slots: &[Slot], stage_of_entry: &str, hex: bool) -> RunResult {
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
        failure: run.failure.as_ref().map(|finding| RunFailure {
            rule: finding.rule.id,
            message: finding.message.clone(),
        }),
    }
}
