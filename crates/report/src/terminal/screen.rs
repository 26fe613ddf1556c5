//! Filters terminal output: no control sequence passes except our own colours.
//!
//! Output contains names and strings of files, each passed through [`clean`](super::clean) where it is formatted. This
//! writer is a second line of defence: one forgotten call cannot give a file control of the terminal.

use std::io::{self, Write};

use glassbox_core::printable::{all_bytes, is_control};

/// Longest colour sequence, such as `ESC [ 0 1 ; 3 8 ; 5 ; 1 2 m`; a longer one is not ours.
const MAX_SEQUENCE: usize = 16;

/// A sink that passes printable text, line feeds and tabs, and colours if enabled. Everything else, including invalid
/// UTF-8, is written as an escape such as `\u{1b}`.
#[derive(Debug)]
pub struct Screen<W: Write> {
    out: W,
    coloured: bool,
    /// Beginning of a character or sequence whose rest has not arrived.
    held: Vec<u8>,
}

impl<W: Write> Screen<W> {
    /// Wraps a sink; `coloured` lets colours through.
    pub fn new(out: W, coloured: bool) -> Screen<W> {
        Screen { out, coloured, held: Vec::new() }
    }

    /// Writes the withheld bytes and returns the sink.
    pub fn finish(mut self) -> io::Result<W> {
        self.release()?;
        Ok(self.out)
    }

    /// Spells a sequence that has no end.
    fn release(&mut self) -> io::Result<()> {
        let held = std::mem::take(&mut self.held);
        let mut text = Vec::new();
        let left = self.pass(&held, true, &mut text);
        debug_assert_eq!(left, held.len());
        self.out.write_all(&text)
    }

    /// Appends the safe form of `bytes`; returns the number of bytes used. An incomplete rest waits for more, unless
    /// this is the end.
    fn pass(&self, bytes: &[u8], is_end: bool, safe: &mut Vec<u8>) -> usize {
        let mut at = 0;
        while let Some(&byte) = bytes.get(at) {
            let plain = bytes[at..].iter().take_while(|byte| is_plain(**byte)).count();
            if plain > 0 {
                safe.extend_from_slice(&bytes[at..at + plain]);
                at += plain;
                continue;
            }
            let rest = &bytes[at..];
            let taken = match byte {
                b'\r' => line_end(rest),
                0x1b if self.coloured => colour(rest),
                0x80.. => character(rest),
                _ => Taken::Odd(1),
            };
            match taken {
                Taken::More if !is_end => return at,
                Taken::Safe(count) => {
                    safe.extend_from_slice(&rest[..count]);
                    at += count;
                }
                Taken::Odd(count) => {
                    spell(&rest[..count], safe);
                    at += count;
                }
                Taken::More => {
                    spell(&rest[..1], safe);
                    at += 1;
                }
            }
        }
        at
    }
}

impl<W: Write> Write for Screen<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.held.is_empty() && all_bytes(bytes, is_plain) {
            self.out.write_all(bytes)?;
            return Ok(bytes.len());
        }
        let mut all = std::mem::take(&mut self.held);
        all.extend_from_slice(bytes);
        let mut safe = Vec::with_capacity(all.len() + 16);
        let used = self.pass(&all, false, &mut safe);
        self.held = all.split_off(used);
        self.out.write_all(&safe)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// Treatment of the first of some bytes.
enum Taken {
    /// So many bytes as they are.
    Safe(usize),
    /// So many bytes as an escape.
    Odd(usize),
    /// Truncated: more bytes are needed to decide.
    More,
}

/// True if a byte is printed as is.
fn is_plain(byte: u8) -> bool {
    matches!(byte, b' '..=b'~' | b'\n' | b'\t')
}

/// A carriage return passes in front of a line feed only; alone it would overwrite the line.
fn line_end(bytes: &[u8]) -> Taken {
    match bytes.get(1) {
        Some(b'\n') => Taken::Safe(2),
        Some(_) => Taken::Odd(1),
        None => Taken::More,
    }
}

/// A sequence that sets colour or weight.
fn colour(bytes: &[u8]) -> Taken {
    let body = bytes.iter().skip(1).take(MAX_SEQUENCE);
    for (at, &byte) in body.enumerate() {
        match (at, byte) {
            (0, b'[') | (1.., b'0'..=b'9' | b';') => {}
            (1.., b'm') if is_ours(&bytes[2..at + 1]) => return Taken::Safe(at + 2),
            _ => return Taken::Odd(1),
        }
    }
    if bytes.len() > MAX_SEQUENCE { Taken::Odd(1) } else { Taken::More }
}

