//! `glassbox convert`.

mod folder;
mod stage;

use std::path::{Path, PathBuf};

use anyhow::{Result, bail};
use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use glassbox::compile::{compiler_of, kind_of};
use glassbox::{
    BindingMap, Conversion, ConversionChild, ConversionError, ConversionOptions, Converted, NameMap,
};
use glassbox_core::diagnostic::{Diagnostic, Location, Severity};
use glassbox_core::format::Format;
use glassbox_report::json::{Document, MapFile, NamesFile};

use crate::args::{FindingsForm, InputFormat, is_file};
use crate::change::require_known;
use crate::context::{Context, Status};
use crate::conversion::ConversionSwitches;
use crate::input::{Input, Source, one_or_stdin};
use crate::output::{Output, is_same_file, write_binary};
use crate::page::Page;
use crate::query::single;
use crate::root_signature;

/// Translate a shader to another language
///
/// Vertex programs of the PICA200 and SPIR-V shaders, alone, in VBC files or in BPX packages, are translated to WGSL,
/// GLSL, HLSL, MSL or SPIR-V, with the names of uniforms, inputs and outputs preserved, and fragment shaders to
/// SkSL as runtime effects and AGSL. Programs in SkSL, sources and binaries, become all of these. VBC files and BPX packages become
/// packages for other rendering platforms. Stages in GLSL, those in the manner of Shadertoy too, and entry points in WGSL are
/// compiled first, as `compile --to` does with the options of compilers. docs/translate.md lists what is exact and what is not.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  glassbox convert shader.shbin --to wgsl
  glassbox convert shader.shbin --to glsl --glsl-version 300es -o shader.vert --name-map shader.map.json
  glassbox convert shader.shbin --to spirv --position target -o shader.spv
  glassbox convert shader.shbin --to hlsl --entry 1 --precise
  glassbox convert program.vbc --to wgsl --entry pixel --name-map pixel.json
  glassbox convert -r shaders --to hlsl --out-dir hlsl
  glassbox convert lit.frag.spv --to hlsl --register-shift t=100,s=200 --annotate
  glassbox convert lit.frag.spv --to msl --bindings bindings.json
  glassbox convert glow.frag.spv --to sksl --coordinate 0
  glassbox convert clouds.frag --to agsl
  glassbox convert ripple.rts --to wgsl --child image=texture
  glassbox convert light.frag --to wgsl
  glassbox convert program.vk10.bpx --to bpxs --platform GL33,GL46 -o 'program.{target}.bpx'

Exit status:
  0  fine
  1  the input has an unknown format, or uses something that the target cannot express
  2  the command could not run, or an option is wrong")]
pub(crate) struct Arguments {
    /// File to read, in binary or text form; `-` is standard input, which is also read if no file is given. Several with
    /// --out-dir
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
    /// With --out-dir, read every file in the given directories; files that cannot become the language are skipped
    #[arg(short, long, requires = "out_dir")]
    recursive: bool,
    #[command(flatten)]
    kind_of_input: InputFormat,
    /// Output language
    #[arg(long, value_name = "TARGET", value_parser = targets())]
    to: String,
    /// Entry point. PICA200: number of the executable, or with --as pica the index or label of the word at which the code
    /// starts; by default the first vertex program. Others: name or stage, required if there are several and no --out-dir
    #[arg(long, value_name = "ENTRY")]
    entry: Option<String>,
    /// HLSL, MSL: what the patches of a tessellation control shader are, triangles, quads or isolines (HLSL), where the module does
    /// not say so
    #[arg(long, value_name = "DOMAIN")]
    domain: Option<String>,
    /// Kind of a program in SkSL, if its name does not imply it
    #[arg(long, value_name = "KIND", value_parser = crate::args::source_kinds())]
    kind: Option<String>,
    /// State of the language of a source in SkSL: current for Skia of 2024 to 2026, v8 for Skia of early 2022
    #[arg(long, value_name = "DIALECT", value_parser = crate::args::dialects())]
    dialect: Option<String>,
    /// DirectX programs: bind registers as this root signature does: a container, which can be the program itself, the data of its
    /// part, or HLSL. Each table is a descriptor set, root constants are push constants
    #[arg(long, value_name = "FILE")]
    root_signature: Option<PathBuf>,
    /// Rendering platforms of the package, such as GL42,VK10; several require {target} in the name given with -o
    #[arg(long, value_name = "PLATFORM", value_delimiter = ',', alias = "target")]
    platform: Vec<String>,
    /// Write the new names, with locations and offsets, to this file as JSON; docs/schema/map.json and names.json
    /// describe it
    #[arg(long, alias = "map", value_name = "FILE")]
    name_map: Option<PathBuf>,
    /// Write to this file instead of standard output; an incomplete file never appears
    #[arg(short = 'o', long = "output", value_name = "FILE")]
    output: Option<PathBuf>,
    /// Convert every entry point of every file, each to a file in this folder: NAME.STAGE.EXTENSION
    #[arg(long, value_name = "DIR", conflicts_with = "output")]
    out_dir: Option<PathBuf>,
    #[command(flatten)]
    conversion: ConversionSwitches,
    #[command(flatten)]
    findings: FindingsForm,
}

