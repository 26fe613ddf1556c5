//! Programs that make pixels: what they are given, and what becomes of the picture.

use std::collections::VecDeque;
use std::io::Write as _;
use std::path::Path;

use anyhow::{Context as _, Result, bail};
use clap::Args;
use clap::builder::PossibleValuesParser;
use glassbox::compile::{CompileOptions, compilers};
use glassbox::render::{self, Color, Effect, Filter, Given, Image, Kind, Loaded, Scene, Tiling};
use glassbox::run::{self, argument};
use glassbox_core::diagnostic::{Diagnostic, Location, Severity};
use glassbox_core::format::Format;
use glassbox_report::json::Document;
use glassbox_report::{Number, RunEntry, RunOutput, RunReport, RunResult};

use super::given::{aside, in_argument};
use super::{Arguments, ResultFormat};
use crate::commands::compile::capability;
use crate::context::{Context, Status};
use crate::input::{Input, Source};
use crate::output::Output;
use crate::png;
use crate::progress::Progress;
use crate::questions::{findings_of, mistakes_of};

/// What only pictures have.
#[derive(Args, Debug)]
#[command(next_help_heading = "Pictures")]
pub(super) struct Switches {
    /// Size of the picture; without it that of the input
    #[arg(long, value_name = "WIDTHxHEIGHT", value_parser = size)]
    size: Option<(u32, u32)>,
    /// Kind of the program, if the name of its source does not say it
    #[arg(long, value_name = "KIND", value_parser = kind_names())]
    kind: Option<String>,
    /// Give a child: a color such as 1,0.5,0,1 or '#ff8000', a PNG file, a program, or `input`
    #[arg(long = "child", value_name = "NAME=WHAT")]
    children: Vec<String>,
    /// What lies under the picture, and what a blender blends with: a color or a PNG file
    #[arg(long, value_name = "COLOR|FILE")]
    background: Option<String>,
    /// What lies between the pixels of children that are pictures
    #[arg(long, value_name = "HOW", default_value = "nearest", value_parser = ["nearest", "linear"])]
    filter: String,
    /// What lies beyond their edges
    #[arg(long, value_name = "HOW", default_value = "clamp", value_parser = ["clamp", "repeat", "mirror", "decal"])]
    tiling: String,
    /// The picture's rows run from the bottom up, as they do on some devices
    #[arg(long)]
    flip: bool,
    /// Hold the source to what OpenGL ES 2 can run
    #[arg(long)]
    es2: bool,
    /// What the device can do, by the names of sk_Caps, such as integerSupport=0
    #[arg(long, value_name = "NAME=0|1,...", value_delimiter = ',', value_parser = capability)]
    caps: Vec<(String, bool)>,
    /// Threads that share the work; without it as many as there are processors
    #[arg(long, value_name = "COUNT")]
    threads: Option<usize>,
    /// Print the color of this pixel instead of making a picture
    #[arg(long = "pixel", value_name = "X,Y", value_parser = pixel)]
    pixels: Vec<(u32, u32)>,
}

/// Most pixels in a picture.
const MOST_PIXELS: u64 = 1 << 28;

fn kind_names() -> PossibleValuesParser {
    PossibleValuesParser::new(compilers().iter().flat_map(|compiler| compiler.kinds().iter().copied()))
}

/// The size of a picture.
fn size(text: &str) -> Result<(u32, u32), String> {
    let wrong = || "expected a size such as 256x256".to_owned();
    let (width, height) = text.split_once('x').ok_or_else(wrong)?;
    let width: u32 = width.parse().map_err(|_| wrong())?;
    let height: u32 = height.parse().map_err(|_| wrong())?;
    match u64::from(width) * u64::from(height) {
        0 => Err("expected at least one pixel".to_owned()),
        pixels if pixels > MOST_PIXELS => Err(format!("expected at most {MOST_PIXELS} pixels")),
        _ => Ok((width, height)),
    }
}

/// The place of a pixel.
fn pixel(text: &str) -> Result<(u32, u32), String> {
    let wrong = || "expected the place of a pixel, such as 12,40".to_owned();
    let (x, y) = text.split_once(',').ok_or_else(wrong)?;
    match (x.trim().parse(), y.trim().parse()) {
        (Ok(x), Ok(y)) => Ok((x, y)),
        _ => Err(wrong()),
    }
}

impl Switches {
    /// The name of a switch that was given; none of them means anything for programs that make no pixels.
    pub(super) fn given(&self) -> Option<&'static str> {
        let all = [
            ("--size", self.size.is_some()),
            ("--kind", self.kind.is_some()),
            ("--child", !self.children.is_empty()),
            ("--background", self.background.is_some()),
            ("--flip", self.flip),
            ("--es2", self.es2),
            ("--caps", !self.caps.is_empty()),
            ("--threads", self.threads.is_some()),
            ("--pixel", !self.pixels.is_empty()),
        ];
        all.into_iter().find(|(_, given)| *given).map(|(name, _)| name)
    }

    /// How sources are compiled.
    fn options(&self) -> CompileOptions {
        CompileOptions {
            kind: self.kind.clone(),
            es2: self.es2,
            caps: self.caps.clone(),
            ..CompileOptions::default()
        }
    }
}

