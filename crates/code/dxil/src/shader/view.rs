//! Reads metadata nodes and reports malformed ones with their paths.

use std::cell::Cell;
use std::fmt;
use std::ops::Range;

use crate::metadata::Item;
use crate::module::Module;

/// Record codes of constants. Source: LLVM 3.7 bitcode.
mod constant {
    pub(super) const NULL: u64 = 2;
    pub(super) const UNDEFINED: u64 = 3;
    pub(super) const INTEGER: u64 = 4;
    pub(super) const AGGREGATE: u64 = 7;
    pub(super) const STRING: u64 = 8;
    pub(super) const C_STRING: u64 = 9;
    pub(super) const DATA: u64 = 22;
}

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
pub struct View<'m, 'a> {
    /// The module.
    pub module: &'m Module<'a>,
    /// Remaining work in operands and characters: nodes are shared, so a small file could describe a huge
    /// tree.
    work: Cell<u64>,
}

impl<'m, 'a> View<'m, 'a> {
    /// A view of a module's metadata, with work bounded by a multiple of the bitcode size.
    pub fn new(module: &'m Module<'a>) -> Self {
        View { module, work: Cell::new((module.bytes.len() as u64).saturating_mul(64)) }
    }

    /// Operands of a named node; empty if there is none.
    ///
    /// # Errors
    ///
    /// If an operand is not a node.
    pub fn named(&self, name: &str) -> Result<Vec<Node<'_, 'm, 'a>>, Box<MetadataError>> {
        let Some(named) = self.module.metadata.named(name) else {
            return Ok(Vec::new());
        };
        let nodes = named.items.iter().enumerate().map(|(place, &number)| {
            let path = format!("{name}[{place}]");
            self.node(number, path, named.bits.clone())
        });
        nodes.collect()
    }

    /// First operand of a named node.
    ///
    /// # Errors
    ///
    /// If an operand is not a node.
    pub fn first(&self, name: &str) -> Result<Option<Node<'_, 'm, 'a>>, Box<MetadataError>> {
        let Some(named) = self.module.metadata.named(name) else {
            return Ok(None);
        };
        let first = named.items.first();
        first.map(|&number| self.node(number, name.to_owned(), named.bits.clone())).transpose()
    }

    fn node(
        &self,
        number: u32,
        path: String,
        parent: Range<u64>,
    ) -> Result<Node<'_, 'm, 'a>, Box<MetadataError>> {
        let record = self.module.metadata.items.get(number as usize);
        let bits = record.map_or(parent, |record| record.bits);
        match self.module.metadata.node(number) {
            Some(operands) => {
                self.spend(operands.len() as u64 + 1, &path, &bits)?;
                Ok(Node { view: self, path, bits, operands })
            }
            None => Err(Box::new(MetadataError {
                path,
                bits,
                found: self.words(Some(number)),
                expected: "a node".to_owned(),
            })),
        }
    }

    fn spend(&self, cost: u64, path: &str, bits: &Range<u64>) -> Result<(), Box<MetadataError>> {
        match self.work.get().checked_sub(cost) {
            Some(left) => {
                self.work.set(left);
                Ok(())
            }
            None => Err(Box::new(MetadataError {
                path: path.to_owned(),
                bits: bits.clone(),
                found: "more metadata than the size of the bitcode allows".to_owned(),
                expected: "nodes that are shared a few times each".to_owned(),
            })),
        }
    }

    /// Description of a metadata item.
    fn words(&self, number: Option<u32>) -> String {
        let Some(number) = number else {
            return "nothing".to_owned();
        };
        match self.module.metadata.item(number) {
            None => format!("metadata {number}, which does not exist"),
            Some(Item::String(text)) => format!("the string \"{}\"", text.escape_ascii()),
            Some(Item::Node(operands)) => format!("a node of {} operands", operands.len()),
            Some(Item::Value { value, .. }) => match self.integer(value) {
                Some(integer) => format!("the number {integer}"),
                None => format!("value {value}"),
            },
            Some(Item::Other(code)) => format!("metadata of code {code}"),
        }
    }

    /// Signed integer that a value refers to; 0 for undef.
    fn integer(&self, value: u64) -> Option<i64> {
        let record = self.module.constant(value)?;
        match record.code {
            constant::NULL | constant::UNDEFINED => Some(0),
            constant::INTEGER => {
                let coded = record.operand(0)?;
                let magnitude = (coded >> 1) as i64;
                Some(match (coded & 1, magnitude) {
                    (0, magnitude) => magnitude,
                    // The minimum has no positive counterpart; it is encoded as negative zero.
                    (_, 0) => i64::MIN,
                    (_, magnitude) => -magnitude,
                })
            }
            _ => None,
        }
    }
}

/// A metadata node.
#[derive(Clone, Debug)]
pub struct Node<'v, 'm, 'a> {
    view: &'v View<'m, 'a>,
    /// Path from a named node.
    pub path: String,
    /// Bits of its record in the bitcode.
    pub bits: Range<u64>,
    operands: Vec<Option<u32>>,
}

impl<'v, 'm, 'a> Node<'v, 'm, 'a> {
    /// Number of operands.
    pub fn len(&self) -> usize {
        self.operands.len()
    }

    /// True if there are no operands.
    pub fn is_empty(&self) -> bool {
        self.operands.is_empty()
    }

    /// An error about an operand.
    pub fn error(&self, index: usize, name: &str, expected: impl Into<String>) -> Box<MetadataError> {
        let number = self.operands.get(index).copied().flatten();
        let record = number.and_then(|number| self.view.module.metadata.items.get(number as usize));
        Box::new(MetadataError {
            path: format!("{}.{name}", self.path),
            bits: record.map_or(self.bits.clone(), |record| record.bits),
            found: self.view.words(number),
            expected: expected.into(),
        })
    }

