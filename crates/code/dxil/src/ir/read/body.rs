//! Reads a function body: its blocks of constants, metadata, names and instructions.

use std::ops::Range;

use super::constants;
use super::instruction;
use super::metadata::{self, ATTACHMENT};
use super::numbers::{Expected, Numbers};
use super::source::{Item, Row, Source, unknown_block};
use super::symbols::{self, Counts};
use crate::block::BlockId;
use crate::error::{BitcodeError, BitcodeErrorKind, Entity};
use crate::ir::body::{Body, Local};
use crate::ir::constant::{Constant, Constants};
use crate::ir::handle::{ConstantId, FunctionId, InstructionId, KindId, TypeId, ValueId};
use crate::ir::instruction::{Instruction, Location};
use crate::ir::metadata::Attachment;
use crate::ir::module::{Typed, Value};
use crate::ir::records::code;
use crate::ir::types::Type;
use crate::walk::{Block, Resume};

/// Typical maximum number of operands.
const OPERANDS: usize = 16;

/// State while reading a body.
pub(super) struct BodyReader<'m> {
    pub(super) module: &'m Typed<'m>,
    pub(super) body: Body,
    pub(super) expected: Expected,
    pub(super) numbers: Numbers,
    /// Type of instructions without a result.
    pub(super) void: Option<TypeId>,
    /// Stated number of basic blocks.
    blocks: Option<(u32, Range<u64>)>,
    /// First instruction of the current block; `None` between blocks.
    open: Option<u32>,
    /// Last source location.
    last: Option<Location>,
    /// Operands of the current instruction.
    pub(super) operands: Vec<ValueId>,
    pub(super) labels: Vec<crate::ir::handle::LabelId>,
    /// Bits of the constants, in order.
    places: Vec<Range<u64>>,
}

/// Reads the body of a function.
pub(crate) fn read(module: &Typed<'_>, function: FunctionId, place: &Resume) -> Result<Body, BitcodeError> {
    let ty = module.functions.get(function.index()).map(|function| function.ty);
    let parameters = ty.and_then(|ty| module.types.function(ty)).map(|(_, list, _)| list);
    let mut reader = BodyReader {
        module,
        body: Body::new(function, parameters.unwrap_or_default()),
        expected: Expected::default(),
        numbers: Numbers { module: u32::try_from(module.values.len()).unwrap_or(u32::MAX) },
        void: module.types.find(Type::Void),
        blocks: None,
        open: None,
        last: None,
        operands: Vec::with_capacity(OPERANDS),
        labels: Vec::new(),
        places: Vec::new(),
    };
    // Instruction records average about forty bits.
    let block = place.block();
    let guess = (block.size() / 40) as usize;
    reader.body.instructions.reserve(guess / 2);
    reader.body.places.0.reserve(guess / 2);
    reader.body.locals.reserve(guess);
    reader.body.operands.reserve(guess * 2);
    let mut source = Source::resumed(module.bytes, place, &module.shared);
    loop {
        source.records(|row| reader.record(row))?;
        let Some(item) = source.next()? else { break };
        match item {
            Item::Leave => break,
            Item::Enter(block) => reader.block(&block, &mut source)?,
            Item::Record { code, bits } => reader.record(&source.row(code, bits))?,
        }
    }
    reader.finish(place)
}

