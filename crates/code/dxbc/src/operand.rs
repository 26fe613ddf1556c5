//! Decodes operands.

use crate::names::{OperandModifier, OperandToken, OperandType};

/// Maximum nesting of operands in indices. Compilers use one level: `cb0[r1.x]`.
pub const MAX_NESTING: usize = 4;

/// A little-endian 32-bit word.
pub type Word = [u8; 4];

/// Error in an operand.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum OperandError {
    /// The instruction ends inside it.
    Short,
    /// Operands are nested deeper than [`MAX_NESTING`].
    Deep,
    /// Undocumented index representation, 5 to 7.
    Representation,
    /// N components, which no program uses, so its size is unknown.
    Components,
}

impl std::fmt::Display for OperandError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            OperandError::Short => f.write_str("the instruction ends inside an operand"),
            OperandError::Deep => write!(f, "operands are nested deeper than {MAX_NESTING}"),
            OperandError::Representation => f.write_str("an index is represented in an unknown way"),
            OperandError::Components => f.write_str("the operand has N components, whose size is unknown"),
        }
    }
}

impl std::error::Error for OperandError {}

/// An operand, borrowed from the program.
#[derive(Clone, Copy, Debug)]
pub struct Operand<'a> {
    /// The first word.
    pub token: OperandToken,
    /// Extended operand token, if present.
    pub modifier: Option<OperandModifier>,
    words: &'a [Word],
    /// Word offset of the indices.
    indices: usize,
    /// Word offset of the immediates.
    immediates: usize,
}

/// One index of an operand: a number, a relative operand, or their sum.
#[derive(Clone, Copy, Debug)]
pub struct Index<'a> {
    /// Constant part; 0 if purely relative.
    pub number: u64,
    /// Relative operand, added at run time.
    pub relative: Option<Operand<'a>>,
}

/// Component selection.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Selection {
    /// No components, or one.
    Whole,
    /// Component mask, x in bit 0.
    Mask(u8),
    /// Four components, each 0 to 3.
    Swizzle([u8; 4]),
    /// One component, 0 to 3.
    One(u8),
}

/// Decodes a word.
#[inline]
pub(crate) fn number(word: Word) -> u32 {
    u32::from_le_bytes(word)
}

/// Layout of an operand, from its token.
#[derive(Clone, Copy)]
struct Shape {
    token: OperandToken,
}

impl Shape {
    fn dimensions(self) -> usize {
        self.token.dimensions() as usize
    }

    /// Representation of an index.
    fn representation(self, dimension: usize) -> u32 {
        representation(self.token, dimension)
    }

    /// Number of words of immediates.
    fn immediates(self) -> Result<usize, OperandError> {
        let scale = match OperandType(self.token.operand_type() as u8) {
            OperandType::IMMEDIATE32 => [0, 1, 4],
            // Two 64-bit numbers take the room of four.
            OperandType::IMMEDIATE64 => [0, 2, 4],
            _ => return Ok(0),
        };
        let count = scale.get(self.token.components() as usize);
        count.copied().ok_or(OperandError::Components)
    }
}

/// Representation of the index of a dimension.
pub(crate) fn representation(token: OperandToken, dimension: usize) -> u32 {
    match dimension {
        0 => token.representation_0(),
        1 => token.representation_1(),
        _ => token.representation_2(),
    }
}

/// Number of words of the constant part, and true if a relative operand follows.
pub(crate) fn index_words(representation: u32) -> Result<(usize, bool), OperandError> {
    match representation {
        0 => Ok((1, false)),
        1 => Ok((2, false)),
        2 => Ok((0, true)),
        3 => Ok((1, true)),
        4 => Ok((2, true)),
        _ => Err(OperandError::Representation),
    }
}

/// Decodes the tokens; returns the layout and the offset after them.
fn head(words: &[Word], at: usize) -> Result<(Shape, usize), OperandError> {
    let first = number(*words.get(at).ok_or(OperandError::Short)?);
    let mut next = at + 1;
    let mut extended = first >> 31 == 1;
    while extended {
        extended = number(*words.get(next).ok_or(OperandError::Short)?) >> 31 == 1;
        next += 1;
    }
    let token = OperandToken(first);
    Ok((Shape { token }, next))
}

