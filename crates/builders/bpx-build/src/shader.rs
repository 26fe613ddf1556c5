//! A shader of one stage, read from whatever it was written in: what the code for every platform is written from.

use std::collections::BTreeMap;
use std::sync::Arc;

use glassbox_spirv::Reflection;
use glassbox_spirv::module::Module;
use glassbox_spirv::reflect::EntryPoint;
use glassbox_spirv::stage_of;

pub use glassbox_core::name_map::{Class, Place, ROOT};
pub use glassbox_core::stage::Stage;

/// A shader of one stage. The shaders of one module share it.
#[derive(Clone, Debug)]
pub struct Shader {
    /// Stage.
    pub stage: Stage,
    /// Name of the entry point in the module.
    pub entry: String,
    /// The module, with names. It may have other entry points.
    pub module: Arc<Module>,
    /// What the module says of itself.
    pub reflection: Arc<Reflection>,
    /// True if the module is that of the file, so that the origins of its instructions are places there.
    pub is_of_file: bool,
    /// Places of resources that the source gave a binding itself; other places were numbered on reading.
    pub explicit: Arc<[Place]>,
}

impl Shader {
    /// The shader's entry point in its reflection.
    #[must_use]
    pub fn entry_point(&self) -> Option<&EntryPoint> {
        let mut entries = self.reflection.entry_points.iter();
        entries.find(|entry| stage_of(entry.model) == Some(self.stage) && entry.name == self.entry)
    }
}

/// What a resource becomes in the code for every platform.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Slot {
    /// Kind of register.
    pub class: Class,
    /// Register.
    pub register: u8,
    /// Name of the symbol, by which platforms without registers bind it.
    pub name: String,
}

/// The registers of a shader's resources, by their places in the module.
pub type Slots = BTreeMap<Place, Slot>;
