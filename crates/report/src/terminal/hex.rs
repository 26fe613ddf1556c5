//! Writes a window of bytes with carets under a range.

use std::io::{self, Write};

use anstyle::Style as Ansi;

use super::style::{Painted, Style};

/// Bytes in a row.
const ROW: u64 = 16;
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
        let mut line = String::new();
        let mut chars = String::new();
        for (column, &byte) in shown.iter().enumerate() {
            line.push_str(gap(column));
            line.push_str(&format!("{byte:02x}"));
            chars.push(if byte.is_ascii_graphic() || byte == b' ' { char::from(byte) } else { '.' });
        }
        let width = 3 * ROW as usize;
        let offset = Painted(style.dim, format!("{at:#0width$x}", width = digits + 2));
        writeln!(out, "      {offset}  {line:<width$}  {}", Painted(style.dim, chars))?;

        let from = start.max(at);
        let to = end.max(start + 1).min(at + ROW + u64::from(start == at + ROW));
        let mut carets = String::new();
        for column in 0..=ROW {
            let here = at + column;
            let marked = here >= from && here < to;
            let joined = marked && here > from;
            let gap = gap(column as usize);
            carets.push_str(&(if joined { "^" } else { " " }).repeat(gap.len()));
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
