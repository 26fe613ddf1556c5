//! Reads bits, least significant first.

use crate::error::{BitcodeError, BitcodeErrorKind};

/// Minimum number of bits in a window: eight bytes, less up to seven bits before the cursor.
const WINDOW: u32 = 57;

/// Top bits of eight chunks of six bits, and those set if they are four numbers of two chunks, as letters are.
const PAIR_TOPS: u64 = 0x8208_2082_0820;
const PAIRS: u64 = 0x0200_2002_0020;

/// Four numbers of two chunks of six bits.
#[inline]
fn pairs(window: u64) -> [u64; 4] {
    [0, 12, 24, 36].map(|at| window >> at & 0x1F | window >> (at + 1) & 0x3E0)
}

/// A position in a bit stream with an end that reads cannot cross. Bits are counted from the least
/// significant bit of the first byte.
#[derive(Clone, Copy, Debug)]
pub struct Bits<'a> {
    bytes: &'a [u8],
    at: u64,
    end: u64,
    /// Base of alignments.
    origin: u64,
}

impl<'a> Bits<'a> {
    /// The bits `at..end`, clipped to the bytes.
    pub fn new(bytes: &'a [u8], at: u64, end: u64) -> Self {
        let end = end.min(bytes.len() as u64 * 8);
        Bits { bytes, at: at.min(end), end, origin: 0 }
    }

    /// The same bits, with alignments relative to bit `origin`.
    pub(crate) fn aligned_from(self, origin: u64) -> Self {
        Bits { origin, ..self }
    }

    /// The bits `at..end` of the same bytes, clipped.
    pub fn part(&self, at: u64, end: u64) -> Self {
        Bits::new(self.bytes, at, end).aligned_from(self.origin)
    }

    /// Next multiple of 32 bits.
    pub fn aligned(&self) -> u64 {
        let at = self.at.saturating_sub(self.origin);
        self.origin + at.next_multiple_of(32)
    }

    /// Base of alignments, in bits.
    pub fn origin(&self) -> u64 {
        self.origin
    }

    /// Position of the next bit.
    pub fn at(&self) -> u64 {
        self.at
    }

    /// End position in bits.
    pub fn end(&self) -> u64 {
        self.end
    }

    /// Number of bits left.
    pub fn left(&self) -> u64 {
        self.end - self.at
    }

