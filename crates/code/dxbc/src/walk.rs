//! Splits a program into header and instructions, trusting only the lengths.
//!
//! At the first malformed instruction the walk ends, and [`Walk::rest`] gives offset and reason, so header,
//! instructions and rest always cover every byte of the part.

use std::ops::Range;

use crate::names::{CustomDataClass, OpcodeToken, ProgramKind, VersionToken};
use crate::opcode::Opcode;
use crate::operand::{Operand, OperandError, Word, number};

/// Words of the header: version and length.
pub const HEADER_WORDS: usize = 2;

/// The part is smaller than a header.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct HeaderError {
    /// Size of the part in bytes.
    pub size: usize,
}

impl std::fmt::Display for HeaderError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "found {} bytes, expected a version and a length of 4 bytes each", self.size)
    }
}

impl std::error::Error for HeaderError {}

/// A program with its header read.
#[derive(Clone, Copy, Debug)]
pub struct Program<'a> {
    /// Version token: model and kind.
    pub version: VersionToken,
    /// Stated length in words, header included.
    pub length: u32,
    bytes: &'a [u8],
}

impl<'a> Program<'a> {
    /// Reads the header.
    ///
    /// # Errors
    ///
    /// Only if there are fewer than eight bytes.
    pub fn read(bytes: &'a [u8]) -> Result<Self, HeaderError> {
        match bytes.as_chunks::<4>().0 {
            [version, length, ..] => {
                Ok(Program { version: VersionToken(number(*version)), length: number(*length), bytes })
            }
            _ => Err(HeaderError { size: bytes.len() }),
        }
    }

    /// The whole input.
    pub fn bytes(&self) -> &'a [u8] {
        self.bytes
    }

    /// Kind of program.
    pub fn kind(&self) -> ProgramKind {
        ProgramKind(self.version.kind() as u16)
    }

    /// Shader model, major and minor number.
    pub fn model(&self) -> (u32, u32) {
        (self.version.major(), self.version.minor())
    }

    /// True if declarations have register spaces: shader model 5.1.
    pub fn has_spaces(&self) -> bool {
        self.model() >= (5, 1)
    }

    /// Words from the version to the stated length, clipped to the input.
    pub fn words(&self) -> &'a [Word] {
        let words = self.bytes.as_chunks::<4>().0;
        let stated = usize::try_from(self.length).unwrap_or(usize::MAX);
        words.get(..stated).unwrap_or(words)
    }

    /// Byte range after the stated length.
    pub fn leftover(&self) -> Range<usize> {
        self.words().len().max(HEADER_WORDS) * 4..self.bytes.len()
    }

    /// Iterates over the instructions.
    pub fn walk(&self) -> Walk<'a> {
        Walk { words: self.words(), at: HEADER_WORDS, has_spaces: self.has_spaces(), stop: None }
    }
}

/// One instruction or declaration, borrowed from the program.
#[derive(Clone, Copy, Debug)]
pub struct Instruction<'a> {
    /// Opcode, known or not.
    pub opcode: Opcode,
    /// Word offset of the first word in the program.
    pub word: usize,
    words: &'a [Word],
    has_spaces: bool,
}

impl<'a> Instruction<'a> {
    /// Byte range in the program.
    pub fn range(&self) -> Range<usize> {
        self.word * 4..(self.word + self.words.len()) * 4
    }

