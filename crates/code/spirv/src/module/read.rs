//! Reads words into a [`Module`].

use std::fmt;
use std::ops::Range;

use super::shape::{self, Shape, Tail, is_string};
use super::{At, Block, Few, Function, Id, Instruction, Module, NOWHERE, max_dense_ids};
use crate::context::{Context, Scalar};
use crate::grammar::{self, ExtendedSet, op};
use crate::idmap::IdMap;
use crate::ids::{self, Literals, Role};
use crate::walk::{self, Binary};

/// Reason for a module that cannot be held as functions of blocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReadErrorKind {
    /// The bytes do not start with the magic number, or end in the header.
    Header,
    /// A word count is zero or extends past the end, or the last word is incomplete.
    WordCount,
    /// The grammar has no instruction with this opcode.
    Opcode,
    /// The operands do not match the grammar.
    Operands,
    /// An id is 0 or not below the bound of the header.
    Id,
    /// An id is defined twice.
    Duplicate,
    /// An instruction cannot stand here: outside of blocks, or in one.
    Misplaced,
    /// The module ends in a function.
    Unfinished,
}

/// The first instruction that keeps a module from being read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadError {
    /// What is wrong.
    pub kind: ReadErrorKind,
    /// Bytes of the instruction.
    pub range: Range<usize>,
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let what = match self.kind {
            ReadErrorKind::Header => "expected a SPIR-V header of five words",
            ReadErrorKind::WordCount => "the word count does not fit the module",
            ReadErrorKind::Opcode => "the opcode is unknown",
            ReadErrorKind::Operands => "the operands do not match the grammar",
            ReadErrorKind::Id => "an id is 0 or not below the bound",
            ReadErrorKind::Duplicate => "the id is defined twice",
            ReadErrorKind::Misplaced => "the instruction is misplaced",
            ReadErrorKind::Unfinished => "the last function does not end",
        };
        write!(f, "{what} (byte {:#x})", self.range.start)
    }
}

impl std::error::Error for ReadError {}

impl Module {
    /// Reads a module of either byte order.
    ///
    /// # Errors
    ///
    /// The first instruction that is unknown, does not match the grammar, or is not in a place where functions and
    /// blocks can hold it.
    pub fn read(bytes: &[u8]) -> Result<Module, ReadError> {
        let header = ReadError { kind: ReadErrorKind::Header, range: 0..bytes.len().min(walk::HEADER_BYTES) };
        // Origins are 32 bits wide.
        let binary = Binary::read(bytes).ok().filter(|_| u32::try_from(bytes.len()).is_ok());
        let Some(binary) = binary.filter(|binary| binary.header().words == 5) else {
            return Err(header);
        };
        let words = bytes.len() / 4;
        let mut reader = Reader::new(&binary, words);
        let rest = match reader.renumber {
            None => reader.words()?,
            Some(_) => {
                let mut walk = binary.walk();
                for instruction in walk.by_ref() {
                    reader
                        .renumbered(&instruction)
                        .map_err(|kind| ReadError { kind, range: instruction.range() })?;
                }
                walk.offset()
            }
        };
        if rest < bytes.len() {
            return Err(ReadError { kind: ReadErrorKind::WordCount, range: rest..bytes.len() });
        }
        reader.finish().map_err(|kind| ReadError { kind, range: bytes.len()..bytes.len() })
    }

    /// Reads a module from words.
    ///
    /// # Errors
    ///
    /// As [`Module::read`].
    pub fn from_words(words: &[u32]) -> Result<Module, ReadError> {
        let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
        Module::read(&bytes)
    }
}

/// Words of an instruction on average.
const AVERAGE_WORDS: usize = 3;

/// Position of the next instruction in the layout of a module.
enum Position {
    /// Before the first function.
    Global,
    /// After `OpGraphARM`.
    Graph,
    /// After a function.
    Between,
    /// After `OpFunction`.
    Head,
    /// In a block.
    Block,
    /// After a terminator.
    AfterBlock,
}

