//! Converts an entry point of a file to source text.

use std::borrow::Cow;
use std::collections::BTreeMap;

use glassbox_bpx_build::code::ClipSpace;
use glassbox_core::diagnostic::{Diagnostic, Severity};
use glassbox_core::limits::Limits;
use glassbox_core::name_map::{Line, SourceLine};
use glassbox_core::stage::Stage;
use glassbox_decompile::{
    Api, ArgumentBuffers, Bindings, DepthRange, Domain, MatrixOrder, Obstacle, Options, Reason, Refusal,
    Samplers, Source, Target, Tessellation, YAxis, decompile,
};
use glassbox_sksl::raw::ProgramKind;
use glassbox_spirv::build::op;
use glassbox_spirv::build::value::{decoration, storage_class};
use glassbox_spirv::module::{Annotations, Id, Lines, Module};

use super::constants;
use super::entries::{self, Entry, all, choose, listed, module};
use super::source::{Code, load};
use crate::bindings::BindingMap;
use crate::conversions::{Conversion, ConversionError, ConversionOptions, Converted, EntryPoint, NameMap};

/// A shader of a format to a language.
pub(in crate::conversions) struct ToText {
    from: &'static str,
    to: &'static str,
    title: &'static str,
    options: &'static [&'static str],
}

impl ToText {
    pub(super) const fn glsl(from: &'static str) -> ToText {
        let title = "OpenGL Shading Language, version 450 unless stated";
        let options = &[
            "entry",
            "version",
            "position",
            "y-axis",
            "depth-range",
            "set",
            "api",
            "samplers",
            "annotate",
            "bindings",
            "register-shift",
        ];
        ToText { from, to: "glsl", title, options }
    }

    pub(super) const fn hlsl(from: &'static str) -> ToText {
        let title =
            "High Level Shading Language, the first shader model from 5.0 on that holds unless stated";
        let options = &[
            "entry",
            "version",
            "position",
            "y-axis",
            "depth-range",
            "set",
            "domain",
            "control-points",
            "matrix-order",
            "annotate",
            "bindings",
            "register-shift",
        ];
        ToText { from, to: "hlsl", title, options }
    }

    pub(super) const fn msl(from: &'static str) -> ToText {
        let title = "Metal Shading Language, version 2.1 unless stated";
        let options = &[
            "entry",
            "version",
            "position",
            "y-axis",
            "depth-range",
            "set",
            "argument-buffers",
            "domain",
            "control-points",
            "annotate",
            "bindings",
            "register-shift",
        ];
        ToText { from, to: "msl", title, options }
    }

    pub(super) const fn sksl(from: &'static str) -> ToText {
        let title = "Skia's shading language, a runtime effect that is a shader, version 100 unless stated";
        let options = &["entry", "version", "set", "coordinate", "annotate", "bindings"];
        ToText { from, to: "sksl", title, options }
    }

    pub(super) const fn agsl(from: &'static str) -> ToText {
        let title = "Android Graphics Shading Language, for a RuntimeShader";
        let options = &["entry", "set", "coordinate", "annotate", "bindings"];
        ToText { from, to: "agsl", title, options }
    }

    pub(super) const fn wgsl(from: &'static str) -> ToText {
        let title = "WebGPU Shading Language";
        let options =
            &["entry", "version", "position", "y-axis", "depth-range", "set", "annotate", "bindings"];
        ToText { from, to: "wgsl", title, options }
    }
}

