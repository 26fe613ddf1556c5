//! Runs programs that compute pixels: sets their values and writes the picture.

use std::io::Write as _;
use std::path::Path;
use std::sync::Arc;

use anyhow::{Context as _, Result, bail};
use clap::Args;
use clap::builder::PossibleValuesParser;
use glassbox::compile::{CompileOptions, compilers};
use glassbox::render::{
    self, ChildInput, Color, Effect, Frame, Image, LoadOptions, Loaded, Source as Pixels,
};
use glassbox::run::{self, argument};
use glassbox_core::diagnostic::{Diagnostic, Location, Severity};
use glassbox_core::format::Format;
use glassbox_core::interface::stage;
use glassbox_report::json::Document;
use glassbox_report::{Number, RunEntry, RunOutput, RunReport, RunResult};

use super::values::{aside, in_argument, in_file};
use super::{Arguments, ResultFormat};
use crate::args::ReportFormat;
use crate::commands::compile::capability;
use crate::context::{Context, Status};
use crate::input::{Input, Source};
use crate::output::Output;
use crate::page::Page;
use crate::png;
use crate::progress::Progress;

/// Options for images.
#[derive(Args, Debug)]
#[command(next_help_heading = "Pictures")]
pub(super) struct Switches {
    /// Size of the image; by default that of the input
    #[arg(long, value_name = "WIDTHxHEIGHT", value_parser = size)]
    size: Option<(u32, u32)>,
    /// Kind of program, if the name of the source does not determine it
    #[arg(long, value_name = "KIND", value_parser = kind_names())]
    kind: Option<String>,
    /// State of the language of a source: current for Skia of 2024 to 2026, v8 for Skia of early 2022
    #[arg(long, value_name = "DIALECT", value_parser = crate::args::dialects())]
    dialect: Option<String>,
    /// Set a child: a colour such as 1,0.5,0,1 or '#ff8000', a PNG file, a program, or `input`
    #[arg(long = "child", value_name = "NAME=COLOR|FILE|input")]
    children: Vec<String>,
    /// Background of the image and destination of a blender: a colour or a PNG file
    #[arg(long, value_name = "COLOR|FILE")]
    background: Option<String>,
    /// Number the rows of the image from the bottom, as some devices do
    #[arg(long)]
    flip: bool,
    /// Restrict the source to OpenGL ES 2
    #[arg(long)]
    es2: bool,
    /// Allow implicit conversions to lower precision in fragment and generic programs, as in runtime effects
    #[arg(long)]
    allow_narrowing: bool,
    /// Capabilities of the device, named as in sk_Caps, such as integerSupport=0
    #[arg(long, value_name = "NAME=0|1,...", value_delimiter = ',', value_parser = capability)]
    caps: Vec<(String, bool)>,
    /// Number of threads; by default one per processor
    #[arg(long, value_name = "COUNT")]
    threads: Option<usize>,
    /// Print the colour of this pixel instead of writing an image
    #[arg(long = "pixel", value_name = "X,Y", value_parser = pixel)]
    pixels: Vec<(u32, u32)>,
}

fn kind_names() -> PossibleValuesParser {
    PossibleValuesParser::new(compilers().iter().flat_map(|compiler| compiler.kinds().iter().copied()))
}

/// Signature of PNG files.
const PNG: &[u8] = b"\x89PNG";

/// Numbers written at a time.
const FLOATS: usize = 1 << 16;

/// File name extensions of unsupported image formats.
const OTHER_PICTURES: &[(&str, &str)] = &[
    ("avif", "AVIF"),
    ("bmp", "BMP"),
    ("dds", "DDS"),
    ("exr", "OpenEXR"),
    ("gif", "GIF"),
    ("hdr", "Radiance HDR"),
    ("jpeg", "JPEG"),
    ("jpg", "JPEG"),
    ("ktx", "KTX"),
    ("ktx2", "KTX"),
    ("pam", "PAM"),
    ("pfm", "PFM"),
    ("ppm", "PPM"),
    ("qoi", "QOI"),
    ("svg", "SVG"),
    ("tga", "TGA"),
    ("tif", "TIFF"),
    ("tiff", "TIFF"),
    ("webp", "WebP"),
];

