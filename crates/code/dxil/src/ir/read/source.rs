//! Reads records with their operands in a reused buffer.

use std::ops::Range;
use std::sync::Arc;

use crate::block::BlockId;
use crate::error::{BitcodeError, BitcodeErrorKind, Entity};
use crate::walk::{Block, Resume, Shared, Step, Walk};

/// Typical maximum number of operands.
const OPERANDS: usize = 256;

/// The records of a bitstream, one at a time.
pub(super) struct Source<'a> {
    walk: Walk<'a>,
    /// True if BLOCKINFO may define abbreviations.
    defines: bool,
    /// True if errors in BLOCKINFO are reported.
    is_strict: bool,
    operands: Vec<u64>,
}

/// Next item of the stream.
pub(super) enum Item {
    /// A block begins.
    Enter(Block),
    /// The current block ends.
    Leave,
    /// A record; see [`Source::row`].
    Record {
        /// Record code.
        code: u64,
        /// Bits of the record.
        bits: Range<u64>,
    },
}

/// A record: checked access to operands, and errors for missing ones.
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
            is_strict: false,
            operands: Vec::with_capacity(OPERANDS),
        }
    }

    /// As [`new`](Self::new), with errors in BLOCKINFO reported.
    pub(super) fn strict(bytes: &'a [u8]) -> Source<'a> {
        Source { is_strict: true, ..Source::new(bytes) }
    }

    /// Reads the content of a skipped block.
    pub(super) fn resumed(bytes: &'a [u8], resume: &Resume, shared: &Arc<Shared>) -> Source<'a> {
        Source {
            walk: Walk::resumed(bytes, resume, shared),
            defines: false,
            is_strict: false,
            operands: Vec::with_capacity(OPERANDS),
        }
    }

    /// Next item; `None` at the end of the stream.
    #[inline]
    pub(super) fn next(&mut self) -> Result<Option<Item>, BitcodeError> {
        loop {
            let Some(event) = self.walk.next_into(&mut self.operands) else {
                return Ok(None);
            };
            return Ok(Some(match event? {
                Step::Enter(block) if block.id == BlockId::BLOCKINFO && self.defines => {
                    if let (Some(fault), true) = (self.walk.skip_block(), self.is_strict) {
                        return Err(fault);
                    }
                    continue;
                }
                Step::Enter(block) => Item::Enter(block),
                Step::Leave => Item::Leave,
                Step::Record { code, bits } => Item::Record { code, bits },
                Step::Abbreviation => continue,
            }));
        }
    }

    /// Shared abbreviations defined so far.
    pub(super) fn shared(&self) -> Arc<Shared> {
        self.walk.shared()
    }

    /// The record that [`next`](Self::next) returned.
    #[inline]
    pub(super) fn row(&self, code: u64, bits: Range<u64>) -> Row<'_> {
        Row { code, bits, operands: &self.operands }
    }

    /// Calls `each` for records up to an item that is none; [`next`](Self::next) has that then.
    #[inline]
    pub(super) fn records(
        &mut self,
        mut each: impl FnMut(&Row<'_>) -> Result<(), BitcodeError>,
    ) -> Result<(), BitcodeError> {
        self.walk.records(&mut self.operands, |code, bits, operands| each(&Row { code, bits, operands }))
    }

    /// Calls `each` for every record up to the end of the entered block, which must contain no blocks.
    pub(super) fn each(
        &mut self,
        mut each: impl FnMut(&Row<'_>) -> Result<(), BitcodeError>,
    ) -> Result<(), BitcodeError> {
        loop {
            self.records(&mut each)?;
            match self.next()? {
                None | Some(Item::Leave) => return Ok(()),
                Some(Item::Enter(block)) => return Err(unknown_block(&block)),
                Some(Item::Record { code, bits }) => each(&self.row(code, bits))?,
            }
        }
    }

    /// Skips the innermost block for later reading.
    pub(super) fn skip_body(&mut self) -> Option<Resume> {
        let resume = self.walk.resume();
        self.walk.skip_block();
        resume
    }
}

/// A block that is not allowed here.
pub(super) fn unknown_block(block: &Block) -> BitcodeError {
    BitcodeError::new(BitcodeErrorKind::UnknownBlock { block: block.id }, block.bits.clone())
}

impl Row<'_> {
    pub(super) fn fault(&self, kind: BitcodeErrorKind) -> BitcodeError {
        BitcodeError::new(kind, self.bits.clone())
    }

    /// A record that the block does not allow.
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

    /// Required operand `index`.
    #[inline]
    pub(super) fn need(&self, index: usize) -> Result<u64, BitcodeError> {
        match self.operands.get(index) {
            Some(operand) => Ok(*operand),
            None => Err(self.short()),
        }
    }

    /// Operand `index`; 0 if an older writer omitted it.
    pub(super) fn optional(&self, index: usize) -> u64 {
        self.operands.get(index).copied().unwrap_or(0)
    }

    /// An operand of at most 32 bits.
    pub(super) fn small(&self, operand: u64, of: &'static str) -> Result<u32, BitcodeError> {
        u32::try_from(operand).map_err(|_| self.fault(BitcodeErrorKind::Code { of, found: operand }))
    }

    /// Operands from `first` on.
    pub(super) fn rest(&self, first: usize) -> &[u64] {
        self.operands.get(first..).unwrap_or_default()
    }

    /// Operands from `first` on, as bytes.
    pub(super) fn bytes(&self, first: usize) -> impl Iterator<Item = u8> + '_ {
        self.rest(first).iter().map(|operand| *operand as u8)
    }

    /// Index of one of `count` entities.
    pub(super) fn number(&self, of: Entity, found: u64, count: usize) -> Result<u32, BitcodeError> {
        let count = count as u64;
        match u32::try_from(found) {
            Ok(number) if found < count => Ok(number),
            _ => Err(self.fault(BitcodeErrorKind::Number { of, found, count })),
        }
    }

    /// Index plus 1 of one of `count` entities, 0 for none.
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
