//! A shader of one stage, read from whatever it was written in: what every target is written from.

use std::collections::BTreeMap;
use std::sync::Arc;

use glassbox_spirv::reflect::EntryPoint;
use glassbox_spirv::{Reflection, stage_of};

pub use glassbox_core::name_map::{Class, Place};
pub use glassbox_core::stage::Stage;
pub use glassbox_glsl::stage::{CombinedSampler, ROOT};

/// A shader of one stage. The shaders of one module share what it has.
#[derive(Clone, Debug)]
pub struct Shader {
    /// Stage.
    pub stage: Stage,
    /// Name of the entry point in the module.
    pub entry: String,
    /// The module as SPIR-V, with names: what targets are written from. It may have other entry points.
    pub words: Arc<[u32]>,
    /// Texture and sampler pairs that were one in the source.
    pub combined: Arc<[CombinedSampler]>,
    /// Places of resources that the source gave a binding itself; other places were numbered on reading.
    pub explicit: Arc<[Place]>,
}

impl Shader {
    /// The shader's entry point in the reflection of its words.
    #[must_use]
    pub fn entry_point<'r>(&self, reflection: &'r Reflection) -> Option<&'r EntryPoint> {
        let mut entries = reflection.entry_points.iter();
        entries.find(|entry| stage_of(entry.model) == Some(self.stage) && entry.name == self.entry)
    }
}

/// What a resource becomes in every target.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Slot {
    /// Kind of register.
    pub class: Class,
    /// Register.
    pub register: u8,
    /// Name of the symbol, by which targets without registers bind it.
    pub name: String,
}

/// The registers of a shader's resources, by their places in the module.
pub type Slots = BTreeMap<Place, Slot>;
