//! Reads metadata nodes and reports malformed ones with their paths.

use std::cell::Cell;
use std::fmt;
use std::ops::Range;

use crate::ir::{Constant, Metadata, MetadataId, Typed, ValueId};

/// Maximum number of operands read of a node.
const MAX_NODE: usize = 64 * 1024;

/// Metadata that violates the format.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MetadataError {
    /// Path from a named node, such as `dx.entryPoints[0].signatures.inputs[1].rows`.
    pub path: String,
    /// Bits of its record in the bitcode; if missing, of the parent node.
    pub bits: Range<u64>,
    /// Description of the actual metadata.
    pub found: String,
    /// Description of the expected metadata.
    pub expected: String,
}

impl fmt::Display for MetadataError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "found {}, expected {}", self.found, self.expected)
    }
}

impl std::error::Error for MetadataError {}

/// Reads the metadata of a module.
#[derive(Debug)]
pub struct View<'m> {
    module: &'m Typed<'m>,
    /// Remaining work in operands and characters: nodes are shared, so a small file could describe a huge
    /// tree.
    work: Cell<u64>,
}

/// A step of a path.
#[derive(Clone, Copy, Debug)]
enum Step<'n> {
    /// A named operand.
    Name(&'n str),
    /// An operand without a name.
    Operand(usize),
}

/// Where a node is. It is written as text only in errors.
#[derive(Clone, Copy, Debug)]
struct Path<'n> {
    /// The node that holds this one.
    parent: Option<&'n Node<'n>>,
    /// Name of the operand, or of the named node.
    name: Option<&'n str>,
    /// Position in a list.
    index: Option<usize>,
}

impl fmt::Display for Path<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(parent) = self.parent {
            parent.path.fmt(f)?;
        }
        match (self.name, self.parent) {
            (Some(name), Some(_)) => write!(f, ".{name}")?,
            (Some(name), None) => f.write_str(name)?,
            (None, _) => {}
        }
        match self.index {
            Some(index) => write!(f, "[{index}]"),
            None => Ok(()),
        }
    }
}

impl<'m> View<'m> {
    /// A view of a module's metadata, with work bounded by a multiple of the bitcode size.
    pub fn new(module: &'m Typed<'m>) -> Self {
        View { module, work: Cell::new((module.bytes.len() as u64).saturating_mul(64)) }
    }

    /// Operands of a named node; empty if there is none.
    ///
    /// # Errors
    ///
    /// If an operand is not a node.
    pub fn named<'v>(&'v self, name: &'v str) -> Result<Vec<Node<'v>>, Box<MetadataError>> {
        let nodes = self.module.metadata.named(name).unwrap_or_default();
        let nodes = nodes
            .iter()
            .enumerate()
            .map(|(index, &id)| self.node(id, Path { parent: None, name: Some(name), index: Some(index) }));
        nodes.collect()
    }

    /// First operand of a named node.
    ///
    /// # Errors
    ///
    /// If an operand is not a node.
    pub fn first<'v>(&'v self, name: &'v str) -> Result<Option<Node<'v>>, Box<MetadataError>> {
        let first = self.module.metadata.named(name).and_then(<[MetadataId]>::first);
        first.map(|&id| self.node(id, Path { parent: None, name: Some(name), index: None })).transpose()
    }

    /// Bits of a record, without its abbreviation id.
    fn bits(&self, id: MetadataId) -> Range<u64> {
        let bits = self.module.metadata_places.get(id.index()).unwrap_or_default();
        (bits.start + u64::from(self.module.metadata_width)).min(bits.end)..bits.end
    }

    fn node<'v>(&'v self, id: MetadataId, path: Path<'v>) -> Result<Node<'v>, Box<MetadataError>> {
        let Some(operands) = self.module.metadata.node(id) else {
            return Err(Box::new(MetadataError {
                path: path.to_string(),
                bits: self.bits(id),
                found: self.words(Some(id)),
                expected: "a node".to_owned(),
            }));
        };
        let operands = operands.get(..MAX_NODE).unwrap_or(operands);
        let node = Node { view: self, path, id, operands };
        self.spend(operands.len() as u64 + 1, &node)?;
        Ok(node)
    }

    fn spend(&self, cost: u64, node: &Node<'_>) -> Result<(), Box<MetadataError>> {
        match self.work.get().checked_sub(cost) {
            Some(left) => {
                self.work.set(left);
                Ok(())
            }
            None => Err(Box::new(MetadataError {
                path: node.path.to_string(),
                bits: self.bits(node.id),
                found: "more metadata than the size of the bitcode allows".to_owned(),
                expected: "nodes that are shared a few times each".to_owned(),
            })),
        }
    }