/// Numbers ids from 1 in the order in which they appear.
struct Renumber {
    dense: IdMap<Id>,
    originals: Vec<Id>,
}

impl Renumber {
    fn id(&mut self, number: Id) -> Id {
        let known = self.dense.get(number);
        if known != 0 {
            return known;
        }
        let id = self.originals.len() as Id;
        self.originals.push(number);
        self.dense.set(number, id);
        id
    }
}

struct Reader {
    module: Module,
    context: Context,
    position: Position,
    /// Set if the bound is out of proportion to the file.
    renumber: Option<Renumber>,
    /// Debug instructions whose function or block has not begun.
    pending: Vec<At>,
    /// First instruction of the body of the block.
    first: At,
}

impl Reader {
    fn new(binary: &Binary<'_>, words: usize) -> Reader {
        let header = binary.header();
        let renumber = (header.bound as usize > max_dense_ids(words))
            .then(|| Renumber { dense: IdMap::new(words), originals: vec![0] });
        let ids = if renumber.is_some() { 1 } else { header.bound.max(1) as usize };
        let module = Module {
            version: header.version,
            generator: header.generator,
            schema: header.schema,
            bound: header.bound,
            definitions: vec![NOWHERE; ids],
            words: binary.words(),
            ids: vec![false; words],
            instructions: Vec::with_capacity(words / AVERAGE_WORDS),
            ..Module::default()
        };
        let context = Context::for_bound(ids, words);
        Reader { module, context, position: Position::Global, renumber, pending: Vec::new(), first: 0 }
    }

    /// Reads all instructions; the byte behind the last one.
    fn words(&mut self) -> Result<usize, ReadError> {
        loop {
            match self.run() {
                Ok(None) => return Ok(self.end() * 4),
                Ok(Some((at, shape))) => {
                    let placed = self.place(at, shape);
                    placed.map_err(|kind| ReadError { kind, range: self.module.origin(at) })?;
                }
                Err(kind) => {
                    let next = self.end();
                    let words = (self.module.words[next] >> 16) as usize;
                    return Err(ReadError { kind, range: next * 4..(next + words) * 4 });
                }
            }
        }
    }

    /// Index of the word behind the instructions so far.
    fn end(&self) -> usize {
        self.module.instructions.last().map_or(walk::HEADER_BYTES, |last| last.origin[1] as usize) / 4
    }

    /// Reads instructions up to the first, and with it, that begins or ends a part of the module, or may not stand here.
    fn run(&mut self) -> Result<Option<(At, &'static Shape)>, ReadErrorKind> {
        let here = match self.position {
            Position::Global => shape::GLOBAL,
            Position::Block => shape::BLOCK,
            _ => shape::ELSEWHERE,
        };
        let mut next = self.end();
        let Module { words, ids, instructions, definitions, bound, .. } = &mut self.module;
        let (words, definitions) = (words.as_slice(), definitions.as_mut_slice());
        let ids = &mut ids[..words.len()];
        let limit = bound.saturating_sub(1);
        while let Some(&first) = words.get(next) {
            let (start, end) = (next + 1, next + (first >> 16) as usize);
            let Some(operands) = words.get(start..end) else { break };
            let opcode = first as u16;
            let shape = Shape::get(opcode).ok_or(ReadErrorKind::Opcode)?;
            let ids = &mut ids[start..end];
            let count = if shape.tail == Tail::Ids { operands.len() } else { usize::from(shape.ids) };
            if !mark(&operands[..count.min(operands.len())], ids, limit) {
                return Err(ReadErrorKind::Id);
            }
            let plain = usize::from(shape.plain);
            let is_whole = match shape.tail {
                _ if operands.len() <= plain => operands.len() == plain && shape.may_end,
                Tail::Nothing => false,
                Tail::Ids | Tail::Integers => true,
                Tail::String => is_string(&operands[plain..]),
                Tail::Number => {
                    let literals = Known { context: &self.context, instructions, definitions };
                    operands.len() == plain + literals.scalar(operands[0]).map_or(1, Scalar::words)
                }
                tail => match tail.behind_value(operands, plain, shape.enumeration) {
                    Some(behind) if !tail.admits(behind.len()) => false,
                    Some(behind) => {
                        let first = operands.len() - behind.len();
                        if !mark(behind, &mut ids[first..], limit) {
                            return Err(ReadErrorKind::Id);
                        }
                        true
                    }
                    None => {
                        let literals = Known { context: &self.context, instructions, definitions };
                        literals.tail(opcode, shape, operands, ids, limit)?
                    }
                },
            };
            if !is_whole {
                return Err(ReadErrorKind::Operands);
            }
            if shape.is_context {
                self.context.observe(opcode, false, operands.iter().copied());
            }
            let ty = if shape.typed { operands[0] } else { 0 };
            let result = if shape.result { operands[usize::from(shape.typed)] } else { 0 };
            let at = add(instructions, definitions, opcode, (ty, result), start..end)?;
            if shape.stays & here == 0 {
                return Ok(Some((at, shape)));
            }
            next = end;
        }
        Ok(None)
    }