/// True if the numbers of a sequence are weights or foreground colours: blinking or hidden text is never ours.
fn is_ours(numbers: &[u8]) -> bool {
    let mut numbers = numbers.split(|byte| *byte == b';').map(|digits| match digits {
        [] => Some(0),
        digits => std::str::from_utf8(digits).ok()?.parse::<u16>().ok(),
    });
    while let Some(number) = numbers.next() {
        match number {
            Some(0..=4 | 22..=24 | 30..=37 | 39 | 90..=97) => {}
            Some(38) if numbers.next() == Some(Some(5)) => {
                if !matches!(numbers.next(), Some(Some(0..=255))) {
                    return false;
                }
            }
            _ => return false,
        }
    }
    true
}

/// A character of several bytes.
fn character(bytes: &[u8]) -> Taken {
    let beginning = &bytes[..bytes.len().min(4)];
    let valid = match std::str::from_utf8(beginning) {
        Ok(text) => text,
        Err(error) if error.valid_up_to() == 0 => {
            return match error.error_len() {
                Some(_) => Taken::Odd(1),
                None => Taken::More,
            };
        }
        Err(error) => std::str::from_utf8(&beginning[..error.valid_up_to()]).unwrap_or_default(),
    };
    match valid.chars().next() {
        Some(c) if is_control(c) => Taken::Odd(c.len_utf8()),
        Some(c) => Taken::Safe(c.len_utf8()),
        None => Taken::Odd(1),
    }
}

/// Spells bytes: a character by its number, others as `\xNN`.
fn spell(bytes: &[u8], safe: &mut Vec<u8>) {
    match std::str::from_utf8(bytes) {
        Ok(text) => safe.extend(text.chars().flat_map(char::escape_default).map(|c| c as u8)),
        Err(_) => {
            for byte in bytes {
                safe.extend_from_slice(format!("\\x{byte:02x}").as_bytes());
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Output for a text written in pieces of a size.
    fn shown(bytes: &[u8], piece: usize, coloured: bool) -> String {
        let mut screen = Screen::new(Vec::new(), coloured);
        for piece in bytes.chunks(piece) {
            screen.write_all(piece).unwrap();
        }
        String::from_utf8(screen.finish().unwrap()).unwrap()
    }

    #[test]
    fn controls_are_spelled_however_the_text_is_cut() {
        let cases: [(&[u8], &str, &str); 9] = [
            (b"plain\ttext\n", "plain\ttext\n", "plain\ttext\n"),
            ("größe → ✓".as_bytes(), "größe → ✓", "größe → ✓"),
            (b"\x1b[31mred\x1b[0m", "\\u{1b}[31mred\\u{1b}[0m", "\x1b[31mred\x1b[0m"),
            (
                b"\x1b[38;5;12mx\x1b[8mhidden\x1b[2J",
                "\\u{1b}[38;5;12mx\\u{1b}[8mhidden\\u{1b}[2J",
                "\x1b[38;5;12mx\\u{1b}[8mhidden\\u{1b}[2J",
            ),
            (b"\x1b]0;title\x07", "\\u{1b}]0;title\\u{7}", "\\u{1b}]0;title\\u{7}"),
            (
                "a\u{9b}2J\u{202e}b\u{2028}\u{61c}".as_bytes(),
                "a\\u{9b}2J\\u{202e}b\\u{2028}\\u{61c}",
                "a\\u{9b}2J\\u{202e}b\\u{2028}\\u{61c}",
            ),
            (b"a\r\nb\rc\r", "a\r\nb\\rc\\r", "a\r\nb\\rc\\r"),
            (b"\x9b2J \xff \xe2\x80", "\\x9b2J \\xff \\xe2\\x80", "\\x9b2J \\xff \\xe2\\x80"),
            (b"end\x1b[3", "end\\u{1b}[3", "end\\u{1b}[3"),
        ];
        for (bytes, plain, coloured) in cases {
            for piece in [1, 2, 3, 5, 64] {
                assert_eq!(shown(bytes, piece, false), plain, "{bytes:?} in pieces of {piece}");
                assert_eq!(shown(bytes, piece, true), coloured, "{bytes:?} in pieces of {piece}");
            }
        }
    }
}