/// Offset after the operand at `at`.
pub(crate) fn skip(words: &[Word], at: usize) -> Result<usize, OperandError> {
    // Operands with indices left to skip: layout and next index.
    let mut stack: Vec<(Shape, usize)> = Vec::new();
    let (shape, mut at) = head(words, at)?;
    stack.push((shape, 0));
    while let Some((shape, dimension)) = stack.last_mut() {
        if *dimension == shape.dimensions() {
            at += shape.immediates()?;
            if at > words.len() {
                return Err(OperandError::Short);
            }
            stack.pop();
            continue;
        }
        let (size, relative) = index_words(shape.representation(*dimension))?;
        *dimension += 1;
        at += size;
        if relative {
            if stack.len() > MAX_NESTING {
                return Err(OperandError::Deep);
            }
            let (inner, next) = head(words, at)?;
            stack.push((inner, 0));
            at = next;
        }
    }
    Ok(at)
}

impl<'a> Operand<'a> {
    /// Decodes the operand at word offset `at`; returns the offset after it.
    pub fn read(words: &'a [Word], at: usize) -> Result<(Operand<'a>, usize), OperandError> {
        let end = skip(words, at)?;
        let (shape, indices) = head(words, at)?;
        let immediates = end - shape.immediates()?;
        let words = words.get(at..end).ok_or(OperandError::Short)?;
        let modifier = match indices - at {
            1 => None,
            _ => words.get(1).map(|word| OperandModifier(number(*word))),
        };
        let operand = Operand {
            token: shape.token,
            modifier,
            words,
            indices: indices - at,
            immediates: immediates - at,
        };
        Ok((operand, end))
    }

    /// Number of words.
    pub fn words(&self) -> usize {
        self.words.len()
    }

    /// The encoded words.
    pub fn as_words(&self) -> &'a [Word] {
        self.words
    }

    /// Operand type.
    pub fn operand_type(&self) -> OperandType {
        OperandType(self.token.operand_type() as u8)
    }

    /// Number of components: 0, 1 or 4; `None` for N.
    pub fn components(&self) -> Option<u8> {
        [0, 1, 4].get(self.token.components() as usize).copied()
    }

    /// Component selection.
    pub fn selection(&self) -> Selection {
        let bits = self.token.selection() as u8;
        match (self.components(), self.token.mode()) {
            (Some(4), 0) => Selection::Mask(bits & 15),
            (Some(4), 1) => Selection::Swizzle([bits & 3, bits >> 2 & 3, bits >> 4 & 3, bits >> 6]),
            (Some(4), 2) => Selection::One(bits & 3),
            _ => Selection::Whole,
        }
    }

    /// Indices in order, at most three.
    pub fn indices(&self) -> impl Iterator<Item = Index<'a>> + use<'a> {
        let shape = Shape { token: self.token };
        let words = self.words;
        let mut at = self.indices;
        (0..shape.dimensions()).map_while(move |dimension| {
            let (size, has_relative) = index_words(shape.representation(dimension)).ok()?;
            let word = |at: usize| words.get(at).map(|word| u64::from(number(*word)));
            let value = match size {
                0 => 0,
                1 => word(at)?,
                _ => word(at)? << 32 | word(at + 1)?,
            };
            at += size;
            let mut relative = None;
            if has_relative {
                let (operand, next) = Operand::read(words, at).ok()?;
                relative = Some(operand);
                at = next;
            }
            Some(Index { number: value, relative })
        })
    }

    /// Value of an index, if constant.
    pub fn index(&self, dimension: usize) -> Option<u32> {
        let index = self.indices().nth(dimension)?;
        match index.relative {
            None => u32::try_from(index.number).ok(),
            Some(_) => None,
        }
    }

    /// Words of the immediates; 64-bit numbers take two each, lower half first.
    pub fn immediates(&self) -> impl ExactSizeIterator<Item = u32> + use<'a> {
        let words = self.words.get(self.immediates..).unwrap_or_default();
        words.iter().map(|word| number(*word))
    }
}
