//! Converts an entry point of a file to source text.

use std::borrow::Cow;
use std::collections::BTreeMap;

use glassbox_core::diagnostic::Diagnostic;
use glassbox_core::limits::Limits;
use glassbox_core::name_map::{Class, Member, Place, Port, Resource, ShaderNames};
use glassbox_decompile::{
    Api, DepthRange, Mapped, Mapping, Options, Reason, Refusal, Source, Target, YAxis, decompile,
};
use glassbox_spirv::module::Module;
use glassbox_translate::back::{ClipSpace, Used, resources_of};
use glassbox_translate::khronos::AVAILABLE;
use glassbox_translate::shader::{ROOT, Stage};

use super::constants;
use super::entries::{self, Entry, all, choose, listed, module};
use super::source::{Code, load};
use super::spirv::Translation;
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
        ToText { from, to: "glsl", title, options: &["entry", "version", "position", "set", "api"] }
    }

    pub(super) const fn hlsl(from: &'static str) -> ToText {
        let title = "High Level Shading Language, shader model 5.0 unless stated";
        ToText { from, to: "hlsl", title, options: &["entry", "version", "position", "set"] }
    }

    pub(super) const fn msl(from: &'static str) -> ToText {
        let title = "Metal Shading Language, version 2.1 unless stated";
        ToText { from, to: "msl", title, options: &["entry", "version", "position", "set"] }
    }

    pub(super) const fn sksl(from: &'static str) -> ToText {
        let title = "Skia's shading language, a runtime effect that is a shader, version 100 unless stated";
        ToText { from, to: "sksl", title, options: &["entry", "version", "set", "coordinate"] }
    }

    pub(super) const fn wgsl(from: &'static str) -> ToText {
        let title = "WebGPU Shading Language";
        ToText { from, to: "wgsl", title, options: &["entry", "version", "position", "set"] }
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
        let target = Target::of(self.to, options.version.as_deref(), api(options)?);
        let target = target.map_err(ConversionError::Option)?;
        let is_raw = options.keeps_position()?.unwrap_or(false);
        let loaded = load(self.from, file, limits).map_err(ConversionError::File)?;
        let refused = |found: Vec<Diagnostic>| ConversionError::File(loaded.placed(found));
        let entry =
            choose(&loaded.all, options, file.len(), entries::stated).map_err(|error| match error {
                ConversionError::File(found) => refused(found),
                other => other,
            })?;
        let words = words_of(&entry).map_err(refused)?;
        let module = module(entry.code, &words).map_err(refused)?;
        let (y_axis, depth_range) = if is_raw || !moves_position(&loaded.all, entry.stage) {
            (YAxis::Keep, DepthRange::Keep)
        } else {
            change(entry.code.clip, clip_of(target))
        };
        let symbols = loaded.symbols.as_ref();
        let registers =
            symbols.map(|symbols| symbols.registers(&words, entry.code.is_spirv())).unwrap_or_default();
        let wanted = Options {
            entry: Some(entry.name.clone()),
            stage: Some(entry.stage),
            constants: constants::read(&module, &options.set)?,
            bindings: bindings(&registers, target),
            y_axis,
            depth_range,
            coordinate: options.coordinate,
            ..Options::default()
        };
        let source = match decompile(&module, &target, &wanted) {
            Ok(source) => source,
            Err(refusal) if self.to == "hlsl" && is_left_to_khronos(&refusal) => {
                return Translation::hlsl(self.from).run(file, options, limits);
            }
            Err(refusal) => return Err(refused(findings(entry.code, &module, &refusal))),
        };
        let mut names = names(target, &source, &words);
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

/// True for stages that only the feature `khronos` writes.
fn is_left_to_khronos(refusal: &Refusal) -> bool {
    AVAILABLE && refusal.obstacles.iter().any(|obstacle| obstacle.reason == Reason::Stage)
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

/// Words of the module with an entry point: the code itself, or SPIR-V made of it.
fn words_of<'c>(entry: &Entry<'c>) -> Result<Cow<'c, [u32]>, Vec<Diagnostic>> {
    if let Some(words) = &entry.code.words {
        return Ok(Cow::Borrowed(words));
    }
    let shaders = entry.code.shaders().map_err(<[Diagnostic]>::to_vec)?;
    let shader = shaders.iter().find(|shader| shader.stage == entry.stage && shader.entry == entry.name);
    shader.map(|shader| Cow::Borrowed(shader.words.as_slice())).ok_or_else(Vec::new)
}

/// True if the positions that a stage gives are those that are drawn: no later stage of the file takes them.
fn moves_position(codes: &[Code], stage: Stage) -> bool {
    if stage >= Stage::Fragment {
        return false;
    }
    let mut later = codes.iter().filter_map(|code| code.stage);
    !later.any(|later| later > stage && later < Stage::Fragment)
}

