//! Reads records: a code and operands, decoded on demand.

use std::ops::Range;

use crate::abbreviation::{Abbreviation, Operand, Scalar};
use crate::bits::Bits;
use crate::error::{BitcodeError, BitcodeErrorKind};

/// A record. It stores the position of its operands, not the operands: a record of a million one-bit operands
/// costs as much as an empty one.
#[derive(Clone, Debug)]
pub struct Record<'a> {
    /// Record code; its meaning depends on the block.
    pub code: u64,
    /// All bits, including the abbreviation id.
    pub bits: Range<u64>,
    /// Abbreviation id; 3 for unabbreviated records.
    pub abbreviation: u64,
    place: Place<'a>,
    count: u64,
    blob: Option<&'a [u8]>,
}

/// Position and encoding of the operands.
#[derive(Clone, Debug)]
pub(crate) struct Place<'a> {
    /// Bits after the abbreviation id.
    pub(crate) bits: Bits<'a>,
    /// The abbreviation; `None` for id 3.
    pub(crate) abbreviation: Option<Abbreviation>,
}

impl<'a> Record<'a> {
    /// Skips over a record after its abbreviation id; returns it and its end.
    pub(crate) fn read(start: u64, id: u64, place: Place<'a>) -> Result<(Record<'a>, u64), BitcodeError> {
        let mut bits = place.bits;
        let mut blob = None;
        let mut count = 0u64;
        let code;
        match place.abbreviation.as_ref() {
            None => {
                code = bits.variable(6)?;
                count = counted(&mut bits, 6)?;
                Scalar::Variable(6).skip(count, &mut bits)?;
            }
            Some(abbreviation) => {
                let mut operands = abbreviation.operands().iter();
                code = match operands.next() {
                    Some(Operand::Scalar(scalar)) => scalar.read(&mut bits)?,
                    _ => {
                        return Err(BitcodeError::new(BitcodeErrorKind::BadAbbreviation, start..bits.at()));
                    }
                };
                for operand in operands {
                    match *operand {
                        Operand::Scalar(scalar) => {
                            scalar.skip(1, &mut bits)?;
                            count += 1;
                        }
                        Operand::Array(scalar) => {
                            let length = counted(&mut bits, scalar.least_width())?;
                            scalar.skip(length, &mut bits)?;
                            count += length;
                        }
                        Operand::Blob => blob = Some(read_blob(&mut bits)?),
                    }
                }
            }
        }
        let end = bits.at();
        let record = Record { code, bits: start..end, abbreviation: id, place, count, blob };
        Ok((record, end))
    }

    /// Reads a record after its abbreviation id, appending its operands to a list; returns its code. Blobs
    /// are skipped.
    pub(crate) fn read_into(
        start: u64,
        abbreviation: Option<&Abbreviation>,
        bits: &mut Bits<'_>,
        operands: &mut Vec<u64>,
    ) -> Result<u64, BitcodeError> {
        let Some(abbreviation) = abbreviation else {
            let code = bits.variable(6)?;
            let count = counted(bits, 6)?;
            bits.run_variable(6, count, operands)?;
            return Ok(code);
        };
        let mut fields = abbreviation.operands().iter();
        let code = match fields.next() {
            Some(Operand::Scalar(scalar)) => scalar.read(bits)?,
            _ => {
                return Err(BitcodeError::new(BitcodeErrorKind::BadAbbreviation, start..bits.at()));
            }
        };
        for field in fields {
            match *field {
                Operand::Scalar(scalar) => operands.push(scalar.read(bits)?),
                Operand::Array(scalar) => {
                    let count = counted(bits, scalar.least_width())?;
                    scalar.run(count, bits, operands)?;
                }
                Operand::Blob => {
                    read_blob(bits)?;
                }
            }
        }
        Ok(code)
    }

    pub(crate) fn place(&self) -> &Place<'a> {
        &self.place
    }

    /// Number of operands, excluding the code and blob bytes.
    pub fn len(&self) -> u64 {
        self.count
    }

    /// True if there are no operands.
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Blob bytes, if the abbreviation has a blob.
    pub fn blob(&self) -> Option<&'a [u8]> {
        self.blob
    }

    /// Operands in order, without the code.
    pub fn operands(&self) -> Operands<'_> {
        let mut operands = Operands { bits: self.place.bits, state: State::Ended, left: self.count };
        operands.state = match self.place.abbreviation.as_ref() {
            None => {
                // Both were decoded when the record was read, so this cannot fail.
                let _ = operands.bits.variable(6);
                let _ = operands.bits.variable(6);
                State::Run(Scalar::Variable(6))
            }
            Some(abbreviation) => {
                let (code, rest) = match abbreviation.operands().split_first() {
                    Some((Operand::Scalar(code), rest)) => (*code, rest),
                    _ => (Scalar::Literal(0), &[][..]),
                };
                let _ = code.read(&mut operands.bits);
                State::Fields(rest)
            }
        };
        operands
    }

    /// Operands in order, with their bits.
    pub fn fields(&self) -> Fields<'_> {
        let start = self.place.bits.at();
        let operands = self.operands();
        let code = match self.place.abbreviation.as_ref() {
            // The count after the code belongs to the first operand.
            None => {
                let mut bits = self.place.bits;
                let _ = bits.variable(6);
                start..bits.at()
            }
            Some(_) => start..operands.bits.at(),
        };
        Fields { at: code.end, code, operands }
    }

    /// Operand `index`.
    pub fn operand(&self, index: usize) -> Option<u64> {
        self.operands().nth(index)
    }

    /// Operands from `first` on as characters, truncated to bytes.
    pub fn characters(&self, first: usize) -> Vec<u8> {
        // Literals take no bits, but an abbreviation has few of them: the count is limited by the bits present.
        let mut operands = self.operands();
        if first > 0 && operands.nth(first - 1).is_none() {
            return Vec::new();
        }
        operands.rest().into_iter().map(|operand| operand as u8).collect()
    }
}

