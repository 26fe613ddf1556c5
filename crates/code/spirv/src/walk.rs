//! Splits a module into header and instructions, trusting only the word counts.
//!
//! [`Binary::read`] requires the first four bytes to be the magic number in either byte order and accepts
//! anything after them. [`Binary::walk`] yields every complete instruction. At the first malformed one the
//! walk ends and [`Walk::rest`] gives offset and reason, so header, instructions and rest always cover every
//! byte.

use std::ops::Range;

/// Magic number in the module's own byte order.
pub const MAGIC: u32 = 0x0723_0203;

/// Size of a complete header.
pub(crate) const HEADER_BYTES: usize = 20;

/// Byte order of words.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Endian {
    /// Least significant byte first, as nearly every module is stored.
    Little,
    /// Most significant byte first.
    Big,
}

impl Endian {
    /// Decodes a word.
    #[inline]
    pub fn word(self, bytes: [u8; 4]) -> u32 {
        match self {
            Endian::Little => u32::from_le_bytes(bytes),
            Endian::Big => u32::from_be_bytes(bytes),
        }
    }

    /// Encodes a word.
    #[inline]
    pub fn bytes(self, word: u32) -> [u8; 4] {
        match self {
            Endian::Little => word.to_le_bytes(),
            Endian::Big => word.to_be_bytes(),
        }
    }
}

/// The bytes do not start with the magic number in either byte order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotSpirvError;

impl std::fmt::Display for NotSpirvError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("expected the SPIR-V magic number 0x07230203 in the first four bytes")
    }
}

impl std::error::Error for NotSpirvError {}

/// The five header words; zero where the bytes end early.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Header {
    /// Version word, `0x00MMmm00`.
    pub version: u32,
    /// Generator word: tool number in the high half, tool version in the low half.
    pub generator: u32,
    /// Bound: every id should be smaller.
    pub bound: u32,
    /// Instruction schema, reserved.
    pub schema: u32,
    /// Number of header words present, magic included.
    pub words: usize,
}

/// A module's bytes with its header read.
#[derive(Clone, Copy, Debug)]
pub struct Binary<'a> {
    bytes: &'a [u8],
    endian: Endian,
    header: Header,
}

impl<'a> Binary<'a> {
    /// Reads the header.
    ///
    /// # Errors
    ///
    /// Only if the first four bytes are not the magic number.
    pub fn read(bytes: &'a [u8]) -> Result<Self, NotSpirvError> {
        let first = *bytes.first_chunk().ok_or(NotSpirvError)?;
        let endian = [Endian::Little, Endian::Big].into_iter().find(|endian| endian.word(first) == MAGIC);
        let endian = endian.ok_or(NotSpirvError)?;
        let mut words = [0; 5];
        let mut count = 0;
        for (word, chunk) in words.iter_mut().zip(bytes.as_chunks::<4>().0) {
            *word = endian.word(*chunk);
            count += 1;
        }
        let [_, version, generator, bound, schema] = words;
        Ok(Binary { bytes, endian, header: Header { version, generator, bound, schema, words: count } })
    }

    /// All bytes, header included.
    pub fn bytes(&self) -> &'a [u8] {
        self.bytes
    }

    /// Byte order of the module.
    pub fn endian(&self) -> Endian {
        self.endian
    }

    /// The decoded header.
    pub fn header(&self) -> Header {
        self.header
    }

    /// The whole words, in the byte order of this machine.
    pub(crate) fn words(&self) -> Vec<u32> {
        let words = self.bytes.as_chunks().0;
        match self.endian {
            Endian::Little => words.iter().map(|word| u32::from_le_bytes(*word)).collect(),
            Endian::Big => words.iter().map(|word| u32::from_be_bytes(*word)).collect(),
        }
    }

    /// Iterates over the instructions.
    pub fn walk(&self) -> Walk<'a> {
        Walk {
            bytes: self.bytes,
            endian: self.endian,
            at: (self.header.words * 4).min(self.bytes.len()),
            ended: None,
        }
    }
}