/// Loads a program that makes pixels; `None` when the input is none. `Some(Err)` holds the status of mistakes that were reported.
pub(super) fn load(
    context: &Context,
    input: &Input,
    as_format: Option<&'static dyn Format>,
    switches: &Switches,
) -> Result<Option<Result<Effect, Status>>> {
    let loaded = render::load(&input.name, input.bytes(), as_format, &switches.options(), &context.limits);
    let Some(loaded) = loaded.map_err(anyhow::Error::msg)? else {
        return Ok(None);
    };
    let Loaded {
        effect,
        findings,
        is_source,
    } = loaded;
    let shown: Vec<Diagnostic> = findings
        .into_iter()
        .filter(|finding| finding.severity > Severity::Info)
        .collect();
    let (placed, others): (Vec<_>, Vec<_>) = shown
        .into_iter()
        .partition(|finding| finding.location != Location::default());
    let rendered = match is_source {
        true => mistakes_of(input, &placed, &context.error_style),
        false => findings_of(&input.name, input.bytes(), &placed, &context.error_style),
    };
    context.say_bytes(&rendered);
    for finding in &others {
        aside(context, finding);
    }
    Ok(Some(effect.ok_or(Status::Errors)))
}

/// Runs a program for every pixel.
pub(super) fn draw(
    arguments: &Arguments,
    context: &Context,
    name: &str,
    mut effect: Effect,
) -> Result<Status> {
    let switches = &arguments.picture;
    if let Some(flag) = arguments.of_vertices() {
        bail!("{flag} means nothing for programs that make pixels");
    }
    let input = match arguments.inputs.as_slice() {
        [] => None,
        [path] => Some(picture(Path::new(path))?),
        _ => bail!("--input names one picture"),
    };
    let children: VecDeque<&str> = switches.children.iter().map(String::as_str).collect();
    for text in children {
        if let Err(status) = give_child(context, switches, &mut effect, input.as_ref(), text)? {
            return Ok(status);
        }
    }
    for text in &arguments.uniforms {
        if let Err(status) = set_uniform(context, &mut effect, text)? {
            return Ok(status);
        }
    }
    for finding in effect.unset() {
        aside(context, &finding);
    }
    let background = switches.background.as_deref().map(under).transpose()?;
    let size_of = |image: &Image| (image.width, image.height);
    let size = switches.size.or(input.as_ref().map(size_of)).or(match &background {
        Some(Under::Picture(image)) => Some(size_of(image)),
        _ => None,
    });
    let Some((width, height)) = size else {
        bail!("the picture has no size; state it, such as --size 256x256");
    };
    let background = background.map(|under| match under {
        Under::Color(color) => Image::filled(width, height, color),
        Under::Picture(image) => image,
    });
    if input.is_none() && background.is_none() && effect.kind() != Kind::Shader {
        bail!("a {} needs pixels; name them with --input FILE.png", effect.kind().name());
    }
    let progress = Progress::pixels(u64::from(width) * u64::from(height));
    let scene = Scene {
        width,
        height,
        input: input.as_ref(),
        background: background.as_ref(),
        flip: switches.flip,
        steps: arguments.steps,
        threads: switches.threads,
        only: (!switches.pixels.is_empty()).then_some(switches.pixels.as_slice()),
        progress: &|count| progress.advance(count),
    };
    let drawn = effect.draw(&scene);
    progress.finish();
    let drawn = match drawn {
        Ok(drawn) => drawn,
        Err(finding) => {
            aside(context, &finding);
            return Ok(Status::Errors);
        }
    };
    match switches.pixels.is_empty() {
        true => picture_out(arguments, &drawn)?,
        false => pixels_out(arguments, name, &effect, &drawn)?,
    }
    Ok(Status::Fine)
}

/// Writes the picture.
fn picture_out(arguments: &Arguments, image: &Image) -> Result<()> {
    let path = arguments.output.path.as_deref();
    let bytes = match arguments.format {
        None | Some(ResultFormat::Png) => png::write(image)?,
        Some(ResultFormat::Float) => {
            let numbers = image.pixels.iter().flatten();
            numbers.flat_map(|number| number.to_le_bytes()).collect()
        }
        Some(_) => bail!("a picture is written as png or float; print pixels with --pixel X,Y"),
    };
    let mut out = Output::binary(path)?;
    out.write_all(&bytes)?;
    out.commit()
}

