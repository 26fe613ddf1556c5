//! Writes shaders for platforms: a module, registers and a language in; text or SPIR-V out, with a map of names.
//!
//! | module | holds |
//! | --- | --- |
//! | `platforms` | the rendering platforms of shader packs, and the stages that each has |
//! | `clip` | clip spaces |
//! | `prepare` | the module that is written, made once for all platforms: one entry point, root constants as a block, no blocks between stages |
//! | `resources` | the resources of a module, with their registers |
//! | `limits`, `window`, `layout` | numbers that the language can bind; values that depend on the window; blocks held against std140 |
//! | `join`, `root` | one variable for each symbol; root constants |
//! | `linkage`, `between` | what two stages share; what goes from one to the next |
//! | `names` | names by which programs find things |
//! | `text`, `spirv` | a prepared module as text, and as SPIR-V |
//!
//! # Clip space
//!
//! One rule: a position is converted from the clip space of the source, [`WriteOptions::clip`], to that of the platform, so that the picture
//! on the screen is the same. OpenGL has y up and depth from -w to w; Direct3D, Metal and WebGPU have y up and depth from 0 to w;
//! Vulkan has y down and depth from 0 to w. A GLSL source of OpenGL's dialect is in OpenGL's clip space, a GLSL source for Vulkan and
//! SPIR-V in Vulkan's, WGSL in WebGPU's. Nothing else is converted: see [`rules::WINDOW`].

mod between;
mod clip;
mod join;
mod layout;
mod limits;
mod linkage;
mod names;
mod platforms;
mod prepare;
mod resources;
mod root;
pub mod rules;
mod spirv;
mod text;
mod window;

use std::collections::BTreeMap;

use glassbox_core::diagnostic::{Diagnostic, Location, Severity};
use glassbox_core::error::ErrorList;
use glassbox_core::name_map::ShaderNames;
use glassbox_decompile::Target;
use glassbox_spirv::reflect::Bound;

use crate::shader::{Class, ROOT, Shader, Slot, Slots, Stage};

pub use self::clip::ClipSpace;
pub use self::platforms::{Language, PLATFORMS, has_stage};
pub use self::prepare::{Prepared, prepare};
pub use self::root::make_root;
pub use self::spirv::set;

use prepare::ROOT_NAME;

/// How a shader is written.
#[derive(Clone, Debug, Default)]
pub struct WriteOptions<'a> {
    /// The clip space of the source.
    pub clip: ClipSpace,
    /// The stage that takes what this one gives. Direct3D matches the two by position in the list, so HLSL leaves out what the next
    /// stage does not take; other languages match by location and need not know.
    pub next: Option<&'a Shader>,
    /// All shaders of the program, in any order, this one or not. HLSL states in both tessellation stages what SPIR-V states in one,
    /// and inputs in the order of the outputs that they come from.
    pub program: Vec<&'a Shader>,
}

impl<'a> WriteOptions<'a> {
    /// The stage that takes what a stage gives, if it is known.
    fn consumer(&self, stage: Stage) -> Option<&'a Shader> {
        let program = self.program.iter().copied().filter(|other| other.stage > stage);
        self.next.or_else(|| program.min_by_key(|other| other.stage))
    }

    /// The stage that gives what a stage takes, if it is known.
    fn producer(&self, stage: Stage) -> Option<&'a Shader> {
        let program = self.program.iter().copied().filter(|other| other.stage < stage);
        program.max_by_key(|other| other.stage)
    }

    /// Whether what the shader gives is rasterized: no stage is known to take it that may still move it.
    fn rasterized(&self) -> bool {
        self.next.is_none_or(|next| next.stage == Stage::Fragment)
    }
}

/// A written shader.
#[derive(Clone, Debug)]
pub struct Written {
    /// Text as UTF-8, or words of SPIR-V, low byte first.
    pub bytes: Vec<u8>,
    /// True if it is text.
    pub is_text: bool,
    /// What is written under which name.
    pub names: ShaderNames,
    /// Warnings.
    pub notes: Vec<Diagnostic>,
}

impl Written {
    /// The text, if it is one.
    #[must_use]
    pub fn text(&self) -> Option<&str> {
        std::str::from_utf8(&self.bytes).ok().filter(|_| self.is_text)
    }
}

impl Prepared<'_> {
    /// Writes the shader in a language.
    ///
    /// What the shader has is held against the language first, so that nothing is written that its compiler would refuse. Findings are
    /// about instructions, by their bytes in the file of the shader, or about the whole shader.
    ///
    /// # Errors
    ///
    /// The findings that make it impossible, of rules in [`rules`] and of [`glassbox_decompile::rules`].
    pub fn write(
        &self,
        language: Language,
        options: &WriteOptions<'_>,
    ) -> Result<Written, ErrorList<Diagnostic>> {
        let stage = self.shader.stage;
        has_stage_or(stage, language, self.is_pack)?;
        let form = self.form(language)?;
        let mut notes = limits::check(form, stage, language, options.clip);
        // A pack's symbols describe blocks by std140, whatever the language.
        if self.is_pack || language.is_glsl() {
            notes.extend(layout::check(form));
        }
        if notes.iter().any(|note| note.severity == Severity::Error) {
            return Err(notes.into());
        }
        let mut written = match language {
            Language::Spirv(minor) => spirv::write(self, form, minor, options)?,
            Language::Text(target) => text::write(self, form, target, options)?,
        };
        notes.append(&mut written.notes);
        written.notes = notes;
        Ok(written)
    }
}

/// Refuses stages that the target does not have.
fn has_stage_or(stage: Stage, language: Language, is_pack: bool) -> Result<(), Vec<Diagnostic>> {
    let leave = "leave the stage out of this target";
    let is_patch = matches!(stage, Stage::TessellationControl | Stage::TessellationEvaluation);
    let (message, help) = match language {
        _ if is_pack && stage == Stage::Compute => {
            ("a shader pack has no compute stage".to_owned(), "leave the shader out of the pack")
        }
        _ if has_stage(language, stage) => return Ok(()),
        Language::Text(Target::Msl(_)) if is_patch => {
            let reason = "its tessellator takes factors from a buffer, which a shader pack has no place for";
            (format!("Metal has no {stage} shaders: {reason}"), leave)
        }
        Language::Text(Target::Msl(_) | Target::Wgsl | Target::Sksl(_)) => {
            (format!("{language} has no {stage} shaders"), leave)
        }
        _ => (
            format!("{language} has no {stage} shaders that a program could load"),
            "leave the stage out of this target, or choose a later version",
        ),
    };
    Err(vec![Diagnostic::new(&rules::NO_STAGE, Location::default(), message).help(help)])
}

/// Registers for a shader that nobody gave any: each kind counted by set and binding, constant buffers from 1 on.
///
/// Names are those of the variables, or of the types of blocks whose variables have none.
#[must_use]
pub fn own_slots(shader: &Shader) -> Slots {
    let mut slots = Slots::new();
    let mut next = BTreeMap::from([(Class::ConstantBuffer, 1u8)]);
    for Bound { place, class, names } in shader.reflection.bound(shader.entry_point()) {
        let next = next.entry(class).or_default();
        let (register, name) = if place == ROOT {
            (0, ROOT_NAME.to_owned())
        } else {
            let name = names.into_iter().next();
            (*next, name.unwrap_or_else(|| format!("resource{}_{}", place.set, place.binding)))
        };
        if place != ROOT {
            *next = next.saturating_add(1);
        }
        slots.insert(place, Slot { class, register, name });
    }
    slots
}
