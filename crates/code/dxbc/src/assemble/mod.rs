//! Assembles text to programs.
//!
//! Accepts the output of [`print`](crate::print::print()) in either style. Floats in legacy listings may be
//! truncated
//! and yield the float they parse to; [`cut_floats`] detects those. Comments begin with `//` or `;`. Lines
//! that begin
//! with `#line` are ignored, as is shader model 2 code at the start of level 9 listings. All mistakes are
//! reported:
//! after one, parsing resumes at the next line.
//!
//! | file | parses |
//! | --- | --- |
//! | `cursor.rs` | punctuation, words and numbers |
//! | `mnemonic.rs` | instruction names and suffixes |
//! | `instruction.rs`, `declaration.rs`, `operand.rs` | the rest of a statement |
//! | `directive.rs` | data between instructions, raw words and bytes |
//! | `lists.rs` | names of enumeration values |
//! | `cut.rs` | truncated floats of listings |

mod cursor;
mod cut;
mod declaration;
mod directive;
mod error;
mod instruction;
mod lists;
mod mnemonic;
mod operand;
pub mod rules;

use glassbox_core::error::ErrorList;

use crate::names::VersionToken;
use crate::print::version;
use crate::role::Role;
use crate::walk::HEADER_WORDS;

use cursor::Cursor;
pub use cut::cut_floats;
pub use error::AssembleError;
use mnemonic::Mnemonic;
use operand::Operands;

/// Maximum number of errors reported for one text.
pub const MAX_ERRORS: usize = 100;

/// Directives, and instruction-like statements that are not instructions.
const DIRECTIVES: [&str; 6] =
    ["dcl_immediateConstantBuffer", ".words", ".bytes", ".length", ".program", ".customdata"];

/// Assembles a text to version, length and instructions, as stored in a container part.
///
/// # Errors
///
/// All mistakes in text order, up to [`MAX_ERRORS`].
pub fn assemble(text: &str) -> Result<Vec<u8>, ErrorList<AssembleError>> {
    let mut assembler = Assembler {
        cursor: Cursor::new(text),
        version: None,
        length: None,
        words: Vec::with_capacity(text.len() / 8),
        bytes: Vec::new(),
    };
    let mut errors = Vec::new();
    loop {
        assembler.cursor.skip_whitespace();
        if assembler.cursor.is_at_end() || errors.len() == MAX_ERRORS {
            break;
        }
        let kept = assembler.words.len();
        match assembler.statement() {
            Ok(()) => {}
            Err(error) => {
                // Further errors would only repeat it.
                let is_lost = [rules::VERSION.id, rules::SECOND.id].contains(&error.rule.id);
                errors.push(error);
                assembler.words.truncate(kept);
                assembler.cursor.skip_line();
                if is_lost {
                    break;
                }
            }
        }
    }
    if errors.is_empty() && assembler.version.is_none() && assembler.bytes.is_empty() {
        let end = assembler.cursor.place();
        errors.push(
            AssembleError::new(
                &rules::VERSION,
                end..end,
                "found no program, expected a profile such as `ps_5_0`".to_owned(),
            )
            .help(rules::VERSION.cause),
        );
    }
    if errors.is_empty() { Ok(assembler.finish()) } else { Err(errors.into()) }
}

/// True if a text is shader assembly: its first statement is a model 4 or 5 profile, or a version directive.
pub fn is_source(text: &str) -> bool {
    let mut cursor = Cursor::new(text);
    loop {
        cursor.skip_whitespace();
        if cursor.peek() == b'.' {
            cursor.eat(b'.');
            return cursor.word().0 == "program";
        }
        let word = cursor.word().0;
        if !is_level9(word) {
            return version(word).is_some();
        }
        skip_level9(&mut cursor);
    }
}

struct Assembler<'t> {
    cursor: Cursor<'t>,
    version: Option<VersionToken>,
    /// Length, if set by a directive.
    length: Option<u32>,
    /// Words after the header.
    words: Vec<u32>,
    /// Bytes after the last whole word.
    bytes: Vec<u8>,
}

