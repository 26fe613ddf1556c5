//! Walks over blocks and records in order, with the bits of each.
//!
//! [`Walk`] trusts the word counts of blocks. An error inside a block is reported once and the walk continues
//! after the block, so one damaged function body hides nothing else. Work is linear in the size for any
//! input.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

use crate::abbreviation::{Abbreviation, Operand};
use crate::bits::Bits;
use crate::block::BlockId;
use crate::error::{BitcodeError, BitcodeErrorKind};
use crate::record::{Place, Record};
use crate::wrapper;

/// Maximum nesting of blocks; real modules have three levels.
pub const MAX_DEPTH: usize = 64;
/// Width of abbreviation ids outside blocks.
const OUTER_WIDTH: u32 = 2;
/// Number of abbreviations that a block usually has.
const DEFINITIONS: usize = 8;
/// Abbreviation id of records without one.
const UNABBREVIATED: u64 = 3;
/// In BLOCKINFO: the record that selects a block.
const SET_BLOCK: u64 = 1;

/// A block.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Block {
    /// Block id.
    pub id: BlockId,
    /// Width of its abbreviation ids.
    pub width: u32,
    /// Number of enclosing blocks.
    pub depth: usize,
    /// All bits, from its abbreviation id to the end given by its word count.
    pub bits: Range<u64>,
    /// Start of its content, after the word count.
    pub content: u64,
}

impl Block {
    /// Size of its content in bits.
    pub(crate) fn size(&self) -> u64 {
        self.bits.end.saturating_sub(self.content)
    }
}

/// Item reported by a walk.
#[derive(Clone, Debug)]
pub enum Event<'a> {
    /// A block begins; [`Walk::skip_block`] skips it.
    Enter(Block),
    /// A block ends.
    Leave(Block),
    /// A record.
    Record(Record<'a>),
    /// An abbreviation definition, with its bits.
    Abbreviation(Abbreviation, Range<u64>),
}

/// Iterator over the blocks and records of a bitstream, faults in between.
///
/// ```
/// use glassbox_dxil::{Event, Walk};
/// # let mut stream = glassbox_dxil::write::Stream::new();
/// # stream.block(8, 3, |module| { module.record(1, &[1]); module.block(12, 4, |_| {}); });
/// # let bitcode = stream.finish();
/// let mut walk = Walk::new(&bitcode);
/// while let Some(event) = walk.next() {
///     match event? {
///         Event::Enter(block) if block.depth > 0 => assert!(walk.skip_block().is_none()),
///         Event::Record(record) => assert_eq!((record.code, record.operand(0)), (1, Some(1))),
///         _ => {}
///     }
/// }
/// # Ok::<(), glassbox_dxil::BitcodeError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Walk<'a> {
    bits: Bits<'a>,
    /// End of the stream in bits.
    end: u64,
    open: Vec<Open>,
    /// Abbreviations from BLOCKINFO.
    shared: Arc<Shared>,
    /// Number of them in effect, when walking a skipped block.
    known: u64,
    /// A block entered although a fault had to be reported first.
    entered: Option<Block>,
    ended: bool,
    /// Operands of the abbreviation that is read.
    scratch: Vec<Operand>,
}

#[derive(Clone, Debug)]
struct Open {
    block: Block,
    /// List of its shared abbreviations, and the number in effect.
    shared: (usize, usize),
    own: Vec<Abbreviation>,
    /// In BLOCKINFO, the selected block.
    target: Option<u32>,
    /// The block ends early because the stream does; already reported.
    is_truncated: bool,
    /// The rest of the block is abandoned.
    is_abandoned: bool,
}

/// Shared abbreviations by block id, each with the number defined before it. Lists only grow, so a snapshot
/// is just a count.
#[derive(Clone, Debug, Default)]
pub(crate) struct Shared {
    /// One list per block id, in order of first definition, so that indices are stable.
    lists: Vec<Vec<(u64, Abbreviation)>>,
    places: BTreeMap<u32, usize>,
    count: u64,
}

