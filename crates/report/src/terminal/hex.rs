//! Writes a window of bytes with carets under a range.

use std::io::{self, Write};

use anstyle::Style as Ansi;

use super::style::{Painted, Style};

/// Bytes in a row.
const ROW: u64 = 16;
/// Columns of a row: two digits for each byte, and the gaps.
const WIDTH: usize = 3 * ROW as usize;
/// Hexadecimal digits.
const DIGITS: &[u8; 16] = b"0123456789abcdef";
/// Rows of a range that are shown; of a longer one the first.
const MAX_ROWS: u64 = 2;

/// Writes the rows that hold `start..end` with a caret line under each.
pub(super) fn window(
    out: &mut dyn Write,
    bytes: &[u8],
    start: u64,
    end: u64,
    caret: Ansi,
    style: &Style,
) -> io::Result<()> {
    let size = bytes.len() as u64;
    if size == 0 {
        return Ok(());
    }
    // A location at the very end of the file is shown after its last byte.
    let start = start.min(size);
    let end = end.clamp(start, size);
    let first = match start {
        at if at == size && at % ROW == 0 => (at - 1) / ROW,
        at => at / ROW,
    };
    let last = end.max(start + 1).min(size).saturating_sub(1).max(first * ROW) / ROW;
    let digits = hex_digits(size);
    for row in first..=last.min(first + MAX_ROWS - 1) {
        let at = row * ROW;
        let shown = &bytes[at as usize..(at + ROW).min(size) as usize];
        let mut line = String::with_capacity(WIDTH);
        let mut chars = String::with_capacity(shown.len());
        for (column, &byte) in shown.iter().enumerate() {
            line.push_str(gap(column));
            line.push(DIGITS[usize::from(byte >> 4)].into());
            line.push(DIGITS[usize::from(byte & 15)].into());
            chars.push(if byte.is_ascii_graphic() || byte == b' ' { char::from(byte) } else { '.' });
        }
        let offset = Painted(style.dim, format!("{at:#0width$x}", width = digits + 2));
        writeln!(out, "      {offset}  {line:<WIDTH$}  {}", Painted(style.dim, chars))?;

        let from = start.max(at);
        let to = end.max(start + 1).min(at + ROW + u64::from(start == at + ROW));
        let mut carets = String::with_capacity(WIDTH + 3);
        for column in 0..=ROW {
            let here = at + column;
            let marked = here >= from && here < to;
            let joined = marked && here > from;
            let blank = if joined { '^' } else { ' ' };
            carets.extend(gap(column as usize).chars().map(|_| blank));
            carets.push_str(if marked { "^^" } else { "  " });
        }
        let carets = carets.trim_end();
        let indent = carets.len() - carets.trim_start().len();
        let blank = " ".repeat(6 + digits + 2 + 2 + indent);
        writeln!(out, "{blank}{}", Painted(caret, &carets[indent..]))?;
    }
    if last >= first + MAX_ROWS {
        let rest = end - (first + MAX_ROWS) * ROW;
        let text = format!("… {rest} more {}", if rest == 1 { "byte" } else { "bytes" });
        writeln!(out, "      {}", Painted(style.dim, text))?;
    }
    Ok(())
}

/// The blank before a column: wider in the middle of a row.
fn gap(column: usize) -> &'static str {
    match column {
        0 => "",
        8 => "  ",
        _ => " ",
    }
}

/// Digits that offsets of a file need, at least 4 for short files.
fn hex_digits(size: u64) -> usize {
    let digits = (64 - size.leading_zeros() as usize).div_ceil(4);
    digits.max(4)
}
