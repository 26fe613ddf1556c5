//! Writing bitstreams: blocks and records without abbreviations, and small modules for tests and examples.
//!
//! [`Stream`] writes what [`Walk`](crate::Walk) reads. [`Outline`] writes a module with functions, names and the metadata
//! that says what it is, enough for a container to be checked against; its function bodies are empty.

use crate::function::Linkage;
use crate::metadata;
use crate::module::code;
use crate::wrapper::MAGIC;

/// Writes a bitstream.
#[derive(Clone, Debug, Default)]
pub struct Stream {
    bytes: Vec<u8>,
    /// Bits of the last byte that are taken; 0 when it is full.
    used: u32,
    width: u32,
}

impl Stream {
    /// A stream that begins with the magic of bitcode.
    pub fn new() -> Stream {
        Stream {
            bytes: MAGIC.to_vec(),
            used: 0,
            width: 2,
        }
    }

    /// Writes the lowest `width` bits of a number.
    pub fn fixed(&mut self, value: u64, width: u32) {
        for bit in 0..width {
            if self.used == 0 {
                self.bytes.push(0);
            }
            let set = value.checked_shr(bit).unwrap_or(0) & 1;
            if let Some(last) = self.bytes.last_mut() {
                *last |= (set as u8) << self.used;
            }
            self.used = (self.used + 1) % 8;
        }
    }

    /// Writes a number in chunks of `width` bits, 2 to 32.
    pub fn variable(&mut self, mut value: u64, width: u32) {
        let data = width.clamp(2, 32) - 1;
        while value >> data != 0 {
            self.fixed(value | 1 << data, data);
            self.fixed(1, 1);
            value >>= data;
        }
        self.fixed(value, data + 1);
    }

    /// Fills up to a multiple of 32 bits with zeros.
    pub fn align(&mut self) {
        self.used = 0;
        let size = self.bytes.len().next_multiple_of(4);
        self.bytes.resize(size, 0);
    }

    /// Writes a block whose abbreviation ids have `width` bits, 2 to 32.
    pub fn block(&mut self, id: u32, width: u32, content: impl FnOnce(&mut Stream)) {
        let outer = std::mem::replace(&mut self.width, width);
        self.fixed(1, outer);
        self.variable(u64::from(id), 8);
        self.variable(u64::from(width), 4);
        self.align();
        let count = self.bytes.len();
        self.fixed(0, 32);
        content(self);
        self.fixed(0, self.width);
        self.align();
        let words = (self.bytes.len() - count) / 4 - 1;
        if let Some(slot) = self.bytes.get_mut(count..count + 4) {
            slot.copy_from_slice(&(words as u32).to_le_bytes());
        }
        self.width = outer;
    }

    /// Writes a record that states the width of everything.
    pub fn record(&mut self, code: u64, operands: &[u64]) {
        self.fixed(3, self.width);
        self.variable(code, 6);
        self.variable(operands.len() as u64, 6);
        for &operand in operands {
            self.variable(operand, 6);
        }
    }

    /// Writes a record of numbers followed by characters.
    pub fn text(&mut self, code: u64, operands: &[u64], text: &[u8]) {
        let characters = text.iter().map(|&byte| u64::from(byte));
        let operands: Vec<u64> = operands.iter().copied().chain(characters).collect();
        self.record(code, &operands);
    }

    /// The bytes, filled up to whole words.
    pub fn finish(mut self) -> Vec<u8> {
        self.align();
        self.bytes
    }
}

/// A module to be written: what it is, and its functions.
#[derive(Clone, Debug)]
pub struct Outline {
    kind: String,
    version: (u32, u32),
    validator: Option<(u32, u32)>,
    functions: Vec<(Vec<u8>, Linkage, bool)>,
}

impl Outline {
    /// A module of a shader model, such as `lib`, 6, 3.
    pub fn new(kind: &str, major: u32, minor: u32) -> Outline {
        Outline {
            kind: kind.to_owned(),
            version: (major, minor),
            validator: Some((1, 8)),
            functions: Vec::new(),
        }
    }

    /// States the validator version; `None` leaves it out. Without this it is 1.8.
    pub fn validator(mut self, version: Option<(u32, u32)>) -> Outline {
        self.validator = version;
        self
    }

    /// Adds a function with an empty body.
    pub fn define(mut self, name: &[u8], linkage: Linkage) -> Outline {
        self.functions.push((name.to_vec(), linkage, true));
        self
    }

    /// Adds a declaration.
    pub fn declare(mut self, name: &[u8]) -> Outline {
        self.functions.push((name.to_vec(), Linkage::EXTERNAL, false));
        self
    }

    /// The bitcode.
    pub fn bitcode(&self) -> Vec<u8> {
        let mut stream = Stream::new();
        stream.block(8, 3, |module| self.module(module));
        stream.finish()
    }

    fn module(&self, module: &mut Stream) {
        module.record(code::VERSION, &[1]);
        // void, a function of it, a pointer to that, i32.
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
        for _ in self.functions.iter().filter(|(.., defined)| *defined) {
            // One basic block that returns.
            module.block(12, 4, |body| {
                body.record(1, &[1]);
                body.record(10, &[]);
            });
        }
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
        let mut named = |name: &str, node| {
            block.text(metadata::code::NAME, &[], name.as_bytes());
            block.record(metadata::code::NAMED_NODE, &[node]);
        };
        named("dx.version", 7);
        if self.validator.is_some() {
            named("dx.valver", 8);
        }
        named("dx.shaderModel", 9);
    }
}
