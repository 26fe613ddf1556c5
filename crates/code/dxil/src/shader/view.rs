//! Nodes of metadata with their places: what is read says where it stood and what was expected there.

use std::cell::Cell;
use std::fmt;
use std::ops::Range;

use crate::metadata::Item;
use crate::module::Module;

/// Codes of constants. Source: LLVM 3.7 bitcode.
mod constant {
    pub(super) const NULL: u64 = 2;
    pub(super) const UNDEFINED: u64 = 3;
    pub(super) const INTEGER: u64 = 4;
    pub(super) const AGGREGATE: u64 = 7;
    pub(super) const STRING: u64 = 8;
    pub(super) const C_STRING: u64 = 9;
    pub(super) const DATA: u64 = 22;
}

/// Metadata that is not what the format asks for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MetadataError {
    /// The way to it from a named node, such as `dx.entryPoints[0].signatures.inputs[1].rows`.
    pub path: String,
    /// The bits of its record in the bitcode; of the node that lacks it where it is not there.
    pub bits: Range<u64>,
    /// What is there.
    pub found: String,
    /// What belongs there.
    pub expected: String,
}

impl fmt::Display for MetadataError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "found {}, expected {}", self.found, self.expected)
    }
}

impl std::error::Error for MetadataError {}

/// What reading metadata gives.
pub type MetadataResult<T> = Result<T, Box<MetadataError>>;

/// A module whose metadata is read.
#[derive(Debug)]
pub struct View<'m, 'a> {
    /// The module.
    pub module: &'m Module<'a>,
    /// Operands and characters that may still be looked at: nodes are shared, so a small file could tell of a large tree.
    work: Cell<u64>,
}

impl<'m, 'a> View<'m, 'a> {
    /// A view of a module's metadata. The work is bounded by a multiple of the size of the bitcode.
    pub fn new(module: &'m Module<'a>) -> Self {
        View {
            module,
            work: Cell::new((module.bytes.len() as u64).saturating_mul(64)),
        }
    }

    /// The nodes that a named node lists; empty where there is none.
    ///
    /// # Errors
    ///
    /// When it lists something that is no node.
    pub fn named(&self, name: &str) -> MetadataResult<Vec<Node<'_, 'm, 'a>>> {
        let Some(named) = self.module.metadata.named(name) else {
            return Ok(Vec::new());
        };
        let nodes = named.items.iter().enumerate().map(|(place, &number)| {
            let path = format!("{name}[{place}]");
            self.node(number, path, named.bits.clone())
        });
        nodes.collect()
    }

    /// The first node that a named node lists.
    ///
    /// # Errors
    ///
    /// When it lists something that is no node.
    pub fn first(&self, name: &str) -> MetadataResult<Option<Node<'_, 'm, 'a>>> {
        let Some(named) = self.module.metadata.named(name) else {
            return Ok(None);
        };
        let first = named.items.first();
        first
            .map(|&number| self.node(number, name.to_owned(), named.bits.clone()))
            .transpose()
    }

    fn node(&self, number: u32, path: String, parent: Range<u64>) -> MetadataResult<Node<'_, 'm, 'a>> {
        let record = self.module.metadata.items.get(number as usize);
        let bits = record.map_or(parent, |record| record.bits);
        match self.module.metadata.node(number) {
            Some(operands) => {
                self.spend(operands.len() as u64 + 1, &path, &bits)?;
                Ok(Node {
                    view: self,
                    path,
                    bits,
                    operands,
                })
            }
            None => Err(Box::new(MetadataError {
                path,
                bits,
                found: self.words(Some(number)),
                expected: "a node".to_owned(),
            })),
        }
    }

    fn spend(&self, cost: u64, path: &str, bits: &Range<u64>) -> MetadataResult<()> {
        match self.work.get().checked_sub(cost) {
            Some(left) => {
                self.work.set(left);
                Ok(())
            }
            None => Err(Box::new(MetadataError {
                path: path.to_owned(),
                bits: bits.clone(),
                found: "metadata that tells of more than the size of the bitcode allows".to_owned(),
                expected: "nodes that are shared a few times each".to_owned(),
            })),
        }
    }

    /// What a piece of metadata is, in words.
    fn words(&self, number: Option<u32>) -> String {
        let Some(number) = number else {
            return "nothing".to_owned();
        };
        match self.module.metadata.item(number) {
            None => format!("metadata {number}, which is not there"),
            Some(Item::String(text)) => format!("the string \"{}\"", text.escape_ascii()),
            Some(Item::Node(operands)) => format!("a node of {} operands", operands.len()),
            Some(Item::Value { value, .. }) => match self.integer(value) {
                Some(integer) => format!("the number {integer}"),
                None => format!("value {value}"),
            },
            Some(Item::Other(code)) => format!("metadata of code {code}"),
        }
    }

    /// The integer that a value is, negative ones included; 0 for what is undefined.
    fn integer(&self, value: u64) -> Option<i64> {
        let record = self.module.constant(value)?;
        match record.code {
            constant::NULL | constant::UNDEFINED => Some(0),
            constant::INTEGER => {
                let coded = record.operand(0)?;
                let magnitude = (coded >> 1) as i64;
                Some(match (coded & 1, magnitude) {
                    (0, magnitude) => magnitude,
                    // The smallest number has no positive counterpart; it is written as a negative zero.
                    (_, 0) => i64::MIN,
                    (_, magnitude) => -magnitude,
                })
            }
            _ => None,
        }
    }
}

