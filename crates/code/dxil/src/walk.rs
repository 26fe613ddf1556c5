//! Blocks and records in order, with the bits that each takes.
//!
//! [`Walk`] trusts the word counts of blocks. What goes wrong inside a block is reported once, then the walk goes on behind
//! the block, so one damaged function body hides nothing else. The work is proportional to the size, whatever the bytes.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

use crate::abbreviation::Abbreviation;
use crate::bits::Bits;
use crate::block::BlockId;
use crate::error::{BitcodeError, BitcodeErrorKind};
use crate::record::{Place, Record};
use crate::wrapper;

/// Deepest nesting of blocks; real modules have three levels.
pub const MAX_DEPTH: usize = 64;
/// Width of abbreviation ids outside blocks, bits.
const OUTER_WIDTH: u32 = 2;
/// In a block of abbreviations for others: the record that says for which block.
const SET_BLOCK: u64 = 1;

/// A block.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Block {
    /// What it holds.
    pub id: BlockId,
    /// Width of its abbreviation ids, bits.
    pub width: u32,
    /// Blocks around it.
    pub depth: usize,
    /// All its bits: from the abbreviation id that opens it to the end that its word count gives.
    pub bits: Range<u64>,
    /// Where its content begins, behind the word count.
    pub content: u64,
}

impl Block {
    /// Size of its content, bits.
    pub(crate) fn size(&self) -> u64 {
        self.bits.end.saturating_sub(self.content)
    }
}

/// What a walk comes by.
#[derive(Clone, Debug)]
pub enum Event<'a> {
    /// A block begins; [`Walk::skip_block`] leaves it out.
    Enter(Block),
    /// A block ends.
    Leave(Block),
    /// A record.
    Record(Record<'a>),
    /// An abbreviation is defined, with its bits.
    Abbreviation(Arc<Abbreviation>, Range<u64>),
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
///         Event::Enter(block) if block.depth > 0 => walk.skip_block(),
///         Event::Record(record) => assert_eq!((record.code, record.operand(0)), (1, Some(1))),
///         _ => {}
///     }
/// }
/// # Ok::<(), glassbox_dxil::BitcodeError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Walk<'a> {
    bits: Bits<'a>,
    /// Where the stream ends, bits.
    end: u64,
    open: Vec<Open>,
    /// Abbreviations for other blocks.
    shared: Arc<Shared>,
    /// How many of them count, for a walk through what was left out.
    known: u64,
    /// A block that was opened although there was a fault to report first.
    entered: Option<Block>,
    ended: bool,
}

#[derive(Clone, Debug)]
struct Open {
    block: Block,
    /// Where the shared abbreviations for it are, and how many of them count.
    shared: (usize, usize),
    own: Vec<Arc<Abbreviation>>,
    /// In a block of abbreviations for others, the block that they are for.
    target: Option<u32>,
    /// Its end is not where its word count says, because there are no bits: one fault has said so.
    cut: bool,
    /// The rest of it is given up.
    lost: bool,
}

/// Abbreviations for all blocks of an id, with how many had been defined before each. They are only ever added to, so what
/// looks back need only remember how many there were.
#[derive(Clone, Debug, Default)]
pub(crate) struct Shared {
    /// A list for each block, in the order in which they begin, so that none ever changes its place.
    lists: Vec<Vec<(u64, Arc<Abbreviation>)>>,
    places: BTreeMap<u32, usize>,
    count: u64,
}

impl Shared {
    fn add(&mut self, block: u32, abbreviation: Arc<Abbreviation>) {
        let place = *self.places.entry(block).or_insert(self.lists.len());
        if place == self.lists.len() {
            self.lists.push(Vec::new());
        }
        if let Some(list) = self.lists.get_mut(place) {
            list.push((self.count, abbreviation));
            self.count += 1;
        }
    }