/// The size of a picture.
fn size(text: &str) -> Result<(u32, u32), String> {
    let wrong = || "expected a size such as 256x256".to_owned();
    let (width, height) = text.split_once('x').ok_or_else(wrong)?;
    let width: u32 = width.parse().map_err(|_| wrong())?;
    let height: u32 = height.parse().map_err(|_| wrong())?;
    Ok((width, height))
}

/// Parses the position of a pixel.
fn pixel(text: &str) -> Result<(u32, u32), String> {
    let wrong = || "expected the position of a pixel, such as 12,40".to_owned();
    let (x, y) = text.split_once(',').ok_or_else(wrong)?;
    match (x.trim().parse(), y.trim().parse()) {
        (Ok(x), Ok(y)) => Ok((x, y)),
        _ => Err(wrong()),
    }
}

impl Switches {
    /// Name of a given option for images.
    pub(super) fn given(&self) -> Option<&'static str> {
        let all = [
            ("--size", self.size.is_some()),
            ("--kind", self.kind.is_some()),
            ("--dialect", self.dialect.is_some()),
            ("--child", !self.children.is_empty()),
            ("--background", self.background.is_some()),
            ("--flip", self.flip),
            ("--es2", self.es2),
            ("--allow-narrowing", self.allow_narrowing),
            ("--caps", !self.caps.is_empty()),
            ("--threads", self.threads.is_some()),
            ("--pixel", !self.pixels.is_empty()),
        ];
        all.into_iter().find(|(_, given)| *given).map(|(name, _)| name)
    }
}

impl Arguments {
    /// Options for loading programs.
    fn load_options(&self) -> LoadOptions {
        LoadOptions {
            compile: CompileOptions {
                kind: self.picture.kind.clone(),
                dialect: self.picture.dialect.clone(),
                es2: self.picture.es2,
                allow_narrowing: self.picture.allow_narrowing,
                caps: self.picture.caps.clone(),
                ..CompileOptions::default()
            },
            steps: self.max_steps,
        }
    }
}

/// Loads a program that computes pixels; `None` if the input is not one. `Some(Err)` holds the exit status of
/// reported mistakes.
pub(super) fn load(
    arguments: &Arguments,
    context: &Context,
    input: &Input,
    as_format: Option<&'static dyn Format>,
) -> Result<Option<Result<Effect, Status>>> {
    let options = arguments.load_options();
    let loaded = render::load(&input.name, input.bytes(), as_format, &options, &context.limits);
    let Some(loaded) = loaded.map_err(anyhow::Error::msg)? else {
        return Ok(None);
    };
    let Loaded { effect, findings, is_source } = loaded;
    let shown: Vec<Diagnostic> =
        findings.into_iter().filter(|finding| finding.severity > Severity::Info).collect();
    let (placed, others): (Vec<_>, Vec<_>) =
        shown.into_iter().partition(|finding| finding.location != Location::default());
    context.report(if is_source {
        context.in_text(input, &placed)
    } else {
        context.on_bytes(&input.name, input.bytes(), &placed)
    });
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
        bail!("{flag} does not apply to programs that compute pixels");
    }
    let other = arguments.output.path.as_deref().and_then(other_kind);
    if let (Some(other), None, true) = (other, arguments.format, switches.pixels.is_empty()) {
        bail!(
            "a picture is not written as {other}; name a file that ends in .png, or state --format png or float"
        );
    }
    let input = match arguments.inputs.as_slice() {
        [] => None,
        [text] => Some(Colors::read(text)?),
        _ => bail!("a picture takes one --input"),
    };
    for text in &switches.children {
        if let Err(status) = give_child(arguments, context, &mut effect, input.as_ref(), text)? {
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
    let background = switches.background.as_deref().map(Colors::read).transpose()?;
    if input.is_none() && !effect.is_shader() {
        bail!("a {} needs colours; name them with --input FILE.png", effect.kind());
    }
    let given = [&input, &background].into_iter().flatten();
    let size = switches.size.or(given.filter_map(Colors::size).next());
    let Some((width, height)) = size else {
        bail!("the picture has no size; state it, such as --size 256x256");
    };
    if let Some((x, y)) = switches.pixels.iter().find(|(x, y)| *x >= width || *y >= height) {
        bail!("there is no pixel {x},{y} in a picture of {width}x{height}");
    }
    let mut frame = Frame::new(width, height);
    frame.is_flipped = switches.flip;
    frame.threads = switches.threads.unwrap_or(0);
    if let Some(input) = &input {
        frame.source = input.pixels();
    }
    if let Some(background) = &background {
        frame.destination = background.pixels();
    }
    let progress = Progress::rows(height);
    let drawn = effect.draw(&frame, &|rows| progress.reach(u64::from(rows)));
    progress.finish();
    let mut drawn = match drawn {
        Ok(drawn) => drawn,
        Err(finding) => {
            aside(context, &finding);
            return Ok(Status::Errors);
        }
    };
    if let Some(background) = background.as_ref().filter(|_| effect.is_shader()) {
        drawn = render::over(&drawn, &background.pixels());
    }
    if switches.pixels.is_empty() {
        picture_out(arguments, &drawn)?
    } else {
        pixels_out(arguments, context, name, &effect, &drawn)?
    }
    Ok(Status::Fine)
}

/// Writes the picture.
fn picture_out(arguments: &Arguments, image: &Image) -> Result<()> {
    let path = arguments.output.path.as_deref();
    match arguments.format {
        None | Some(ResultFormat::Png) => png_out(path, image),
        Some(ResultFormat::Float) => floats_out(path, image),
        Some(_) => bail!("a picture is written as png or float; print pixels with --pixel X,Y"),
    }
}

/// The image format implied by a file name, if it is not PNG.
fn other_kind(path: &Path) -> Option<&'static str> {
    let suffix = path.extension()?.to_str()?;
    let (_, kind) = OTHER_PICTURES.iter().find(|(known, _)| known.eq_ignore_ascii_case(suffix))?;
    Some(kind)
}

