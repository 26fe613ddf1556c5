//! Reads words into a [`Module`].

use std::fmt;
use std::ops::Range;

use super::{At, Block, Function, Id, Instruction, Module, NOWHERE, max_dense_ids};
use crate::context::{Context, Scalar};
use crate::grammar::{self, Count, ExtendedSet, Kind, OPCODES, Opcode, Operand, op};
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
            globals: Vec::with_capacity(words / AVERAGE_WORDS),
            instructions: Vec::with_capacity(words / AVERAGE_WORDS),
            ..Module::default()
        };
        let context = Context::for_bound(ids, words);
        Reader { module, context, position: Position::Global, renumber, pending: Vec::new(), first: 0 }
    }

    /// Reads all instructions; the byte behind the last one.
    fn words(&mut self) -> Result<usize, ReadError> {
        let mut next = walk::HEADER_BYTES / 4;
        while let Some(&first) = self.module.words.get(next) {
            let end = next + (first >> 16) as usize;
            if end == next || end > self.module.words.len() {
                break;
            }
            self.instruction(first as u16, next + 1..end)
                .map_err(|kind| ReadError { kind, range: next * 4..end * 4 })?;
            next = end;
        }
        Ok(next * 4)
    }

    /// Reads an instruction whose operands are these words of the module.
    #[inline]
    fn instruction(&mut self, opcode: u16, range: Range<usize>) -> Result<(), ReadErrorKind> {
        let row = grammar::row(opcode).ok_or(ReadErrorKind::Opcode)?;
        let shape = &SHAPES[row];
        let listed = usize::from(shape.listed);
        let Module { words, ids, instructions, definitions, bound, .. } = &mut self.module;
        let (operands, ids) = (&words[range.clone()], &mut ids[range.clone()]);
        // An id of 0 is as large as can be.
        let limit = bound.saturating_sub(1);
        let is_bad = |id: u32| id.wrapping_sub(1) >= limit;
        let heads = match shape.tail {
            Tail::Ids => operands.len(),
            _ => listed.min(operands.len()),
        };
        for (word, is_id) in operands[..heads].iter().zip(ids.iter_mut()) {
            if is_bad(*word) {
                return Err(ReadErrorKind::Id);
            }
            *is_id = true;
        }
        let mut bad = false;
        let is_usual = match shape.tail {
            _ if operands.len() <= listed => Some(operands.len() == listed && shape.may_end),
            Tail::Nothing => Some(false),
            Tail::Ids | Tail::Integers => Some(true),
            Tail::Number => {
                let literals = Known { context: &self.context, instructions, definitions };
                Some(operands.len() == listed + literals.scalar(operands[0]).map_or(1, Scalar::words))
            }
            Tail::String(skipped) => Some(ends_with_string(operands.get(listed + usize::from(skipped)..))),
            Tail::Value { skipped, enumeration, then } => {
                let behind = behind_value(operands, listed + usize::from(skipped), enumeration);
                behind.map(|rest| match (then, operands.get(rest..)) {
                    (Then::Nothing | Then::MaybeId, Some([])) => true,
                    (Then::Id | Then::MaybeId, Some([id])) => {
                        bad = is_bad(*id);
                        ids[rest] = true;
                        true
                    }
                    _ => false,
                })
            }
            Tail::Other => None,
        };
        let is_known = is_usual.unwrap_or_else(|| {
            let literals = Known { context: &self.context, instructions, definitions };
            let rest = &OPCODES[row].operands[listed..];
            ids::visit_rest(rest, (operands, listed), &literals, |index, id, _| {
                bad |= is_bad(id);
                ids[index] = true;
            })
        });
        if bad || !is_known {
            return Err(if bad { ReadErrorKind::Id } else { ReadErrorKind::Operands });
        }
        if matches!(opcode, op::TYPE_INT | op::TYPE_FLOAT | op::EXT_INST_IMPORT) {
            self.context.observe(opcode, false, operands.iter().copied());
        }
        let ty = if shape.typed { operands[0] } else { 0 };
        let result = if shape.result { operands[usize::from(shape.typed)] } else { 0 };
        let at = self.add(opcode, (ty, result), range)?;
        match self.position {
            Position::Block if shape.is_in_block && !shape.ends_block => {}
            Position::Global if shape.is_global && opcode != op::GRAPH_ARM => self.module.globals.push(at),
            _ => self.place(at, opcode, shape)?,
        }
        Ok(())
    }

    /// Reads an instruction of a module whose ids are renumbered.
    fn renumbered(&mut self, instruction: &walk::Instruction<'_>) -> Result<(), ReadErrorKind> {
        let row = grammar::row(instruction.opcode).ok_or(ReadErrorKind::Opcode)?;
        let Reader { module, context, renumber, .. } = self;
        let start = instruction.offset / 4 + 1;
        let (mut ty, mut result, mut bad) = (0, 0, false);
        let operands = OPCODES[row].operands;
        let is_known = ids::visit_rest(operands, (instruction, 0), &*context, |index, number, role| {
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
        let at = self.add(instruction.opcode, (ty, result), start..start + instruction.len())?;
        self.place(at, instruction.opcode, &SHAPES[row])
    }

    /// Puts an instruction where it stands in the layout of a module.
    fn place(&mut self, at: At, opcode: u16, shape: &Shape) -> Result<(), ReadErrorKind> {
        match &self.position {
            Position::Block if shape.is_in_block => {
                if shape.ends_block {
                    let first = self.first;
                    if let Some(block) = self.function().blocks.last_mut() {
                        block.body = (first..=at).collect();
                    }
                    self.position = Position::AfterBlock;
                }
            }
            Position::Global | Position::Between if opcode == op::FUNCTION => {
                let before = std::mem::take(&mut self.pending);
                let id = self.module.get(at).result;
                let function = Function { id, before, head: vec![at], ..Function::default() };
                self.module.functions.push(function);
                self.position = Position::Head;
            }
            Position::Graph if opcode == op::GRAPH_END_ARM || shape.is_in_block => {
                self.module.globals.push(at);
                if opcode == op::GRAPH_END_ARM {
                    self.position = Position::Global;
                }
            }
            Position::Global if shape.is_global || self.module.is_debug(at) => {
                self.module.globals.push(at);
                if opcode == op::GRAPH_ARM {
                    self.position = Position::Graph;
                }
            }
            Position::Head | Position::AfterBlock if opcode == op::LABEL => {
                let mut head = std::mem::take(&mut self.pending);
                head.push(at);
                let label = self.module.get(at).result;
                self.function().blocks.push(Block { label, head, body: Vec::new() });
                self.position = Position::Block;
                self.first = at + 1;
            }
            Position::Head | Position::AfterBlock if opcode == op::FUNCTION_END => {
                let mut end = std::mem::take(&mut self.pending);
                end.push(at);
                self.function().end = end;
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

    fn function(&mut self) -> &mut Function {
        self.module.functions.last_mut().expect("a function has begun")
    }

    /// Adds an instruction to the list: opcode, type and result, and where its words are, these included.
    #[inline]
    fn add(&mut self, opcode: u16, (ty, result): (Id, Id), range: Range<usize>) -> Result<At, ReadErrorKind> {
        let module = &mut self.module;
        let at = module.instructions.len() as At;
        if result != 0 {
            let definition = &mut module.definitions[result as usize];
            if *definition != NOWHERE {
                return Err(ReadErrorKind::Duplicate);
            }
            *definition = at;
        }
        // Type and result are in the instruction itself.
        let skipped = usize::from(ty != 0) + usize::from(result != 0);
        let origin = [(range.start as u32 - 1) * 4, range.end as u32 * 4];
        let (start, length) = ((range.start + skipped) as u32, (range.len() - skipped) as u32);
        module.instructions.push(Instruction { opcode, ty, result, start, length, origin });
        Ok(at)
    }

    fn finish(mut self) -> Result<Module, ReadErrorKind> {
        if !matches!(self.position, Position::Global | Position::Between) {
            return Err(ReadErrorKind::Unfinished);
        }
        self.module.end = self.pending;
        self.module.numbers = self.renumber.map(|renumber| renumber.originals).unwrap_or_default();
        Ok(self.module)
    }
}

/// What literals depend on, where ids are those of the file: types of numbers from the context, and types of values
/// from their definitions.
struct Known<'r> {
    context: &'r Context,
    instructions: &'r [Instruction],
    definitions: &'r [At],
}

impl Literals for Known<'_> {
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

/// What follows the ids that begin an instruction.
#[derive(Clone, Copy)]
enum Tail {
    Nothing,
    /// Any number of ids.
    Ids,
    /// Any number of integers.
    Integers,
    /// So many integers, and a string that ends the instruction.
    String(u8),
    /// A number of the type of the instruction.
    Number,
    /// So many integers, a value of an enumeration, and what follows the parameters of that.
    Value {
        skipped: u8,
        enumeration: u8,
        then: Then,
    },
    /// What the list of operands says.
    Other,
}

/// What may follow a value.
#[derive(Clone, Copy)]
enum Then {
    Nothing,
    Id,
    MaybeId,
}

impl Tail {
    /// The tail of operands that are more than a list.
    const fn of(operands: &[Operand], listed: usize) -> Tail {
        let mut next = listed;
        while next + 1 < operands.len()
            && matches!((operands[next].kind, operands[next].count), (Kind::Integer, Count::One))
        {
            next += 1;
        }
        let skipped = (next - listed) as u8;
        let left = operands.len() - next;
        match (operands[next].kind, operands[next].count) {
            (Kind::String, Count::One) if left == 1 => Tail::String(skipped),
            (Kind::Number, Count::One) if left == 1 && skipped == 0 => Tail::Number,
            (Kind::Enum(enumeration), Count::One) if left == 1 => {
                Tail::Value { skipped, enumeration, then: Then::Nothing }
            }
            (Kind::Enum(enumeration), Count::One) if left == 2 => {
                match (operands[next + 1].kind, operands[next + 1].count) {
                    (Kind::Id, Count::One) => Tail::Value { skipped, enumeration, then: Then::Id },
                    (Kind::Id, Count::Optional) => Tail::Value { skipped, enumeration, then: Then::MaybeId },
                    _ => Tail::Other,
                }
            }
            _ => Tail::Other,
        }
    }
}

/// The word behind a value of an enumeration and its parameters; nothing where that takes a look at each.
fn behind_value(words: &[u32], place: usize, enumeration: u8) -> Option<usize> {
    let count = grammar::plain_parameters(enumeration, *words.get(place)?)?;
    Some(place + 1 + count)
}

/// True for the words of a string, of which only the last has its terminator.
fn ends_with_string(words: Option<&[u32]>) -> bool {
    let Some((last, before)) = words.and_then(<[u32]>::split_last) else { return false };
    ids::has_zero_byte(*last) && !before.iter().any(|word| ids::has_zero_byte(*word))
}

/// The words of an instruction and its place in a module, as far as its opcode tells.
#[derive(Clone, Copy)]
struct Shape {
    typed: bool,
    result: bool,
    /// Number of operands in the list that are one id each, type and result included: those that begin it.
    listed: u8,
    /// Whether the instruction may end after these.
    may_end: bool,
    tail: Tail,
    is_in_block: bool,
    ends_block: bool,
    is_global: bool,
}

impl Shape {
    const fn of(row: &Opcode) -> Shape {
        let operands = row.operands;
        let (mut typed, mut result, mut listed) = (false, false, 0);
        while listed < operands.len() && matches!(operands[listed].count, Count::One) {
            match operands[listed].kind {
                Kind::ResultType => typed = true,
                Kind::Result => result = true,
                Kind::Id | Kind::Scope | Kind::Semantics => {}
                _ => break,
            }
            listed += 1;
        }
        let (mut may_end, mut index) = (true, listed);
        while index < operands.len() {
            may_end &= !matches!(operands[index].count, Count::One);
            index += 1;
        }
        let tail = if listed == operands.len() {
            Tail::Nothing
        } else if listed + 1 == operands.len() && matches!(operands[listed].count, Count::Any) {
            match operands[listed].kind {
                Kind::Id | Kind::Scope | Kind::Semantics => Tail::Ids,
                Kind::Integer => Tail::Integers,
                _ => Tail::Other,
            }
        } else {
            Tail::of(operands, listed)
        };
        Shape {
            typed,
            result,
            listed: listed as u8,
            may_end,
            tail,
            is_in_block: is_in_block(row.number),
            ends_block: grammar::ends_block(row.number),
            is_global: is_global(row),
        }
    }
}

/// Shapes by row of the table of instructions.
static SHAPES: [Shape; OPCODES.len()] = {
    let mut shapes = [Shape::of(&OPCODES[0]); OPCODES.len()];
    let mut row = 0;
    while row < OPCODES.len() {
        shapes[row] = Shape::of(&OPCODES[row]);
        row += 1;
    }
    shapes
};

/// True if an instruction may precede the first function.
const fn is_global(row: &Opcode) -> bool {
    let is_type = !row.operands.is_empty() && matches!(row.operands[0].kind, Kind::Result);
    let opcode = row.number;
    matches!(
        opcode,
        op::NOP
            | op::UNDEF..=op::NAME
            | op::MEMBER_NAME..=op::LINE
            | op::EXTENSION
            | op::EXT_INST_IMPORT
            | op::MEMORY_MODEL..=op::CAPABILITY
            | op::TYPE_FORWARD_POINTER
            | op::CONSTANT_TRUE..=op::SPEC_CONSTANT_OP
            | op::VARIABLE
            | op::DECORATE..=op::GROUP_MEMBER_DECORATE
            | op::NO_LINE
            | op::MODULE_PROCESSED
            | op::EXECUTION_MODE_ID
            | op::DECORATE_ID
            | op::DECORATE_STRING
            | op::MEMBER_DECORATE_STRING
    ) || is_type && opcode != op::LABEL
        || is_extension_global(opcode)
}

/// What extensions add before the first function: constants, variables, modes, graphs.
const fn is_extension_global(opcode: u16) -> bool {
    matches!(
        opcode,
        op::UNTYPED_VARIABLE_KHR
            | op::CONSTANT_COMPOSITE_REPLICATE_EXT
            | op::SPEC_CONSTANT_COMPOSITE_REPLICATE_EXT
            | op::CONSTANT_COMPOSITE_CONTINUED_INTEL
            | op::SPEC_CONSTANT_COMPOSITE_CONTINUED_INTEL
            | op::TYPE_STRUCT_CONTINUED_INTEL
            | op::CONSTANT_FUNCTION_POINTER_INTEL
            | op::ASM_TARGET_INTEL
            | op::ASM_INTEL
            | op::ALIAS_DOMAIN_DECL_INTEL
            | op::ALIAS_SCOPE_DECL_INTEL
            | op::ALIAS_SCOPE_LIST_DECL_INTEL
            | op::CONDITIONAL_EXTENSION_INTEL
            | op::CONDITIONAL_ENTRY_POINT_INTEL
            | op::CONDITIONAL_CAPABILITY_INTEL
            | op::SPEC_CONSTANT_TARGET_INTEL
            | op::SPEC_CONSTANT_ARCHITECTURE_INTEL
            | op::SPEC_CONSTANT_CAPABILITIES_INTEL
            | op::EXT_INST_WITH_FORWARD_REFS_KHR
            | op::CONSTANT_SIZE_OF_EXT
            | op::MEMBER_DECORATE_ID_EXT
            | op::SAMPLER_IMAGE_ADDRESSING_MODE_NV
            | op::CONSTANT_DATA_KHR
            | op::SPEC_CONSTANT_DATA_KHR
            | op::POISON_KHR
            | op::GRAPH_CONSTANT_ARM..=op::GRAPH_ARM
    )
}

/// True if an instruction may stand after a label.
const fn is_in_block(opcode: u16) -> bool {
    !matches!(
        opcode,
        op::LABEL
            | op::FUNCTION
            | op::FUNCTION_PARAMETER
            | op::FUNCTION_END
            | op::CAPABILITY
            | op::EXTENSION
            | op::EXT_INST_IMPORT
            | op::MEMORY_MODEL
            | op::ENTRY_POINT
            | op::EXECUTION_MODE
            | op::EXECUTION_MODE_ID
    )
}