    /// Reads an instruction of a module whose ids are renumbered.
    fn renumbered(&mut self, instruction: &walk::Instruction<'_>) -> Result<(), ReadErrorKind> {
        let shape = Shape::get(instruction.opcode).ok_or(ReadErrorKind::Opcode)?;
        let Reader { module, context, renumber, .. } = self;
        let start = instruction.offset / 4 + 1;
        let (mut ty, mut result, mut bad) = (0, 0, false);
        let is_known = ids::visit(instruction, context, |index, number, role| {
            bad |= number == 0 || number >= module.bound;
            let mut id = number;
            if let Some(renumber) = renumber {
                id = renumber.id(number);
                module.words[start + index] = id;
            }
            match role {
                Role::Result => result = id,
                Role::Type => ty = id,
                Role::Use => {}
            }
            module.ids[start + index] = true;
        });
        if bad || !is_known {
            return Err(if bad { ReadErrorKind::Id } else { ReadErrorKind::Operands });
        }
        context.observe(instruction.opcode, ty != 0, instruction.operands());
        if let Some(renumber) = renumber {
            module.definitions.resize(renumber.originals.len(), NOWHERE);
        }
        let Module { instructions, definitions, .. } = &mut self.module;
        let range = start..start + instruction.len();
        let at = add(instructions, definitions, instruction.opcode, (ty, result), range)?;
        self.place(at, shape)
    }

    /// Puts an instruction where it stands in the layout of a module.
    fn place(&mut self, at: At, shape: &Shape) -> Result<(), ReadErrorKind> {
        let opcode = self.module.opcode(at);
        match &self.position {
            Position::Block if shape.is_in_block => {
                if shape.ends_block {
                    let first = self.first;
                    if let Some(block) = self.function().blocks.last_mut() {
                        block.body = (first..at + 1).collect();
                    }
                    self.position = Position::AfterBlock;
                }
            }
            Position::Global | Position::Between if opcode == op::FUNCTION => {
                if matches!(self.position, Position::Global) {
                    self.module.globals = (0..at).collect();
                }
                let before = std::mem::take(&mut self.pending);
                let id = self.module.get(at).result;
                let function = Function { id, before, head: Few::from_slice(&[at]), ..Function::default() };
                self.module.functions.push(function);
                self.position = Position::Head;
            }
            Position::Graph if opcode == op::GRAPH_END_ARM || shape.is_in_block => {
                if opcode == op::GRAPH_END_ARM {
                    self.position = Position::Global;
                }
            }
            Position::Global if shape.is_global || self.module.is_debug(at) => {
                if opcode == op::GRAPH_ARM {
                    self.position = Position::Graph;
                }
            }
            Position::Head | Position::AfterBlock if opcode == op::LABEL => {
                let head = self.with_pending(at);
                let label = self.module.get(at).result;
                self.function().blocks.push(Block { label, head, body: Vec::new() });
                self.position = Position::Block;
                self.first = at + 1;
            }
            Position::Head | Position::AfterBlock if opcode == op::FUNCTION_END => {
                self.function().end = self.with_pending(at);
                self.position = Position::Between;
            }
            Position::Between | Position::AfterBlock if self.module.is_debug(at) => self.pending.push(at),
            Position::Head if opcode == op::FUNCTION_PARAMETER || self.module.is_debug(at) => {
                self.function().head.push(at);
            }
            _ => return Err(ReadErrorKind::Misplaced),
        }
        Ok(())
    }

