//! Parses quoted strings and collects them in tables.

use std::collections::HashMap;

use crate::assemble::arguments::Arguments;
use crate::assemble::fault::Result;
use crate::assemble::state::Assembler;

/// NUL-terminated strings, with the offset of the first occurrence of each.
#[derive(Default)]
pub(super) struct Strings {
    bytes: Vec<u8>,
    first: HashMap<Vec<u8>, u32>,
    /// Start of the unterminated last string.
    open: usize,
}

impl Strings {
    pub(super) fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    pub(super) fn append(&mut self, more: Vec<u8>) {
        for byte in more {
            if byte == 0 {
                let string = self.bytes.get(self.open..).unwrap_or_default().to_vec();
                self.first.entry(string).or_insert(self.open as u32);
                self.open = self.bytes.len() + 1;
            }
            self.bytes.push(byte);
        }
    }

    /// Offset of the first occurrence of a whole string.
    pub(super) fn find(&self, string: &[u8]) -> Option<u32> {
        self.first.get(string).copied()
    }
}

impl<'a> Assembler<'a> {
    /// Takes a quoted string: `\0` is NUL, `\x3b` a byte in hexadecimal.
    pub(super) fn quoted(&mut self, arguments: &mut Arguments<'a>) -> Result<Vec<u8>> {
        let text = self.operand_text(arguments, "a string in quotes")?;
        self.unquoted(text)
    }

    pub(super) fn unquoted(&self, text: &'a str) -> Result<Vec<u8>> {
        let inner = text
            .strip_prefix('"')
            .and_then(|text| text.strip_suffix('"'))
            .filter(|inner| !inner.contains('"'));
        let Some(inner) = inner else {
            let fault = self.wrong(text, format!("`{text}` is not a quoted string"));
            return Err(fault.help(
                "commas, colons, semicolons, quotes and backslashes in it are written `\\x2c` and so on",
            ));
        };
        let mut bytes = Vec::with_capacity(inner.len());
        let mut rest = inner;
        while let Some(at) = rest.find('\\') {
            bytes.extend_from_slice(&rest.as_bytes()[..at]);
            let escape = &rest[at + 1..];
            if let Some(after) = escape.strip_prefix('0') {
                bytes.push(0);
                rest = after;
                continue;
            }
            let digits = escape.strip_prefix('x').and_then(|digits| digits.get(..2));
            let Some(byte) = digits.and_then(|digits| u8::from_str_radix(digits, 16).ok()) else {
                let fault = self.wrong(&rest[at..], "this is not an escape");
                return Err(fault.help("the escapes are `\\0` and `\\x` with two hexadecimal digits"));
            };
            bytes.push(byte);
            rest = &escape[3..];
        }
        bytes.extend_from_slice(rest.as_bytes());
        Ok(bytes)
    }
}