fn png_out(path: Option<&Path>, image: &Image) -> Result<()> {
    let mut out = Output::binary(path)?;
    out.write_all(&png::write(image)?)?;
    out.commit()
}

fn floats_out(path: Option<&Path>, image: &Image) -> Result<()> {
    let mut out = Output::binary(path)?;
    let mut bytes = vec![[0; 4]; FLOATS];
    for numbers in image.pixels().as_flattened().chunks(FLOATS) {
        for (bytes, number) in bytes.iter_mut().zip(numbers) {
            *bytes = number.to_le_bytes();
        }
        out.write_all(bytes[..numbers.len()].as_flattened())?;
    }
    out.commit()
}

/// Prints the requested pixels.
fn pixels_out(
    arguments: &Arguments,
    context: &Context,
    name: &str,
    effect: &Effect,
    drawn: &Image,
) -> Result<()> {
    let hex = arguments.hex;
    let asked = arguments.picture.pixels.iter();
    let numbers = |&(x, y): &(u32, u32)| drawn.pixel(x, y).map(|value| Number { value, hex });
    let path = arguments.output.path.as_deref();
    let mut out = match arguments.format {
        Some(ResultFormat::Json) => Page::open(context, path, ReportFormat::Json)?,
        _ => Page::text(context, path)?,
    };
    match arguments.format {
        None | Some(ResultFormat::Text) => {
            for place in asked {
                let ((x, y), [red, green, blue, alpha]) = (place, numbers(place));
                writeln!(out, "{x},{y}  {red} {green} {blue} {alpha}")?;
            }
        }
        Some(ResultFormat::Csv) => {
            writeln!(out, "x,y,red,green,blue,alpha")?;
            for place in asked {
                let ((x, y), [red, green, blue, alpha]) = (place, numbers(place));
                writeln!(out, "{x},{y},{red},{green},{blue},{alpha}")?;
            }
        }
        Some(ResultFormat::Json) => {
            let runs = asked.enumerate().map(|(number, place)| RunResult {
                number,
                outputs: vec![numbers(place).to_vec()],
                triangles: None,
                steps: 0,
                failure: None,
            });
            let report = RunReport {
                file: name,
                format: Some(effect.format()),
                entry: RunEntry { number: 0, name: "main", stage: stage::OTHER },
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
            context.finish(document)?;
        }
        Some(_) => bail!("pixels are printed as text, json or csv"),
    }
    out.commit()
}

/// Source of colours.
enum Colors {
    /// The same everywhere.
    One([f32; 4]),
    /// From a picture.
    Picture(Arc<Image>),
}

impl Colors {
    fn read(text: &str) -> Result<Colors> {
        match text.parse::<Color>() {
            Ok(color) => Ok(Colors::One(color.multiplied())),
            Err(_) => Ok(Colors::Picture(Arc::new(picture(Path::new(text))?))),
        }
    }

    fn size(&self) -> Option<(u32, u32)> {
        match self {
            Colors::One(_) => None,
            Colors::Picture(image) => Some((image.width(), image.height())),
        }
    }

    fn pixels(&self) -> Pixels<'_> {
        match self {
            Colors::One(color) => Pixels::Color(*color),
            Colors::Picture(image) => Pixels::Image(image),
        }
    }

    fn given(&self) -> ChildInput {
        match self {
            Colors::One(color) => ChildInput::Color(*color),
            Colors::Picture(image) => ChildInput::Image(image.clone()),
        }
    }
}

