//! Encodes a typed module as LLVM 3.7 bitcode.

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
use layout::KnownAbbreviation;

/// Encodes a module as LLVM 3.7 does: same blocks, order and abbreviations. Reading and re-encoding DXC
/// output yields the same bytes.
///
/// Numbers follow the module's lists: globals in value order, then constants in [`Typed::constants`] order;
/// in a body arguments, constants, then instruction results.
///
/// # Errors
///
/// An error in a body not read yet, with its bits; an invalid handle, without bits.
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

/// State of the encoder.
struct Writer<'m> {
    stream: Stream,
    module: &'m Typed<'m>,
    /// Number of each module value.
    numbers: Vec<u32>,
    /// Width of a type number in bits.
    type_bits: u8,
    names: Vec<KnownAbbreviation>,
    constants: Vec<KnownAbbreviation>,
    instructions: Vec<KnownAbbreviation>,
    /// Operands of the current record.
    row: Vec<u64>,
}

/// Numbers of a body's values, by index.
struct Locals {
    numbers: Vec<u32>,
}

/// An invalid handle.
fn invalid_handle(of: Entity, found: usize, count: usize) -> BitcodeError {
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
            let missing = || invalid_handle(Entity::Value, value.index(), count);
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

    /// Number of a value; local values need `locals`.
    fn number(&self, value: ValueId, locals: Option<&Locals>) -> Result<u64, BitcodeError> {
        use super::List;
        let found = match value.list() {
            List::Module(index) => self.numbers.get(index as usize),
            List::Local(index) => locals.and_then(|locals| locals.numbers.get(index as usize)),
            List::Metadata(_) => None,
        };
        match found {
            Some(number) if *number != u32::MAX => Ok(u64::from(*number)),
            _ => Err(invalid_handle(Entity::Value, value.index(), self.module.values.len())),
        }
    }

    /// Number of a type.
    fn ty(&self, ty: TypeId) -> Result<u64, BitcodeError> {
        let count = self.module.types.len();
        if ty.index() < count {
            Ok(u64::from(ty.0))
        } else {
            Err(invalid_handle(Entity::Type, ty.index(), count))
        }
    }

    /// Number of module metadata.
    fn node(&self, id: MetadataId) -> Result<u64, BitcodeError> {
        let count = self.module.metadata.items.len();
        if !id.is_local() && id.index() < count {
            Ok(id.index() as u64)
        } else {
            Err(invalid_handle(Entity::Metadata, id.index(), count))
        }
    }

    /// Number of module metadata plus 1; 0 for none.
    fn node_or_null(&self, id: Option<MetadataId>) -> Result<u64, BitcodeError> {
        match id {
            Some(id) => Ok(self.node(id)? + 1),
            None => Ok(0),
        }
    }

    /// Number of an attribute list plus 1; 0 for none.
    fn attribute_list(&self, list: Option<AttributesId>) -> Result<u64, BitcodeError> {
        let count = self.module.attributes.lists.len();
        match list {
            None => Ok(0),
            Some(list) if list.index() < count => Ok(u64::from(list.0) + 1),
            Some(list) => Err(invalid_handle(Entity::AttributeList, list.index(), count)),
        }
    }

    /// Writes `row` as a record, abbreviated or not.
    fn flush(&mut self, code: u64, known: Option<&KnownAbbreviation>) {
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

/// Writes a record, abbreviated or not.
fn emit(stream: &mut Stream, code: u64, row: &[u64], known: Option<&KnownAbbreviation>) {
    match known {
        Some(known) => stream.abbreviated(known.id, &known.form, code, row),
        None => stream.record(code, row),
    }
}
