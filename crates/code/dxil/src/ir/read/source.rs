//! Records with their operands in one buffer.

use std::ops::Range;
use std::sync::Arc;

use crate::block::BlockId;
use crate::error::{BitcodeError, BitcodeErrorKind, Entity};
use crate::walk::{Block, Resume, Shared, Step, Walk};

/// Operands that most records have at most.
const OPERANDS: usize = 64;

/// The records of a bitstream, one at a time.
pub(super) struct Source<'a> {
    walk: Walk<'a>,
    /// Whether abbreviations for other blocks may be defined.
    defines: bool,
    operands: Vec<u64>,
}

/// What comes next.
pub(super) enum Item {
    /// A block begins.
    Enter(Block),
    /// The block that is read ends.
    Leave,
    /// A record, see [`Source::row`].
    Record {
        /// Its code.
        code: u64,
        /// Its bits.
        bits: Range<u64>,
    },
}

/// A record: operands that can be asked for, and what to say when they are not there.
pub(super) struct Row<'s> {
    pub(super) code: u64,
    pub(super) bits: Range<u64>,
    pub(super) operands: &'s [u64],
}

impl<'a> Source<'a> {
    pub(super) fn new(bytes: &'a [u8]) -> Source<'a> {
        Source {
            walk: Walk::new(bytes),
            defines: true,
            operands: Vec::new(),
        }
    }

    /// The content of a block that was left out.
    pub(super) fn resumed(bytes: &'a [u8], resume: &Resume, shared: &Arc<Shared>) -> Source<'a> {
        Source {
            walk: Walk::resumed(bytes, resume, shared),
            defines: false,
            operands: Vec::with_capacity(OPERANDS),
        }
    }

    /// The next item; `None` at the end of the stream.
    #[inline]
    pub(super) fn next(&mut self) -> Result<Option<Item>, BitcodeError> {
        loop {
            let Some(event) = self.walk.next_into(&mut self.operands) else {
                return Ok(None);
            };
            return Ok(Some(match event? {
                Step::Enter(block) if block.id == BlockId::BLOCKINFO && self.defines => {
                    self.walk.skip_block();
                    continue;
                }
                Step::Enter(block) => Item::Enter(block),
                Step::Leave => Item::Leave,
                Step::Record { code, bits } => Item::Record { code, bits },
                Step::Abbreviation => continue,
            }));
        }
    }

    /// Abbreviations for other blocks, as far as they have been defined.
    pub(super) fn shared(&self) -> Arc<Shared> {
        self.walk.shared()
    }

    /// The record that [`next`](Self::next) has come to.
    #[inline]
    pub(super) fn row(&self, code: u64, bits: Range<u64>) -> Row<'_> {
        Row {
            code,
            bits,
            operands: &self.operands,
        }
    }

    /// Calls `each` for every record up to the end of the block that was entered; there may be no blocks in it.
    pub(super) fn each(
        &mut self,
        mut each: impl FnMut(&Row<'_>) -> Result<(), BitcodeError>,
    ) -> Result<(), BitcodeError> {
        while let Some(item) = self.next()? {
            match item {
                Item::Leave => break,
                Item::Enter(block) => return Err(unknown_block(&block)),
                Item::Record { code, bits } => each(&self.row(code, bits))?,
            }
        }
        Ok(())
    }

    /// The innermost block, to be read later; the walk goes on behind it.
    pub(super) fn leave_out(&mut self) -> Option<Resume> {
        let resume = self.walk.resume();
        self.walk.skip_block();
        resume
    }
}

/// A block at a place where there is none.
pub(super) fn unknown_block(block: &Block) -> BitcodeError {
    BitcodeError::new(
        BitcodeErrorKind::UnknownBlock { block: block.id },
        block.bits.clone(),
    )
}

impl Row<'_> {
    pub(super) fn fault(&self, kind: BitcodeErrorKind) -> BitcodeError {
        BitcodeError::new(kind, self.bits.clone())
    }

    /// A record that the block does not have.
    pub(super) fn unknown(&self, block: BlockId) -> BitcodeError {
        let code = self.code;
        self.fault(BitcodeErrorKind::UnknownRecord { block, code })
    }

    pub(super) fn short(&self) -> BitcodeError {
        self.fault(BitcodeErrorKind::ShortRecord { code: self.code })
    }

    pub(super) fn mismatch(&self, expected: &'static str) -> BitcodeError {
        self.fault(BitcodeErrorKind::Mismatch { expected })
    }

    /// Operand `index`, which the record needs.
    #[inline]
    pub(super) fn need(&self, index: usize) -> Result<u64, BitcodeError> {
        match self.operands.get(index) {
            Some(operand) => Ok(*operand),
            None => Err(self.short()),
        }
    }

    /// Operand `index`; 0 when older writers left it out.
    pub(super) fn optional(&self, index: usize) -> u64 {
        self.operands.get(index).copied().unwrap_or(0)
    }

    /// An operand of at most 32 bits.
    pub(super) fn small(&self, operand: u64, of: &'static str) -> Result<u32, BitcodeError> {
        u32::try_from(operand).map_err(|_| self.fault(BitcodeErrorKind::Code { of, found: operand }))
    }

    /// The operands from `first` on.
    pub(super) fn rest(&self, first: usize) -> &[u64] {
        self.operands.get(first..).unwrap_or_default()
    }

    /// The operands from `first` on as bytes.
    pub(super) fn bytes(&self, first: usize) -> impl Iterator<Item = u8> + '_ {
        self.rest(first).iter().map(|operand| *operand as u8)
    }

    /// A number of one of `count` things.
    pub(super) fn number(&self, of: Entity, found: u64, count: usize) -> Result<u32, BitcodeError> {
        let count = count as u64;
        match u32::try_from(found) {
            Ok(number) if found < count => Ok(number),
            _ => Err(self.fault(BitcodeErrorKind::Number { of, found, count })),
        }
    }

    /// A number plus 1 of one of `count` things, 0 for none.
    pub(super) fn number_or_none(
        &self,
        of: Entity,
        found: u64,
        count: usize,
    ) -> Result<Option<u32>, BitcodeError> {
        match found.checked_sub(1) {
            None => Ok(None),
            Some(number) => self.number(of, number, count).map(Some),
        }
    }
}