/// Reads a PNG file.
fn picture(path: &Path) -> Result<Image> {
    let file = Source::new(path).read()?;
    png::read(file.bytes()).with_context(|| format!("{} cannot be read as a picture", file.name))
}

/// Sets a child from an argument. `Err` holds the exit status of a reported mistake.
fn give_child(
    arguments: &Arguments,
    context: &Context,
    effect: &mut Effect,
    input: Option<&Colors>,
    text: &str,
) -> Result<Result<(), Status>> {
    let parts = match argument(text) {
        Ok(parts) => parts,
        Err(finding) => return Ok(Err(in_argument(context, "--child", text, &finding))),
    };
    let what = text.get(parts.given_span.clone()).unwrap_or_default();
    let given = match (what, what.parse::<Color>(), input) {
        ("input", _, Some(input)) => input.given(),
        ("input", _, None) => bail!("--child {text}: there is no --input"),
        (_, Ok(color), _) => ChildInput::Color(color.multiplied()),
        _ => {
            let file = Source::new(Path::new(what)).read()?;
            if file.bytes().starts_with(PNG) {
                let image = png::read(file.bytes());
                let image = image.with_context(|| format!("{what} cannot be read as a picture"))?;
                ChildInput::Image(Arc::new(image))
            } else {
                match load(arguments, context, &file, None)? {
                    Some(Ok(program)) => ChildInput::Program(Box::new(program)),
                    Some(Err(status)) => return Ok(Err(status)),
                    None => bail!("{what}: expected a PNG file or a program that computes pixels"),
                }
            }
        }
    };
    match effect.give(parts.name, given) {
        Ok(()) => Ok(Ok(())),
        Err(mut finding) => {
            finding.location = Location::in_text(text, parts.name_span);
            Ok(Err(in_argument(context, "--child", text, &finding)))
        }
    }
}

/// Sets a uniform from an argument. `Err` holds the exit status of a reported mistake.
fn set_uniform(context: &Context, effect: &mut Effect, text: &str) -> Result<Result<(), Status>> {
    let parts = match argument(text) {
        Ok(parts) => parts,
        Err(finding) => return Ok(Err(in_argument(context, "--uniform", text, &finding))),
    };
    let (file, span) = match parts.given {
        run::ArgumentValue::Text(_) => (None, parts.given_span.clone()),
        run::ArgumentValue::File(path) => {
            let file = Source::new(Path::new(path)).read()?;
            let length = file.text().len();
            (Some(file), 0..length)
        }
    };
    let values = file.as_ref().map_or(text.into(), Input::text);
    let Err(mut finding) = effect.set(parts.name, &values, span) else {
        return Ok(Ok(()));
    };
    match &file {
        Some(file) if finding.location != Location::default() => {
            in_file(context, &file.name, file.bytes(), &finding);
            Ok(Err(Status::Failed))
        }
        _ => {
            if finding.location == Location::default() {
                finding.location = Location::in_text(text, parts.name_span);
            }
            Ok(Err(in_argument(context, "--uniform", text, &finding)))
        }
    }
}