impl Conversion for ToText {
    fn from(&self) -> &'static str {
        self.from
    }

    fn to(&self) -> &'static str {
        self.to
    }

    fn title(&self) -> &'static str {
        self.title
    }

    fn is_text(&self) -> bool {
        true
    }

    fn options(&self) -> &'static [&'static str] {
        self.options
    }

    fn entry_points(&self, file: &[u8], limits: &Limits) -> Result<Vec<EntryPoint>, ConversionError> {
        let loaded = load(self.from, file, limits).map_err(ConversionError::File)?;
        let (entries, found) = all(&loaded.all, entries::stated);
        if found.is_empty() { Ok(listed(&entries)) } else { Err(ConversionError::File(loaded.placed(found))) }
    }

    fn run(
        &self,
        file: &[u8],
        options: &ConversionOptions,
        limits: &Limits,
    ) -> Result<Converted, ConversionError> {
        let version = options.version.as_deref().or(options.least_version.as_deref());
        let target = Target::of(self.to, version, api(options)?);
        let target = target.map_err(ConversionError::Option)?;
        let clip = clip_of(target, options)?;
        let loaded = load(self.from, file, limits).map_err(ConversionError::File)?;
        let refused = |found: Vec<Diagnostic>| ConversionError::File(loaded.placed(found));
        let entry =
            choose(&loaded.all, options, file.len(), entries::stated).map_err(|error| match error {
                ConversionError::File(found) => refused(found),
                other => other,
            })?;
        let module = module_of(&entry).map_err(refused)?;
        let (y_axis, depth_range) = match clip {
            Some(clip) if moves_position(&loaded.all, entry.stage) => {
                clip.change_from(options.clip.unwrap_or(entry.code.clip))
            }
            _ => (YAxis::Keep, DepthRange::Keep),
        };
        let symbols = loaded.symbols.as_ref();
        let sets = options.argument_buffers;
        let bound = module.bytes().and_then(|bytes| glassbox_spirv::reflect(&bytes).ok());
        let bound = bound.map(|reflection| reflection.bound(None)).unwrap_or_default();
        let registers =
            symbols.map(|symbols| symbols.registers(&bound, entry.code.is_spirv())).unwrap_or_default();
        let known = if sets { Bindings::default() } else { bindings(&registers, target) };
        let wanted = Options {
            entry: Some(entry.name.clone()),
            stage: Some(entry.stage),
            constants: constants::read(&module, &options.set)?,
            // Ids of an argument buffer are of all kinds, so registers cannot be.
            bindings: asked_bindings(known, options, target)?,
            names: options.bindings.as_ref().map(|map| wanted_names(map, &module)).unwrap_or_default(),
            samplers: samplers(options, target)?,
            matrix_order: matrix_order(options)?,
            comments: options.annotate,
            tessellation: tessellation(options)?.or(of_other_stages(&loaded.all, entry.stage)),
            argument_buffers: if sets { ArgumentBuffers::PerSet } else { ArgumentBuffers::None },
            y_axis,
            depth_range,
            coordinate: options.coordinate,
            signature: options.signature.clone(),
            ..Options::default()
        };
        let (source, target) = match written(&module, target, &wanted, options.version.is_some()) {
            Ok(written) => written,
            Err(refusal) => return Err(refused(findings(entry.code, &module, &refusal))),
        };
        if let Target::Sksl(_) = target
            && let Some(refusal) = judged(&source)
        {
            return Err(refused(findings(entry.code, &module, &refusal)));
        }
        let mut names = source.names(target.to_string(), &bound);
        names.module = loaded.module_range(entry.code);
        names.lines = lines(entry.code, &module, &source);
        for resource in &mut names.resources {
            let known = registers.get(&[resource.place.set, resource.place.binding]);
            resource.symbol = known.map_or_else(|| resource.symbol.clone(), |(_, name)| (*name).to_owned());
        }
        Ok(Converted {
            bytes: source.text.into_bytes(),
            notes: Vec::new(),
            map: Some(NameMap::Shader(names)),
        })
    }
}

/// A module in a target; if its version is not asked for, in the first one from it on that can say the module.
fn written(
    module: &Module,
    target: Target,
    wanted: &Options,
    is_asked: bool,
) -> Result<(Source, Target), Refusal> {
    let mut target = target;
    loop {
        match decompile(module, &target, wanted) {
            Ok(source) => return Ok((source, target)),
            Err(refusal) => match refusal.later(&target).filter(|_| !is_asked) {
                Some(later) => target = later,
                None => return Err(refusal),
            },
        }
    }
}

/// What the compiler of SkSL has against a text, as it judges today.
fn judged(source: &Source) -> Option<Refusal> {
    let options = glassbox_sksl_lang::Options::current(ProgramKind::SHADER);
    let findings = glassbox_sksl_lang::compile(&source.text, &options).findings;
    let errors = findings.into_iter().filter(|finding| finding.severity == Severity::Error);
    let obstacles: Vec<Obstacle> = errors
        .map(|finding| {
            let line = finding.location.line_column.map_or(0, |(line, _)| line);
            let known = source.lines.partition_point(|(other, _)| *other <= line).checked_sub(1);
            let at = known.map(|index| source.lines[index].1);
            let message = format!("line {line} of the text breaks {}: {}", finding.rule.id, finding.message);
            Obstacle { reason: Reason::Instruction, at, message, since: None }
        })
        .collect();
    (!obstacles.is_empty()).then_some(Refusal { obstacles })
}

/// The API of a GLSL text.
fn api(options: &ConversionOptions) -> Result<Api, ConversionError> {
    match options.api.as_deref() {
        None | Some("opengl") => Ok(Api::OpenGl),
        Some("vulkan") => Ok(Api::Vulkan),
        Some(other) => {
            Err(ConversionError::Option(format!("the API can be opengl or vulkan, not {other:?}")))
        }
    }
}

