//! Reads the shader metadata of a DXIL module: signatures, resources, entry points, view-id dependence, root
//! signature and
//! subobjects. Other container parts repeat it.
//!
//! ```
//! use glassbox_dxil::{Linkage, ir::Typed, shader::Shader, write::Outline};
//!
//! let bitcode = Outline::new("lib", 6, 3).define(b"\x01?Shade@@YAMM@Z", Linkage::EXTERNAL).bitcode();
//! let module = Typed::read(&bitcode)?;
//! let shader = Shader::read(&module)?;
//! assert_eq!(shader.kind, 6);
//! assert_eq!(shader.model.minor, 3);
//! assert!(shader.resources.is_empty());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod declare;
pub mod entry;
pub mod node;
pub mod resource;
pub mod signature;
pub mod subobject;
pub mod view;
pub mod view_state;

use foldhash::{HashMap, HashMapExt as _};

use crate::facts::{Statements as _, Version};
use crate::ir::Typed;
use entry::Entry;
use resource::Resource;
use subobject::Subobject;
use view::{MetadataError, View};

/// Shader metadata of a module.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Shader {
    /// Shader kind as numbered in program headers; 6 is a library.
    pub kind: u16,
    /// Shader model; minor version 15 is a library that can only be linked.
    pub model: Version,
    /// DXIL version.
    pub dxil: Version,
    /// Validator version; 0.0 for no validation.
    pub validator: Version,
    /// Resources: SRVs, UAVs, constant buffers, samplers.
    pub resources: Vec<Resource>,
    /// Entry points in metadata order. A library's first one holds shared properties.
    pub entries: Vec<Entry>,
    /// Words of `dx.viewIdState`, if present.
    pub view_state: Option<Vec<u32>>,
    /// Root signature, if present.
    pub root_signature: Option<Vec<u8>>,
    /// Subobjects, if any.
    pub subobjects: Vec<Subobject>,
    /// Index in `entries` by function.
    by_function: HashMap<usize, usize>,
}

/// Shader kind of libraries.
pub const LIBRARY: u16 = 6;

impl Shader {
    /// Reads the metadata of a module.
    ///
    /// # Errors
    ///
    /// The first malformed metadata.
    pub fn read(module: &Typed<'_>) -> Result<Shader, Box<MetadataError>> {
        let view = View::new(module);
        let version = |name: &str| -> Result<Option<Version>, Box<MetadataError>> {
            match view.first(name)? {
                Some(node) => {
                    Ok(Some(Version { major: node.word(0, "major")?, minor: node.word(1, "minor")? }))
                }
                None => Ok(None),
            }
        };
        let missing = |name: &str, expected: &str| {
            Box::new(MetadataError {
                path: name.to_owned(),
                bits: module.place.clone(),
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
        // The first compilers do not write it.
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
            Some(node) => Some(node.array(0, "bytes")?.into_iter().map(|byte| byte as u8).collect()),
            None => None,
        };
        let subobjects = view.named("dx.subobjects")?;
        let subobjects = match subobjects.first() {
            Some(list) => list.children()?,
            None => Vec::new(),
        };
        let entries: Vec<Entry> =
            entries.iter().map(Entry::read).collect::<Result<_, Box<MetadataError>>>()?;
        let mut by_function = HashMap::new();
        for (index, entry) in entries.iter().enumerate() {
            if let Some(function) = entry.function {
                by_function.entry(function).or_insert(index);
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
            subobjects: subobjects.iter().map(Subobject::read).collect::<Result<_, Box<MetadataError>>>()?,
        })
    }

    /// True for libraries.
    pub fn is_library(&self) -> bool {
        self.kind == LIBRARY
    }

    /// Entry point of a module other than a library.
    pub fn entry(&self) -> Option<&Entry> {
        self.entries.first().filter(|_| !self.is_library())
    }

    /// Entry point of a function, by index in [`Typed::functions`].
    pub fn entry_of(&self, function: usize) -> Option<&Entry> {
        self.entries.iter().find(|entry| entry.function == Some(function))
    }

    /// True if the validator version is at least 1.`minor`; unvalidated modules count as the newest.
    pub fn validates(&self, minor: u32) -> bool {
        self.validator.validates(minor)
    }
}
