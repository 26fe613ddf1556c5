//! A language and a digest for tests.

use glassbox_core::error::ErrorList;
use glassbox_core::format::WriteError;
use glassbox_core::language::{Codec, DecodeError, Digest, Language, Registry, SourceError};
use glassbox_core::places::LinePlaces;

/// Code as one byte a line.
struct Bytewise;

impl Language for Bytewise {
    fn name(&self) -> &'static str {
        "words"
    }

    fn disassemble(
        &self,
        code: &[u8],
        _: &[u8],
        out: &mut dyn std::io::Write,
        places: &mut dyn LinePlaces,
    ) -> std::io::Result<bool> {
        if code.len() % 2 == 1 {
            return Ok(false);
        }
        for (at, byte) in (0..).zip(code) {
            writeln!(out, "  byte {byte}")?;
            places.line(&(at..at + 1));
        }
        Ok(true)
    }

    fn assemble(&self, source: &str) -> Result<Vec<u8>, ErrorList<SourceError>> {
        let mut at = 0;
        let mut code = Vec::new();
        let mut errors = Vec::new();
        for line in source.split_inclusive('\n') {
            match line.trim().strip_prefix("byte ").and_then(|byte| byte.parse().ok()) {
                Some(byte) => code.push(byte),
                None => {
                    let start = at + line.len() - line.trim_start().len();
                    let message = format!("found `{}`, expected `byte N`", line.trim());
                    errors.push(SourceError {
                        rule: None,
                        span: start..at + line.trim_end().len(),
                        message,
                        help: None,
                    });
                }
            }
            at += line.len();
        }
        if errors.is_empty() { Ok(code) } else { Err(errors.into()) }
    }
}

/// Code as one quoted string, which may span several lines and hold any bytes.
struct Quoted;

impl Language for Quoted {
    fn name(&self) -> &'static str {
        "quoted"
    }

    fn disassemble(
        &self,
        code: &[u8],
        _: &[u8],
        out: &mut dyn std::io::Write,
        places: &mut dyn LinePlaces,
    ) -> std::io::Result<bool> {
        let Ok(text) = std::str::from_utf8(code) else {
            return Ok(false);
        };
        out.write_all(b"\"")?;
        for letter in text.chars() {
            match letter {
                '"' | '\\' => write!(out, "\\{letter}")?,
                _ => write!(out, "{letter}")?,
            }
        }
        out.write_all(b"\"")?;
        let all = 0..code.len() as u64;
        places.lines(code, &all);
        places.line(&all);
        Ok(true)
    }

    fn assemble(&self, source: &str) -> Result<Vec<u8>, ErrorList<SourceError>> {
        let inside = source.trim_end_matches('\n').strip_prefix('"').and_then(|text| text.strip_suffix('"'));
        let Some(inside) = inside else {
            let error = SourceError {
                rule: None,
                span: 0..source.len(),
                message: "expected one string".to_owned(),
                help: None,
            };
            return Err(error.into());
        };
        let mut code = String::new();
        let mut letters = inside.chars();
        while let Some(letter) = letters.next() {
            match letter {
                '\\' => code.extend(letters.next()),
                _ => code.push(letter),
            }
        }
        Ok(code.into_bytes())
    }
}

/// The exclusive or of all bytes, between 0 and 1.
struct Sum;

impl Digest for Sum {
    fn name(&self) -> &'static str {
        "sum"
    }

    fn digest(&self, bytes: &[u8]) -> Vec<u8> {
        vec![0, bytes.iter().fold(0, |sum, byte| sum ^ byte), 1]
    }
}

/// Runs: pairs of a count and a byte.
pub(crate) struct Runs;

impl Codec for Runs {
    fn name(&self) -> &'static str {
        "runs"
    }

    fn decode(&self, stored: &[u8], limit: u64) -> Result<Vec<u8>, DecodeError> {
        let mut content = Vec::new();
        for run in stored.chunks(2) {
            let &[count, byte] = run else {
                return Err(DecodeError::Truncated);
            };
            content.resize(content.len() + usize::from(count), byte);
            if content.len() as u64 > limit {
                return Err(DecodeError::TooLong);
            }
        }
        Ok(content)
    }

    fn encode(&self, content: &[u8]) -> Result<Vec<u8>, WriteError> {
        Ok(content.iter().flat_map(|&byte| [1, byte]).collect())
    }
}

/// All of them.
pub(crate) const REGISTRY: Registry =
    Registry { languages: &[&Bytewise, &Quoted], digests: &[&[&Sum, &Parity]], codecs: &[&Runs], views: &[] };

/// The exclusive or of all bytes, as one byte.
struct Parity;

impl Digest for Parity {
    fn name(&self) -> &'static str {
        "parity"
    }

    fn digest(&self, bytes: &[u8]) -> Vec<u8> {
        vec![bytes.iter().fold(0, |sum, byte| sum ^ byte), 0, 0, 0]
    }
}