/// A node of metadata.
#[derive(Clone, Debug)]
pub struct Node<'v, 'm, 'a> {
    view: &'v View<'m, 'a>,
    /// The way to it from a named node.
    pub path: String,
    /// The bits of its record in the bitcode.
    pub bits: Range<u64>,
    operands: Vec<Option<u32>>,
}

impl<'v, 'm, 'a> Node<'v, 'm, 'a> {
    /// Number of operands.
    pub fn len(&self) -> usize {
        self.operands.len()
    }

    /// Whether there are no operands.
    pub fn is_empty(&self) -> bool {
        self.operands.is_empty()
    }

    /// Something wrong with an operand.
    pub fn misfit(&self, place: usize, name: &str, expected: impl Into<String>) -> Box<MetadataError> {
        let number = self.operands.get(place).copied().flatten();
        let record = number.and_then(|number| self.view.module.metadata.items.get(number as usize));
        Box::new(MetadataError {
            path: format!("{}.{name}", self.path),
            bits: record.map_or(self.bits.clone(), |record| record.bits),
            found: self.view.words(number),
            expected: expected.into(),
        })
    }

    fn item(&self, place: usize) -> Option<Item> {
        self.view
            .module
            .metadata
            .item(self.operands.get(place).copied().flatten()?)
    }

    /// Whether an operand is there and not null.
    pub fn has(&self, place: usize) -> bool {
        self.operands.get(place).copied().flatten().is_some()
    }

    /// The integer that an operand is.
    ///
    /// # Errors
    ///
    /// When it is something else.
    pub fn integer(&self, place: usize, name: &str) -> MetadataResult<i64> {
        match self.item(place) {
            Some(Item::Value { value, .. }) => self.view.integer(value),
            _ => None,
        }
        .ok_or_else(|| self.misfit(place, name, "a constant integer"))
    }

    /// The 32 bits that an operand is: -1 is 0xFFFFFFFF.
    ///
    /// # Errors
    ///
    /// When it is no integer of 32 bits.
    pub fn word(&self, place: usize, name: &str) -> MetadataResult<u32> {
        let integer = self.integer(place, name)?;
        let word = u32::try_from(integer).or_else(|_| i32::try_from(integer).map(|signed| signed as u32));
        word.map_err(|_| self.misfit(place, name, "an integer of 32 bits"))
    }

    /// The byte that an operand is: -1 is 0xFF.
    ///
    /// # Errors
    ///
    /// When it is no integer of 8 bits.
    pub fn byte(&self, place: usize, name: &str) -> MetadataResult<u8> {
        let integer = self.integer(place, name)?;
        let byte = u8::try_from(integer).or_else(|_| i8::try_from(integer).map(|signed| signed as u8));
        byte.map_err(|_| self.misfit(place, name, "an integer of 8 bits"))
    }

    /// The truth value that an operand is.
    ///
    /// # Errors
    ///
    /// When it is no integer.
    pub fn flag(&self, place: usize, name: &str) -> MetadataResult<bool> {
        self.integer(place, name).map(|value| value != 0)
    }

