//! Operands: what an instruction reads and writes.

use crate::names::{OperandModifier, OperandToken, OperandType};

/// Deepest nesting of operands inside the indices of operands. Compilers go one deep: `cb0[r1.x]`.
pub const MAX_NESTING: usize = 4;

/// One little-endian word of 32 bits.
pub type Word = [u8; 4];

/// Why an operand cannot be read.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum OperandError {
    /// The instruction ends inside it.
    Short,
    /// Operands are nested deeper than [`MAX_NESTING`].
    Deep,
    /// An index is represented in a way that nobody has documented, 5 to 7.
    Representation,
    /// It has N components, which no program has, so its size is unknown.
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

/// One operand, borrowed from the program.
#[derive(Clone, Copy, Debug)]
pub struct Operand<'a> {
    /// The first word.
    pub token: OperandToken,
    /// The second word, when the operand is extended.
    pub modifier: Option<OperandModifier>,
    words: &'a [Word],
    /// Where the indices begin.
    indices: usize,
    /// Where the immediate numbers begin.
    immediates: usize,
}

/// One index of an operand: a number, an operand added to it, or both.
#[derive(Clone, Copy, Debug)]
pub struct Index<'a> {
    /// The number; 0 when there is only an operand.
    pub number: u64,
    /// The operand that is added when the program runs.
    pub relative: Option<Operand<'a>>,
}

/// Which components an operand means.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Selection {
    /// It has no components, or one.
    Whole,
    /// The components of a mask, x in bit 0.
    Mask(u8),
    /// Four components in a new order, each 0 to 3.
    Swizzle([u8; 4]),
    /// One component, 0 to 3.
    One(u8),
}

/// The number in a word.
#[inline]
pub(crate) fn number(word: Word) -> u32 {
    u32::from_le_bytes(word)
}

/// How the first word lays out what follows.
#[derive(Clone, Copy)]
struct Shape {
    token: OperandToken,
}

impl Shape {
    fn dimensions(self) -> usize {
        self.token.dimensions() as usize
    }

    /// The representation of an index.
    fn representation(self, dimension: usize) -> u32 {
        representation(self.token, dimension)
    }

    /// Words of immediate numbers.
    fn immediates(self) -> Result<usize, OperandError> {
        let scale = match OperandType(self.token.operand_type() as u8) {
            OperandType::IMMEDIATE32 => [0, 1, 4],
            // Two numbers of 64 bits take the place of four.
            OperandType::IMMEDIATE64 => [0, 2, 4],
            _ => return Ok(0),
        };
        let count = scale.get(self.token.components() as usize);
        count.copied().ok_or(OperandError::Components)
    }
}

/// How the index of a dimension is stored.
pub(crate) fn representation(token: OperandToken, dimension: usize) -> u32 {
    match dimension {
        0 => token.representation_0(),
        1 => token.representation_1(),
        _ => token.representation_2(),
    }
}

/// Words that the number of an index takes, and whether an operand follows.
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

/// Reads the first word and the extended ones; gives the place behind them.
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

/// The place behind the operand at `at`.
pub(crate) fn skip(words: &[Word], at: usize) -> Result<usize, OperandError> {
    // Operands whose indices are not all read: shape and the index that is next.
    let mut open: Vec<(Shape, usize)> = Vec::new();
    let (shape, mut at) = head(words, at)?;
    open.push((shape, 0));
    while let Some((shape, dimension)) = open.last_mut() {
        if *dimension == shape.dimensions() {
            at += shape.immediates()?;
            if at > words.len() {
                return Err(OperandError::Short);
            }
            open.pop();
            continue;
        }
        let (size, relative) = index_words(shape.representation(*dimension))?;
        *dimension += 1;
        at += size;
        if relative {
            if open.len() > MAX_NESTING {
                return Err(OperandError::Deep);
            }
            let (inner, next) = head(words, at)?;
            open.push((inner, 0));
            at = next;
        }
    }
    Ok(at)
}

impl<'a> Operand<'a> {
    /// Reads the operand at a place in an instruction's words; gives the place behind it.
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

    /// Its words.
    pub fn as_words(&self) -> &'a [Word] {
        self.words
    }

    /// What it is.
    pub fn operand_type(&self) -> OperandType {
        OperandType(self.token.operand_type() as u8)
    }

    /// Number of components: 0, 1 or 4. `None` when it is said to be N.
    pub fn components(&self) -> Option<u8> {
        [0, 1, 4].get(self.token.components() as usize).copied()
    }

    /// Which components are meant.
    pub fn selection(&self) -> Selection {
        let bits = self.token.selection() as u8;
        match (self.components(), self.token.mode()) {
            (Some(4), 0) => Selection::Mask(bits & 15),
            (Some(4), 1) => Selection::Swizzle([bits & 3, bits >> 2 & 3, bits >> 4 & 3, bits >> 6]),
            (Some(4), 2) => Selection::One(bits & 3),
            _ => Selection::Whole,
        }
    }

    /// The indices in order, at most three.
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
            Some(Index {
                number: value,
                relative,
            })
        })
    }

    /// The number of an index, when no operand is added to it.
    pub fn index(&self, dimension: usize) -> Option<u32> {
        let index = self.indices().nth(dimension)?;
        match index.relative {
            None => u32::try_from(index.number).ok(),
            Some(_) => None,
        }
    }

    /// The words of the immediate numbers; those of 64 bits take two each, the lower half first.
    pub fn immediates(&self) -> impl ExactSizeIterator<Item = u32> + use<'a> {
        let words = self.words.get(self.immediates..).unwrap_or_default();
        words.iter().map(|word| number(*word))
    }
}