impl Shared {
    fn add(&mut self, block: u32, abbreviation: Abbreviation) {
        let index = *self.places.entry(block).or_insert(self.lists.len());
        if index == self.lists.len() {
            self.lists.push(Vec::with_capacity(DEFINITIONS));
        }
        if let Some(list) = self.lists.get_mut(index) {
            list.push((self.count, abbreviation));
            self.count += 1;
        }
    }

    /// List of a block, and its length when `count` abbreviations had been defined.
    fn known(&self, block: u32, count: u64) -> (usize, usize) {
        let Some(&place) = self.places.get(&block) else {
            return (usize::MAX, 0);
        };
        let list = self.lists.get(place).map_or(&[][..], Vec::as_slice);
        let known =
            if count >= self.count { list.len() } else { list.partition_point(|item| item.0 < count) };
        (place, known)
    }

    #[inline]
    fn list(&self, (place, known): (usize, usize)) -> &[(u64, Abbreviation)] {
        let list = self.lists.get(place).map_or(&[][..], Vec::as_slice);
        list.get(..known).unwrap_or_default()
    }
}

/// A skipped block that can be walked later.
#[derive(Clone, Debug)]
pub struct Resume {
    block: Block,
    /// Number of shared abbreviations defined before it.
    known: u64,
    origin: u64,
}

impl Resume {
    /// The skipped block.
    pub fn block(&self) -> &Block {
        &self.block
    }
}

/// Error instead of an event.
struct WalkError {
    fault: BitcodeError,
    /// True if the walk is already past the error.
    is_past: bool,
}

impl From<BitcodeError> for WalkError {
    fn from(fault: BitcodeError) -> WalkError {
        WalkError { fault, is_past: false }
    }
}