    /// The string that an operand is.
    ///
    /// # Errors
    ///
    /// When it is something else.
    pub fn text(&self, place: usize, name: &str) -> MetadataResult<Vec<u8>> {
        match self.item(place) {
            Some(Item::String(text)) => {
                self.view.spend(text.len() as u64, &self.path, &self.bits)?;
                Ok(text)
            }
            _ => Err(self.misfit(place, name, "a string")),
        }
    }

    /// The node that an operand is; `None` for null, and where the node ends before it.
    ///
    /// # Errors
    ///
    /// When it is something else.
    pub fn child(&self, place: usize, name: &str) -> MetadataResult<Option<Node<'v, 'm, 'a>>> {
        match self.operands.get(place).copied().flatten() {
            None => Ok(None),
            Some(number) => {
                let path = format!("{}.{name}", self.path);
                self.view.node(number, path, self.bits.clone()).map(Some)
            }
        }
    }

    /// The node that an operand is, which has to be there.
    ///
    /// # Errors
    ///
    /// When it is not there.
    pub fn expect(&self, place: usize, name: &str) -> MetadataResult<Node<'v, 'm, 'a>> {
        self.child(place, name)?
            .ok_or_else(|| self.misfit(place, name, "a node"))
    }

    /// The nodes that the operands are, each named after its place.
    ///
    /// # Errors
    ///
    /// When one is something else, or null.
    pub fn children(&self) -> MetadataResult<Vec<Node<'v, 'm, 'a>>> {
        let nodes = self.operands.iter().enumerate().map(|(place, &operand)| {
            let path = format!("{}[{place}]", self.path);
            match operand {
                Some(number) => self.view.node(number, path, self.bits.clone()),
                None => Err(self.misfit(place, &place.to_string(), "a node")),
            }
        });
        nodes.collect()
    }

    /// The words that the operands are.
    ///
    /// # Errors
    ///
    /// When one is no integer of 32 bits.
    pub fn words(&self) -> MetadataResult<Vec<u32>> {
        (0..self.len())
            .map(|place| self.word(place, &place.to_string()))
            .collect()
    }

    /// The places of tags in a list of tags and values, each with the place of its value.
    ///
    /// # Errors
    ///
    /// When a tag is no integer of 32 bits, or the last one has no value.
    pub fn tags(&self) -> MetadataResult<Vec<(u32, usize)>> {
        if !self.len().is_multiple_of(2) {
            let last = self.len() - 1;
            return Err(self.misfit(last, &last.to_string(), "a value behind each tag"));
        }
        (0..self.len())
            .step_by(2)
            .map(|place| Ok((self.word(place, &place.to_string())?, place + 1)))
            .collect()
    }

    /// The function that an operand is, as its place in [`Module::functions`]; `None` for null.
    ///
    /// # Errors
    ///
    /// When it is something else.
    pub fn function(&self, place: usize, name: &str) -> MetadataResult<Option<usize>> {
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
        found
            .map(Some)
            .ok_or_else(|| self.misfit(place, name, "a function of the module, or null"))
    }

    /// Number of the type and of the value that an operand is.
    pub fn value(&self, place: usize) -> Option<(u64, u64)> {
        match self.item(place)? {
            Item::Value { type_id, value } => Some((type_id, value)),
            _ => None,
        }
    }

    /// The words of the constant array that an operand is; empty for one that is zero throughout.
    ///
    /// # Errors
    ///
    /// When it is something else.
    pub fn array(&self, place: usize, name: &str) -> MetadataResult<Vec<u32>> {
        let wrong = || self.misfit(place, name, "a constant array of integers");
        let (_, value) = self.value(place).ok_or_else(wrong)?;
        let record = self.view.module.constant(value).ok_or_else(wrong)?;
        self.view.spend(record.len(), &self.path, &self.bits)?;
        match record.code {
            constant::NULL => Ok(Vec::new()),
            constant::DATA | constant::STRING => {
                Ok(record.operands().map(|operand| operand as u32).collect())
            }
            constant::C_STRING => Ok(record
                .operands()
                .map(|operand| operand as u32)
                .chain([0])
                .collect()),
            constant::AGGREGATE => record
                .operands()
                .map(|value| {
                    self.view
                        .integer(value)
                        .map(|integer| integer as u32)
                        .ok_or_else(wrong)
                })
                .collect(),
            _ => Err(wrong()),
        }
    }
}
