//! A module: its functions, names and metadata, without the bodies of its functions.

use std::ops::Range;

use crate::block::BlockId;
use crate::error::{BitcodeError, BitcodeErrorKind};
use crate::function::{Function, Global, GlobalKind, Linkage};
use crate::index::Index;
use crate::metadata::Metadata;
use crate::record::Record;
use crate::walk::{Event, Walk};
use crate::wrapper;

/// Codes of records in a module block. Source: LLVM 3.7 bitcode.
pub mod code {
    /// 1 when operands refer to values by distance.
    pub const VERSION: u64 = 1;
    /// Target triple.
    pub const TRIPLE: u64 = 2;
    /// Sizes and alignments of types.
    pub const DATALAYOUT: u64 = 3;
    /// A global variable.
    pub const GLOBALVAR: u64 = 7;
    /// A function.
    pub const FUNCTION: u64 = 8;
    /// An alias, old form.
    pub const ALIAS_OLD: u64 = 9;
    /// An alias.
    pub const ALIAS: u64 = 14;
    /// In a table of names: a value.
    pub const VST_ENTRY: u64 = 1;
    /// In constants: the type of those that follow.
    pub const SETTYPE: u64 = 1;
}

/// Bytes of bitcode for each global value at least; there can be no more than this allows.
const BYTES_PER_GLOBAL: usize = 4;
/// Faults that are kept.
const MAX_FAULTS: usize = 64;

/// A module.
///
/// ```
/// use glassbox_dxil::{Linkage, Module, write::Outline};
///
/// let bitcode = Outline::new("lib", 6, 3)
///     .define(b"\x01?Shade@@YAMM@Z", Linkage::EXTERNAL)
///     .define(b"\x01?Helper@@YAMM@Z", Linkage::INTERNAL)
///     .declare(b"\x01?Noise@@YAMM@Z")
///     .bitcode();
/// let module = Module::read(&bitcode)?;
/// assert!(module.faults.is_empty());
/// let exported: Vec<_> = module.exported().map(|function| &*function.name).collect();
/// assert_eq!(exported, [b"\x01?Shade@@YAMM@Z"]);
/// let imported: Vec<_> = module.imported().map(|function| &*function.name).collect();
/// assert_eq!(imported, [b"\x01?Noise@@YAMM@Z"]);
/// let facts = module.facts();
/// assert_eq!(facts.shader_model.unwrap().to_string(), "lib_6_3");
/// # Ok::<(), glassbox_dxil::BitcodeError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Module<'a> {
    /// All bytes that were given.
    pub bytes: &'a [u8],
    /// The bitcode's place in them, bytes: everything unless it is wrapped.
    pub bitcode: Range<u64>,
    /// The bits of the module block.
    pub bits: Range<u64>,
    /// 1 when operands in function bodies refer to values by distance.
    pub version: u64,
    /// Target triple, `dxil-ms-dx`.
    pub triple: Vec<u8>,
    /// Sizes and alignments of types.
    pub data_layout: Vec<u8>,
    /// Functions in the order of their records.
    pub functions: Vec<Function>,
    /// Variables and aliases in the order of their records.
    pub globals: Vec<Global>,
    /// Constants of the module; the first has the value number behind the last global.
    pub constants: Index<'a>,
    /// Metadata.
    pub metadata: Metadata<'a>,
    /// Function bodies in the module.
    pub bodies: u64,
    /// Blocks outside the module other than it: identification, string and symbol tables of newer LLVM.
    pub others: Vec<BlockId>,
    /// What went wrong; at most 64 are kept.
    pub faults: Vec<BitcodeError>,
    /// What each value is and its place in `functions` or `globals`.
    values: Vec<(GlobalKind, u32)>,
}