/// Prints the pixels that were asked for.
fn pixels_out(arguments: &Arguments, name: &str, effect: &Effect, drawn: &Image) -> Result<()> {
    let hex = arguments.hex;
    let asked = arguments.picture.pixels.iter().zip(&drawn.pixels);
    let numbers = |pixel: &[f32; 4]| pixel.map(|value| Number { value, hex });
    let mut out = Output::text(arguments.output.path.as_deref())?;
    match arguments.format {
        None | Some(ResultFormat::Text) => {
            for ((x, y), pixel) in asked {
                let [red, green, blue, alpha] = numbers(pixel);
                writeln!(out, "{x},{y}  {red} {green} {blue} {alpha}")?;
            }
        }
        Some(ResultFormat::Csv) => {
            writeln!(out, "x,y,red,green,blue,alpha")?;
            for ((x, y), pixel) in asked {
                let [red, green, blue, alpha] = numbers(pixel);
                writeln!(out, "{x},{y},{red},{green},{blue},{alpha}")?;
            }
        }
        Some(ResultFormat::Json) => {
            let runs = asked.enumerate().map(|(number, (_, pixel))| RunResult {
                number,
                outputs: vec![numbers(pixel).to_vec()],
                triangles: None,
                steps: 0,
                failure: None,
            });
            let report = RunReport {
                file: name,
                format: Some("sksl"),
                entry: RunEntry {
                    number: 0,
                    name: "main",
                    stage: effect.kind().name(),
                },
                precision: "float32",
                engine: "batch",
                outputs: vec![RunOutput {
                    name: "color".to_owned(),
                    register: String::new(),
                    components: "rgba".to_owned(),
                }],
                runs: runs.collect(),
                profile: None,
                trace: None,
            };
            let mut document = Document::begin(&mut out)?;
            document.file(&report)?;
            document.finish()?;
        }
        Some(_) => bail!("pixels are printed as text, json or csv"),
    }
    out.commit()
}

/// What lies under a picture.
enum Under {
    Color([f32; 4]),
    Picture(Image),
}

fn under(text: &str) -> Result<Under> {
    match text.parse::<Color>() {
        Ok(color) => Ok(Under::Color(color.multiplied())),
        Err(_) => Ok(Under::Picture(picture(Path::new(text))?)),
    }
}

/// Reads a PNG file.
fn picture(path: &Path) -> Result<Image> {
    let file = Source::new(path).read()?;
    png::read(file.bytes()).with_context(|| format!("{} is no picture that can be read", file.name))
}

/// Gives a child what an argument says. `Err` holds the status of a mistake that was reported.
fn give_child(
    context: &Context,
    switches: &Switches,
    effect: &mut Effect,
    input: Option<&Image>,
    text: &str,
) -> Result<Result<(), Status>> {
    let parts = match argument(text) {
        Ok(parts) => parts,
        Err(finding) => return Ok(Err(in_argument(context, "--child", text, &finding))),
    };
    let what = text.get(parts.given_span.clone()).unwrap_or_default();
    let filter = Filter::ALL.into_iter().find(|(name, _)| *name == switches.filter);
    let tiling = Tiling::ALL.into_iter().find(|(name, _)| *name == switches.tiling);
    let sampled = |image: Image| {
        let filter = filter.map_or(Filter::default(), |(_, filter)| filter);
        let tiling = tiling.map_or(Tiling::default(), |(_, tiling)| tiling);
        Given::Image(image, filter, tiling)
    };
    let given = match (what, input) {
        ("input", Some(image)) => sampled(image.clone()),
        ("input", None) => bail!("--child {text}: there is no --input"),
        _ => match what.parse::<Color>() {
            Ok(color) => Given::Color(color.multiplied()),
            Err(_) => {
                let file = Source::new(Path::new(what)).read()?;
                // The first byte of a PNG file is there to tell it from text.
                if file.bytes().starts_with(b"\x89PNG") {
                    let image = png::read(file.bytes());
                    sampled(image.with_context(|| format!("{what} is no picture that can be read"))?)
                } else {
                    match load(context, &file, None, switches)? {
                        Some(Ok(program)) => Given::Program(Box::new(program)),
                        Some(Err(status)) => return Ok(Err(status)),
                        None => bail!("{what}: expected a PNG file or a program that makes pixels"),
                    }
                }
            }
        },
    };
    match effect.give(parts.name, given) {
        Ok(()) => Ok(Ok(())),
        Err(mut finding) => {
            finding.location = Location::in_text(text, parts.name_span);
            Ok(Err(in_argument(context, "--child", text, &finding)))
        }
    }
}

/// Sets a uniform as an argument says. `Err` holds the status of a mistake that was reported.
fn set_uniform(context: &Context, effect: &mut Effect, text: &str) -> Result<Result<(), Status>> {
    let parts = match argument(text) {
        Ok(parts) => parts,
        Err(finding) => return Ok(Err(in_argument(context, "--uniform", text, &finding))),
    };
    let set = match parts.given {
        run::Given::Text(_) => effect.set(parts.name, text, parts.given_span.clone()),
        run::Given::File(path) => {
            let file = Source::new(Path::new(path)).read()?;
            let content = file.text();
            effect.set(parts.name, &content, 0..content.len())
        }
    };
    match set {
        Ok(()) => Ok(Ok(())),
        Err(mut finding) => {
            if finding.location == Location::default() || matches!(parts.given, run::Given::File(_)) {
                finding.location = Location::in_text(text, parts.name_span);
            }
            Ok(Err(in_argument(context, "--uniform", text, &finding)))
        }
    }
}
