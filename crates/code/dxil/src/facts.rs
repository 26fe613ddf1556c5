//! Extracts facts about a DXIL module from its named metadata.

use std::fmt;

use crate::ir::{Constant, Metadata, MetadataId, Typed};
use crate::metadata::Item;
use crate::module::Module;

/// Maximum number of entry points read.
const MAX_ENTRY_POINTS: usize = 64 * 1024;
/// Record code of an integer constant.
const INTEGER: u64 = 4;
/// Record code of a null constant.
const NULL: u64 = 2;

/// A version: major and minor number.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Version {
    /// Major number.
    pub major: u32,
    /// Minor number.
    pub minor: u32,
}

impl Version {
    /// True if this validator version is 1.`minor` or later. 0.0 means not validated and counts as the
    /// newest.
    pub fn validates(self, minor: u32) -> bool {
        let unvalidated = Version { major: 0, minor: 0 };
        self == unvalidated || self >= Version { major: 1, minor }
    }
}

impl fmt::Display for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.major, self.minor)
    }
}

/// A shader model, `dx.shaderModel`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ShaderModel {
    /// Shader kind: `ps`, `vs`, `gs`, `hs`, `ds`, `cs`, `lib`, `ms` or `as`.
    pub kind: Vec<u8>,
    /// Version; minor version 15 is a library that can only be linked.
    pub version: Version,
}

impl ShaderModel {
    /// Number of the kind in the header of a program part.
    pub(crate) fn kind_number(&self) -> Option<u16> {
        const KINDS: [(&[u8], u16); 9] = [
            (b"ps", 0),
            (b"vs", 1),
            (b"gs", 2),
            (b"hs", 3),
            (b"ds", 4),
            (b"cs", 5),
            (b"lib", 6),
            (b"ms", 13),
            (b"as", 14),
        ];
        KINDS.iter().find(|(kind, _)| *kind == self.kind).map(|&(_, number)| number)
    }
}

impl fmt::Display for ShaderModel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Version { major, minor } = self.version;
        let kind = self.kind.escape_ascii();
        match minor {
            15 => write!(f, "{kind}_{major}_x"),
            _ => write!(f, "{kind}_{major}_{minor}"),
        }
    }
}

/// An entry of `dx.entryPoints`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EntryPoint {
    /// Index in [`Module::functions`]; `None` for the entry of a library that only holds resources.
    pub function: Option<usize>,
    /// Name; empty for a library's first entry.
    pub name: Vec<u8>,
    /// Shader kind as numbered in program headers, if the entry's properties contain it, as in libraries.
    pub kind: Option<u32>,
}

/// Property tag of the shader kind.
const KIND: u32 = 8;

/// Facts from named metadata.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Facts {
    /// DXIL version, `dx.version`.
    pub version: Option<Version>,
    /// Validator version the module was made for, `dx.valver`; 0.0 for no validation.
    pub validator: Option<Version>,
    /// Shader model, `dx.shaderModel`.
    pub shader_model: Option<ShaderModel>,
    /// Entry points, `dx.entryPoints`.
    pub entry_points: Vec<EntryPoint>,
    /// The producer, `llvm.ident`.
    pub producer: Option<Vec<u8>>,
    /// True if sources are embedded, `dx.source.contents`.
    pub has_sources: bool,
    /// True if a root signature is embedded, `dx.rootSignature`.
    pub has_root_signature: bool,
}

/// Metadata that states versions, in a module as either layer reads it.
pub trait Statements {
    /// Number of the metadata that is operand `index` of the first node of a name.
    fn operand(&self, name: &str, index: usize) -> Option<u32>;
    /// Non-negative integer that a metadata item holds.
    fn number_of(&self, item: u32) -> Option<u32>;
    /// String of a metadata item.
    fn text_of(&self, item: u32) -> Option<Vec<u8>>;

    /// Two numbers of a node, from operand `index` on.
    fn version_of(&self, name: &str, index: usize) -> Option<Version> {
        let number = |index| self.number_of(self.operand(name, index)?);
        Some(Version { major: number(index)?, minor: number(index + 1)? })
    }

    /// The [version](Facts::version) among the facts.
    fn dxil_version(&self) -> Option<Version> {
        self.version_of("dx.version", 0)
    }

    /// The [validator](Facts::validator) among the facts.
    fn validator(&self) -> Option<Version> {
        self.version_of("dx.valver", 0)
    }

