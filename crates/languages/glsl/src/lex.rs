//! Text to tokens.

use glassbox_syntax::lex::{self, Lexed, Lexicon};
use glassbox_syntax::token::Words;

/// The signs of GLSL and of its preprocessor.
const LEXICON: Lexicon = Lexicon {
    signs: &[
        "<<=", ">>=", "++", "--", "<<", ">>", "<=", ">=", "==", "!=", "&&", "||", "^^", "+=", "-=", "*=",
        "/=", "%=", "&=", "|=", "^=", "##", "::",
    ],
};

/// The tokens of a text.
pub(crate) fn lex(text: &str, file: u32, words: &mut Words) -> Lexed {
    lex::lex(text, file, LEXICON, words)
}