/// How GLSL has textures and samplers.
fn samplers(options: &ConversionOptions, target: Target) -> Result<Samplers, ConversionError> {
    let wanted = match options.samplers.as_deref() {
        None | Some("as-module") => Samplers::AsModule,
        Some("combined") => Samplers::Combined,
        Some("separate") => Samplers::Separate,
        Some(other) => {
            let message = format!("samplers can be as-module, combined or separate, not {other:?}");
            return Err(ConversionError::Option(message));
        }
    };
    if wanted == Samplers::Separate && !matches!(target, Target::Glsl(_, Api::Vulkan)) {
        let message = format!("{target} has samplers as parts of textures alone; add --api vulkan");
        return Err(ConversionError::Option(message));
    }
    Ok(wanted)
}

/// The order of matrices that HLSL leaves unsaid.
fn matrix_order(options: &ConversionOptions) -> Result<MatrixOrder, ConversionError> {
    match options.matrix_order.as_deref() {
        None | Some("stated") => Ok(MatrixOrder::Stated),
        Some("rows") => Ok(MatrixOrder::Rows),
        Some("columns") => Ok(MatrixOrder::Columns),
        Some(other) => {
            let message = format!("the order of matrices can be stated, rows or columns, not {other:?}");
            Err(ConversionError::Option(message))
        }
    }
}

/// What the options say of patches.
fn tessellation(options: &ConversionOptions) -> Result<Tessellation, ConversionError> {
    let domain = match options.domain.as_deref() {
        None => None,
        Some("triangles") => Some(Domain::Triangles),
        Some("quads") => Some(Domain::Quads),
        Some("isolines") => Some(Domain::Isolines),
        Some(other) => {
            let message = format!("the domain can be triangles, quads or isolines, not {other:?}");
            return Err(ConversionError::Option(message));
        }
    };
    match options.control_points {
        Some(count) if !(1..=32).contains(&count) => {
            Err(ConversionError::Option(format!("a patch has 1 to 32 control points, not {count}")))
        }
        control_points => Ok(Tessellation { domain, control_points, ..Tessellation::default() }),
    }
}

/// What all stages of a file state of patches, for a tessellation stage.
fn of_other_stages(codes: &[Code], stage: Stage) -> Tessellation {
    if !matches!(stage, Stage::TessellationControl | Stage::TessellationEvaluation) {
        return Tessellation::default();
    }
    let mut known = Tessellation::default();
    for code in codes {
        if let Some(module) = code.words.as_ref().and_then(|words| module(code, words).ok()) {
            known = known.or(Tessellation::of(&module));
        } else {
            let shaders = code.shaders().unwrap_or_default().iter();
            known = shaders.fold(known, |known, shader| known.or(Tessellation::of(&shader.module)));
        }
    }
    known
}

/// The module with an entry point: the code itself, or SPIR-V made of it.
fn module_of<'c>(entry: &Entry<'c>) -> Result<Cow<'c, Module>, Vec<Diagnostic>> {
    if let Some(words) = &entry.code.words {
        return module(entry.code, words).map(Cow::Owned);
    }
    let shaders = entry.code.shaders().map_err(<[Diagnostic]>::to_vec)?;
    let shader = shaders.iter().find(|shader| shader.stage == entry.stage && shader.entry == entry.name);
    shader.map(|shader| Cow::Borrowed(&*shader.module)).ok_or_else(Vec::new)
}

/// True if the positions that a stage gives are those that are drawn: no later stage of the file takes them.
fn moves_position(codes: &[Code], stage: Stage) -> bool {
    if stage >= Stage::Fragment {
        return false;
    }
    let mut later = codes.iter().filter_map(|code| code.stage);
    !later.any(|later| later > stage && later < Stage::Fragment)
}

/// Clip space of positions.
#[derive(Clone, Copy)]
struct Clip {
    y_up: bool,
    /// True if the depth begins at -w.
    negative: bool,
}

impl Clip {
    const fn of(space: ClipSpace) -> Clip {
        Clip { y_up: !matches!(space, ClipSpace::Vulkan), negative: matches!(space, ClipSpace::OpenGl) }
    }

    /// What takes positions from another clip space to this one.
    const fn change_from(self, space: ClipSpace) -> (YAxis, DepthRange) {
        let from = Clip::of(space);
        let depth = match (from.negative, self.negative) {
            (false, true) => DepthRange::ToMinusOneToOne,
            (true, false) => DepthRange::ToZeroToOne,
            _ => DepthRange::Keep,
        };
        (if from.y_up == self.y_up { YAxis::Keep } else { YAxis::Flip }, depth)
    }
}

