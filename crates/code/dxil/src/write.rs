//! Writes bitstreams: blocks, records with and without abbreviations, and small modules for tests and
//! examples.
//!
//! [`Stream`] writes what [`Walk`](crate::Walk) reads. [`Outline`] writes a module with functions, names and
//! identifying metadata, enough to check a container against; its function bodies are empty.

use crate::abbreviation::{Abbreviation, Operand, Scalar, char6_code};
use crate::function::Linkage;
use crate::metadata;
use crate::module::code;
use crate::wrapper::MAGIC;

/// Writes a bitstream.
#[derive(Clone, Debug, Default)]
pub struct Stream {
    bytes: Vec<u8>,
    /// Bits not yet in `bytes`.
    pending: u64,
    /// Number of pending bits, at most 63.
    used: u32,
    width: u32,
}

/// An open block, to be closed with [`Stream::leave`].
#[derive(Debug)]
#[must_use]
pub struct Entered {
    /// Position of its word count.
    count: usize,
    /// Width of its parent's abbreviation ids.
    outer: u32,
}

impl Stream {
    /// A stream that begins with the bitcode magic.
    pub fn new() -> Stream {
        Stream { bytes: MAGIC.to_vec(), pending: 0, used: 0, width: 2 }
    }

    /// Writes the lowest `width` bits of a number, at most 64.
    #[inline]
    pub fn fixed(&mut self, value: u64, width: u32) {
        let width = width.min(64);
        let value = match width {
            64 => value,
            _ => value & ((1 << width) - 1),
        };
        self.pending |= value << self.used;
        let total = self.used + width;
        if total < 64 {
            self.used = total;
            return;
        }
        self.bytes.extend_from_slice(&self.pending.to_le_bytes());
        self.pending = value.checked_shr(64 - self.used).unwrap_or(0);
        self.used = total - 64;
    }

    /// Writes a VBR number in chunks of `width` bits, 2 to 32.
    #[inline]
    pub fn variable(&mut self, mut value: u64, width: u32) {
        let data = width.clamp(2, 32) - 1;
        while value >> data != 0 {
            self.fixed(value & ((1 << data) - 1) | 1 << data, data + 1);
            value >>= data;
        }
        self.fixed(value, data + 1);
    }

    /// Pads with zeros to a multiple of 32 bits.
    pub fn align(&mut self) {
        let count = self.used.div_ceil(8) as usize;
        let pending = self.pending.to_le_bytes();
        self.bytes.extend_from_slice(pending.get(..count).unwrap_or_default());
        self.pending = 0;
        self.used = 0;
        let size = self.bytes.len().next_multiple_of(4);
        self.bytes.resize(size, 0);
    }

    /// Writes a block; abbreviation ids have `width` bits, 2 to 32.
    pub fn block(&mut self, id: u32, width: u32, content: impl FnOnce(&mut Stream)) {
        let entered = self.enter(id, width);
        content(self);
        self.leave(entered);
    }

    /// Begins a block; abbreviation ids have `width` bits, 2 to 32.
    pub fn enter(&mut self, id: u32, width: u32) -> Entered {
        let outer = std::mem::replace(&mut self.width, width);
        self.fixed(1, outer);
        self.variable(u64::from(id), 8);
        self.variable(u64::from(width), 4);
        self.align();
        let count = self.bytes.len();
        self.fixed(0, 32);
        Entered { count, outer }
    }

    /// Ends the innermost block.
    pub fn leave(&mut self, entered: Entered) {
        self.fixed(0, self.width);
        self.align();
        let count = entered.count;
        let words = (self.bytes.len() - count) / 4 - 1;
        if let Some(slot) = self.bytes.get_mut(count..count + 4) {
            slot.copy_from_slice(&(words as u32).to_le_bytes());
        }
        self.width = entered.outer;
    }

