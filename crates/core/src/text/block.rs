//! Reads and writes code blocks: the lines between `language {` and the line `}`.
//!
//! A line of code that would end its block, one of only `}`, is written with a backslash before the brace. A
//! line of only backslashes and `}` gets one more backslash, so that the reader can remove one from each such
//! line. No text of any language can end its block this way, whatever its strings and comments hold.

use std::borrow::Cow;
use std::io;
use std::ops::Range;

/// Writes a block: the line that opens it before the first byte of code, then the code with its escapes.
pub(super) struct Writer<'o> {
    opening: &'o [u8],
    out: &'o mut dyn io::Write,
    opened: bool,
    line: Line,
    /// The current line from its first backslash or brace on, while it may still end the block.
    held: Vec<u8>,
}

/// State of the current line.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Line {
    /// Empty so far.
    Start,
    /// Blanks only.
    Blank,
    /// Backslashes after blanks.
    Backslashes,
    /// A brace after them, optionally followed by blanks.
    Brace,
    /// A character that rules out the end of the block.
    Code,
}

impl Line {
    fn then(self, byte: u8) -> Line {
        match (self, byte) {
            (_, b'\n') => Line::Start,
            (Line::Start, byte) if byte.is_ascii_whitespace() => Line::Blank,
            (Line::Blank | Line::Brace, byte) if byte.is_ascii_whitespace() => self,
            (Line::Start | Line::Blank | Line::Backslashes, b'\\') => Line::Backslashes,
            (Line::Start | Line::Blank | Line::Backslashes, b'}') => Line::Brace,
            _ => Line::Code,
        }
    }

    fn is_held(self) -> bool {
        matches!(self, Line::Backslashes | Line::Brace)
    }
}

impl<'o> Writer<'o> {
    pub(super) fn new(opening: &'o [u8], out: &'o mut dyn io::Write) -> Self {
        Writer { opening, out, opened: false, line: Line::Start, held: Vec::new() }
    }

    /// Opens a block without code, and terminates a last line that lacks a line feed.
    pub(super) fn finish(mut self) -> io::Result<()> {
        self.open()?;
        if self.line == Line::Start {
            return Ok(());
        }
        self.release()?;
        self.out.write_all(b"\n")
    }

    fn open(&mut self) -> io::Result<()> {
        if std::mem::replace(&mut self.opened, true) { Ok(()) } else { self.out.write_all(self.opening) }
    }

    /// Writes the withheld characters, with an extra backslash if they would end the block.
    fn release(&mut self) -> io::Result<()> {
        if self.line == Line::Brace {
            self.out.write_all(b"\\")?;
        }
        self.out.write_all(&self.held)?;
        self.held.clear();
        Ok(())
    }
}

