//! What the metadata of a DXIL module says of its shaders: signatures, resources, entry points, dependence on the view,
//! root signature and subobjects. Everything that the other parts of a container repeat stands here first.
//!
//! ```
//! use glassbox_dxil::{Linkage, Module, shader::Shader, write::Outline};
//!
//! let bitcode = Outline::new("lib", 6, 3).define(b"\x01?Shade@@YAMM@Z", Linkage::EXTERNAL).bitcode();
//! let module = Module::read(&bitcode)?;
//! let shader = Shader::read(&module)?;
//! assert_eq!(shader.kind, 6);
//! assert_eq!(shader.model.minor, 3);
//! assert!(shader.resources.is_empty());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod entry;
pub mod node;
pub mod resource;
pub mod signature;
pub mod subobject;
pub mod view;
pub mod view_state;

use std::collections::HashMap;

use crate::facts::Version;
use crate::module::Module;
use entry::Entry;
use resource::Resource;
use subobject::Subobject;
use view::{MetadataError, MetadataResult, View};

/// What a module says of its shaders.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Shader {
    /// Kind, as program headers number it; 6 is a library.
    pub kind: u16,
    /// Shader model; minor number 15 is a library that can only be linked.
    pub model: Version,
    /// Version of DXIL.
    pub dxil: Version,
    /// Version of the validator; 0.0 asks for no validation.
    pub validator: Version,
    /// Resources: views to read, views to write, buffers, samplers.
    pub resources: Vec<Resource>,
    /// Entry points in the order of the metadata. A library's first one holds what belongs to all.
    pub entries: Vec<Entry>,
    /// The words of `dx.viewIdState`, if there is one.
    pub view_state: Option<Vec<u32>>,
    /// The root signature, if there is one.
    pub root_signature: Option<Vec<u8>>,
    /// Subobjects, if there are any.
    pub subobjects: Vec<Subobject>,
    /// For each function that is an entry point its place in `entries`.
    by_function: HashMap<usize, usize>,
}

/// Number of the kind of libraries.
pub const LIBRARY: u16 = 6;

impl Shader {
    /// Reads the metadata of a module.
    ///
    /// # Errors
    ///
    /// At the first piece of metadata that is not what the format asks for.
    pub fn read(module: &Module<'_>) -> MetadataResult<Shader> {
        let view = View::new(module);
        let version = |name: &str| -> MetadataResult<Option<Version>> {
            match view.first(name)? {
                Some(node) => Ok(Some(Version {
                    major: node.word(0, "major")?,
                    minor: node.word(1, "minor")?,
                })),
                None => Ok(None),
            }
        };
        let missing = |name: &str, expected: &str| {
            Box::new(MetadataError {
                path: name.to_owned(),
                bits: module.bits.clone(),
                found: "nothing".to_owned(),
                expected: expected.to_owned(),
            })
        };
        let named = module.shader_model();
        let model = named.ok_or_else(|| missing("dx.shaderModel", "a kind and a version"))?;
        let kind = model
            .kind_number()
            .ok_or_else(|| missing("dx.shaderModel.kind", "ps, vs, gs, hs, ds, cs, lib, ms or as"))?;
        let dxil = version("dx.version")?.unwrap_or(Version { major: 1, minor: 0 });
        // Modules of the first compilers do not state it.
        let validator = version("dx.valver")?.unwrap_or(Version { major: 1, minor: 0 });
        let entries = view.named("dx.entryPoints")?;
        let resources = match view.first("dx.resources")? {
            Some(node) => Resource::list(&node)?,
            None => Vec::new(),
        };
        let view_state = match view.first("dx.viewIdState")? {
            Some(node) => Some(node.array(0, "words")?),
            None => None,
        };
        let root_signature = match view.first("dx.rootSignature")? {
            Some(node) => Some(
                node.array(0, "bytes")?
                    .into_iter()
                    .map(|byte| byte as u8)
                    .collect(),
            ),
            None => None,
        };
        let subobjects = view.named("dx.subobjects")?;
        let subobjects = match subobjects.first() {
            Some(list) => list.children()?,
            None => Vec::new(),
        };
        let entries: Vec<Entry> = entries.iter().map(Entry::read).collect::<MetadataResult<_>>()?;
        let mut by_function = HashMap::new();
        for (place, entry) in entries.iter().enumerate() {
            if let Some(function) = entry.function {
                by_function.entry(function).or_insert(place);
            }
        }
        Ok(Shader {
            kind,
            model: model.version,
            dxil,
            validator,
            resources,
            entries,
            by_function,
            view_state,
            root_signature,
            subobjects: subobjects
                .iter()
                .map(Subobject::read)
                .collect::<MetadataResult<_>>()?,
        })
    }

    /// Whether the module is a library.
    pub fn is_library(&self) -> bool {
        self.kind == LIBRARY
    }

    /// The entry point of a module that is no library.
    pub fn entry(&self) -> Option<&Entry> {
        self.entries.first().filter(|_| !self.is_library())
    }

    /// The entry point that a function is, by its place in [`Module::functions`].
    pub fn entry_of(&self, function: usize) -> Option<&Entry> {
        self.entries.iter().find(|entry| entry.function == Some(function))
    }

    /// Whether the validator version is at least 1.`minor`. Without validation everything is as the newest one has it.
    pub fn validates(&self, minor: u32) -> bool {
        self.validator.validates(minor)
    }
}