    /// Defines an abbreviation for the current block or, in BLOCKINFO, for the selected one.
    pub fn define(&mut self, abbreviation: &Abbreviation) {
        self.fixed(2, self.width);
        let operands = abbreviation.operands();
        let count: usize = operands
            .iter()
            .map(|operand| match operand {
                Operand::Array(_) => 2,
                Operand::Scalar(_) | Operand::Blob => 1,
            })
            .sum();
        self.variable(count as u64, 5);
        for operand in operands {
            match operand {
                Operand::Scalar(scalar) => self.encoding(*scalar),
                Operand::Array(scalar) => {
                    self.fixed(3 << 1, 4);
                    self.encoding(*scalar);
                }
                Operand::Blob => self.fixed(5 << 1, 4),
            }
        }
    }

    fn encoding(&mut self, scalar: Scalar) {
        match scalar {
            Scalar::Literal(value) => {
                self.fixed(1, 1);
                self.variable(value, 8);
            }
            Scalar::Fixed(width) => {
                self.fixed(1 << 1, 4);
                self.variable(u64::from(width), 5);
            }
            Scalar::Variable(width) => {
                self.fixed(2 << 1, 4);
                self.variable(u64::from(width), 5);
            }
            Scalar::Char6 => self.fixed(4 << 1, 4),
        }
    }

    #[inline]
    fn scalar(&mut self, scalar: Scalar, value: u64) {
        match scalar {
            Scalar::Literal(_) => {}
            Scalar::Fixed(width) => self.fixed(value, u32::from(width)),
            Scalar::Variable(width) => self.variable(value, u32::from(width)),
            Scalar::Char6 => self.fixed(char6_code(value as u8).unwrap_or(0), 6),
        }
    }

    /// Writes a record with abbreviation `id`. The operands must match it: missing ones are 0, excess bits
    /// are lost. Blobs are not written.
    pub fn abbreviated(&mut self, id: u32, abbreviation: &Abbreviation, code: u64, operands: &[u64]) {
        self.fixed(u64::from(id), self.width);
        let mut values = std::iter::once(code).chain(operands.iter().copied());
        let mut left = operands.len();
        for (index, operand) in abbreviation.operands().iter().enumerate() {
            match operand {
                Operand::Scalar(scalar) => {
                    self.scalar(*scalar, values.next().unwrap_or(0));
                    left = left.saturating_sub(usize::from(index > 0));
                }
                Operand::Array(scalar) => {
                    self.variable(left as u64, 6);
                    for value in values.by_ref() {
                        self.scalar(*scalar, value);
                    }
                }
                Operand::Blob => {}
            }
        }
    }

    /// Writes an unabbreviated record.
    pub fn record(&mut self, code: u64, operands: &[u64]) {
        self.fixed(3, self.width);
        self.variable(code, 6);
        self.variable(operands.len() as u64, 6);
        for &operand in operands {
            self.variable(operand, 6);
        }
    }

    /// Writes a record of numbers, then characters.
    pub fn text(&mut self, code: u64, operands: &[u64], text: &[u8]) {
        let characters = text.iter().map(|&byte| u64::from(byte));
        let operands: Vec<u64> = operands.iter().copied().chain(characters).collect();
        self.record(code, &operands);
    }

    /// The bytes, padded to whole words.
    pub fn finish(mut self) -> Vec<u8> {
        self.align();
        self.bytes
    }
}

/// A module to write: kind and functions.
#[derive(Clone, Debug)]
pub struct Outline {
    kind: String,
    version: (u32, u32),
    validator: Option<(u32, u32)>,
    has_entry: bool,
    functions: Vec<(Vec<u8>, Linkage, bool)>,
}

impl Outline {
    /// A module of a shader model, such as `lib`, 6, 3.
    pub fn new(kind: &str, major: u32, minor: u32) -> Outline {
        Outline {
            kind: kind.to_owned(),
            version: (major, minor),
            validator: Some((1, 8)),
            has_entry: false,
            functions: Vec::new(),
        }
    }

    /// Sets the validator version, 1.8 by default; `None` omits it.
    pub fn validator(mut self, version: Option<(u32, u32)>) -> Outline {
        self.validator = version;
        self
    }

    /// Makes the first function that is defined the entry point, without signatures, resources and properties.
    pub fn entry(mut self) -> Outline {
        self.has_entry = true;
        self
    }