    /// Description of a metadata item.
    fn words(&self, id: Option<MetadataId>) -> String {
        let Some(id) = id else {
            return "nothing".to_owned();
        };
        let metadata = &self.module.metadata;
        match metadata.get(id) {
            None => format!("metadata {}, which does not exist", id.index()),
            Some(Metadata::String(text)) => {
                format!("the string \"{}\"", metadata.text(text).escape_ascii())
            }
            Some(Metadata::Node { operands, .. }) => format!("a node of {} operands", operands.len()),
            Some(Metadata::Value(value)) => match self.integer(value) {
                Some(integer) => format!("the number {integer}"),
                None => format!("value {}", value.index()),
            },
            Some(Metadata::Debug { kind, .. }) => format!("metadata of code {}", kind.code()),
        }
    }

    /// Signed integer that a value refers to; 0 for undef.
    fn integer(&self, value: ValueId) -> Option<i64> {
        match self.module.constant(value)? {
            Constant::Integer(number) => Some(number),
            Constant::Null | Constant::Undef => Some(0),
            _ => None,
        }
    }
}

/// A metadata node.
#[derive(Clone, Copy, Debug)]
pub struct Node<'v> {
    view: &'v View<'v>,
    path: Path<'v>,
    id: MetadataId,
    operands: &'v [Option<MetadataId>],
}

impl<'v> Node<'v> {
    /// Number of operands.
    pub fn len(&self) -> usize {
        self.operands.len()
    }

    /// True if there are no operands.
    pub fn is_empty(&self) -> bool {
        self.operands.is_empty()
    }

    /// An error about an operand.
    #[cold]
    pub fn error(&self, index: usize, name: &str, expected: impl Into<String>) -> Box<MetadataError> {
        self.wrong(index, Step::Name(name), expected)
    }

    #[cold]
    fn wrong(&self, index: usize, step: Step<'_>, expected: impl Into<String>) -> Box<MetadataError> {
        let id = self.operand(index);
        let path = match step {
            Step::Name(name) => format!("{}.{name}", self.path),
            Step::Operand(index) => format!("{}.{index}", self.path),
        };
        Box::new(MetadataError {
            path,
            bits: self.view.bits(id.unwrap_or(self.id)),
            found: self.view.words(id),
            expected: expected.into(),
        })
    }

    fn operand(&self, index: usize) -> Option<MetadataId> {
        self.operands.get(index).copied().flatten()
    }

    fn item(&self, index: usize) -> Option<Metadata> {
        self.view.module.metadata.get(self.operand(index)?)
    }

    /// True if an operand exists and is not null.
    pub fn has(&self, index: usize) -> bool {
        self.operand(index).is_some()
    }

    /// Integer operand.
    ///
    /// # Errors
    ///
    /// If it is not an integer.
    pub fn integer(&self, place: usize, name: &str) -> Result<i64, Box<MetadataError>> {
        self.number(place, Step::Name(name))
    }

    fn number(&self, place: usize, step: Step<'_>) -> Result<i64, Box<MetadataError>> {
        match self.item(place) {
            Some(Metadata::Value(value)) => self.view.integer(value),
            _ => None,
        }
        .ok_or_else(|| self.wrong(place, step, "a constant integer"))
    }

    /// 32-bit operand; -1 is 0xFFFFFFFF.
    ///
    /// # Errors
    ///
    /// If it is not a 32-bit integer.
    pub fn word(&self, place: usize, name: &str) -> Result<u32, Box<MetadataError>> {
        self.word_at(place, Step::Name(name))
    }

    fn word_at(&self, place: usize, step: Step<'_>) -> Result<u32, Box<MetadataError>> {
        let integer = self.number(place, step)?;
        let word = u32::try_from(integer).or_else(|_| i32::try_from(integer).map(|signed| signed as u32));
        word.map_err(|_| self.wrong(place, step, "an integer of 32 bits"))
    }

    /// Byte operand; -1 is 0xFF.
    ///
    /// # Errors
    ///
    /// If it is not an 8-bit integer.
    pub fn byte(&self, place: usize, name: &str) -> Result<u8, Box<MetadataError>> {
        let integer = self.integer(place, name)?;
        let byte = u8::try_from(integer).or_else(|_| i8::try_from(integer).map(|signed| signed as u8));
        byte.map_err(|_| self.error(place, name, "an integer of 8 bits"))
    }

    /// Boolean operand.
    ///
    /// # Errors
    ///
    /// If it is not an integer.
    pub fn flag(&self, place: usize, name: &str) -> Result<bool, Box<MetadataError>> {
        self.integer(place, name).map(|value| value != 0)
    }