    fn item(&self, index: usize) -> Option<Item> {
        self.view.module.metadata.item(self.operands.get(index).copied().flatten()?)
    }

    /// True if an operand exists and is not null.
    pub fn has(&self, index: usize) -> bool {
        self.operands.get(index).copied().flatten().is_some()
    }

    /// Integer operand.
    ///
    /// # Errors
    ///
    /// If it is not an integer.
    pub fn integer(&self, place: usize, name: &str) -> Result<i64, Box<MetadataError>> {
        match self.item(place) {
            Some(Item::Value { value, .. }) => self.view.integer(value),
            _ => None,
        }
        .ok_or_else(|| self.error(place, name, "a constant integer"))
    }

    /// 32-bit operand; -1 is 0xFFFFFFFF.
    ///
    /// # Errors
    ///
    /// If it is not a 32-bit integer.
    pub fn word(&self, place: usize, name: &str) -> Result<u32, Box<MetadataError>> {
        let integer = self.integer(place, name)?;
        let word = u32::try_from(integer).or_else(|_| i32::try_from(integer).map(|signed| signed as u32));
        word.map_err(|_| self.error(place, name, "an integer of 32 bits"))
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
            Some(Item::String(text)) => {
                self.view.spend(text.len() as u64, &self.path, &self.bits)?;
                Ok(text)
            }
            _ => Err(self.error(place, name, "a string")),
        }
    }

    /// Node operand; `None` if null or past the end.
    ///
    /// # Errors
    ///
    /// If it is not a node.
    pub fn child(&self, index: usize, name: &str) -> Result<Option<Node<'v, 'm, 'a>>, Box<MetadataError>> {
        match self.operands.get(index).copied().flatten() {
            None => Ok(None),
            Some(number) => {
                let path = format!("{}.{name}", self.path);
                self.view.node(number, path, self.bits.clone()).map(Some)
            }
        }
    }

    /// Required node operand.
    ///
    /// # Errors
    ///
    /// If it is missing or not a node.
    pub fn expect(&self, place: usize, name: &str) -> Result<Node<'v, 'm, 'a>, Box<MetadataError>> {
        self.child(place, name)?.ok_or_else(|| self.error(place, name, "a node"))
    }

    /// All operands as nodes, with indexed paths.
    ///
    /// # Errors
    ///
    /// If one is null or not a node.
    pub fn children(&self) -> Result<Vec<Node<'v, 'm, 'a>>, Box<MetadataError>> {
        let nodes = self.operands.iter().enumerate().map(|(place, &operand)| {
            let path = format!("{}[{place}]", self.path);
            match operand {
                Some(number) => self.view.node(number, path, self.bits.clone()),
                None => Err(self.error(place, &place.to_string(), "a node")),
            }
        });
        nodes.collect()
    }

    /// All operands as words.
    ///
    /// # Errors
    ///
    /// If one is not a 32-bit integer.
    pub fn words(&self) -> Result<Vec<u32>, Box<MetadataError>> {
        (0..self.len()).map(|place| self.word(place, &place.to_string())).collect()
    }

    /// Tags in a list of tags and values, each with the operand index of its value.
    ///
    /// # Errors
    ///
    /// If a tag is not a 32-bit integer, or the last one has no value.
    pub fn tags(&self) -> Result<Vec<(u32, usize)>, Box<MetadataError>> {
        if !self.len().is_multiple_of(2) {
            let last = self.len() - 1;
            return Err(self.error(last, &last.to_string(), "a value after each tag"));
        }
        (0..self.len())
            .step_by(2)
            .map(|place| Ok((self.word(place, &place.to_string())?, place + 1)))
            .collect()
    }

    /// Function operand as index in [`Module::functions`]; `None` for null.
    ///
    /// # Errors
    ///
    /// If it is not a function.
    pub fn function(&self, place: usize, name: &str) -> Result<Option<usize>, Box<MetadataError>> {
        if !self.has(place) {
            return Ok(None);
        }
        let found = match self.item(place) {
            Some(Item::Value { value, .. }) => self.view.module.function(value).and_then(|function| {
                self.view
                    .module
                    .functions
                    .binary_search_by_key(&function.value, |function| function.value)
                    .ok()
            }),
            _ => None,
        };
        found.map(Some).ok_or_else(|| self.error(place, name, "a function of the module, or null"))
    }

    /// Type and value number of an operand.
    pub fn value(&self, place: usize) -> Option<(u64, u64)> {
        match self.item(place)? {
            Item::Value { type_id, value } => Some((type_id, value)),
            _ => None,
        }
    }

    /// Words of a constant array operand; empty for a zero initializer.
    ///
    /// # Errors
    ///
    /// If it is not a constant array.
    pub fn array(&self, place: usize, name: &str) -> Result<Vec<u32>, Box<MetadataError>> {
        let wrong = || self.error(place, name, "a constant array of integers");
        let (_, value) = self.value(place).ok_or_else(wrong)?;
        let record = self.view.module.constant(value).ok_or_else(wrong)?;
        self.view.spend(record.len(), &self.path, &self.bits)?;
        match record.code {
            constant::NULL => Ok(Vec::new()),
            constant::DATA | constant::STRING => {
                Ok(record.operands().map(|operand| operand as u32).collect())
            }
            constant::C_STRING => Ok(record.operands().map(|operand| operand as u32).chain([0]).collect()),
            constant::AGGREGATE => record
                .operands()
                .map(|value| self.view.integer(value).map(|integer| integer as u32).ok_or_else(wrong))
                .collect(),
            _ => Err(wrong()),
        }
    }
}