impl Assembler<'_> {
    fn statement(&mut self) -> Result<(), AssembleError> {
        let start = self.cursor.place();
        if self.cursor.peek() == b'#' {
            self.cursor.skip_line();
            return Ok(());
        }
        if self.cursor.peek() == b'.' {
            return self.directive();
        }
        let (word, span) = self.cursor.clone().word();
        if self.version.is_none() && is_level9(word) {
            skip_level9(&mut self.cursor);
            return Ok(());
        }
        if let Some(version) = version(word) {
            self.cursor.word();
            if self.version.is_some() {
                let message = format!("found another program, `{word}`, expected one");
                return Err(AssembleError::new(&rules::SECOND, span, message).help(rules::SECOND.cure));
            }
            self.version = Some(version);
            self.cursor.end()?;
            return Ok(());
        }
        let Some(version) = self.version else {
            let (span, found) = self.cursor.describe_next();
            let message = format!("found {found}, expected a profile such as `ps_5_0`");
            return Err(
                AssembleError::new(&rules::VERSION, start..span.end, message).help(rules::VERSION.cause)
            );
        };
        self.reject_after_bytes(start)?;
        instruction_at(&mut self.cursor, has_spaces(version), &mut self.words)?;
        Ok(())
    }

    /// Error if odd bytes came before this statement.
    fn reject_after_bytes(&self, start: usize) -> Result<(), AssembleError> {
        if self.bytes.is_empty() {
            Ok(())
        } else {
            Err(AssembleError::new(
                &rules::PUNCTUATION,
                start..start + 1,
                "found text after `.bytes`, expected the end of the text".to_owned(),
            )
            .help("bytes that do not fill a word come at the end of a program"))
        }
    }

    fn finish(self) -> Vec<u8> {
        let mut out = Vec::with_capacity((self.words.len() + HEADER_WORDS) * 4 + self.bytes.len());
        if let Some(version) = self.version {
            let length = self.length.unwrap_or((self.words.len() + HEADER_WORDS) as u32);
            out.extend(version.0.to_le_bytes());
            out.extend(length.to_le_bytes());
        }
        for word in &self.words {
            out.extend(word.to_le_bytes());
        }
        out.extend(self.bytes);
        out
    }
}

/// True if bound registers have spaces.
fn has_spaces(version: VersionToken) -> bool {
    (version.major(), version.minor()) >= (5, 1)
}

/// True for the profile of an older shader model.
fn is_level9(word: &str) -> bool {
    let rest = word.strip_prefix("ps_").or_else(|| word.strip_prefix("vs_"));
    rest.is_some_and(|model| model.starts_with(['1', '2', '3']))
}

/// Skips to the line with the profile of a later shader model.
fn skip_level9(cursor: &mut Cursor<'_>) {
    while !cursor.is_at_end() && version(cursor.clone().word().0).is_none() {
        cursor.skip_line();
        cursor.skip_whitespace();
    }
}

/// Assembles one statement: an instruction, a declaration or the immediate constant buffer.
fn instruction_at(
    cursor: &mut Cursor<'_>,
    has_spaces: bool,
    out: &mut Vec<u32>,
) -> Result<(), AssembleError> {
    let operands = Operands { has_spaces };
    let (word, span) = cursor.word();
    if word.is_empty() {
        return Err(cursor.unexpected("an instruction"));
    }
    if word == "dcl_immediateConstantBuffer" {
        directive::immediate_buffer(cursor, out)?;
    } else {
        let mnemonic = Mnemonic::read(word, span)?;
        if mnemonic.opcode.is_declaration() {
            declaration::declaration(cursor, &mnemonic, operands, out)?
        } else {
            instruction::instruction(cursor, &mnemonic, operands, out)?
        }
    }
    cursor.end()
}

/// Words of one instruction, for comparison by the printer.
pub(crate) fn instruction(text: &str, has_spaces: bool) -> Option<Vec<u32>> {
    let mut cursor = Cursor::new(text);
    let mut out = Vec::new();
    match cursor.peek() {
        b'.' => directive::customdata(&mut cursor, &mut out).ok()?,
        _ => instruction_at(&mut cursor, has_spaces, &mut out).ok()?,
    }
    cursor.is_at_end().then_some(out)
}

/// Words of one operand, for comparison by the printer.
pub(crate) fn operand(text: &str, role: Role, has_spaces: bool) -> Option<Vec<u32>> {
    let mut cursor = Cursor::new(text);
    let mut out = Vec::new();
    Operands { has_spaces }.read(&mut cursor, role, &mut out).ok()?;
    cursor.is_at_end().then_some(out)
}