impl<'a> Module<'a> {
    /// Reads the module in bitcode. Function bodies are skipped by their word counts.
    ///
    /// # Errors
    ///
    /// Only when the bytes are no bitcode, or there is no module block. Everything else is in
    /// [`faults`](Self::faults), and what comes behind it is read.
    pub fn read(bytes: &'a [u8]) -> Result<Module<'a>, BitcodeError> {
        let bitcode = wrapper::recognise(bytes)?;
        let mut module = Module {
            bytes,
            bits: 0..0,
            version: 0,
            triple: Vec::new(),
            data_layout: Vec::new(),
            functions: Vec::new(),
            globals: Vec::new(),
            constants: Index::new(bytes),
            metadata: Metadata::new(bytes),
            bodies: 0,
            others: Vec::new(),
            faults: Vec::new(),
            values: Vec::new(),
            bitcode: bitcode.clone(),
        };
        let (start, end) = (bitcode.start * 8, bitcode.end * 8);
        if !(bitcode.end - bitcode.start).is_multiple_of(4) {
            module.fault(BitcodeError::new(BitcodeErrorKind::Unaligned, start..end));
        }
        let mut reading = Reading::default();
        let mut walk = Walk::new(bytes);
        while let Some(event) = walk.next() {
            match event {
                Err(fault) => module.fault(fault),
                Ok(event) => {
                    if module.take(event, &mut reading) {
                        walk.skip_block();
                    }
                }
            }
        }
        if module.bits.is_empty() {
            let fault = module
                .faults
                .into_iter()
                .find(|fault| fault.kind != BitcodeErrorKind::Unaligned);
            return Err(fault.unwrap_or(BitcodeError::new(BitcodeErrorKind::NoModule, start..end)));
        }
        module.finish(reading);
        Ok(module)
    }

    fn fault(&mut self, fault: BitcodeError) {
        if self.faults.len() < MAX_FAULTS {
            self.faults.push(fault);
        }
    }

    /// Takes an event; `true` to skip the block that it enters.
    fn take(&mut self, event: Event<'a>, reading: &mut Reading) -> bool {
        match event {
            Event::Enter(block) if block.depth == 0 => {
                let first = block.id == BlockId::MODULE && self.bits.is_empty();
                if first {
                    self.bits = block.bits;
                    reading.block = BlockId::MODULE;
                } else if self.others.len() < MAX_FAULTS {
                    self.others.push(block.id);
                }
                return !first && block.id != BlockId::BLOCKINFO;
            }
            Event::Enter(block) => {
                if block.id == BlockId::FUNCTION && block.depth == 1 {
                    self.bodies += 1;
                    reading.last_body = block.bits.clone();
                    if reading.bodies.len() < reading.definitions {
                        reading.bodies.push(block.bits.clone());
                    }
                }
                let read = [
                    BlockId::BLOCKINFO,
                    BlockId::CONSTANTS,
                    BlockId::METADATA,
                    BlockId::VALUE_SYMTAB,
                ];
                if block.depth != 1 || !read.contains(&block.id) {
                    return true;
                }
                match block.id {
                    BlockId::CONSTANTS => self.constants.reserve(block.size()),
                    BlockId::METADATA => self.metadata.items.reserve(block.size()),
                    _ => {}
                }
                reading.block = block.id;
            }
            Event::Leave(_) => reading.block = BlockId::MODULE,
            Event::Record(record) => self.record(&record, reading),
            Event::Abbreviation(..) => {}
        }
        false
    }

    fn record(&mut self, record: &Record<'a>, reading: &mut Reading) {
        let taken = match reading.block {
            BlockId::MODULE => self.module_record(record, reading),
            BlockId::METADATA => self.metadata.record(record),
            BlockId::CONSTANTS if record.code != code::SETTYPE => {
                if self.constants.push(record) {
                    Ok(())
                } else {
                    Err(BitcodeErrorKind::TooMany)
                }
            }
            BlockId::VALUE_SYMTAB if record.code == code::VST_ENTRY => self.name(record),
            _ => Ok(()),
        };
        if let Err(kind) = taken {
            // Of what is too much there is more: once is enough.
            if kind != BitcodeErrorKind::TooMany || !std::mem::replace(&mut reading.told, true) {
                self.fault(BitcodeError::new(kind, record.bits.clone()));
            }
        }
    }

    fn module_record(&mut self, record: &Record<'a>, reading: &mut Reading) -> Result<(), BitcodeErrorKind> {
        let code = record.code;
        let short = BitcodeErrorKind::ShortRecord { code };
        match code {
            code::VERSION => self.version = record.operand(0).ok_or(short)?,
            code::TRIPLE => self.triple = record.characters(0),
            code::DATALAYOUT => self.data_layout = record.characters(0),
            code::FUNCTION | code::GLOBALVAR | code::ALIAS | code::ALIAS_OLD => {
                if self.values.len() >= self.bytes.len() / BYTES_PER_GLOBAL {
                    return Err(BitcodeErrorKind::TooMany);
                }
                let mut operands = [0; 5];
                let mut count = 0;
                for (slot, operand) in operands.iter_mut().zip(record.operands()) {
                    *slot = operand;
                    count += 1;
                }
                let (kind, needed) = match code {
                    code::FUNCTION => (GlobalKind::Function, 4),
                    code::GLOBALVAR => (GlobalKind::Variable, 4),
                    _ => (GlobalKind::Alias, 1),
                };
                self.global(kind, operands, record, reading);
                if count < needed {
                    return Err(short);
                }
            }
            _ => {}
        }
        Ok(())
    }

    fn global(&mut self, kind: GlobalKind, operands: [u64; 5], record: &Record<'a>, reading: &mut Reading) {
        let value = self.values.len() as u32;
        let [type_id, second, third, fourth, fifth] = operands;
        // Where the linkage stands depends on what it is the linkage of.
        let linkage = match (kind, record.code) {
            (GlobalKind::Alias, code::ALIAS_OLD) => third,
            _ => fourth,
        };
        let linkage = Linkage(u32::try_from(linkage).unwrap_or(u32::MAX));
        let bits = record.bits.clone();
        if kind == GlobalKind::Function {
            self.values.push((kind, self.functions.len() as u32));
            reading.definitions += usize::from(third == 0);
            self.functions.push(Function {
                name: Vec::new(),
                type_id,
                calling_convention: second,
                is_declaration: third != 0,
                linkage,
                attributes: fifth,
                value,
                bits,
                body: None,
            });
        } else {
            self.values.push((kind, self.globals.len() as u32));
            self.globals.push(Global {
                kind,
                name: Vec::new(),
                type_id,
                linkage,
                value,
                bits,
            });
        }
    }

    fn name(&mut self, record: &Record<'a>) -> Result<(), BitcodeErrorKind> {
        let code = record.code;
        let value = record.operand(0).ok_or(BitcodeErrorKind::ShortRecord { code })?;
        let value = usize::try_from(value)
            .ok()
            .and_then(|value| self.values.get(value));
        let name = match value {
            Some(&(GlobalKind::Function, place)) => self
                .functions
                .get_mut(place as usize)
                .map(|function| &mut function.name),
            Some(&(_, place)) => self
                .globals
                .get_mut(place as usize)
                .map(|global| &mut global.name),
            None => None,
        };
        if let Some(name) = name {
            *name = record.characters(1);
        }
        Ok(())
    }

    /// Gives the bodies to the definitions, in order.
    fn finish(&mut self, reading: Reading) {
        let defined = self
            .functions
            .iter_mut()
            .filter(|function| !function.is_declaration);
        for (function, body) in defined.zip(reading.bodies) {
            function.body = Some(body);
        }
        let (defined, bodies) = (reading.definitions as u64, self.bodies);
        if defined != bodies {
            let mut defined_here = self.functions.iter().filter(|function| !function.is_declaration);
            let bodiless = defined_here.find(|function| function.body.is_none());
            let bits = bodiless.map_or(reading.last_body, |function| function.bits.clone());
            self.fault(BitcodeError::new(
                BitcodeErrorKind::Bodies { defined, bodies },
                bits,
            ));
        }
    }

    /// Number of values that are no constants: what has a record of its own in the module block.
    pub fn global_count(&self) -> usize {
        self.values.len()
    }

    /// The function that a value is.
    pub fn function(&self, value: u64) -> Option<&Function> {
        match self.values.get(usize::try_from(value).ok()?)? {
            (GlobalKind::Function, place) => self.functions.get(*place as usize),
            _ => None,
        }
    }

    /// The constant that a value is, as its record.
    pub fn constant(&self, value: u64) -> Option<Record<'a>> {
        let number = usize::try_from(value).ok()?.checked_sub(self.values.len())?;
        self.constants.get(number)
    }

    /// The functions that the module defines, in order: one row each in the runtime data of a library.
    pub fn defined(&self) -> impl Iterator<Item = &Function> {
        self.functions.iter().filter(|function| !function.is_declaration)
    }

    /// The functions that the module defines for others, in order: one symbol each.
    pub fn exported(&self) -> impl Iterator<Item = &Function> {
        self.functions.iter().filter(|function| function.is_exported())
    }

    /// The functions that others have to define, in order.
    pub fn imported(&self) -> impl Iterator<Item = &Function> {
        self.functions.iter().filter(|function| function.is_imported())
    }

    /// Whether there is any function body. The module that holds reflection only has none.
    pub fn has_bodies(&self) -> bool {
        self.bodies > 0
    }
}

/// What is known while a module is read.
#[derive(Default)]
struct Reading {
    /// The block that records belong to.
    block: BlockId,
    /// Functions defined so far.
    definitions: usize,
    /// Function bodies so far, no more than definitions.
    bodies: Vec<Range<u64>>,
    /// The last function body.
    last_body: Range<u64>,
    /// Whether it was said that there is too much of something.
    told: bool,
}
