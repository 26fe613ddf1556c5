//! Shaders into what targets take: a module, registers and a target in, text or words out, with a map of names.
//!
//! | module | holds |
//! | --- | --- |
//! | `packs` | the rendering platforms of shader packs, and the stages that each has |
//! | `needs` | which version of which language has what a shader may use |
//! | `check` | what a shader may use that the target lacks |
//! | `layout` | blocks held against std140 |
//! | `prepare` | the copy of the module that is written: one entry point, root constants and names as the target has them |
//! | `continuing`, `operands` | values that loops carry from one iteration to the next |
//! | `places` | sets and bindings of the module kept in the target |
//! | `join` | one variable for each symbol |
//! | `position` | positions from the source's clip space to the target's |
//! | `names`, `words` | names as the source and the symbols have them, in the text of any writer |
//! | `glsl`, `hlsl`, `msl`, `spirv`, `wgsl` | one file a language |
//! | `used` | the resources of stages that naga does not have |
//!
//! # Clip space
//!
//! One rule: a position is converted from the clip space of the source, [`WriteOptions::clip`], to that of the target, so that the picture
//! on the screen is the same. OpenGL has y up and depth from -w to w; Direct3D, Metal and WebGPU have y up and depth from 0 to w;
//! Vulkan has y down and depth from 0 to w. A GLSL source of OpenGL's dialect is in OpenGL's clip space, a GLSL source for Vulkan and
//! SPIR-V in Vulkan's, WGSL in WebGPU's. Nothing else is converted: see [`rules::WINDOW`].

pub(crate) mod check;
mod continuing;
mod covered;
mod glsl;
mod hlsl;
mod join;
mod layout;
mod msl;
mod names;
mod needs;
mod operands;
pub mod packs;
mod places;
pub(crate) mod position;
mod prepare;
pub mod rules;
pub(crate) mod spirv;
mod used;
mod wgsl;
mod window;
mod words;

use std::collections::BTreeMap;

use glassbox_core::diagnostic::{Diagnostic, Location, Severity};
use glassbox_core::error::ErrorList;
use naga::Binding;

use crate::guard;
use crate::output::{Output, Target};
use crate::shader::{Class, Place, Shader, Slot, Slots, Stage};

#[cfg(feature = "khronos")]
pub(crate) use self::prepare::ROOT_NAME;
pub use self::spirv::set;

use glassbox_core::name_map::{Port, Resource, ShaderNames};
use packs::Support;
use prepare::{Io, Prepared};

/// A convention for positions.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub enum ClipSpace {
    /// OpenGL: y up, depth from -w to w.
    OpenGl,
    /// Direct3D, Metal and WebGPU: y up, depth from 0 to w.
    #[default]
    WebGpu,
    /// Vulkan: y down, depth from 0 to w.
    Vulkan,
}

impl ClipSpace {
    /// The clip space of a target.
    #[must_use]
    pub const fn of(target: Target) -> ClipSpace {
        position::of(target)
    }
}

/// How a shader is written.
#[derive(Clone, Debug, Default)]
pub struct WriteOptions<'a> {
    /// The clip space of the source.
    pub clip: ClipSpace,
    /// Whether the result goes into a shader pack: everything in it must have a symbol and a register.
    pub pack: bool,
    /// Whether resources keep the sets and bindings of the module, where the target has them, rather than get the registers that are
    /// handed in. The names are those that are handed in either way.
    pub keep: bool,
    /// Names of the inputs of vertex shaders by location, where they are not to be called as in the source.
    pub inputs: BTreeMap<u32, String>,
    /// Names of the outputs of fragment shaders by location, where they are not to be called as in the source.
    pub outputs: BTreeMap<u32, String>,
    /// The stage that takes what this one gives. Direct3D matches the two by position in the list, so HLSL leaves out what the next
    /// stage does not take; other targets match by location and need not know.
    pub next: Option<&'a Shader>,
    /// All shaders of the program, in any order, this one or not. HLSL says in one tessellation stage what GLSL says in the other, and
    /// geometry and tessellation stages have to fit what comes before them.
    pub program: Vec<&'a Shader>,
}

impl<'a> WriteOptions<'a> {
    /// The stage that takes what a stage gives, if it is known.
    pub(crate) fn consumer(&self, stage: Stage) -> Option<&'a Shader> {
        let program = self.program.iter().copied().filter(|other| other.stage > stage);
        self.next.or_else(|| program.min_by_key(|other| other.stage))
    }

    /// Whether what the shader gives is rasterized: no stage is known to take it that may still move it.
    pub(crate) fn rasterized(&self) -> bool {
        self.next.is_none_or(|next| next.stage == Stage::Fragment)
    }
}

