//! Tracks slices of a text with their positions, and collects mistakes.

use std::ops::Range;

use glassbox_core::diagnostic::{Diagnostic, Location, Rule};

use crate::MAX_MISTAKES;
use crate::rules::{EMPTY, ENCODING, NUMBER};

/// Decodes UTF-8 and drops the byte order mark.
pub(crate) fn utf8(bytes: &[u8]) -> Result<&str, Vec<Diagnostic>> {
    match std::str::from_utf8(bytes) {
        Ok(text) => Ok(text),
        Err(error) => {
            let at = error.valid_up_to() as u64;
            let found = bytes.get(error.valid_up_to()).copied().unwrap_or_default();
            let finding = Diagnostic::new(
                &ENCODING,
                Location::new(at, at + 1, ""),
                format!("found byte {found:#04x}, which is not UTF-8, in a file that should be text"),
            );
            Err(vec![finding.help("save the file as UTF-8; --batch-format states another kind")])
        }
    }
}

/// Finding for a file without vertices.
pub(crate) fn empty(bytes: &[u8]) -> Diagnostic {
    let location = match std::str::from_utf8(bytes) {
        Ok(text) => Location::in_text(text, text.len()..text.len()),
        Err(_) => Location::new(0, bytes.len() as u64, ""),
    };
    Diagnostic::new(&EMPTY, location, "found no vertex, expected at least one")
        .help("check that this is the right file")
}

/// Parses a number: decimal, `inf`, `nan`, or a bit pattern of eight hexadecimal digits after `0x`.
///
/// ```
/// assert_eq!(glassbox_vertices::number("-1.5e1"), Some(-15.0));
/// assert_eq!(glassbox_vertices::number("0x3f800000"), Some(1.0));
/// assert_eq!(glassbox_vertices::number("1,5"), None);
/// ```
pub fn number(text: &str) -> Option<f32> {
    if let Some(digits) = text.strip_prefix("0x").or_else(|| text.strip_prefix("0X")) {
        let whole = digits.len() == 8 && digits.bytes().all(|digit| digit.is_ascii_hexdigit());
        return whole.then(|| u32::from_str_radix(digits, 16).ok()).flatten().map(f32::from_bits);
    }
    text.parse().ok()
}

/// Text and the mistakes found in it.
pub(crate) struct Problems<'a> {
    pub(crate) text: &'a str,
    found: Vec<Diagnostic>,
}

impl<'a> Problems<'a> {
    pub(crate) fn new(text: &'a str) -> Problems<'a> {
        Problems { text, found: Vec::new() }
    }

    /// Byte range of a slice of the text.
    pub(crate) fn span(&self, piece: &str) -> Range<usize> {
        let start = (piece.as_ptr() as usize).saturating_sub(self.text.as_ptr() as usize);
        let start = start.min(self.text.len());
        start..(start + piece.len()).min(self.text.len())
    }

    /// Finding on a slice of the text.
    pub(crate) fn on(&self, rule: &'static Rule, piece: &str, message: impl Into<String>) -> Diagnostic {
        Diagnostic::new(rule, Location::in_text(self.text, self.span(piece)), message)
    }

    /// Adds a finding. `false` if the maximum is reached.
    pub(crate) fn push(&mut self, finding: Diagnostic) -> bool {
        self.found.push(finding);
        self.found.len() < MAX_MISTAKES
    }

    /// Parses a number. Invalid ones are reported and count as zero; `None` after too many
    /// mistakes.
    pub(crate) fn number(&mut self, piece: &str, what: &str) -> Option<f32> {
        if let Some(value) = number(piece) {
            return Some(value);
        }
        let finding =
            self.on(&NUMBER, piece, format!("found {}, expected a number for {what}", quoted(piece)));
        let help = match piece {
            "" => "write a number, or leave the whole column out",
            _ if piece.contains(',') => "write the decimal point as `.`",
            _ => "write a number such as 0.5, -1e3 or inf, or a bit pattern such as 0x3f800000",
        };
        self.push(finding.help(help)).then_some(0.0)
    }

    /// Returns the value and the warnings, or all findings if there is an error.
    pub(crate) fn finish<T>(self, value: T) -> Result<(T, Vec<Diagnostic>), Vec<Diagnostic>> {
        use glassbox_core::diagnostic::Severity;
        if self.found.iter().any(|one| one.severity == Severity::Error) {
            Err(self.found)
        } else {
            Ok((value, self.found))
        }
    }

    /// Findings of a reader that cannot continue.
    pub(crate) fn give_up(self) -> Vec<Diagnostic> {
        self.found
    }
}

/// Quotes a slice, shortened if necessary.
pub(crate) fn quoted(piece: &str) -> String {
    match piece {
        "" => "nothing".to_owned(),
        _ if piece.chars().count() > 40 => {
            format!("`{}…`", piece.chars().take(40).collect::<String>())
        }
        _ => format!("`{piece}`"),
    }
}
