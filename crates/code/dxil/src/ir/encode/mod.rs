//! A module with types to bitcode, as LLVM 3.7 writes it.

mod body;
mod constants;
mod globals;
mod instruction;
mod layout;
mod metadata;
mod tables;

use super::handle::{AttributesId, MAX_PLACE, MetadataId, TypeId, ValueId};
use super::module::Typed;
use crate::block::BlockId;
use crate::error::{BitcodeError, BitcodeErrorKind, Entity};
use crate::module::code;
use crate::write::Stream;
use layout::Known;

/// Writes a module as LLVM 3.7 does: the same blocks in the same order, the same abbreviations. What DXC has written, read and
/// written again, has the same bytes.
///
/// Numbers follow the lists of the module: globals in the order of their values, then constants in the order of
/// [`Typed::constants`]; in a body arguments, constants, then results of instructions.
///
/// # Errors
///
/// What is wrong with a body that was not read yet, with its bits; a handle that leads nowhere, with no bits.
pub fn encode(module: &Typed<'_>) -> Result<Vec<u8>, BitcodeError> {
    let mut writer = Writer::new(module)?;
    let entered = writer.stream.enter(BlockId::MODULE.0, 3);
    if module.version != 0 {
        writer.stream.record(code::VERSION, &[module.version]);
    }
    writer.block_info();
    writer.attributes()?;
    writer.types()?;
    writer.globals()?;
    writer.module_constants()?;
    writer.metadata()?;
    writer.kinds();
    writer.uses(&module.use_lists, None)?;
    writer.names(&module.symbols, None)?;
    writer.bodies()?;
    writer.stream.leave(entered);
    Ok(writer.stream.finish())
}

/// What a module is written with.
struct Writer<'m> {
    stream: Stream,
    module: &'m Typed<'m>,
    /// The number of each value of the module.
    numbers: Vec<u32>,
    /// Bits of a type's number.
    type_bits: u8,
    names: Vec<Known>,
    constants: Vec<Known>,
    instructions: Vec<Known>,
    /// The operands of the record that is written.
    row: Vec<u64>,
}

/// The values of a body, by place.
struct Locals {
    numbers: Vec<u32>,
}

/// A handle that leads nowhere.
fn lost(of: Entity, found: usize, count: usize) -> BitcodeError {
    let (found, count) = (found as u64, count as u64);
    BitcodeError::new(BitcodeErrorKind::Number { of, found, count }, 0..0)
}

impl<'m> Writer<'m> {
    fn new(module: &'m Typed<'m>) -> Result<Writer<'m>, BitcodeError> {
        let type_bits = layout::bits(module.types.len() as u64 + 1);
        let mut numbers = vec![u32::MAX; module.values.len()];
        let mut next = 0u32;
        for (slot, (value, _)) in numbers.iter_mut().zip(&module.values) {
            if !matches!(value, super::Value::Constant(_)) {
                *slot = next;
                next += 1;
            }
        }
        for (value, _) in &module.constants.items {
            let count = module.values.len();
            let missing = || lost(Entity::Value, value.index(), count);
            *numbers.get_mut(value.index()).ok_or_else(missing)? = next;
            next += 1;
        }
        if next > MAX_PLACE {
            return Err(BitcodeError::new(BitcodeErrorKind::TooMany, 0..0));
        }
        Ok(Writer {
            stream: Stream::new(),
            module,
            numbers,
            type_bits,
            names: layout::names(),
            constants: layout::constants(type_bits),
            instructions: layout::instructions(type_bits),
            row: Vec::new(),
        })
    }

    /// The number of a value; of a body, where its values are known.
    fn number(&self, value: ValueId, locals: Option<&Locals>) -> Result<u64, BitcodeError> {
        use super::List;
        let found = match value.list() {
            List::Module(place) => self.numbers.get(place as usize),
            List::Local(place) => locals.and_then(|locals| locals.numbers.get(place as usize)),
            List::Metadata(_) => None,
        };
        match found {
            Some(number) if *number != u32::MAX => Ok(u64::from(*number)),
            _ => Err(lost(Entity::Value, value.index(), self.module.values.len())),
        }
    }

    /// The number of a type.
    fn ty(&self, ty: TypeId) -> Result<u64, BitcodeError> {
        let count = self.module.types.len();
        match ty.index() < count {
            true => Ok(u64::from(ty.0)),
            false => Err(lost(Entity::Type, ty.index(), count)),
        }
    }

    /// The number of metadata of the module.
    fn node(&self, id: MetadataId) -> Result<u64, BitcodeError> {
        let count = self.module.metadata.items.len();
        match !id.is_local() && id.index() < count {
            true => Ok(id.index() as u64),
            false => Err(lost(Entity::Metadata, id.index(), count)),
        }
    }

    /// The number of metadata of the module plus 1; 0 for none.
    fn node_or_null(&self, id: Option<MetadataId>) -> Result<u64, BitcodeError> {
        match id {
            Some(id) => Ok(self.node(id)? + 1),
            None => Ok(0),
        }
    }

    /// The number of a list of attributes plus 1; 0 for none.
    fn attribute_list(&self, list: Option<AttributesId>) -> Result<u64, BitcodeError> {
        let count = self.module.attributes.lists.len();
        match list {
            None => Ok(0),
            Some(list) if list.index() < count => Ok(u64::from(list.0) + 1),
            Some(list) => Err(lost(Entity::AttributeList, list.index(), count)),
        }
    }

    /// Writes what is in `row`, with an abbreviation or without.
    fn flush(&mut self, code: u64, known: Option<&Known>) {
        emit(&mut self.stream, code, &self.row, known);
    }

    fn block_info(&mut self) {
        let entered = self.stream.enter(BlockId::BLOCKINFO.0, 2);
        let blocks = [
            (BlockId::VALUE_SYMTAB, &self.names),
            (BlockId::CONSTANTS, &self.constants),
            (BlockId::FUNCTION, &self.instructions),
        ];
        for (block, forms) in blocks {
            self.stream.record(1, &[u64::from(block.0)]);
            for known in forms {
                self.stream.define(&known.form);
            }
        }
        self.stream.leave(entered);
    }
}

/// Writes a record, with an abbreviation or without.
fn emit(stream: &mut Stream, code: u64, row: &[u64], known: Option<&Known>) {
    match known {
        Some(known) => stream.abbreviated(known.id, &known.form, code, row),
        None => stream.record(code, row),
    }
}