impl<'a> Walk<'a> {
    /// Walks the stream in these bytes, inside the wrapper and after the magic if present.
    pub fn new(bytes: &'a [u8]) -> Walk<'a> {
        let range = wrapper::content(bytes);
        let content = bytes.get(range.start as usize..).unwrap_or_default();
        let magic = if content.starts_with(&wrapper::MAGIC) { 32 } else { 0 };
        let origin = range.start * 8;
        Walk {
            bits: Bits::new(bytes, origin + magic, range.end * 8).aligned_from(origin),
            end: range.end * 8,
            open: Vec::with_capacity(4),
            shared: Arc::default(),
            known: u64::MAX,
            entered: None,
            ended: false,
            scratch: Vec::new(),
        }
    }

    /// Position of the next item in bits.
    pub fn at(&self) -> u64 {
        self.bits.at()
    }

    /// The innermost open block.
    pub fn block(&self) -> Option<&Block> {
        self.open.last().map(|open| &open.block)
    }

    /// Skips the rest of the innermost block; no [`Event::Leave`] follows. BLOCKINFO is read nevertheless,
    /// since later blocks depend on it; the result is its first fault.
    pub fn skip_block(&mut self) -> Option<BitcodeError> {
        let depth = self.open.len();
        let mut fault = None;
        if self.block().is_some_and(|block| block.id == BlockId::BLOCKINFO) {
            while self.open.len() >= depth
                && let Some(event) = self.next()
            {
                fault = fault.or(event.err());
            }
        } else {
            self.pop();
        }
        fault
    }

    /// The innermost block for later resumption; the walk does not move.
    pub fn resume(&self) -> Option<Resume> {
        Some(Resume { block: self.block()?.clone(), known: self.shared.count, origin: self.bits.origin() })
    }

    /// Shared abbreviations defined so far.
    pub(crate) fn shared(&self) -> Arc<Shared> {
        self.shared.clone()
    }

    /// Walks the content of a skipped block. `bytes` are those of the original walk, `shared` its
    /// abbreviations at the end. The last event is the end of the block.
    pub(crate) fn resumed(bytes: &'a [u8], resume: &Resume, shared: &Arc<Shared>) -> Walk<'a> {
        let block = resume.block.clone();
        // Bodies contain blocks, but those contain none.
        let mut open = Vec::with_capacity(2);
        let bits = Bits::new(bytes, block.content, block.bits.end).aligned_from(resume.origin);
        let end = block.bits.end;
        open.push(Open {
            shared: shared.known(block.id.0, resume.known),
            block,
            own: Vec::new(),
            target: None,
            is_truncated: false,
            is_abandoned: false,
        });
        Walk {
            bits,
            end,
            open,
            shared: shared.clone(),
            known: resume.known,
            entered: None,
            ended: false,
            scratch: Vec::new(),
        }
    }

    /// Calls `each` with code, bits and operands of the records up to the next item that is none, or is not sound, or has
    /// consequences for other blocks; [`next_into`](Self::next_into) has that then.
    #[inline]
    pub(crate) fn records<E>(
        &mut self,
        operands: &mut Vec<u64>,
        mut each: impl FnMut(u64, Range<u64>, &[u64]) -> Result<(), E>,
    ) -> Result<(), E> {
        let Some(open) = self.open.last() else { return Ok(()) };
        if open.is_abandoned || self.entered.is_some() || open.block.id == BlockId::BLOCKINFO {
            return Ok(());
        }
        let (width, shared) = (open.block.width, self.shared.list(open.shared));
        let mut next = self.bits;
        loop {
            let start = next.at();
            self.bits.seek(start);
            let index = match next.fixed(width) {
                Ok(id) if id >= UNABBREVIATED => (id - UNABBREVIATED) as usize,
                _ => return Ok(()),
            };
            let abbreviation = match index.checked_sub(1) {
                None => None,
                Some(index) => match shared.get(index) {
                    Some((_, abbreviation)) => Some(abbreviation),
                    None => match open.own.get(index - shared.len()) {
                        Some(abbreviation) => Some(abbreviation),
                        None => return Ok(()),
                    },
                },
            };
            operands.clear();
            let Ok(code) = Record::read_into(start, abbreviation, &mut next, operands) else {
                return Ok(());
            };
            each(code, start..next.at(), operands)?;
        }
    }

    /// Next event; a record's operands go into the list, valid until the next call.
    pub(crate) fn next_into(&mut self, operands: &mut Vec<u64>) -> Option<Result<Step, BitcodeError>> {
        let step = self.advance(&mut |walk, start, id| {
            operands.clear();
            let mut bits = walk.bits;
            let code = Record::read_into(start, walk.abbreviation(start, id)?, &mut bits, operands)?;
            walk.bits.seek(bits.at());
            walk.select_block(code, start, || operands.first().copied())?;
            Ok(Step::Record { code, bits: start..bits.at() })
        })?;
        Some(step)
    }

    /// Closes the innermost block and moves past it.
    fn pop(&mut self) -> Option<Block> {
        let block = self.open.pop()?.block;
        let around = match self.open.last() {
            Some(open) => open.block.bits.end,
            None => self.end,
        };
        self.bits = self.bits.part(block.bits.end, around);
        Some(block)
    }

    /// Abandons the innermost block, or outside blocks the rest of the stream.
    fn abandon(&mut self) {
        match self.open.last_mut() {
            Some(open) => {
                open.is_abandoned = true;
                self.bits.seek(self.bits.end());
            }
            None => self.ended = true,
        }
    }

    fn enter(&mut self, start: u64) -> Result<Event<'a>, WalkError> {
        let id = self.bits.variable(8)?;
        let width = self.bits.variable(4)?;
        self.bits.align()?;
        let count = self.bits.at();
        let words = self.bits.fixed(32)?;
        let content = self.bits.at();
        let stated = content + words * 32;
        let end = stated.min(self.bits.end());
        let invalid = if !(2..=32).contains(&width) {
            Some(BitcodeErrorKind::AbbreviationWidth { width })
        } else if self.open.len() >= MAX_DEPTH {
            Some(BitcodeErrorKind::TooDeep)
        } else {
            None
        };
        if let Some(kind) = invalid {
            // The size is known, so only this block is lost.
            self.bits.seek(end);
            let fault = BitcodeError::new(kind, start..content);
            return Err(WalkError { fault, is_past: true });
        }
        let id = u32::try_from(id).unwrap_or(u32::MAX);
        let block =
            Block { id: BlockId(id), width: width as u32, depth: self.open.len(), bits: start..end, content };
        let already_reported = self.open.last().is_some_and(|open| open.is_truncated);
        self.bits = self.bits.part(content, end);
        self.open.push(Open {
            block: block.clone(),
            shared: self.shared.known(id, self.known),
            own: Vec::new(),
            target: None,
            is_truncated: stated > end,
            is_abandoned: false,
        });
        if stated > end && !already_reported {
            self.entered = Some(block);
            let fault = BitcodeError::new(BitcodeErrorKind::BlockPastEnd { words }, count..content);
            return Err(WalkError { fault, is_past: true });
        }
        Ok(Event::Enter(block))
    }

    fn leave(&mut self, start: u64) -> Result<Event<'a>, WalkError> {
        let outside = BitcodeError::new(BitcodeErrorKind::Outside, start..self.bits.at());
        let found = self.bits.aligned();
        let Some(open) = self.open.last_mut() else {
            return Err(outside.into());
        };
        let block = &mut open.block;
        if open.is_truncated {
            // Its word count was wrong or the stream is truncated; an end marker, if found, wins.
            block.bits.end = found.min(block.bits.end);
        } else if found != block.bits.end {
            let kind = BitcodeErrorKind::BlockLength {
                words: block.bits.end.saturating_sub(block.content) / 32,
                found: found.saturating_sub(block.content) / 32,
            };
            return Err(BitcodeError::new(kind, block.content - 32..block.content).into());
        }
        self.pop().map(Event::Leave).ok_or(outside.into())
    }

