//! Reads a module without function bodies: functions, names, metadata.

use std::ops::Range;

use crate::block::BlockId;
use crate::error::{BitcodeError, BitcodeErrorKind};
use crate::function::{Function, Global, GlobalKind, Linkage};
use crate::index::Index;
use crate::metadata::Metadata;
use crate::record::Record;
use crate::walk::{Event, Walk};
use crate::wrapper;

/// Record codes in a module block. Source: LLVM 3.7 bitcode.
pub mod code {
    /// 1 if operands are relative.
    pub const VERSION: u64 = 1;
    /// Target triple.
    pub const TRIPLE: u64 = 2;
    /// Sizes and alignments of types.
    pub const DATALAYOUT: u64 = 3;
    /// A global variable.
    pub const GLOBALVAR: u64 = 7;
    /// A function.
    pub const FUNCTION: u64 = 8;
    /// An alias, old format.
    pub const ALIAS_OLD: u64 = 9;
    /// An alias.
    pub const ALIAS: u64 = 14;
    /// In a symbol table: a value.
    pub const VST_ENTRY: u64 = 1;
    /// In constants: the type of the following ones.
    pub const SETTYPE: u64 = 1;
}

/// Minimum bytes of bitcode per global value; bounds their number.
pub(crate) const BYTES_PER_GLOBAL: usize = 4;
/// Maximum number of faults kept.
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
    /// The whole input.
    pub bytes: &'a [u8],
    /// Byte range of the bitcode; the whole input unless wrapped.
    pub bitcode: Range<u64>,
    /// Bits of the module block.
    pub bits: Range<u64>,
    /// 1 if operands in function bodies are relative.
    pub version: u64,
    /// Target triple, `dxil-ms-dx`.
    pub triple: Vec<u8>,
    /// Sizes and alignments of types.
    pub data_layout: Vec<u8>,
    /// Functions in record order.
    pub functions: Vec<Function>,
    /// Variables and aliases in record order.
    pub globals: Vec<Global>,
    /// Constants of the module; their value numbers follow the last global.
    pub constants: Index<'a>,
    /// Metadata of the module.
    pub metadata: Metadata<'a>,
    /// Number of function bodies.
    pub bodies: u64,
    /// Blocks next to the module: identification, string and symbol tables of newer LLVM.
    pub others: Vec<BlockId>,
    /// Errors, at most 64.
    pub faults: Vec<BitcodeError>,
    /// Kind of each global value, and its index in `functions` or `globals`.
    values: Vec<(GlobalKind, u32)>,
}