/// Clip space of a text: that of the target's API, where the options say nothing else. `None` if positions stay as they are.
fn clip_of(target: Target, options: &ConversionOptions) -> Result<Option<Clip>, ConversionError> {
    let mut clip = Clip::of(match target {
        Target::Glsl(_, Api::OpenGl) | Target::Essl(_) => ClipSpace::OpenGl,
        Target::Glsl(_, Api::Vulkan) => ClipSpace::Vulkan,
        Target::Hlsl(_) | Target::Msl(_) | Target::Sksl(_) | Target::Wgsl => ClipSpace::WebGpu,
    });
    let refuse = |message: String| Err(ConversionError::Option(message));
    if options.keeps_position()?.unwrap_or(false) {
        return match (&options.y_axis, &options.depth_range) {
            (None, None) => Ok(None),
            _ => refuse(
                "positions stay as they are with --position raw; leave out --y-axis and --depth-range"
                    .to_owned(),
            ),
        };
    }
    match options.y_axis.as_deref() {
        None => {}
        Some(direction @ ("up" | "down")) => clip.y_up = direction == "up",
        Some(other) => return refuse(format!("the y axis can point up or down, not {other:?}")),
    }
    match options.depth_range.as_deref() {
        None => {}
        Some(range @ ("zero-to-one" | "minus-one-to-one")) => clip.negative = range == "minus-one-to-one",
        Some(other) => {
            return refuse(format!("the depth range can be zero-to-one or minus-one-to-one, not {other:?}"));
        }
    }
    Ok(Some(clip))
}

/// Where resources are bound that the options bind; the others as it is known.
fn asked_bindings(
    known: Bindings,
    options: &ConversionOptions,
    target: Target,
) -> Result<Bindings, ConversionError> {
    let mut bindings = known;
    let is_numbered_by_set = matches!(target, Target::Wgsl | Target::Glsl(_, Api::Vulkan));
    if !options.register_shift.is_empty() && is_numbered_by_set {
        let message = format!(
            "{target} has one number for all resources of a set, which a shift per register would \
                               make the same; leave out --register-shift, or state numbers with --bindings"
        );
        return Err(ConversionError::Option(message));
    }
    if !options.register_shift.is_empty() && options.argument_buffers {
        let message =
            "members of an argument buffer have one number for all kinds; leave out --register-shift";
        return Err(ConversionError::Option(message.to_owned()));
    }
    for shifts in &options.register_shift {
        let added = bindings.add_shifts(shifts);
        added.map_err(|error| ConversionError::Option(format!("--register-shift: {error}")))?;
    }
    if let Some(map) = &options.bindings {
        map.add_to(&mut bindings, target);
    }
    Ok(bindings)
}

/// The names that a file of bindings gives variables of a module, by their ids.
fn wanted_names(map: &BindingMap, module: &Module) -> BTreeMap<Id, String> {
    let names = map.names();
    let annotations = Annotations::of(module);
    let variables = module.globals.iter().filter(|at| module.opcode(**at) == op::VARIABLE);
    let named = variables.filter_map(|at| {
        let id = module.get(*at).result;
        let place = match module.word(*at, 0) {
            storage_class::PUSH_CONSTANT => None,
            _ => Some([
                annotations.value(id, decoration::DESCRIPTOR_SET).unwrap_or(0),
                annotations.value(id, decoration::BINDING)?,
            ]),
        };
        Some((id, (*names.get(&place)?).to_owned()))
    });
    named.collect()
}

/// The lines of a text, where the instructions are in the module as the file has it.
fn lines(code: &Code, module: &Module, source: &Source) -> Vec<Line> {
    let places = Lines::of(module);
    let known = source.lines.iter().filter_map(|&(line, at)| {
        let range = code.in_module(module.origin(at))?;
        let source = places.get(at).map(|place| SourceLine {
            file: module.file_name(place.file),
            line: place.line,
            column: place.column,
        });
        Some(Line { line, start: range.start, end: range.end, source })
    });
    known.collect()
}

/// Where resources of a package are bound: space 0 and the registers of its symbols, in targets that have one number for each.
/// Elsewhere, and for what no symbol is known, they stay where the module has them.
fn bindings(registers: &BTreeMap<[u32; 2], (u8, &str)>, target: Target) -> Bindings {
    if matches!(target, Target::Wgsl | Target::Glsl(_, Api::Vulkan)) {
        return Bindings::default();
    }
    registers.iter().map(|(place, (register, _))| (*place, [0, u32::from(*register)])).collect()
}

/// Findings on what a target cannot say, where the file has it.
fn findings(code: &Code, module: &Module, refusal: &Refusal) -> Vec<Diagnostic> {
    let found = refusal.obstacles.iter().map(|obstacle| {
        let range = obstacle.at.filter(|_| code.is_spirv()).map(|at| module.origin(at));
        let at = code.place_of(range.map(|range| range.start as u64..range.end as u64));
        Diagnostic::new(obstacle.reason.rule(), at, obstacle.message.clone())
    });
    found.collect()
}