    fn define(&mut self, start: u64) -> Result<Event<'a>, WalkError> {
        let abbreviation = Abbreviation::read(&mut self.bits, &mut self.scratch)?;
        let bits = start..self.bits.at();
        let Some(open) = self.open.last_mut() else {
            return Err(BitcodeError::new(BitcodeErrorKind::Outside, bits).into());
        };
        match open.target {
            _ if open.block.id != BlockId::BLOCKINFO => {
                if open.own.is_empty() {
                    open.own.reserve(DEFINITIONS);
                }
                open.own.push(abbreviation.clone());
            }
            Some(target) => Arc::make_mut(&mut self.shared).add(target, abbreviation.clone()),
            None => return Err(BitcodeError::new(BitcodeErrorKind::BlockInfo, bits).into()),
        }
        Ok(Event::Abbreviation(abbreviation, bits))
    }

    /// Abbreviation with this id; `None` for unabbreviated records.
    #[inline]
    fn abbreviation(&self, start: u64, id: u64) -> Result<Option<&Abbreviation>, WalkError> {
        let here = start..self.bits.at();
        let Some(open) = self.open.last() else {
            return Err(BitcodeError::new(BitcodeErrorKind::Outside, here).into());
        };
        let Some(index) = id.checked_sub(4) else {
            return Ok(None);
        };
        let shared = self.shared.list(open.shared);
        let index = usize::try_from(index).unwrap_or(usize::MAX);
        let found = match shared.get(index) {
            Some((_, form)) => Some(form),
            None => open.own.get(index.saturating_sub(shared.len())),
        };
        let unknown = BitcodeError::new(BitcodeErrorKind::UnknownAbbreviation { id }, here);
        Ok(Some(found.ok_or(unknown)?))
    }

    /// In BLOCKINFO, selects the block for the following abbreviations.
    #[inline]
    fn select_block(
        &mut self,
        code: u64,
        start: u64,
        operand: impl FnOnce() -> Option<u64>,
    ) -> Result<(), WalkError> {
        let end = self.bits.at();
        let Some(open) = self.open.last_mut() else {
            return Ok(());
        };
        if open.block.id == BlockId::BLOCKINFO && code == SET_BLOCK {
            let target = operand().and_then(|id| u32::try_from(id).ok());
            open.target = Some(target.ok_or(BitcodeError::new(BitcodeErrorKind::BlockInfo, start..end))?);
        }
        Ok(())
    }

    fn record(&mut self, start: u64, id: u64) -> Result<Event<'a>, WalkError> {
        let place = Place { bits: self.bits, abbreviation: self.abbreviation(start, id)?.cloned() };
        let (record, end) = Record::read(start, id, place)?;
        self.bits.seek(end);
        self.select_block(record.code, start, || record.operand(0))?;
        Ok(Event::Record(record))
    }

    /// Next item; `record` handles records, given their first bit and abbreviation id.
    fn item<T: From<Event<'a>>>(
        &mut self,
        record: &mut impl FnMut(&mut Walk<'a>, u64, u64) -> Result<T, WalkError>,
    ) -> Result<T, WalkError> {
        let start = self.bits.at();
        let width = self.block().map_or(OUTER_WIDTH, |block| block.width);
        Ok(match self.bits.fixed(width)? {
            0 => self.leave(start)?.into(),
            1 => self.enter(start)?.into(),
            2 => self.define(start)?.into(),
            id => record(self, start, id)?,
        })
    }

    /// True at the end of the stream: outside blocks only zero padding to whole words is left.
    fn is_at_end(&self) -> bool {
        if !self.open.is_empty() {
            return false;
        }
        let (at, end) = (self.bits.at() / 8, self.bits.end() / 8);
        let rest = self.bits.bytes().get(at as usize..end as usize).unwrap_or_default();
        rest.iter().all(|&byte| byte == 0)
    }
}