/// Clip space of the texts of a target.
fn clip_of(target: Target) -> ClipSpace {
    match target {
        Target::Glsl(_, Api::OpenGl) | Target::Essl(_) => ClipSpace::OpenGl,
        Target::Glsl(_, Api::Vulkan) => ClipSpace::Vulkan,
        Target::Hlsl(_) | Target::Msl(_) | Target::Sksl(_) | Target::Wgsl => ClipSpace::WebGpu,
    }
}

/// What takes positions from one clip space to another.
fn change(from: ClipSpace, to: ClipSpace) -> (YAxis, DepthRange) {
    let is_flipped = (from == ClipSpace::Vulkan) != (to == ClipSpace::Vulkan);
    let depth = match (from == ClipSpace::OpenGl, to == ClipSpace::OpenGl) {
        (false, true) => DepthRange::ToMinusOneToOne,
        (true, false) => DepthRange::ToZeroToOne,
        _ => DepthRange::Keep,
    };
    (if is_flipped { YAxis::Flip } else { YAxis::Keep }, depth)
}

/// Where resources of a package are bound: space 0 and the registers of its symbols, in targets that have one number for each.
/// Elsewhere, and for what no symbol is known, they stay where the module has them.
fn bindings(registers: &BTreeMap<[u32; 2], (u8, &str)>, target: Target) -> BTreeMap<[u32; 2], [u32; 2]> {
    if matches!(target, Target::Wgsl | Target::Glsl(_, Api::Vulkan)) {
        return BTreeMap::new();
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

/// The names of a text.
fn names(target: Target, source: &Source, words: &[u32]) -> ShaderNames {
    let known = resources_of(words).into_iter().map(|used| ([used.place.set, used.place.binding], used));
    let known: BTreeMap<[u32; 2], Used> = known.collect();
    let class = |place: [u32; 2]| known.get(&place).map(|used| used.class);
    let mut names = ShaderNames {
        target: target.to_string(),
        stage: source.stage,
        entry: source.entry.clone(),
        inputs: Vec::new(),
        outputs: Vec::new(),
        resources: Vec::new(),
    };
    for mapped in &source.map {
        match mapped.kind {
            Mapping::Input(location) => names.inputs.push(port(mapped, location)),
            Mapping::Output(location) => names.outputs.push(port(mapped, location)),
            Mapping::Resource(set, binding) => {
                let place = [set, binding];
                names.resources.push(resource(mapped, place, class(place)));
            }
            Mapping::Combined(texture, sampler) => {
                names.resources.push(resource(mapped, texture, Some(Class::Texture)));
                // The sampler is part of the texture and has no name of its own.
                let [set, binding] = sampler;
                let place = Place { set, binding };
                if names.resources.iter().all(|other| other.place != place) {
                    names.resources.push(Resource {
                        symbol: String::new(),
                        place,
                        class: Some(Class::Sampler),
                        written: String::new(),
                        bound: String::new(),
                        members: Vec::new(),
                    });
                }
            }
            Mapping::SplitSampler(place, _) => {
                names.resources.push(resource(mapped, place, Some(Class::Sampler)));
            }
            Mapping::TextureSize([set, binding]) => {
                let place = Place { set, binding };
                let of = names.resources.iter_mut().rev().find(|resource| resource.place == place);
                let size = Member { name: "size".to_owned(), written: mapped.written.clone(), offset: 0 };
                of.into_iter().for_each(|texture| texture.members.push(size.clone()));
            }
            Mapping::PushConstants | Mapping::BoundPushConstants(..) => {
                names.resources.push(resource(mapped, [ROOT.set, ROOT.binding], Some(Class::ConstantBuffer)));
            }
            Mapping::Specialization(_) | Mapping::BufferSizes => {}
        }
    }
    names.inputs.sort_by_key(|port| (port.location, port.index));
    names.outputs.sort_by_key(|port| (port.location, port.index));
    for resource in &mut names.resources {
        let used = known.get(&[resource.place.set, resource.place.binding]);
        let name = used.and_then(|used| used.names.first()).filter(|_| resource.symbol.is_empty());
        resource.symbol = name.unwrap_or(&resource.symbol).clone();
    }
    names.resources.sort_by_key(|resource| resource.place);
    names
}

fn port(mapped: &Mapped, location: u32) -> Port {
    let written = if mapped.bound.is_empty() { &mapped.written } else { &mapped.bound };
    Port { name: mapped.name.clone(), location, index: mapped.index, written: written.clone() }
}

fn resource(mapped: &Mapped, [set, binding]: [u32; 2], class: Option<Class>) -> Resource {
    let members = mapped.members.iter().map(|member| Member {
        name: member.name.clone(),
        written: member.written.clone(),
        offset: member.offset,
    });
    Resource {
        symbol: mapped.name.clone(),
        place: Place { set, binding },
        class,
        written: mapped.written.clone(),
        bound: mapped.bound.clone(),
        members: members.collect(),
    }
}