    /// The debug instructions that wait, and one behind them.
    fn with_pending(&mut self, at: At) -> Few {
        let mut all = Few::from_slice(&self.pending);
        self.pending.clear();
        all.push(at);
        all
    }

    fn function(&mut self) -> &mut Function {
        self.module.functions.last_mut().expect("a function has begun")
    }

    fn finish(mut self) -> Result<Module, ReadErrorKind> {
        if !matches!(self.position, Position::Global | Position::Between) {
            return Err(ReadErrorKind::Unfinished);
        }
        if matches!(self.position, Position::Global) {
            self.module.globals = (0..self.module.instructions.len() as At).collect();
        }
        self.module.end = self.pending;
        self.module.numbers = self.renumber.map(|renumber| renumber.originals).unwrap_or_default();
        Ok(self.module)
    }
}

/// Marks words as ids; false if one of them is none.
#[inline]
fn mark(words: &[u32], ids: &mut [bool], limit: u32) -> bool {
    for (word, is_id) in words.iter().zip(ids) {
        // An id of 0 is as large as can be.
        if word.wrapping_sub(1) >= limit {
            return false;
        }
        *is_id = true;
    }
    true
}

/// Adds an instruction to the list: opcode, type and result, and where its words are, these included.
#[inline]
fn add(
    instructions: &mut Vec<Instruction>,
    definitions: &mut [At],
    opcode: u16,
    (ty, result): (Id, Id),
    range: Range<usize>,
) -> Result<At, ReadErrorKind> {
    let at = instructions.len() as At;
    if result != 0 {
        let definition = &mut definitions[result as usize];
        if *definition != NOWHERE {
            return Err(ReadErrorKind::Duplicate);
        }
        *definition = at;
    }
    // Type and result are in the instruction itself.
    let skipped = usize::from(ty != 0) + usize::from(result != 0);
    let origin = [(range.start as u32 - 1) * 4, range.end as u32 * 4];
    let (start, length) = ((range.start + skipped) as u32, (range.len() - skipped) as u32);
    instructions.push(Instruction { opcode, ty, result, start, length, origin });
    Ok(at)
}

/// What literals depend on, where ids are those of the file: types of numbers from the context, and types of values
/// from their definitions.
struct Known<'r> {
    context: &'r Context,
    instructions: &'r [Instruction],
    definitions: &'r [At],
}

impl Known<'_> {
    /// Marks the ids behind the words that begin an instruction; false if the words do not match the grammar.
    #[inline(never)]
    fn tail(
        &self,
        opcode: u16,
        shape: &Shape,
        operands: &[u32],
        ids: &mut [bool],
        limit: u32,
    ) -> Result<bool, ReadErrorKind> {
        // By the operands that the grammar lists.
        let plain = usize::from(shape.plain);
        let rest = grammar::opcode(opcode).and_then(|row| row.operands.get(plain..)).unwrap_or_default();
        let mut bad = false;
        let is_known = ids::visit_rest(rest, (operands, plain), self, |index, id, _| {
            bad |= id.wrapping_sub(1) >= limit;
            ids[index] = true;
        });
        if bad { Err(ReadErrorKind::Id) } else { Ok(is_known) }
    }
}

impl Literals for Known<'_> {
    #[inline]
    fn scalar(&self, id: u32) -> Option<Scalar> {
        self.context.scalar(id).or_else(|| {
            let at = *self.definitions.get(id as usize)?;
            self.context.scalar(self.instructions.get(at as usize)?.ty)
        })
    }

    fn import(&self, set: u32) -> Option<&'static ExtendedSet> {
        self.context.import(set)
    }
}