    /// Adds a function with an empty body.
    pub fn define(mut self, name: &[u8], linkage: Linkage) -> Outline {
        self.functions.push((name.to_vec(), linkage, true));
        self
    }

    /// Adds a declaration, which the first function calls.
    pub fn declare(mut self, name: &[u8]) -> Outline {
        self.functions.push((name.to_vec(), Linkage::EXTERNAL, false));
        self
    }

    /// Encodes the module.
    pub fn bitcode(&self) -> Vec<u8> {
        let mut stream = Stream::new();
        stream.block(8, 3, |module| self.module(module));
        stream.finish()
    }

    fn module(&self, module: &mut Stream) {
        module.record(code::VERSION, &[1]);
        // void, a function type returning it, a pointer to that, i32.
        module.block(17, 4, |types| {
            types.record(1, &[4]);
            types.record(2, &[]);
            types.record(21, &[0, 0]);
            types.record(8, &[1, 0]);
            types.record(7, &[32]);
        });
        module.text(code::TRIPLE, &[], b"dxil-ms-dx");
        for (_, linkage, defined) in &self.functions {
            let linkage = u64::from(linkage.0);
            let mut operands = [0; 15];
            operands[0] = 1;
            operands[2] = u64::from(!defined);
            operands[3] = linkage;
            module.record(code::FUNCTION, &operands);
        }
        let dxil = (1, if self.version.1 == 15 { 9 } else { self.version.1 });
        let validator = self.validator.unwrap_or((0, 0));
        let numbers = [dxil, validator, self.version];
        module.block(11, 4, |constants| {
            constants.record(code::SETTYPE, &[3]);
            for (major, minor) in numbers {
                constants.record(4, &[u64::from(major) << 1]);
                constants.record(4, &[u64::from(minor) << 1]);
            }
        });
        module.block(15, 3, |block| self.metadata(block));
        module.block(14, 4, |names| {
            for (value, (name, ..)) in self.functions.iter().enumerate() {
                names.text(code::VST_ENTRY, &[value as u64], name);
            }
        });
        let values = self.functions.len() as u64 + 6;
        let declared = || self.functions.iter().enumerate().filter(|(_, (.., defined))| !defined);
        for index in 0..self.functions.iter().filter(|(.., defined)| *defined).count() {
            // One basic block that returns; in the first function it calls what is declared.
            module.block(12, 4, |body| {
                body.record(1, &[1]);
                for (callee, _) in declared().filter(|_| index == 0) {
                    body.record(34, &[0, 1 << 15, 1, values - callee as u64]);
                }
                body.record(10, &[]);
            });
        }
    }

    /// The entry point, by its value.
    fn entry_point(&self) -> Option<(usize, &[u8])> {
        let mut functions = self.functions.iter().enumerate();
        let (index, (name, ..)) = functions.find(|(_, (.., defined))| self.has_entry && *defined)?;
        Some((index, name))
    }

    fn metadata(&self, block: &mut Stream) {
        let first = self.functions.len() as u64;
        for constant in 0..6 {
            block.record(metadata::code::VALUE, &[3, first + constant]);
        }
        block.text(metadata::code::STRING, &[], self.kind.as_bytes());
        block.record(metadata::code::NODE, &[1, 2]);
        block.record(metadata::code::NODE, &[3, 4]);
        block.record(metadata::code::NODE, &[7, 5, 6]);
        if let Some((index, name)) = self.entry_point() {
            block.record(metadata::code::VALUE, &[2, index as u64]);
            block.text(metadata::code::STRING, &[], name);
            block.record(metadata::code::NODE, &[11, 12, 0, 0, 0]);
        }
        let mut named = |name: &str, node| {
            block.text(metadata::code::NAME, &[], name.as_bytes());
            block.record(metadata::code::NAMED_NODE, &[node]);
        };
        named("dx.version", 7);
        if self.validator.is_some() {
            named("dx.valver", 8);
        }
        named("dx.shaderModel", 9);
        if self.entry_point().is_some() {
            named("dx.entryPoints", 12);
        }
    }
}
