//! LLVM assembly of DXIL as a language.

use std::io;

use glassbox_core::error::ErrorList;
use glassbox_core::language::{Language, SourceError};
use glassbox_core::places::LinePlaces;

use super::lexer::{Lexer, Token};
use super::{Options, assemble};

/// LLVM assembly of LLVM 3.7, assembled to bitcode.
#[derive(Clone, Copy, Debug)]
pub struct Dxil;

/// The registered instance.
pub static LANGUAGE: Dxil = Dxil;

/// Tokens looked at in a source of unknown language.
const MOST_TOKENS: usize = 64;

impl Language for Dxil {
    fn name(&self) -> &'static str {
        glassbox_dxil::view::LANGUAGE
    }

    /// The text form keeps bitcode as bytes: an edit there changes one record, which assembly could not express.
    fn disassemble(
        &self,
        _: &[u8],
        _: &[u8],
        _: &mut dyn io::Write,
        _: &mut dyn LinePlaces,
    ) -> io::Result<bool> {
        Ok(false)
    }

    fn assemble(&self, source: &str) -> Result<Vec<u8>, ErrorList<SourceError>> {
        assemble(source, &Options::default())
    }
}

/// True for a source that looks like LLVM assembly: a definition of it comes first.
pub fn is_source(source: &str) -> bool {
    let mut lexer = Lexer::new(source);
    let mut tokens = [Token::End; 3];
    for slot in &mut tokens {
        *slot = lexer.next().0;
    }
    let is_word =
        |token: Token<'_>, words: &[&str]| matches!(token, Token::Word(word) if words.contains(&word));
    match tokens {
        [Token::Word("target"), word, Token::Mark(b'=')] => is_word(word, &["triple", "datalayout"]),
        [Token::Word("define" | "declare"), ..] => {
            let mut found = std::iter::repeat_with(|| lexer.next().0).take(MOST_TOKENS);
            tokens.into_iter().any(|token| matches!(token, Token::Global(_)))
                || found.any(|token| matches!(token, Token::Global(_)))
        }
        [Token::Word("attributes"), Token::Group(_), Token::Mark(b'=')] => true,
        [Token::Word("module"), Token::Word("asm"), Token::Text(_)] => true,
        [Token::Global(_) | Token::GlobalNumber(_), Token::Mark(b'='), word] => {
            matches!(word, Token::Word(_))
        }
        [Token::Local(_) | Token::LocalNumber(_), Token::Mark(b'='), word] => is_word(word, &["type"]),
        [Token::Metadata(_), Token::Mark(b'='), Token::Mark(b'!')] => true,
        [Token::Mark(b'!'), Token::Integer(_), Token::Mark(b'=')] => true,
        _ => false,
    }
}