impl io::Write for Writer<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.open()?;
        // The first byte neither written nor withheld.
        let mut from = 0;
        let mut at = 0;
        while let Some(&byte) = bytes.get(at) {
            if self.line == Line::Code {
                let rest = &bytes[at..];
                at += rest.iter().position(|&byte| byte == b'\n').unwrap_or(rest.len());
                if at == bytes.len() {
                    break;
                }
                self.line = Line::Start;
                at += 1;
                continue;
            }
            let next = self.line.then(byte);
            match (self.line.is_held(), next.is_held()) {
                (false, true) => {
                    self.out.write_all(&bytes[from..at])?;
                    self.held.push(byte);
                }
                (true, true) => self.held.push(byte),
                (true, false) => {
                    // Only a line feed completes the line that ends the block.
                    if next != Line::Start {
                        self.line = Line::Code;
                    }
                    self.release()?;
                    from = at;
                }
                (false, false) => {}
            }
            self.line = next;
            at += 1;
        }
        if !self.line.is_held() {
            self.out.write_all(&bytes[from..])?;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// The lines of a block in a text.
pub(super) struct Block {
    /// Range of the lines, without the closing one.
    pub(super) range: Range<usize>,
    /// Offsets of the escaping backslashes, ascending.
    escapes: Vec<usize>,
}

impl Block {
    /// Finds the block whose first line begins at `start`, and the offset where the text continues after it.
    pub(super) fn find(text: &[u8], start: usize) -> Option<(Block, usize)> {
        let mut escapes = Vec::new();
        let mut line = start;
        while line < text.len() {
            let rest = &text[line..];
            let length = rest.iter().position(|&byte| byte == b'\n').map_or(rest.len(), |at| at + 1);
            let inner = rest[..length].trim_ascii_start();
            let brace = line + length - inner.len();
            match inner.trim_ascii_end() {
                b"}" => {
                    let range = start..line;
                    return Some((Block { range, escapes }, line + length));
                }
                [b'\\', between @ .., b'}'] if between.iter().all(|&byte| byte == b'\\') => {
                    escapes.push(brace)
                }
                _ => {}
            }
            line += length;
        }
        None
    }

    /// The code, unescaped.
    pub(super) fn code<'s>(&self, text: &'s str) -> Cow<'s, str> {
        if self.escapes.is_empty() {
            return Cow::Borrowed(&text[self.range.clone()]);
        }
        let mut code = String::with_capacity(self.range.len());
        let mut from = self.range.start;
        for &escape in &self.escapes {
            code.push_str(&text[from..escape]);
            from = escape + 1;
        }
        code.push_str(&text[from..self.range.end]);
        Cow::Owned(code)
    }

    /// Maps a range of the code to the text.
    pub(super) fn place(&self, span: &Range<usize>) -> Range<usize> {
        let place = |at: usize| {
            // Each escape before the offset shifts it by one.
            let mut low = 0;
            let mut high = self.escapes.len();
            while low < high {
                let middle = low.midpoint(high);
                if self.escapes[middle] - self.range.start - middle < at {
                    low = middle + 1
                } else {
                    high = middle
                }
            }
            self.range.start + at + low
        };
        place(span.start)..place(span.end)
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write as _;

    use super::{Block, Writer};

    fn written(code: &str, piece: usize) -> String {
        let mut out = Vec::new();
        let mut writer = Writer::new(b"x {\n", &mut out);
        for bytes in code.as_bytes().chunks(piece) {
            writer.write_all(bytes).expect("memory takes it");
        }
        writer.finish().expect("memory takes it");
        String::from_utf8(out).expect("the code is ASCII")
    }

    #[test]
    fn only_lines_that_would_end_the_block_are_escaped() {
        let code = "a }\n}\n  } \t\n\\}\n\\\\}\r\n};\n} b\n\\ }\n{\n}}\n";
        let text = "x {\na }\n\\}\n  \\} \t\n\\\\}\n\\\\\\}\r\n};\n} b\n\\ }\n{\n}}\n";
        for piece in 1..=code.len() {
            assert_eq!(written(code, piece), text, "in pieces of {piece}");
        }
    }

    #[test]
    fn the_last_line_ends() {
        assert_eq!(written("", 1), "x {\n");
        assert_eq!(written("a", 1), "x {\na\n");
        assert_eq!(written("a\n}", 1), "x {\na\n\\}\n");
    }

    #[test]
    fn any_lines_come_back_with_their_places() {
        let mut state = 0x9e37_79b9_7f4a_7c15u64;
        let mut escaped = 0;
        for _ in 0..20_000 {
            let mut random = |bound: u64| {
                state ^= state << 13;
                state ^= state >> 7;
                state ^= state << 17;
                state % bound
            };
            let mut code: String =
                (0..random(12)).map(|_| char::from(b"}}}\\\n\n \r\"{a"[random(11) as usize])).collect();
            code.push('\n');
            let text = written(&code, 1 + random(4) as usize) + "}\nrest";
            let (block, end) = Block::find(text.as_bytes(), 4).expect("the block ends");
            assert_eq!(&text[end..], "rest");
            assert_eq!(block.code(&text), code, "{text}");
            escaped += block.escapes.len();
            for (at, letter) in code.char_indices() {
                let place = block.place(&(at..at + 1));
                assert!(text[place].ends_with(letter), "{text}");
            }
        }
        assert!(escaped > 4000, "{escaped}");
    }
}