/// Values of `--to`; aliases map to the usual name.
fn targets() -> impl TypedValueParser<Value = String> {
    let values = glassbox::conversion_targets().into_iter().map(|name| {
        let aliases = glassbox::CONVERSION_ALIASES.iter();
        let aliases = aliases.filter(move |(_, known)| *known == name).map(|(alias, _)| *alias);
        PossibleValue::new(name).aliases(aliases)
    });
    PossibleValuesParser::new(values).map(|asked| {
        let mut aliases = glassbox::CONVERSION_ALIASES.iter();
        let known = aliases.find(|(alias, _)| *alias == asked);
        known.map_or(asked, |(_, name)| (*name).to_owned())
    })
}

impl Arguments {
    /// The options for each result.
    fn options(&self, bindings: Option<&BindingMap>, children: &[ConversionChild]) -> Vec<ConversionOptions> {
        let one = ConversionOptions {
            // The entry of bare code is a word number, which its format holds.
            entry: self.entry.clone().filter(|_| !self.kind_of_input.is_bare_code()),
            kind: self.kind.clone(),
            dialect: self.dialect.clone(),
            domain: self.domain.clone(),
            without_map: self.name_map.is_none(),
            ..self.conversion.options(bindings, children)
        };
        if self.platform.is_empty() {
            return vec![one];
        }
        let targets = self
            .platform
            .iter()
            .map(|target| ConversionOptions { target: Some(target.clone()), ..one.clone() });
        targets.collect()
    }

    /// Destination of the result for some options.
    fn output_for(&self, options: &ConversionOptions) -> Option<PathBuf> {
        let output = self.output.as_ref()?;
        match (&options.target, output.to_str()) {
            (Some(target), Some(name)) => Some(PathBuf::from(name.replace("{target}", target))),
            _ => Some(output.clone()),
        }
    }
}

pub(crate) fn run(arguments: &Arguments, context: &Context) -> Result<Status> {
    let is_named = is_file(arguments.output.as_deref()) || arguments.out_dir.is_some();
    arguments.findings.begin(context, is_named)?;
    let Some(bindings) = arguments.conversion.read_bindings(context)? else { return Ok(Status::Errors) };
    let root_signature = match &arguments.root_signature {
        Some(path) => match root_signature::read(path, context)? {
            Some(data) => Some(data),
            None => return Ok(Status::Errors),
        },
        None => None,
    };
    let mut all = arguments.options(bindings.as_ref(), &arguments.conversion.children()?);
    all.iter_mut().for_each(|options| options.root_signature.clone_from(&root_signature));
    if let Some(folder) = &arguments.out_dir {
        return folder::run(arguments, &all, folder, context);
    }
    check_outputs(arguments, &all)?;
    let file = match arguments.files.as_slice() {
        [] => None,
        [file] => Some(file.as_path()),
        _ => bail!("several files need a folder for the results; add --out-dir DIR"),
    };
    let input = Source::new(&one_or_stdin(file)?).read()?;
    if let Some(format) = source_format(arguments, &input)? {
        return of_source(arguments, &all, &input, format, context);
    }
    if let Some(status) = stage::run(arguments, &all, &input, context)? {
        return Ok(status);
    }
    let bytes = single(context, &input)?;
    let is_bare = arguments.kind_of_input.is_bare_code();
    let entry = arguments.entry.as_deref().filter(|_| is_bare);
    let file = glassbox::open_as(&bytes, arguments.kind_of_input.format_at(entry)?, &context.limits);
    require_known(context, &input.name, &file)?;
    let whole = file.whole();
    let format = whole.as_ref().map(|whole| whole.format).or(file.format());
    let Some(format) = format.map(Format::id) else {
        let message =
            format!("found {}, which cannot become {}; expected a shader", file.summary().kind, arguments.to);
        let location = Location::new(0, (bytes.len() as u64).min(16), "");
        let finding = Diagnostic::new(&glassbox::UNKNOWN_DATA, location, message)
            .help("extract the files with `glassbox extract --out-dir FOLDER` and convert one of them");
        context.report(context.on_bytes(&input.name, &bytes, &[finding]));
        return Ok(Status::Errors);
    };
    let conversion = conversion_of(arguments, &input.name, format)?;
    check_options(arguments, conversion, &all)?;
    let mut results = Vec::new();
    let mut is_refused = false;
    for options in &all {
        match file.convert(&arguments.to, options) {
            Ok(converted) => {
                context.report(context.on_bytes(&input.name, &bytes, &converted.notes));
                results.push((arguments.output_for(options), converted));
            }
            Err(error @ (ConversionError::Option(_) | ConversionError::Target { .. })) => bail!(error),
            Err(ConversionError::File(findings)) => {
                context.report(context.on_bytes(&input.name, &bytes, &findings));
                is_refused = true;
            }
        }
    }
    if is_refused {
        return Ok(Status::Errors);
    }
    write_results(arguments, &input.name, conversion, results, context)
}