    /// The place of a block's list, and how many there were in it when `count` had been defined.
    fn known(&self, block: u32, count: u64) -> (usize, usize) {
        let Some(&place) = self.places.get(&block) else {
            return (usize::MAX, 0);
        };
        let list = self.lists.get(place).map_or(&[][..], Vec::as_slice);
        let known = match count >= self.count {
            true => list.len(),
            false => list.partition_point(|item| item.0 < count),
        };
        (place, known)
    }

    #[inline]
    fn list(&self, (place, known): (usize, usize)) -> &[(u64, Arc<Abbreviation>)] {
        let list = self.lists.get(place).map_or(&[][..], Vec::as_slice);
        list.get(..known).unwrap_or_default()
    }
}

/// A block that was left out and can be walked later.
#[derive(Clone, Debug)]
pub struct Resume {
    block: Block,
    /// How many abbreviations for other blocks had been defined.
    known: u64,
    origin: u64,
}

impl Resume {
    /// The block.
    pub fn block(&self) -> &Block {
        &self.block
    }
}

/// Why there is no event.
struct Trouble {
    fault: BitcodeError,
    /// Whether the walk stands behind the trouble already.
    passed: bool,
}

impl From<BitcodeError> for Trouble {
    fn from(fault: BitcodeError) -> Trouble {
        Trouble { fault, passed: false }
    }
}