/// What GLSL calls an input or output between stages: where texts state no locations, the name joins them. A stage in the middle may
/// have one location on both sides, so the name says who takes it, unless that is the fragment shader.
pub(crate) fn varying(location: u32, consumer: Option<Stage>) -> String {
    match consumer {
        Some(Stage::TessellationControl) => format!("varying{location}_hull"),
        Some(Stage::TessellationEvaluation) => format!("varying{location}_domain"),
        Some(Stage::Geometry) => format!("varying{location}_geometry"),
        _ => format!("varying{location}"),
    }
}

/// A written shader.
#[derive(Clone, Debug)]
pub struct Written {
    /// Text or words. [`Output::to_bytes`] gives the payload.
    pub output: Output,
    /// What is written under which name.
    pub names: ShaderNames,
    /// Warnings.
    pub notes: Vec<Diagnostic>,
}

/// What the file of a language gives.
struct Parts {
    output: Output,
    entry: String,
    inputs: Vec<Port>,
    outputs: Vec<Port>,
    resources: Vec<Resource>,
    notes: Vec<Diagnostic>,
}

/// Writes a shader for a target.
///
/// The module of the shader must be one that naga has validated; what it has is held against the target first, so that nothing is written
/// that the target's compiler would refuse. Locations of findings are bytes of the text that the front read.
///
/// # Errors
///
/// The findings that make it impossible, each of a rule in [`rules`].
pub fn write(
    shader: &Shader,
    slots: &Slots,
    target: Target,
    options: &WriteOptions<'_>,
) -> Result<Written, ErrorList<Diagnostic>> {
    if packs::support(target, shader.stage) == Support::Khronos && crate::khronos::AVAILABLE {
        return crate::khronos::write(shader, slots, target, options);
    }
    stage(shader, target, options)?;
    guard::run(|| write_with_naga(shader, slots, target, options))
        .map_err(|message| guard::finding(&message, Location::default()))?
        .map_err(ErrorList::from)
}

/// The same for the stages that naga has, on the thread that is made for it.
fn write_with_naga(
    shader: &Shader,
    slots: &Slots,
    target: Target,
    options: &WriteOptions<'_>,
) -> Result<Written, Vec<Diagnostic>> {
    let Some(module) = shader.module.as_deref() else {
        return Err(vec![prepare::unwritable("its module was not read")]);
    };
    let mut prepared = prepare::prepare(shader, module, slots, target, options)?;
    let mut notes = std::mem::take(&mut prepared.notes);
    notes.extend(check::check(&prepared, target, options));
    // A pack's symbols describe blocks by std140, whatever the target.
    if options.pack || matches!(target, Target::Glsl(_)) {
        notes.extend(layout::check(&prepared));
    }
    if notes.iter().any(|note| note.severity == Severity::Error) {
        return Err(notes);
    }
    let mut parts = match target {
        Target::Wgsl => wgsl::write(&mut prepared, options),
        Target::Glsl(version) => glsl::write(&mut prepared, version, options),
        Target::Hlsl(major, minor) => hlsl::write(&mut prepared, (major, minor), options),
        Target::Msl(major, minor) => msl::write(&mut prepared, (major, minor), options),
        Target::Spirv(major, minor) => spirv::write(&mut prepared, (major, minor), options),
    }?;
    notes.append(&mut parts.notes);
    // Some modules do not say what the one output of a shader is called.
    if shader.stage == Stage::Fragment {
        for port in parts.outputs.iter_mut().filter(|port| port.name.is_empty()) {
            let known = options.outputs.get(&port.location).filter(|_| port.index == 0);
            port.name = known.cloned().unwrap_or_default();
        }
    }
    Ok(Written {
        output: parts.output,
        names: ShaderNames {
            target: check::language(target),
            stage: shader.stage,
            entry: parts.entry,
            inputs: parts.inputs,
            outputs: parts.outputs,
            resources: parts.resources,
        },
        notes,
    })
}

/// Refuses stages that the target does not have or that only the feature `khronos` writes.
fn stage(shader: &Shader, target: Target, options: &WriteOptions<'_>) -> Result<(), Vec<Diagnostic>> {
    let support = match (options.pack, shader.stage) {
        (true, Stage::Compute) => Support::Refused(&rules::NO_STAGE),
        _ => packs::support(target, shader.stage),
    };
    let language = check::language(target);
    let stage = shader.stage;
    let (rule, message, help) = match support {
        Support::Written => return Ok(()),
        Support::Khronos => (
            &rules::NEEDS_KHRONOS,
            format!("a {stage} shader needs the feature `khronos` to be written as {language}"),
            "build Glassbox with the feature `khronos`",
        ),
        Support::Refused(rule) if options.pack && stage == Stage::Compute => {
            (rule, "a shader pack has no compute stage".to_owned(), "leave the shader out of the pack")
        }
        Support::Refused(rule) => (
            rule,
            format!("{language} has no {stage} shaders that a program could load"),
            "leave the stage out of this target, or choose a later version",
        ),
    };
    Err(vec![Diagnostic::new(rule, Location::default(), message).help(help)])
}