/// The format whose conversions take an input that is a source.
fn source_format(arguments: &Arguments, input: &Input) -> Result<Option<&'static str>> {
    if arguments.kind_of_input.format_at(None)?.is_some() {
        return Ok(None);
    }
    Ok(glassbox::conversion_of_source(&input.name, input.bytes()))
}

/// The options for a source: its name states the kind of the program if no switch does.
fn options_for(options: &ConversionOptions, name: &str) -> ConversionOptions {
    let named = compiler_of(name, "").and_then(|compiler| kind_of(compiler, name));
    let kind = options.kind.clone().or_else(|| named.map(str::to_owned));
    ConversionOptions { kind, ..options.clone() }
}

/// Converts a source.
fn of_source(
    arguments: &Arguments,
    all: &[ConversionOptions],
    input: &Input,
    format: &str,
    context: &Context,
) -> Result<Status> {
    let conversion = conversion_of(arguments, &input.name, format)?;
    check_options(arguments, conversion, all)?;
    let mut results = Vec::new();
    for options in all {
        match conversion.run(input.bytes(), &options_for(options, &input.name), &context.limits) {
            Ok(converted) => {
                context.report(context.in_text(input, &converted.notes));
                results.push((arguments.output_for(options), converted));
            }
            Err(ConversionError::File(findings)) => {
                context.report(context.in_text(input, &findings));
                return Ok(Status::Errors);
            }
            Err(error) => bail!(error),
        }
    }
    write_results(arguments, &input.name, conversion, results, context)
}

/// Writes what a file became.
fn write_results(
    arguments: &Arguments,
    name: &str,
    conversion: &dyn Conversion,
    results: Vec<(Option<PathBuf>, Converted)>,
    context: &Context,
) -> Result<Status> {
    for (output, converted) in results {
        if let Some(path) = &arguments.name_map {
            write_map(path, name, &converted)?;
        }
        let output = output.as_deref();
        if conversion.is_text() {
            let mut out = Page::text(context, output)?;
            std::io::Write::write_all(&mut out, &converted.bytes)?;
            out.commit()?;
        } else {
            write_binary(output, &converted.bytes)?;
        }
        debug_assert!(converted.notes.iter().all(|note| note.severity < Severity::Error));
    }
    Ok(Status::Fine)
}

/// Refuses options that a conversion does not have.
fn check_options(
    arguments: &Arguments,
    conversion: &dyn Conversion,
    all: &[ConversionOptions],
) -> Result<()> {
    let mut given = all.iter().flat_map(ConversionOptions::set);
    match given.find(|option| !conversion.options().contains(option)) {
        Some(option) => bail!("--{} does not apply to --to {}", flag(option), arguments.to),
        None => Ok(()),
    }
}

/// Refuses outputs that would overwrite each other.
fn check_outputs(arguments: &Arguments, all: &[ConversionOptions]) -> Result<()> {
    let outputs: Vec<PathBuf> = all.iter().filter_map(|options| arguments.output_for(options)).collect();
    if all.len() > 1 {
        let is_apart = outputs.iter().enumerate().all(|(at, path)| !outputs[..at].contains(path));
        if outputs.is_empty() || !is_apart {
            bail!("several targets need a name with {{target}} in it: -o 'NAME.{{target}}.bpx'");
        }
    }
    if let (Some(output), Some(map)) = (outputs.first(), &arguments.name_map)
        && (output == map || is_same_file(output, map))
    {
        bail!("{} cannot hold both the result and its map", output.display());
    }
    Ok(())
}

fn conversion_of(arguments: &Arguments, name: &str, format: &str) -> Result<&'static dyn Conversion> {
    if let Some(conversion) = glassbox::conversion(format, &arguments.to) {
        return Ok(conversion);
    }
    let known: Vec<&str> = glassbox::conversions()
        .iter()
        .filter(|conversion| conversion.from() == format)
        .map(|conversion| conversion.to())
        .collect();
    let known = match known.as_slice() {
        [] => "nothing yet".to_owned(),
        known => known.join(", "),
    };
    bail!("{name}: a {format} file cannot become {}; it can become {known}", arguments.to);
}

/// Command-line option that sets a conversion option.
fn flag(option: &str) -> &str {
    match option {
        "version" => "target-version",
        other => other,
    }
}

fn write_map(path: &Path, name: &str, converted: &Converted) -> Result<()> {
    let Some(map) = &converted.map else {
        bail!("--name-map applies to a single shader, and the result is not one");
    };
    let mut document = Document::begin(Output::text(Some(path))?)?;
    match map {
        NameMap::Pica(map) => document.file(&MapFile::new(name, map))?,
        NameMap::Shader(names) => document.file(&NamesFile::new(name, names))?,
    }
    document.finish()?.commit()
}