impl<'a> Walk<'a> {
    /// The stream that these bytes are: behind the magic, and inside the wrapper, when they are there.
    pub fn new(bytes: &'a [u8]) -> Walk<'a> {
        let range = wrapper::content(bytes);
        let content = bytes.get(range.start as usize..).unwrap_or_default();
        let magic = if content.starts_with(&wrapper::MAGIC) {
            32
        } else {
            0
        };
        let origin = range.start * 8;
        Walk {
            bits: Bits::new(bytes, origin + magic, range.end * 8).aligned_from(origin),
            end: range.end * 8,
            open: Vec::new(),
            shared: Arc::default(),
            known: u64::MAX,
            entered: None,
            ended: false,
        }
    }

    /// Where the next item begins, bits.
    pub fn at(&self) -> u64 {
        self.bits.at()
    }

    /// The innermost open block.
    pub fn block(&self) -> Option<&Block> {
        self.open.last().map(|open| &open.block)
    }

    /// Leaves out the rest of the innermost block; no [`Event::Leave`] comes for it. A block of abbreviations for other
    /// blocks is read all the same, because they cannot be read without it, but its faults are left out.
    pub fn skip_block(&mut self) {
        let depth = self.open.len();
        if self.block().is_some_and(|block| block.id == BlockId::BLOCKINFO) {
            while self.open.len() >= depth && self.next().is_some() {}
        } else {
            self.pop();
        }
    }

    /// The innermost block as something to come back to; the walk itself stays where it is.
    pub fn resume(&self) -> Option<Resume> {
        Some(Resume {
            block: self.block()?.clone(),
            known: self.shared.count,
            origin: self.bits.origin(),
        })
    }

    /// Abbreviations for other blocks, as far as they have been defined.
    pub(crate) fn shared(&self) -> Arc<Shared> {
        self.shared.clone()
    }

    /// A walk through the content of a block that was left out; `bytes` are those of the walk that it was left out of, and
    /// `shared` what that walk knew at its end. Its last event is that the block ends.
    pub(crate) fn resumed(bytes: &'a [u8], resume: &Resume, shared: &Arc<Shared>) -> Walk<'a> {
        let block = resume.block.clone();
        // Bodies have blocks, but none of these has any.
        let mut open = Vec::with_capacity(2);
        let bits = Bits::new(bytes, block.content, block.bits.end).aligned_from(resume.origin);
        let end = block.bits.end;
        open.push(Open {
            shared: shared.known(block.id.0, resume.known),
            block,
            own: Vec::new(),
            target: None,
            cut: false,
            lost: false,
        });
        Walk {
            bits,
            end,
            open,
            shared: shared.clone(),
            known: resume.known,
            entered: None,
            ended: false,
        }
    }

    /// The next event; the operands of a record go into the list, and stand there until the next call.
    pub(crate) fn next_into(&mut self, operands: &mut Vec<u64>) -> Option<Result<Step, BitcodeError>> {
        let step = self.advance(&mut |walk, start, id| {
            operands.clear();
            let mut bits = walk.bits;
            let code = Record::read_into(start, walk.form(start, id)?, &mut bits, operands)?;
            walk.bits.seek(bits.at());
            walk.noted(code, start, || operands.first().copied())?;
            Ok(Step::Record {
                code,
                bits: start..bits.at(),
            })
        })?;
        Some(step)
    }

    /// Closes the innermost block and moves behind it.
    fn pop(&mut self) -> Option<Block> {
        let block = self.open.pop()?.block;
        let around = match self.open.last() {
            Some(open) => open.block.bits.end,
            None => self.end,
        };
        self.bits = self.bits.part(block.bits.end, around);
        Some(block)
    }

    /// Gives up the innermost block, or outside of blocks the rest of the stream.
    fn abandon(&mut self) {
        match self.open.last_mut() {
            Some(open) => {
                open.lost = true;
                self.bits.seek(self.bits.end());
            }
            None => self.ended = true,
        }
    }

    fn enter(&mut self, start: u64) -> Result<Event<'a>, Trouble> {
        let id = self.bits.variable(8)?;
        let width = self.bits.variable(4)?;
        self.bits.align()?;
        let count = self.bits.at();
        let words = self.bits.fixed(32)?;
        let content = self.bits.at();
        let stated = content + words * 32;
        let end = stated.min(self.bits.end());
        let lost = if !(2..=32).contains(&width) {
            Some(BitcodeErrorKind::AbbreviationWidth { width })
        } else if self.open.len() >= MAX_DEPTH {
            Some(BitcodeErrorKind::TooDeep)
        } else {
            None
        };
        if let Some(kind) = lost {
            // The size is known, so only this block is lost.
            self.bits.seek(end);
            let fault = BitcodeError::new(kind, start..content);
            return Err(Trouble { fault, passed: true });
        }
        let id = u32::try_from(id).unwrap_or(u32::MAX);
        let block = Block {
            id: BlockId(id),
            width: width as u32,
            depth: self.open.len(),
            bits: start..end,
            content,
        };
        let told = self.open.last().is_some_and(|open| open.cut);
        self.bits = self.bits.part(content, end);
        self.open.push(Open {
            block: block.clone(),
            shared: self.shared.known(id, self.known),
            own: Vec::new(),
            target: None,
            cut: stated > end,
            lost: false,
        });
        if stated > end && !told {
            self.entered = Some(block);
            let fault = BitcodeError::new(BitcodeErrorKind::BlockPastEnd { words }, count..content);
            return Err(Trouble { fault, passed: true });
        }
        Ok(Event::Enter(block))
    }

    fn leave(&mut self, start: u64) -> Result<Event<'a>, Trouble> {
        let outside = BitcodeError::new(BitcodeErrorKind::Outside, start..self.bits.at());
        let found = self.bits.aligned();
        let Some(open) = self.open.last_mut() else {
            return Err(outside.into());
        };
        let block = &mut open.block;
        if open.cut {
            // Its word count was wrong or the stream is cut off; if there is an end after all, it counts.
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

    fn define(&mut self, start: u64) -> Result<Event<'a>, Trouble> {
        let abbreviation = Arc::new(Abbreviation::read(&mut self.bits)?);
        let bits = start..self.bits.at();
        let Some(open) = self.open.last_mut() else {
            return Err(BitcodeError::new(BitcodeErrorKind::Outside, bits).into());
        };
        match open.target {
            _ if open.block.id != BlockId::BLOCKINFO => open.own.push(abbreviation.clone()),
            Some(target) => Arc::make_mut(&mut self.shared).add(target, abbreviation.clone()),
            None => return Err(BitcodeError::new(BitcodeErrorKind::BlockInfo, bits).into()),
        }
        Ok(Event::Abbreviation(abbreviation, bits))
    }

    /// The abbreviation of an id; `None` for records that state the width of everything.
    #[inline]
    fn form(&self, start: u64, id: u64) -> Result<Option<&Arc<Abbreviation>>, Trouble> {
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

    /// In a block of abbreviations for others, notes the block that those that follow are for.
    #[inline]
    fn noted(&mut self, code: u64, start: u64, operand: impl FnOnce() -> Option<u64>) -> Result<(), Trouble> {
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

    fn record(&mut self, start: u64, id: u64) -> Result<Event<'a>, Trouble> {
        let place = Place {
            bits: self.bits,
            abbreviation: self.form(start, id)?.cloned(),
        };
        let (record, end) = Record::read(start, id, place)?;
        self.bits.seek(end);
        self.noted(record.code, start, || record.operand(0))?;
        Ok(Event::Record(record))
    }

    /// The next item; `record` takes records, which begin at a bit and have an abbreviation id.
    fn item<T: From<Event<'a>>>(
        &mut self,
        record: &mut impl FnMut(&mut Walk<'a>, u64, u64) -> Result<T, Trouble>,
    ) -> Result<T, Trouble> {
        let start = self.bits.at();
        let width = self.block().map_or(OUTER_WIDTH, |block| block.width);
        Ok(match self.bits.fixed(width)? {
            0 => self.leave(start)?.into(),
            1 => self.enter(start)?.into(),
            2 => self.define(start)?.into(),
            id => record(self, start, id)?,
        })
    }

    /// Whether the stream is over: outside of blocks there are only zeros, which fill it up to whole words.
    fn is_over(&self) -> bool {
        if !self.open.is_empty() {
            return false;
        }
        let (at, end) = (self.bits.at() / 8, self.bits.end() / 8);
        let rest = self
            .bits
            .bytes()
            .get(at as usize..end as usize)
            .unwrap_or_default();
        rest.iter().all(|&byte| byte == 0)
    }
}

impl<'a> Walk<'a> {
    fn advance<T: From<Event<'a>>>(
        &mut self,
        record: &mut impl FnMut(&mut Walk<'a>, u64, u64) -> Result<T, Trouble>,
    ) -> Option<Result<T, BitcodeError>> {
        if self.ended || self.is_over() {
            self.ended = true;
            return None;
        }
        if self.entered.is_some()
            && let Some(block) = self.entered.take()
        {
            return Some(Ok(Event::Enter(block).into()));
        }
        if self.open.last().is_some_and(|open| open.lost) {
            return self.pop().map(|block| Ok(Event::Leave(block).into()));
        }
        match self.item(record) {
            Ok(event) => Some(Ok(event)),
            Err(trouble) if trouble.passed => Some(Err(trouble.fault)),
            Err(trouble) => {
                let told = trouble.fault.kind == BitcodeErrorKind::Truncated
                    && self.open.last().is_some_and(|open| open.cut);
                self.abandon();
                if told {
                    return self.pop().map(|block| Ok(Event::Leave(block).into()));
                }
                Some(Err(trouble.fault))
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

/// An event, with a record's operands elsewhere.
pub(crate) enum Step {
    /// A block begins.
    Enter(Block),
    /// A block ends.
    Leave,
    /// A record.
    Record {
        /// What the record means in its block.
        code: u64,
        /// All its bits.
        bits: Range<u64>,
    },
    /// An abbreviation is defined.
    Abbreviation,
}

impl From<Event<'_>> for Step {
    fn from(event: Event<'_>) -> Step {
        match event {
            Event::Enter(block) => Step::Enter(block),
            Event::Leave(_) => Step::Leave,
            Event::Record(record) => Step::Record {
                code: record.code,
                bits: record.bits,
            },
            Event::Abbreviation(..) => Step::Abbreviation,
        }
    }
}