impl<'a> Module<'a> {
    /// Reads the module in bitcode. Function bodies are skipped by their word counts.
    ///
    /// # Errors
    ///
    /// Only if the input is not bitcode or has no module block. Other errors go to [`faults`](Self::faults),
    /// and reading continues after them.
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
        let mut state = ReadState::default();
        let mut walk = Walk::new(bytes);
        while let Some(event) = walk.next() {
            match event {
                Err(fault) => module.fault(fault),
                Ok(event) => {
                    if module.take(event, &mut state) {
                        walk.skip_block();
                    }
                }
            }
        }
        if module.bits.is_empty() {
            let fault = module.faults.into_iter().find(|fault| fault.kind != BitcodeErrorKind::Unaligned);
            return Err(fault.unwrap_or(BitcodeError::new(BitcodeErrorKind::NoModule, start..end)));
        }
        module.finish(state);
        Ok(module)
    }

    fn fault(&mut self, fault: BitcodeError) {
        if self.faults.len() < MAX_FAULTS {
            self.faults.push(fault);
        }
    }

    /// Handles an event; true to skip the block just entered.
    fn take(&mut self, event: Event<'a>, state: &mut ReadState) -> bool {
        match event {
            Event::Enter(block) if block.depth == 0 => {
                let first = block.id == BlockId::MODULE && self.bits.is_empty();
                if first {
                    self.bits = block.bits;
                    state.block = BlockId::MODULE;
                } else if self.others.len() < MAX_FAULTS {
                    self.others.push(block.id);
                }
                return !first && block.id != BlockId::BLOCKINFO;
            }
            Event::Enter(block) => {
                if block.id == BlockId::FUNCTION && block.depth == 1 {
                    self.bodies += 1;
                    state.last_body = block.bits.clone();
                    if state.bodies.len() < state.definitions {
                        state.bodies.push(block.bits.clone());
                    }
                }
                let read = [BlockId::BLOCKINFO, BlockId::CONSTANTS, BlockId::METADATA, BlockId::VALUE_SYMTAB];
                if block.depth != 1 || !read.contains(&block.id) {
                    return true;
                }
                match block.id {
                    BlockId::CONSTANTS => self.constants.reserve(block.size()),
                    BlockId::METADATA => self.metadata.items.reserve(block.size()),
                    _ => {}
                }
                state.block = block.id;
            }
            Event::Leave(_) => state.block = BlockId::MODULE,
            Event::Record(record) => self.record(&record, state),
            Event::Abbreviation(..) => {}
        }
        false
    }

    fn record(&mut self, record: &Record<'a>, state: &mut ReadState) {
        let taken = match state.block {
            BlockId::MODULE => self.module_record(record, state),
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
            // Report an excess of entries only once.
            if kind != BitcodeErrorKind::TooMany || !std::mem::replace(&mut state.excess_reported, true) {
                self.fault(BitcodeError::new(kind, record.bits.clone()));
            }
        }
    }

    fn module_record(&mut self, record: &Record<'a>, state: &mut ReadState) -> Result<(), BitcodeErrorKind> {
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
                self.global(kind, operands, record, state);
                if count < needed {
                    return Err(short);
                }
            }
            _ => {}
        }
        Ok(())
    }

    fn global(&mut self, kind: GlobalKind, operands: [u64; 5], record: &Record<'a>, state: &mut ReadState) {
        let value = self.values.len() as u32;
        let [type_id, second, third, fourth, fifth] = operands;
        // The position of the linkage operand depends on the kind of global.
        let linkage = match (kind, record.code) {
            (GlobalKind::Alias, code::ALIAS_OLD) => third,
            _ => fourth,
        };
        let linkage = Linkage(u32::try_from(linkage).unwrap_or(u32::MAX));
        let bits = record.bits.clone();
        if kind == GlobalKind::Function {
            self.values.push((kind, self.functions.len() as u32));
            state.definitions += usize::from(third == 0);
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
            self.globals.push(Global { kind, name: Vec::new(), type_id, linkage, value, bits });
        }
    }

    fn name(&mut self, record: &Record<'a>) -> Result<(), BitcodeErrorKind> {
        let code = record.code;
        let value = record.operand(0).ok_or(BitcodeErrorKind::ShortRecord { code })?;
        let value = usize::try_from(value).ok().and_then(|value| self.values.get(value));
        let name = match value {
            Some(&(GlobalKind::Function, place)) => {
                self.functions.get_mut(place as usize).map(|function| &mut function.name)
            }
            Some(&(_, place)) => self.globals.get_mut(place as usize).map(|global| &mut global.name),
            None => None,
        };
        if let Some(name) = name {
            *name = record.characters(1);
        }
        Ok(())
    }

    /// Assigns bodies to definitions in order.
    fn finish(&mut self, state: ReadState) {
        let defined = self.functions.iter_mut().filter(|function| !function.is_declaration);
        for (function, body) in defined.zip(state.bodies) {
            function.body = Some(body);
        }
        let (defined, bodies) = (state.definitions as u64, self.bodies);
        if defined != bodies {
            let mut defined_here = self.functions.iter().filter(|function| !function.is_declaration);
            let bodiless = defined_here.find(|function| function.body.is_none());
            let bits = bodiless.map_or(state.last_body, |function| function.bits.clone());
            self.fault(BitcodeError::new(BitcodeErrorKind::Bodies { defined, bodies }, bits));
        }
    }

    /// Function that a value number refers to.
    pub fn function(&self, value: u64) -> Option<&Function> {
        match self.values.get(usize::try_from(value).ok()?)? {
            (GlobalKind::Function, place) => self.functions.get(*place as usize),
            _ => None,
        }
    }

    /// Constant that a value number refers to, as its record.
    pub fn constant(&self, value: u64) -> Option<Record<'a>> {
        let number = usize::try_from(value).ok()?.checked_sub(self.values.len())?;
        self.constants.get(number)
    }

    /// Defined functions in order: one row each in a library's runtime data.
    pub fn defined(&self) -> impl Iterator<Item = &Function> {
        self.functions.iter().filter(|function| !function.is_declaration)
    }

    /// Defined functions visible to other modules, in order: one symbol each.
    pub fn exported(&self) -> impl Iterator<Item = &Function> {
        self.functions.iter().filter(|function| function.is_exported())
    }

    /// Functions that other modules must define, in order.
    pub fn imported(&self) -> impl Iterator<Item = &Function> {
        self.functions.iter().filter(|function| function.is_imported())
    }

    /// True if there is any function body. A reflection-only module has none.
    pub fn has_bodies(&self) -> bool {
        self.bodies > 0
    }
}

/// State while reading a module.
#[derive(Default)]
struct ReadState {
    /// Current block.
    block: BlockId,
    /// Number of definitions so far.
    definitions: usize,
    /// Function bodies so far, at most as many as definitions.
    bodies: Vec<Range<u64>>,
    /// The last function body.
    last_body: Range<u64>,
    /// True once an excess of entries was reported.
    excess_reported: bool,
}