/// A block, texture or sampler that a shader uses.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Used {
    /// Where the module has it.
    pub place: Place,
    /// Kind of register.
    pub class: Class,
    /// What it may be called: the name of the variable, then that of a block's type.
    pub names: Vec<String>,
    /// The bytes of what the front read that declare it, where they are known.
    pub range: Option<std::ops::Range<usize>>,
}

/// The blocks, textures and samplers of a shader that have places, by these. Push constants have none.
#[must_use]
pub fn resources(shader: &Shader) -> Vec<Used> {
    let Some(module) = shader.module.as_deref() else {
        return used::of_words(&shader.words);
    };
    let Ok(Ok((module, _))) = guard::run(|| prepare::extract(shader, module)) else {
        return Vec::new();
    };
    let mut found = Vec::new();
    for (handle, variable) in module.global_variables.iter() {
        let (Some(binding), Some(class)) = (variable.binding, prepare::class(&module, variable)) else {
            continue;
        };
        let names = [variable.name.as_ref(), module.types[variable.ty].name.as_ref()];
        let names = names.into_iter().flatten().filter(|name| !name.is_empty());
        found.push(Used {
            place: Place { set: binding.group, binding: binding.binding },
            class,
            names: names.cloned().collect(),
            range: module.global_variables.get_span(handle).to_range(),
        });
    }
    found.sort_by_key(|used| used.place);
    found
}

/// The same of the words of a module.
#[must_use]
pub fn resources_of(words: &[u32]) -> Vec<Used> {
    used::of_words(words)
}

/// Makes the block that [packs] call their root constants what it is elsewhere: OpenGL's code has it as a block like any other.
pub fn make_root(shader: &mut Shader) {
    let Some(module) = shader.module.as_deref_mut() else {
        crate::khronos::make_root(shader);
        return;
    };
    let types = &module.types;
    for (_, variable) in module.global_variables.iter_mut() {
        let names = [variable.name.as_deref(), types[variable.ty].name.as_deref()];
        if variable.space == naga::AddressSpace::Uniform && names.contains(&Some(prepare::ROOT_NAME)) {
            variable.binding = Some(naga::ResourceBinding {
                group: crate::shader::ROOT.set,
                binding: crate::shader::ROOT.binding,
            });
        }
    }
}

/// Registers for a shader that nobody gave any: each kind counted by set and binding, constant buffers from 1 on.
///
/// Names are those of the variables, or of the types of blocks whose variables have none.
#[must_use]
pub fn own_slots(shader: &Shader) -> Slots {
    let mut slots = Slots::new();
    let mut next = BTreeMap::from([(Class::ConstantBuffer, 1u8)]);
    for Used { place, class, names, .. } in resources(shader) {
        let next = next.entry(class).or_default();
        let (register, name) = if place == crate::shader::ROOT {
            (0, prepare::ROOT_NAME.to_owned())
        } else {
            let name = names.into_iter().next();
            (*next, name.unwrap_or_else(|| format!("resource{}_{}", place.set, place.binding)))
        };
        if place != crate::shader::ROOT {
            *next = next.saturating_add(1);
        }
        slots.insert(place, Slot { class, register, name });
    }
    slots
}

/// What the entry point is called: in a pack always the same, because a pack cannot say it.
fn entry_name(prepared: &Prepared, options: &WriteOptions<'_>, in_packs: &str) -> String {
    match prepared.entry() {
        Some(entry) if !options.pack => entry.name.clone(),
        _ => in_packs.to_owned(),
    }
}

/// The inputs or outputs that have locations.
fn ports(list: Vec<Io<'_>>, written: impl Fn(u32, u32) -> String) -> Vec<Port> {
    let mut ports: Vec<Port> = list
        .iter()
        .filter_map(|io| match *io.binding {
            Binding::Location { location, blend_src, .. } => {
                let index = blend_src.unwrap_or_default();
                Some(Port {
                    name: io.name.unwrap_or_default().to_owned(),
                    location,
                    index,
                    written: written(location, index),
                })
            }
            Binding::BuiltIn(_) => None,
        })
        .collect();
    ports.sort_by_key(|port| (port.location, port.index));
    ports
}

/// The same where they are written under their own names.
fn ports_as_named(list: Vec<Io<'_>>) -> Vec<Port> {
    let mut ports = ports(list, |_, _| String::new());
    for port in &mut ports {
        port.written.clone_from(&port.name);
    }
    ports
}

/// Puts words in front of the first line that begins something and has these letters.
fn in_front_of_line(mut text: String, letters: &str, words: &str) -> String {
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        if line.contains(letters) && !line.starts_with([' ', '\t']) {
            text.insert_str(at, words);
            break;
        }
        at += line.len();
    }
    text
}
