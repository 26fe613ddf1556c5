//! A shader of one stage, read from whatever it was written in: what every target is written from.

use std::collections::BTreeMap;

pub use glassbox_core::name_map::{Class, Place};
pub use glassbox_core::stage::Stage;
pub use glassbox_glsl::stage::{CombinedSampler, ROOT};

/// A shader of one stage.
#[derive(Clone, Debug)]
pub struct Shader {
    /// Stage.
    pub stage: Stage,
    /// Name of the entry point in the module.
    pub entry: String,
    /// The module as SPIR-V, with names: what targets are written from.
    pub words: Vec<u32>,
    /// Texture and sampler pairs that were one in the source.
    pub combined: Vec<CombinedSampler>,
    /// Places of resources that the source gave a binding itself; other places were numbered on reading.
    pub explicit: Vec<Place>,
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