/// One instruction, borrowed from the module.
#[derive(Clone, Copy, Debug)]
pub struct Instruction<'a> {
    /// Opcode, known or not.
    pub opcode: u16,
    /// Byte offset of the first word in the module.
    pub offset: usize,
    /// Words after the first, in the module's byte order.
    operands: &'a [[u8; 4]],
    endian: Endian,
}

impl<'a> Instruction<'a> {
    /// Byte range in the module.
    pub fn range(&self) -> Range<usize> {
        self.offset..self.offset + self.words() * 4
    }

    /// Word count, first word included.
    #[inline]
    pub fn words(&self) -> usize {
        self.operands.len() + 1
    }

    /// Number of operand words.
    #[inline]
    pub fn len(&self) -> usize {
        self.operands.len()
    }

    /// True if there are no operands.
    pub fn is_empty(&self) -> bool {
        self.operands.is_empty()
    }

    /// The first word: word count and opcode.
    pub fn first_word(&self) -> u32 {
        (self.words() as u32) << 16 | u32::from(self.opcode)
    }

    /// Operand word `place`, counted from 0 after the first word.
    #[inline]
    pub fn word(&self, place: usize) -> Option<u32> {
        self.operands.get(place).map(|word| self.endian.word(*word))
    }

    /// Operand words, decoded.
    #[inline]
    pub fn operands(&self) -> impl ExactSizeIterator<Item = u32> + Clone + use<'a> {
        let endian = self.endian;
        self.operands.iter().map(move |word| endian.word(*word))
    }

    /// String that starts at operand word `place`, and the index of the word after it. Invalid UTF-8 is
    /// replaced; an unterminated string ends with the instruction.
    pub fn string(&self, place: usize) -> Option<(String, usize)> {
        self.word(place)?;
        let mut bytes = Vec::with_capacity((self.len() - place) * 4);
        for (at, word) in self.operands().enumerate().skip(place) {
            for byte in word.to_le_bytes() {
                if byte == 0 {
                    return Some((String::from_utf8_lossy(&bytes).into_owned(), at + 1));
                }
                bytes.push(byte);
            }
        }
        Some((String::from_utf8_lossy(&bytes).into_owned(), self.len()))
    }
}

/// Reason for a walk to end before the last byte.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// Fewer bytes than a header.
    ShortHeader,
    /// An instruction with a word count of zero.
    ZeroWordCount,
    /// An instruction that extends past the end.
    PastEnd,
    /// One to three bytes after the last whole word.
    PartialWord,
}

/// The bytes that a walk could not read as instructions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rest {
    /// Byte range; never empty except for [`Stop::ShortHeader`] at a word boundary.
    pub range: Range<usize>,
    /// Reason for ending there.
    pub reason: Stop,
}

/// Iterates over instructions; see [`Binary::walk`].
#[derive(Clone, Debug)]
pub struct Walk<'a> {
    bytes: &'a [u8],
    endian: Endian,
    at: usize,
    ended: Option<Stop>,
}

impl Walk<'_> {
    /// Offset of the next instruction.
    pub fn offset(&self) -> usize {
        self.at
    }

    /// Unread bytes once the iterator has ended; `None` if every byte was read or the walk has not ended.
    pub fn rest(&self) -> Option<Rest> {
        let range = self.at..self.bytes.len();
        self.ended.map(|reason| Rest { range, reason })
    }
}

impl<'a> Iterator for Walk<'a> {
    type Item = Instruction<'a>;

    #[inline]
    fn next(&mut self) -> Option<Instruction<'a>> {
        let left = self.bytes.get(self.at..).unwrap_or_default();
        let Some(first) = left.first_chunk() else {
            self.ended = match (self.at, left.len()) {
                (at, _) if at < HEADER_BYTES => Some(Stop::ShortHeader),
                (_, 0) => None,
                _ => Some(Stop::PartialWord),
            };
            return None;
        };
        let first = self.endian.word(*first);
        let count = (first >> 16) as usize;
        let words = left.as_chunks::<4>().0;
        let Some(operands) = words.get(1..count) else {
            self.ended = Some(if count == 0 { Stop::ZeroWordCount } else { Stop::PastEnd });
            return None;
        };
        let instruction =
            Instruction { opcode: first as u16, offset: self.at, operands, endian: self.endian };
        self.at += count * 4;
        Some(instruction)
    }
}
