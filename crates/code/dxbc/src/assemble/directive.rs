//! Assembles directives and the immediate constant buffer.

use super::cursor::Cursor;
use super::error::AssembleError;
use super::{Assembler, DIRECTIVES, rules};
use crate::names::{CustomDataClass, VersionToken};
use crate::opcode::Opcode;
use crate::print::custom::CLASSES;

/// Words of custom data before its content.
const HEAD: usize = 2;

impl Assembler<'_> {
    /// A line that begins with a period.
    pub(super) fn directive(&mut self) -> Result<(), AssembleError> {
        let start = self.cursor.place();
        let mut ahead = self.cursor.clone();
        ahead.eat(b'.');
        let (name, span) = ahead.word();
        let span = start..span.end;
        if !matches!(name, "program" | "bytes") && self.version.is_none() {
            let message = format!("found `.{name}`, expected a profile such as `ps_5_0`");
            return Err(AssembleError::new(&rules::VERSION, span, message).help(rules::VERSION.cause));
        }
        if name != "bytes" {
            self.reject_after_bytes(start)?;
        }
        if name == "customdata" {
            customdata(&mut self.cursor, &mut self.words)?;
            return self.cursor.end();
        }
        self.cursor = ahead;
        match name {
            "program" => {
                if self.version.is_some() {
                    let message = "found another program, expected one".to_owned();
                    return Err(AssembleError::new(&rules::SECOND, span, message).help(rules::SECOND.cure));
                }
                self.version = Some(VersionToken(self.cursor.number()?));
            }
            "length" => self.length = Some(self.cursor.number()?),
            "words" => loop {
                self.words.push(self.cursor.number()?);
                if !self.cursor.eat(b',') {
                    break;
                }
            },
            "bytes" => loop {
                self.bytes.push(self.cursor.field(0xff)? as u8);
                if !self.cursor.eat(b',') {
                    break;
                }
            },
            _ => {
                let found = format!(".{name}");
                let known = DIRECTIVES.into_iter().filter(|known| known.starts_with('.'));
                return Err(AssembleError::unknown(&rules::MNEMONIC, span, &found, "a directive", known));
            }
        }
        self.cursor.end()
    }
}

/// `.customdata class, words`.
pub(super) fn customdata(cursor: &mut Cursor<'_>, out: &mut Vec<u32>) -> Result<(), AssembleError> {
    cursor.expect(b'.')?;
    let (_, start) = cursor.word();
    let (word, span) = cursor.word();
    let by_name = CLASSES.iter().find(|(_, known)| *known == word).map(|(class, _)| *class);
    let by_number = || {
        if word.bytes().all(|byte| byte.is_ascii_digit()) {
            word.parse().ok().map(CustomDataClass)
        } else {
            None
        }
    };
    let Some(class) = by_name.or_else(by_number) else {
        let known = CLASSES.iter().map(|(_, known)| *known);
        return Err(AssembleError::unknown(&rules::WORD, span, word, "a class of data", known));
    };
    let mut words = Vec::new();
    while cursor.eat(b',') {
        words.push(cursor.number()?);
    }
    if class.0 > u32::MAX >> 11 {
        let message = format!("found class {}, expected 0 to {}", class.0, u32::MAX >> 11);
        return Err(AssembleError::new(&rules::NUMBER, start, message).help("the field has no room for more"));
    }
    data(class, &words, out);
    Ok(())
}

/// `dcl_immediateConstantBuffer { { x, y, z, w }, ... }`, over any number of lines.
pub(super) fn immediate_buffer(cursor: &mut Cursor<'_>, out: &mut Vec<u32>) -> Result<(), AssembleError> {
    let mut words = Vec::new();
    open(cursor)?;
    loop {
        open(cursor)?;
        for place in 0..4 {
            if place > 0 {
                cursor.expect(b',')?;
            }
            words.push(cursor.number()?);
        }
        cursor.expect(b'}')?;
        if !cursor.eat(b',') {
            break;
        }
        cursor.skip_whitespace();
    }
    cursor.skip_whitespace();
    cursor.expect(b'}')?;
    data(CustomDataClass::IMMEDIATE_CONSTANT_BUFFER, &words, out);
    Ok(())
}

fn open(cursor: &mut Cursor<'_>) -> Result<(), AssembleError> {
    cursor.skip_whitespace();
    cursor.expect(b'{')
}

fn data(class: CustomDataClass, words: &[u32], out: &mut Vec<u32>) {
    out.push(u32::from(Opcode::CUSTOMDATA.0) | class.0 << 11);
    out.push((words.len() + HEAD) as u32);
    out.extend(words);
}