impl<'a> Walk<'a> {
    fn advance<T: From<Event<'a>>>(
        &mut self,
        record: &mut impl FnMut(&mut Walk<'a>, u64, u64) -> Result<T, WalkError>,
    ) -> Option<Result<T, BitcodeError>> {
        if self.ended || self.is_at_end() {
            self.ended = true;
            return None;
        }
        if self.entered.is_some()
            && let Some(block) = self.entered.take()
        {
            return Some(Ok(Event::Enter(block).into()));
        }
        if self.open.last().is_some_and(|open| open.is_abandoned) {
            return self.pop().map(|block| Ok(Event::Leave(block).into()));
        }
        match self.item(record) {
            Ok(event) => Some(Ok(event)),
            Err(error) if error.is_past => Some(Err(error.fault)),
            Err(error) => {
                let already_reported = error.fault.kind == BitcodeErrorKind::Truncated
                    && self.open.last().is_some_and(|open| open.is_truncated);
                self.abandon();
                if already_reported {
                    return self.pop().map(|block| Ok(Event::Leave(block).into()));
                }
                Some(Err(error.fault))
            }
        }
    }
}

impl<'a> Iterator for Walk<'a> {
    type Item = Result<Event<'a>, BitcodeError>;

    fn next(&mut self) -> Option<Self::Item> {
        self.advance(&mut Walk::record)
    }
}

/// An event, with a record's operands stored elsewhere.
pub(crate) enum Step {
    /// A block begins.
    Enter(Block),
    /// A block ends.
    Leave,
    /// A record.
    Record {
        /// Record code; its meaning depends on the block.
        code: u64,
        /// All its bits.
        bits: Range<u64>,
    },
    /// An abbreviation definition.
    Abbreviation,
}

impl From<Event<'_>> for Step {
    fn from(event: Event<'_>) -> Step {
        match event {
            Event::Enter(block) => Step::Enter(block),
            Event::Leave(_) => Step::Leave,
            Event::Record(record) => Step::Record { code: record.code, bits: record.bits },
            Event::Abbreviation(..) => Step::Abbreviation,
        }
    }
}