impl BodyReader<'_> {
    fn block(&mut self, block: &Block, source: &mut Source<'_>) -> Result<(), BitcodeError> {
        match block.id {
            BlockId::CONSTANTS => {
                // Constant records average about twenty bits.
                let guess = (block.size() / 20) as usize;
                self.places.reserve(guess);
                self.body.constants.items.reserve(guess);
                let target = constants::Target {
                    types: &self.module.types,
                    numbers: self.numbers,
                    expected: &mut self.expected,
                    sink: Sink { module: self.module, body: &mut self.body, places: &mut self.places },
                };
                constants::read(source, target)
            }
            BlockId::METADATA => source.each(|row| {
                if row.code != crate::metadata::code::VALUE {
                    return Err(row.unknown(BlockId::METADATA));
                }
                let value = metadata::value(row, &self.module.types, self.numbers, &mut self.expected)?;
                self.body.metadata.push(value);
                Ok(())
            }),
            BlockId::VALUE_SYMTAB => {
                let counts = self.counts();
                self.body.symbols.reserve(block.size());
                symbols::read(source, &mut self.body.symbols, counts)
            }
            BlockId::USELIST => {
                let counts = self.counts();
                symbols::uses(source, &mut self.body.use_lists, counts, &mut self.expected)
            }
            BlockId::METADATA_ATTACHMENT => self.attachments(source),
            _ => Err(unknown_block(block)),
        }
    }

    fn counts(&self) -> Counts {
        Counts {
            numbers: self.numbers,
            values: u64::from(self.numbers.module) + self.body.locals.len() as u64,
            blocks: self.stated_block_count(),
        }
    }

    /// Stated number of basic blocks; 0 until known.
    pub(super) fn stated_block_count(&self) -> usize {
        self.blocks.as_ref().map_or(0, |blocks| blocks.0 as usize)
    }

    fn attachments(&mut self, source: &mut Source<'_>) -> Result<(), BitcodeError> {
        source.each(|row| {
            if row.code != ATTACHMENT {
                return Err(row.unknown(BlockId::METADATA_ATTACHMENT));
            }
            let first = row.operands.len() % 2;
            let to = match first {
                0 => None,
                _ => {
                    let count = self.body.instructions.len();
                    Some(InstructionId(row.number(Entity::Instruction, row.need(0)?, count)?))
                }
            };
            for pair in row.rest(first).chunks_exact(2) {
                let [kind, node] = pair else { continue };
                let count = self.module.metadata.items.len();
                row.number(Entity::Metadata, *node, count)?;
                let kind = KindId(row.small(*kind, "kind of attachment")?);
                let node = metadata::reference(row, *node)?;
                self.body.attachments.push((to, Attachment { kind, node }));
            }
            Ok(())
        })
    }

    fn record(&mut self, row: &Row<'_>) -> Result<(), BitcodeError> {
        match row.code {
            code::BLOCKS => {
                let count = row.small(row.need(0)?, "number of basic blocks")?;
                self.blocks = Some((count, row.bits.clone()));
            }
            code::LOCATION_AGAIN => {
                let location = self.last.ok_or_else(|| row.mismatch("an earlier source location"))?;
                self.locate(row, location)?;
            }
            code::LOCATION => {
                let count = self.module.metadata.items.len();
                let node = |operand| {
                    let number = row.number_or_none(Entity::Metadata, operand, count)?;
                    Ok(number.map(crate::ir::handle::MetadataId::module))
                };
                let location = Location {
                    line: row.small(row.need(0)?, "line")?,
                    column: row.small(row.need(1)?, "column")?,
                    scope: node(row.need(2)?)?,
                    inlined_at: node(row.need(3)?)?,
                };
                self.last = Some(location);
                self.locate(row, location)?;
            }
            _ => {
                let instruction = instruction::read(self, row)?;
                self.push(instruction, row)?;
            }
        }
        Ok(())
    }

    fn locate(&mut self, row: &Row<'_>, location: Location) -> Result<(), BitcodeError> {
        let id = self.body.add_location(location);
        match self.body.instructions.last_mut() {
            Some(last) => last.location = Some(id),
            None => return Err(row.mismatch("an instruction before a source location")),
        }
        Ok(())
    }

    fn push(&mut self, instruction: Instruction, row: &Row<'_>) -> Result<(), BitcodeError> {
        let id = self.body.instructions.len() as u32;
        let start = *self.open.get_or_insert(id);
        if self.body.blocks.len() >= self.stated_block_count() {
            let (stated, found) = (self.stated_block_count() as u64, self.body.blocks.len() as u64 + 1);
            let of = Entity::BasicBlock;
            return Err(row.fault(BitcodeErrorKind::Count { of, stated, found }));
        }
        if instruction.is_terminator() {
            self.body.blocks.push(start..id + 1);
            self.open = None;
        }
        self.body.instructions.push(instruction);
        self.body.places.0.push(row.bits.clone());
        Ok(())
    }

    fn finish(self, place: &Resume) -> Result<Body, BitcodeError> {
        let body = self.body;
        if self.open.is_some() {
            let bits = body.places.0.last().cloned();
            return Err(BitcodeError::new(BitcodeErrorKind::Unterminated, bits.unwrap_or_default()));
        }
        let (stated, bits) = match self.blocks {
            Some((stated, bits)) => (u64::from(stated), bits),
            None => (0, place.block().bits.clone()),
        };
        let found = body.blocks.len() as u64;
        if stated != found || found == 0 {
            let of = Entity::BasicBlock;
            return Err(BitcodeError::new(BitcodeErrorKind::Count { of, stated, found }, bits));
        }
        let module = self.module;
        let count = body.locals.len() as u64;
        self.expected.check(count, |value| {
            if value.is_local() { body.local(value).map(|local| local.ty) } else { module.type_of(value) }
        })?;
        let place = |value: ValueId| match body.local(value)?.value {
            Value::Constant(id) => Some(id.0),
            _ => None,
        };
        let places = &self.places;
        let bits = |constant: u32| places.get(constant as usize).cloned().unwrap_or_default();
        constants::check(&body.constants, place, bits)?;
        Ok(body)
    }
}

/// Collects the constants of a body.
struct Sink<'m> {
    module: &'m Typed<'m>,
    body: &'m mut Body,
    places: &'m mut Vec<Range<u64>>,
}

impl constants::Sink for Sink<'_> {
    fn constants(&mut self) -> &mut Constants {
        &mut self.body.constants
    }

    fn function(&self, value: ValueId) -> Option<FunctionId> {
        self.module.function(value).map(|(id, _)| id)
    }

    fn add(&mut self, ty: TypeId, constant: Constant, bits: Range<u64>) {
        let value = ValueId::local(self.body.locals.len() as u32);
        let id = ConstantId::at(self.body.constants.items.len());
        let kind = Value::Constant(id);
        self.body.locals.push(Local { value: kind, ty });
        self.body.constants.items.push((value, constant));
        self.places.push(bits);
    }
}