    /// The [shader model](Facts::shader_model) among the facts.
    fn shader_model(&self) -> Option<ShaderModel> {
        let name = "dx.shaderModel";
        Some(ShaderModel { kind: self.text_of(self.operand(name, 0)?)?, version: self.version_of(name, 1)? })
    }
}

impl Statements for Module<'_> {
    fn operand(&self, name: &str, index: usize) -> Option<u32> {
        let node = self.metadata.node(self.metadata.named(name)?.items.first().copied()?)?;
        node.get(index).copied().flatten()
    }

    fn number_of(&self, item: u32) -> Option<u32> {
        match self.metadata.item(item)? {
            Item::Value { value, .. } => u32::try_from(self.integer(value)?).ok(),
            _ => None,
        }
    }

    fn text_of(&self, item: u32) -> Option<Vec<u8>> {
        self.metadata.string(item)
    }
}

impl Statements for Typed<'_> {
    fn operand(&self, name: &str, index: usize) -> Option<u32> {
        let node = self.metadata.node(self.metadata.named(name)?.first().copied()?)?;
        node.get(index).copied().flatten().map(|id| id.index() as u32)
    }

    fn number_of(&self, item: u32) -> Option<u32> {
        match self.metadata.get(MetadataId::module(item))? {
            Metadata::Value(value) => match self.constant(value)? {
                Constant::Integer(number) => u32::try_from(number).ok(),
                Constant::Null => Some(0),
                _ => None,
            },
            _ => None,
        }
    }

    fn text_of(&self, item: u32) -> Option<Vec<u8>> {
        self.metadata.string(MetadataId::module(item)).map(<[u8]>::to_vec)
    }
}

impl Module<'_> {
    /// Facts from the named metadata. Missing or malformed ones are `None`.
    pub fn facts(&self) -> Facts {
        let metadata = &self.metadata;
        let producer = self.operand("llvm.ident", 0).and_then(|item| self.text_of(item));
        Facts {
            version: self.dxil_version(),
            validator: self.validator(),
            shader_model: self.shader_model(),
            entry_points: self.entry_points(),
            producer,
            has_sources: metadata.named("dx.source.contents").is_some(),
            has_root_signature: metadata.named("dx.rootSignature").is_some(),
        }
    }

    /// The non-negative integer constant that a value refers to; negative ones are invalid in all fields here.
    pub fn integer(&self, value: u64) -> Option<u64> {
        let record = self.constant(value)?;
        match record.code {
            NULL => Some(0),
            // The sign is in the lowest bit.
            INTEGER => record.operand(0).filter(|coded| coded & 1 == 0).map(|coded| coded >> 1),
            _ => None,
        }
    }

    fn entry_points(&self) -> Vec<EntryPoint> {
        let Some(named) = self.metadata.named("dx.entryPoints") else {
            return Vec::new();
        };
        // Entries sharing one long node would cost more than the size of the file.
        let mut work = self.bytes.len();
        let mut out = Vec::new();
        for &item in named.items.iter().take(MAX_ENTRY_POINTS) {
            let Some(node) = self.metadata.node(item) else {
                continue;
            };
            let name = match node.get(1).copied().flatten() {
                Some(number) => self.metadata.string(number).unwrap_or_default(),
                None => Vec::new(),
            };
            let properties = node.get(4).copied().flatten();
            let properties = properties.and_then(|number| self.metadata.node(number));
            let properties = properties.unwrap_or_default();
            let Some(left) = work.checked_sub(node.len() + name.len() + properties.len()) else {
                break;
            };
            work = left;
            let mut pairs = properties.chunks_exact(2);
            let number = |pair: &[Option<u32>], index: usize| self.number_of((*pair.get(index)?)?);
            let kind = pairs.find(|pair| number(pair, 0) == Some(KIND));
            out.push(EntryPoint {
                function: node.first().copied().flatten().and_then(|number| self.function_of(number)),
                name,
                kind: kind.and_then(|pair| number(pair, 1)),
            });
        }
        out
    }

    /// Index in [`functions`](Self::functions) of the function that metadata refers to.
    fn function_of(&self, number: u32) -> Option<usize> {
        let Some(Item::Value { value, .. }) = self.metadata.item(number) else {
            return None;
        };
        let value = self.function(value)?.value;
        self.functions.binary_search_by_key(&value, |function| function.value).ok()
    }
}