    /// The underlying bytes, from the start of the stream.
    pub fn bytes(&self) -> &'a [u8] {
        self.bytes
    }

    /// Moves to a position, clipped to the end.
    pub fn seek(&mut self, at: u64) {
        self.at = at.min(self.end);
    }

    #[cold]
    fn truncated(&self, start: u64) -> BitcodeError {
        BitcodeError::new(BitcodeErrorKind::Truncated, start..self.end)
    }

    /// The bits from the cursor on, at least [`WINDOW`] of them; they may extend past the end of the bits,
    /// but not of the bytes. `None` for the last few bytes.
    #[inline]
    pub(crate) fn window(&self) -> Option<u64> {
        let tail = self.bytes.get((self.at / 8) as usize..)?;
        let bytes = tail.first_chunk::<8>()?;
        Some(u64::from_le_bytes(*bytes) >> (self.at % 8))
    }

    /// Reads a number of `width` bits, at most 64.
    #[inline]
    pub fn fixed(&mut self, width: u32) -> Result<u64, BitcodeError> {
        if width <= WINDOW
            && u64::from(width) <= self.left()
            && let Some(window) = self.window()
        {
            self.at += u64::from(width);
            return Ok(window & ((1 << width) - 1));
        }
        self.fixed_anywhere(width)
    }

    /// [`fixed`](Self::fixed) for any width and position.
    #[inline(never)]
    fn fixed_anywhere(&mut self, width: u32) -> Result<u64, BitcodeError> {
        let width = width.min(64);
        if u64::from(width) > self.left() {
            return Err(self.truncated(self.at));
        }
        let tail = self.bytes.get((self.at / 8) as usize..).unwrap_or_default();
        let window = match tail.first_chunk::<16>() {
            Some(window) => *window,
            None => {
                let mut window = [0; 16];
                for (slot, byte) in window.iter_mut().zip(tail) {
                    *slot = *byte;
                }
                window
            }
        };
        let bits = (u128::from_le_bytes(window) >> (self.at % 8)) as u64;
        self.at += u64::from(width);
        Ok(match width {
            64 => bits,
            _ => bits & ((1 << width) - 1),
        })
    }

    /// Appends `count` numbers of `width` bits, at most 64, each changed by `map`.
    #[inline]
    pub(crate) fn run(
        &mut self,
        width: u32,
        count: u64,
        numbers: &mut Vec<u64>,
        map: impl Fn(u64) -> u64,
    ) -> Result<(), BitcodeError> {
        numbers.reserve(count as usize);
        let mut left = count;
        if (1..=WINDOW).contains(&width) {
            // One window serves all numbers that fit in it.
            let mask = (1 << width) - 1;
            while left > 0
                && u64::from(WINDOW) <= self.left()
                && let Some(window) = self.window()
            {
                let many = u64::from(WINDOW / width).min(left) as u32;
                numbers.extend((0..many).map(|index| map(window >> (index * width) & mask)));
                self.at += u64::from(many * width);
                left -= u64::from(many);
            }
        }
        for _ in 0..left {
            let number = self.fixed(width)?;
            numbers.push(map(number));
        }
        Ok(())
    }

    /// Reads a VBR number in chunks of `width` bits; the top bit of each chunk is the continuation bit.
    #[inline]
    pub fn variable(&mut self, width: u32) -> Result<u64, BitcodeError> {
        // Most numbers are one chunk.
        if (2..=32).contains(&width)
            && u64::from(width) <= self.left()
            && let Some(window) = self.window()
        {
            let chunk = window & ((1 << width) - 1);
            if chunk >> (width - 1) == 0 {
                self.at += u64::from(width);
                return Ok(chunk);
            }
            return self.variable_in(window, width);
        }
        self.variable_anywhere(width)
    }

    /// [`variable`](Self::variable) if all chunks are in the window; `width` is 2 to 32.
    fn variable_in(&mut self, window: u64, width: u32) -> Result<u64, BitcodeError> {
        let data = width - 1;
        let (mut value, mut shift, mut used) = (0, 0, 0);
        while used + width <= WINDOW && u64::from(used + width) <= self.left() {
            let chunk = window >> used & ((1 << width) - 1);
            // Payload of chunks within a window fits into a number of the same width.
            value |= (chunk & ((1 << data) - 1)) << shift;
            shift += data;
            used += width;
            if chunk >> data == 0 {
                self.at += u64::from(used);
                return Ok(value);
            }
        }
        self.variable_anywhere(width)
    }

    /// [`variable`](Self::variable) for any width and position.
    #[inline(never)]
    fn variable_anywhere(&mut self, width: u32) -> Result<u64, BitcodeError> {
        let start = self.at;
        let data = width.clamp(1, 64) - 1;
        let mut value = 0u64;
        let mut shift = 0u32;
        loop {
            let chunk = match self.fixed(data + 1) {
                Ok(chunk) => chunk,
                Err(_) => return Err(self.truncated(start)),
            };
            let low = chunk & ((1 << data) - 1);
            let placed = low.checked_shl(shift).unwrap_or(0);
            if placed.checked_shr(shift).unwrap_or(0) != low {
                return Err(BitcodeError::new(BitcodeErrorKind::LongNumber, start..self.at));
            }
            value |= placed;
            if chunk >> data == 0 {
                return Ok(value);
            }
            shift = shift.saturating_add(data);
        }
    }

    /// Appends `count` numbers of [variable](Self::variable) width.
    #[inline]
    pub(crate) fn run_variable(
        &mut self,
        width: u32,
        count: u64,
        numbers: &mut Vec<u64>,
    ) -> Result<(), BitcodeError> {
        numbers.reserve(count as usize);
        let end = numbers.len().saturating_add(count as usize);
        while numbers.len() < end {
            // One window serves all numbers that are whole in it.
            let mut used = 0;
            if (2..=32).contains(&width)
                && u64::from(WINDOW) <= self.left()
                && let Some(window) = self.window()
            {
                if width == 6 && end - numbers.len() >= 4 && window & PAIR_TOPS == PAIRS {
                    numbers.extend_from_slice(&pairs(window));
                    self.at += 48;
                    continue;
                }
                let (data, last) = (width - 1, 1 << (width - 1));
                'window: while numbers.len() < end && used + width <= WINDOW {
                    let mut chunk = window >> used;
                    let mut value = chunk & (last - 1);
                    let mut stop = used + width;
                    let mut shift = data;
                    while chunk & last != 0 {
                        if stop + width > WINDOW {
                            break 'window;
                        }
                        chunk = window >> stop;
                        value |= (chunk & (last - 1)) << shift;
                        shift += data;
                        stop += width;
                    }
                    numbers.push(value);
                    used = stop;
                }
                self.at += u64::from(used);
            }
            if used == 0 {
                let number = self.variable(width)?;
                numbers.push(number);
            }
        }
        Ok(())
    }

    /// Skips `count` numbers of [variable](Self::variable) width.
    pub(crate) fn skip_variable(&mut self, width: u32, mut count: u64) -> Result<(), BitcodeError> {
        // The top bit of each chunk of a window; a zero there ends a number.
        let chunks = WINDOW / width.max(1);
        let tops = (0..chunks).fold(0u64, |tops, chunk| tops | 1 << (chunk * width + width - 1));
        while count > 0 {
            let mut ends = self.window().map_or(0, |window| !window & tops);
            let whole = u64::from(ends.count_ones());
            let used = if count < whole {
                (1..count).for_each(|_| ends &= ends - 1);
                ends.trailing_zeros() + 1
            } else {
                u64::BITS - ends.leading_zeros()
            };
            if used == 0 || u64::from(used) > self.left() {
                self.variable(width)?;
                count -= 1;
            } else {
                self.at += u64::from(used);
                count -= whole.min(count);
            }
        }
        Ok(())
    }

    /// Skips to the next multiple of 32 bits; skipped bits are not checked.
    pub fn align(&mut self) -> Result<(), BitcodeError> {
        let aligned = self.aligned();
        if aligned > self.end {
            return Err(self.truncated(self.at));
        }
        self.at = aligned;
        Ok(())
    }

    /// Skips `count` bits.
    pub fn skip(&mut self, count: u64) -> Result<(), BitcodeError> {
        if count > self.left() {
            return Err(self.truncated(self.at));
        }
        self.at += count;
        Ok(())
    }
}
