//! Writes shaders for targets: a module, registers and a target in; text or words out, with a map of names.
//!
//! | module | holds |
//! | --- | --- |
//! | `packs` | the rendering platforms of shader packs, and the stages that each has |
//! | `prepare` | the copy of the module that is written: one entry point, root constants as a block |
//! | `resources`, `used` | the resources of a module, with their registers or without |
//! | `limits`, `window`, `layout` | numbers that the target can bind; values that depend on the window; blocks held against std140 |
//! | `join`, `blocks`, `unwrap`, `distances`, `offsets`, `root` | edits of modules: one variable for each symbol, blocks taken apart |
//! | `linkage`, `between` | what two stages share; what goes from one to the next |
//! | `position` | positions from the source's clip space to the target's |
//! | `names` | names by which programs find things, and the map of what was written |
//! | `text`, `spirv` | a prepared module as text, and as SPIR-V |
//!
//! # Clip space
//!
//! One rule: a position is converted from the clip space of the source, [`WriteOptions::clip`], to that of the target, so that the picture
//! on the screen is the same. OpenGL has y up and depth from -w to w; Direct3D, Metal and WebGPU have y up and depth from 0 to w;
//! Vulkan has y down and depth from 0 to w. A GLSL source of OpenGL's dialect is in OpenGL's clip space, a GLSL source for Vulkan and
//! SPIR-V in Vulkan's, WGSL in WebGPU's. Nothing else is converted: see [`rules::WINDOW`].

mod between;
pub(crate) mod blocks;
mod distances;
pub(crate) mod edit;
pub(crate) mod interface;
mod join;
mod layout;
mod limits;
mod linkage;
pub mod names;
mod offsets;
pub mod packs;
pub mod position;
pub(crate) mod prepare;
pub(crate) mod resources;
mod root;
pub mod rules;
mod spirv;
mod text;
pub(crate) mod unwrap;
mod used;
mod window;
pub(crate) mod words;

use std::collections::BTreeMap;

use glassbox_core::diagnostic::{Diagnostic, Location, Severity};
use glassbox_core::error::ErrorList;
use glassbox_core::name_map::ShaderNames;

use crate::output::{Output, Target};
use crate::shader::{Class, Place, Shader, Slot, Slots, Stage};

pub use self::root::make_root;
pub use self::spirv::set;
pub use self::text::language_of;

use prepare::ROOT_NAME;

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
    /// Whether the result goes into a shader pack: everything in it must have a symbol and a register, and the entry point is `main`.
    pub pack: bool,
    /// The stage that takes what this one gives. Direct3D matches the two by position in the list, so HLSL leaves out what the next
    /// stage does not take; other targets match by location and need not know.
    pub next: Option<&'a Shader>,
    /// All shaders of the program, in any order, this one or not. HLSL states in both tessellation stages what SPIR-V states in one,
    /// and inputs in the order of the outputs that they come from.
    pub program: Vec<&'a Shader>,
}

impl<'a> WriteOptions<'a> {
    /// The stage that takes what a stage gives, if it is known.
    pub(crate) fn consumer(&self, stage: Stage) -> Option<&'a Shader> {
        let program = self.program.iter().copied().filter(|other| other.stage > stage);
        self.next.or_else(|| program.min_by_key(|other| other.stage))
    }

    /// The stage that gives what a stage takes, if it is known.
    pub(crate) fn producer(&self, stage: Stage) -> Option<&'a Shader> {
        let program = self.program.iter().copied().filter(|other| other.stage < stage);
        program.max_by_key(|other| other.stage)
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

/// Writes a shader for a target.
///
/// What the shader has is held against the target first, so that nothing is written that the target's compiler would refuse. Findings are
/// about instructions, by the bytes of the shader's words, or about the whole shader.
///
/// # Errors
///
/// The findings that make it impossible, of rules in [`rules`] and of [`glassbox_decompile::rules`].
pub fn write(
    shader: &Shader,
    slots: &Slots,
    target: Target,
    options: &WriteOptions<'_>,
) -> Result<Written, ErrorList<Diagnostic>> {
    stage(shader, target, options)?;
    let mut prepared = prepare::prepare(shader, slots, target, options)?;
    let mut notes = limits::check(&prepared, target, options);
    // A pack's symbols describe blocks by std140, whatever the target.
    if options.pack || matches!(target, Target::Glsl(_)) {
        notes.extend(layout::check(&prepared));
    }
    if notes.iter().any(|note| note.severity == Severity::Error) {
        return Err(notes.into());
    }
    let (output, names) = match target {
        Target::Spirv(major, minor) => spirv::write(&mut prepared, (major, minor), options)?,
        _ => {
            let (output, names, more) = text::write((shader, &mut prepared), target, options)?;
            notes.extend(more);
            (output, names)
        }
    };
    Ok(Written { output, names, notes })
}

/// A target language with its version, for messages.
pub(crate) fn language(target: Target) -> String {
    match (text::language_of(target), target) {
        (Some(language), _) => language.to_string(),
        (None, Target::Spirv(major, minor)) => format!("SPIR-V {major}.{minor}"),
        (None, other) => other.to_string(),
    }
}

/// Refuses stages that the target does not have.
fn stage(shader: &Shader, target: Target, options: &WriteOptions<'_>) -> Result<(), Vec<Diagnostic>> {
    let stage = shader.stage;
    let leave = "leave the stage out of this target";
    let is_patch = matches!(stage, Stage::TessellationControl | Stage::TessellationEvaluation);
    let (message, help) = match target {
        _ if options.pack && stage == Stage::Compute => {
            ("a shader pack has no compute stage".to_owned(), "leave the shader out of the pack")
        }
        _ if packs::has_stage(target, stage) => return Ok(()),
        Target::Msl(..) if is_patch => {
            let reason = "its tessellator takes factors from a buffer, which a shader pack has no place for";
            (format!("Metal has no {stage} shaders: {reason}"), leave)
        }
        Target::Msl(..) | Target::Wgsl => (format!("{} has no {stage} shaders", language(target)), leave),
        _ => (
            format!("{} has no {stage} shaders that a program could load", language(target)),
            "leave the stage out of this target, or choose a later version",
        ),
    };
    Err(vec![Diagnostic::new(&rules::NO_STAGE, Location::default(), message).help(help)])
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
}

/// The blocks, textures and samplers of a shader that have places, by these. Push constants have none.
#[must_use]
pub fn resources(shader: &Shader) -> Vec<Used> {
    used::of_shader(shader)
}

/// The same of the words of a module.
#[must_use]
pub fn resources_of(words: &[u32]) -> Vec<Used> {
    used::of_words(words)
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
            (0, ROOT_NAME.to_owned())
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
