//! Reads symbol tables and use-list orders.

use super::numbers::{Expected, Numbers};
use super::source::Source;
use crate::block::BlockId;
use crate::error::{BitcodeError, Entity};
use crate::ir::handle::LabelId;
use crate::ir::module::UseList;
use crate::ir::symbols::{Named, Symbols};

/// Record codes in symbol tables and use-list blocks. Source: LLVM 3.7 bitcode.
pub(crate) mod code {
    /// Name of a value.
    pub(crate) const ENTRY: u64 = 1;
    /// Name of a basic block.
    pub(crate) const BLOCK_ENTRY: u64 = 2;
    /// Use order of a value.
    pub(crate) const USES: u64 = 1;
    /// Use order of a basic block.
    pub(crate) const BLOCK_USES: u64 = 2;
}

/// Number of values and blocks at the time of reading.
#[derive(Clone, Copy)]
pub(super) struct Counts {
    pub(super) numbers: Numbers,
    pub(super) values: u64,
    pub(super) blocks: usize,
}

/// Reads a symbol table.
pub(super) fn read(
    source: &mut Source<'_>,
    symbols: &mut Symbols,
    counts: Counts,
) -> Result<(), BitcodeError> {
    source.each(|row| {
        let named = match row.code {
            code::ENTRY => {
                let count = usize::try_from(counts.values).unwrap_or(usize::MAX);
                let number = row.number(Entity::Value, row.need(0)?, count)?;
                Named::Value(counts.numbers.value(row, u64::from(number))?)
            }
            code::BLOCK_ENTRY => {
                Named::Block(LabelId(row.number(Entity::BasicBlock, row.need(0)?, counts.blocks)?))
            }
            _ => return Err(row.unknown(BlockId::VALUE_SYMTAB)),
        };
        symbols.set(named, row.bytes(1));
        Ok(())
    })
}

/// Reads use-list orders.
pub(super) fn uses(
    source: &mut Source<'_>,
    lists: &mut Vec<UseList>,
    counts: Counts,
    expected: &mut Expected,
) -> Result<(), BitcodeError> {
    source.each(|row| {
        let (number, order) = match row.operands.split_last() {
            Some((number, order)) if !order.is_empty() => (*number, order),
            _ => return Err(row.short()),
        };
        let of = match row.code {
            code::USES => {
                let value = counts.numbers.value(row, number)?;
                expected.add(value, None, &row.bits);
                Named::Value(value)
            }
            code::BLOCK_USES => {
                Named::Block(LabelId(row.number(Entity::BasicBlock, number, counts.blocks)?))
            }
            _ => return Err(row.unknown(BlockId::USELIST)),
        };
        let order = order.iter().map(|index| row.small(*index, "place of a use"));
        let order = order.collect::<Result<Vec<_>, _>>()?;
        lists.push(UseList { of, order });
        Ok(())
    })
}