    /// All words, the first one included.
    pub fn words(&self) -> &'a [Word] {
        self.words
    }

    /// Word `place` of the instruction.
    pub fn number(&self, index: usize) -> Option<u32> {
        self.words.get(index).map(|word| number(*word))
    }

    /// The first word.
    pub fn token(&self) -> OpcodeToken {
        OpcodeToken(self.number(0).unwrap_or(0))
    }

    /// Bits `low..low + width` of the first word.
    pub fn bits(&self, low: u32, width: u32) -> u32 {
        self.token().0 >> low & ((1 << width) - 1)
    }

    /// True if the result is saturated to 0 to 1.
    pub fn saturates(&self) -> bool {
        self.bits(13, 1) == 1
    }

    /// True if the length is in a word of its own.
    pub fn has_long_length(&self) -> bool {
        self.opcode == Opcode::CUSTOMDATA || self.opcode.has_long_form() && self.token().extended() == 1
    }

    /// Extended tokens after the first word.
    pub fn extended(&self) -> impl Iterator<Item = u32> + use<'a> {
        let words = self.words;
        (1..self.head()).map_while(move |place| words.get(place).map(|word| number(*word)))
    }

    /// Word offset after all opcode tokens.
    fn head(&self) -> usize {
        if self.has_long_length() {
            return 2;
        }
        let mut next = 0;
        while self.number(next).is_some_and(|word| word >> 31 == 1) {
            next += 1;
        }
        next + 1
    }

    /// Word offset of the first operand.
    fn first_operand(&self) -> usize {
        // The function number precedes the interface operand.
        self.head() + usize::from(self.opcode == Opcode::FCALL)
    }

    /// Operands in order, as many as the opcode has; ends after the first error.
    pub fn operands(&self) -> Operands<'a> {
        Operands {
            words: self.words,
            at: self.first_operand(),
            left: self.opcode.info().map_or(0, |info| info.roles.len()),
        }
    }

    /// Operand `place`; `None` if missing or unreadable.
    pub fn operand(&self, index: usize) -> Option<Operand<'a>> {
        self.operands().nth(index)?.ok()
    }

    /// Words after the operands; `None` if an operand is unreadable.
    pub fn trailing(&self) -> Option<&'a [Word]> {
        let mut operands = self.operands();
        if operands.by_ref().any(|operand| operand.is_err()) {
            return None;
        }
        self.words.get(operands.at..)
    }

    /// Required number of words after the operands; `None` for unknown opcodes.
    pub fn trailing_words(&self) -> Option<usize> {
        let info = self.opcode.info()?;
        let counted = |fixed: usize, place: usize, mask: u32| {
            let count = self.number(self.head() + place).unwrap_or(0) & mask;
            fixed.saturating_add(count as usize)
        };
        Some(match self.opcode {
            Opcode::CUSTOMDATA => self.words.len().saturating_sub(2),
            Opcode::DCL_FUNCTION_TABLE => counted(2, 1, u32::MAX),
            // The upper half of the count is the length of an interface array.
            Opcode::DCL_INTERFACE => counted(3, 2, 0xffff),
            _ if self.has_spaces => usize::from(info.words_5_1),
            _ => usize::from(info.words),
        })
    }

    /// Unused words at the end, see [`Opcode::spare_words`]; `None` if the instruction is malformed.
    pub fn spare(&self) -> Option<&'a [Word]> {
        let (_, spare) = self.trailing()?.split_at_checked(self.trailing_words()?)?;
        (spare.len() <= self.opcode.spare_words()).then_some(spare)
    }

    /// Class and words of custom data.
    pub fn custom_data(&self) -> Option<(CustomDataClass, &'a [Word])> {
        if self.opcode != Opcode::CUSTOMDATA {
            return None;
        }
        let class = CustomDataClass(self.token().0 >> 11);
        Some((class, self.words.get(2..).unwrap_or_default()))
    }
}

/// Iterates over the operands of an instruction; see [`Instruction::operands`].
#[derive(Clone, Debug)]
pub struct Operands<'a> {
    words: &'a [Word],
    at: usize,
    left: usize,
}

impl Operands<'_> {
    /// Word offset of the next operand in the instruction.
    pub fn place(&self) -> usize {
        self.at
    }
}

impl<'a> Iterator for Operands<'a> {
    type Item = Result<Operand<'a>, OperandError>;

    fn next(&mut self) -> Option<Self::Item> {
        self.left = self.left.checked_sub(1)?;
        match Operand::read(self.words, self.at) {
            Ok((operand, next)) => {
                self.at = next;
                Some(Ok(operand))
            }
            Err(fault) => {
                self.left = 0;
                Some(Err(fault))
            }
        }
    }
}

/// Reason for a walk to end before the end of the program.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Stop {
    /// An instruction of zero words.
    ZeroLength,
    /// An instruction that extends past the end.
    PastEnd {
        /// Stated length in words.
        length: u32,
    },
    /// Custom data, or another instruction with a long length, of fewer than two words or extending past the
    /// end.
    LongLength {
        /// Stated length in words.
        length: u32,
    },
}

/// The words that a walk could not read as instructions.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rest {
    /// Byte range in the program.
    pub range: Range<usize>,
    /// Reason for ending there.
    pub reason: Stop,
}

/// Iterates over instructions; see [`Program::walk`].
#[derive(Clone, Debug)]
pub struct Walk<'a> {
    words: &'a [Word],
    at: usize,
    has_spaces: bool,
    stop: Option<Stop>,
}

impl Walk<'_> {
    /// Unread words once the iterator has ended; `None` if every word was read or the walk has not ended.
    pub fn rest(&self) -> Option<Rest> {
        let range = self.at * 4..self.words.len() * 4;
        self.stop.map(|reason| Rest { range, reason })
    }
}

impl<'a> Iterator for Walk<'a> {
    type Item = Instruction<'a>;

    fn next(&mut self) -> Option<Instruction<'a>> {
        if self.stop.is_some() {
            return None;
        }
        let left = self.words.get(self.at..).unwrap_or_default();
        let token = OpcodeToken(number(*left.first()?));
        let mut instruction = Instruction {
            opcode: Opcode(token.opcode() as u16),
            word: self.at,
            words: left,
            has_spaces: self.has_spaces,
        };
        let long = instruction.has_long_length();
        let length = if long { instruction.number(1).unwrap_or(0) } else { token.length() };
        let words = left.get(..usize::try_from(length).unwrap_or(usize::MAX));
        match words {
            Some(words) if words.len() > usize::from(long) => {
                instruction.words = words;
                self.at += words.len();
                Some(instruction)
            }
            _ if long => {
                self.stop = Some(Stop::LongLength { length });
                None
            }
            Some(_) => {
                self.stop = Some(Stop::ZeroLength);
                None
            }
            None => {
                self.stop = Some(Stop::PastEnd { length });
                None
            }
        }
    }
}