/// A count of items of at least `width` bits each, checked against the bits left.
#[inline(always)]
fn counted(bits: &mut Bits<'_>, width: u64) -> Result<u64, BitcodeError> {
    let start = bits.at();
    let count = bits.variable(6)?;
    if count.saturating_mul(width.max(1)) > bits.left() {
        return Err(BitcodeError::new(BitcodeErrorKind::CountPastEnd { count }, start..bits.at()));
    }
    Ok(count)
}

fn read_blob<'a>(bits: &mut Bits<'a>) -> Result<&'a [u8], BitcodeError> {
    let size = counted(bits, 8)?;
    bits.align()?;
    let start = (bits.at() / 8) as usize;
    bits.skip(size * 8)?;
    let bytes = bits.bytes().get(start..(bits.at() / 8) as usize).unwrap_or_default();
    bits.align()?;
    Ok(bytes)
}

/// Iterates over a record's operands; see [`Record::operands`].
#[derive(Clone, Debug)]
pub struct Operands<'r> {
    bits: Bits<'r>,
    state: State<'r>,
    left: u64,
}

/// An operand and its bits.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Field {
    /// Bits of the preceding count, if this is the first element of an array.
    pub count: Range<u64>,
    /// Bits of the operand; empty for abbreviation literals.
    pub bits: Range<u64>,
    /// Decoded value.
    pub value: u64,
}

/// Iterates over a record's operands with their bits; see [`Record::fields`].
#[derive(Clone, Debug)]
pub struct Fields<'r> {
    operands: Operands<'r>,
    code: Range<u64>,
    at: u64,
}

impl Fields<'_> {
    /// Bits of the code; `None` if it is a literal of the abbreviation.
    pub fn code(&self) -> Option<Range<u64>> {
        (!self.code.is_empty()).then(|| self.code.clone())
    }

    /// Position of the next field.
    pub fn at(&self) -> u64 {
        self.at
    }
}

impl Iterator for Fields<'_> {
    type Item = Field;

    fn next(&mut self) -> Option<Field> {
        let counted = match &self.operands.state {
            State::Fields([Operand::Array(_), ..]) => {
                let mut bits = self.operands.bits;
                bits.variable(6).ok()?;
                bits.at()
            }
            _ => self.operands.bits.at(),
        };
        let value = self.operands.next()?;
        let field = Field { count: self.at..counted, bits: counted..self.operands.bits.at(), value };
        self.at = field.bits.end;
        Some(field)
    }
}

impl Operands<'_> {
    /// The remaining operands.
    fn rest(mut self) -> Vec<u64> {
        let mut operands = Vec::new();
        while !matches!(self.state, State::Run(_)) {
            match self.next() {
                Some(operand) => operands.push(operand),
                None => return operands,
            }
        }
        if let State::Run(scalar) = self.state {
            // Unreadable operands end the sequence, as they end the iteration.
            let _ = scalar.run(self.left, &mut self.bits, &mut operands);
        }
        operands
    }
}

#[derive(Clone, Debug)]
enum State<'r> {
    /// Remaining operands of an abbreviation.
    Fields(&'r [Operand]),
    /// Numbers of one encoding up to the end.
    Run(Scalar),
    /// No more operands.
    Ended,
}

impl Iterator for Operands<'_> {
    type Item = u64;

    #[inline]
    fn next(&mut self) -> Option<u64> {
        self.left = self.left.checked_sub(1)?;
        loop {
            match &mut self.state {
                State::Run(scalar) => return scalar.read(&mut self.bits).ok(),
                State::Ended => return None,
                State::Fields(fields) => match fields.split_first() {
                    Some((Operand::Scalar(scalar), rest)) => {
                        *fields = rest;
                        return scalar.read(&mut self.bits).ok();
                    }
                    Some((Operand::Array(scalar), _)) => {
                        let scalar = *scalar;
                        self.bits.variable(6).ok()?;
                        self.state = State::Run(scalar);
                    }
                    _ => self.state = State::Ended,
                },
            }
        }
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = usize::try_from(self.left).unwrap_or(usize::MAX);
        (0, Some(left))
    }
}