    /// String operand.
    ///
    /// # Errors
    ///
    /// If it is not a string.
    pub fn text(&self, place: usize, name: &str) -> Result<Vec<u8>, Box<MetadataError>> {
        match self.item(place) {
            Some(Metadata::String(text)) => {
                let text = self.view.module.metadata.text(text);
                self.view.spend(text.len() as u64, self)?;
                Ok(text.to_vec())
            }
            _ => Err(self.error(place, name, "a string")),
        }
    }

    /// Node operand; `None` if null or past the end.
    ///
    /// # Errors
    ///
    /// If it is not a node.
    pub fn child<'n>(&'n self, index: usize, name: &'n str) -> Result<Option<Node<'n>>, Box<MetadataError>> {
        let path = Path { parent: Some(self), name: Some(name), index: None };
        self.operand(index).map(|id| self.view.node(id, path)).transpose()
    }

    /// Required node operand.
    ///
    /// # Errors
    ///
    /// If it is missing or not a node.
    pub fn expect<'n>(&'n self, place: usize, name: &'n str) -> Result<Node<'n>, Box<MetadataError>> {
        self.child(place, name)?.ok_or_else(|| self.error(place, name, "a node"))
    }

    /// All operands as nodes, with indexed paths.
    ///
    /// # Errors
    ///
    /// If one is null or not a node.
    pub fn children(&self) -> Result<Vec<Node<'_>>, Box<MetadataError>> {
        let nodes = self.operands.iter().enumerate().map(|(index, &operand)| match operand {
            Some(id) => self.view.node(id, Path { parent: Some(self), name: None, index: Some(index) }),
            None => Err(self.wrong(index, Step::Operand(index), "a node")),
        });
        nodes.collect()
    }

    /// All operands as words.
    ///
    /// # Errors
    ///
    /// If one is not a 32-bit integer.
    pub fn words(&self) -> Result<Vec<u32>, Box<MetadataError>> {
        (0..self.len()).map(|place| self.word_at(place, Step::Operand(place))).collect()
    }

    /// Tags in a list of tags and values, each with the operand index of its value.
    ///
    /// # Errors
    ///
    /// If a tag is not a 32-bit integer, or the last one has no value.
    pub fn tags(&self) -> Result<Vec<(u32, usize)>, Box<MetadataError>> {
        if !self.len().is_multiple_of(2) {
            let last = self.len() - 1;
            return Err(self.wrong(last, Step::Operand(last), "a value after each tag"));
        }
        (0..self.len())
            .step_by(2)
            .map(|place| Ok((self.word_at(place, Step::Operand(place))?, place + 1)))
            .collect()
    }

    /// Function operand as index in [`Typed::functions`]; `None` for null.
    ///
    /// # Errors
    ///
    /// If it is not a function.
    pub fn function(&self, place: usize, name: &str) -> Result<Option<usize>, Box<MetadataError>> {
        if !self.has(place) {
            return Ok(None);
        }
        let found = match self.item(place) {
            Some(Metadata::Value(value)) => self.view.module.function(value),
            _ => None,
        };
        let found = found.map(|(id, _)| Some(id.index()));
        found.ok_or_else(|| self.error(place, name, "a function of the module, or null"))
    }

    /// Type and value number of an operand.
    pub fn value(&self, place: usize) -> Option<(u64, u64)> {
        match self.item(place)? {
            Metadata::Value(value) => {
                let ty = self.view.module.type_of(value)?;
                Some((u64::from(ty.0), value.index() as u64))
            }
            _ => None,
        }
    }

    /// Words of a constant array operand; empty for a zero initializer.
    ///
    /// # Errors
    ///
    /// If it is not a constant array.
    pub fn array(&self, place: usize, name: &str) -> Result<Vec<u32>, Box<MetadataError>> {
        let module = self.view.module;
        let wrong = || self.error(place, name, "a constant array of integers");
        let constant = match self.item(place) {
            Some(Metadata::Value(value)) => module.constant(value),
            _ => None,
        };
        let words: Vec<u32> = match constant.ok_or_else(wrong)? {
            Constant::Null => Vec::new(),
            Constant::Data(words) => module.constants.words(words).iter().map(|&word| word as u32).collect(),
            Constant::String(text) => {
                module.constants.text(text).iter().map(|&byte| u32::from(byte)).collect()
            }
            Constant::CString(text) => {
                module.constants.text(text).iter().map(|&byte| u32::from(byte)).chain([0]).collect()
            }
            Constant::Aggregate(values) => {
                let words = module.constants.operands(values).iter();
                let words = words.map(|&value| self.view.integer(value).map(|integer| integer as u32));
                words.collect::<Option<_>>().ok_or_else(wrong)?
            }
            _ => return Err(wrong()),
        };
        self.view.spend(words.len() as u64, self)?;
        Ok(words)
    }
}
