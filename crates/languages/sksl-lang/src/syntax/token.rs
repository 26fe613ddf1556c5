//! The words and signs of the language.

use glassbox_core::span::Span;
use glassbox_sksl::raw::Operator;

/// A token with its place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Token {
    pub kind: TokenKind,
    pub span: Span,
}

/// The kinds of tokens. Blanks and comments are none.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum TokenKind {
    /// The end of the text, or of what there is to read of it.
    End,
    /// `12`, `0x1F`, `017`, each possibly with a `u`.
    Int,
    /// `1.5`, `.5`, `1e5`
    Float,
    /// Digits with a `0` in front of them that are no octal number: `08`.
    BadOctal,
    /// A name.
    Identifier,
    /// A word that is kept for other languages; whoever reads it reports it and takes it as a name.
    Reserved,
    /// `#` with a word.
    Directive,
    /// A word with a meaning.
    Keyword(Keyword),
    /// A sign between or before operands, `,` among them.
    Operator(Operator),
    /// `(`
    OpenParenthesis,
    /// `)`
    CloseParenthesis,
    /// `{`
    OpenBrace,
    /// `}`
    CloseBrace,
    /// `[`
    OpenBracket,
    /// `]`
    CloseBracket,
    /// `.`
    Dot,
    /// `?`
    Question,
    /// `:`
    Colon,
    /// `;`
    Semicolon,
    /// The beginning of a token that does not go on as it has to: `1e`, `0x`, `@i`.
    Unfinished,
    /// A character that begins no token.
    Invalid,
}

macro_rules! keywords {
    ($($(#[$meta:meta])* $name:ident $text:literal)*) => {
        /// A word with a meaning.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub(super) enum Keyword {
            $(#[doc = concat!("`", $text, "`")] $name),*
        }

        impl Keyword {
            /// The spellings of all of them.
            const TEXTS: &[&str] = &[$($text),*];

            /// The keyword with this spelling. The two that begin with `@` are no words.
            pub(super) fn find(word: &str) -> Option<Keyword> {
                match word {
                    $($text => Some(Keyword::$name),)*
                    _ => None,
                }
            }

            /// Its spelling.
            pub(super) const fn text(self) -> &'static str {
                match self {
                    $(Keyword::$name => $text),*
                }
            }
        }
    };
}

keywords! {
    True "true"
    False "false"
    If "if"
    StaticIf "@if"
    Else "else"
    For "for"
    While "while"
    Do "do"
    Switch "switch"
    StaticSwitch "@switch"
    Case "case"
    Default "default"
    Break "break"
    Continue "continue"
    Discard "discard"
    Return "return"
    In "in"
    Out "out"
    InOut "inout"
    Uniform "uniform"
    Const "const"
    Flat "flat"
    NoPerspective "noperspective"
    Inline "inline"
    NoInline "noinline"
    HasSideEffects "sk_has_side_effects"
    Struct "struct"
    Layout "layout"
    HighP "highp"
    MediumP "mediump"
    LowP "lowp"
    Es3 "$es3"
}

/// Words that no program may use.
const RESERVED: &[&str] = &[
    "asm",
    "attribute",
    "cast",
    "class",
    "double",
    "dvec2",
    "dvec3",
    "dvec4",
    "enum",
    "extern",
    "external",
    "fixed",
    "fvec2",
    "fvec3",
    "fvec4",
    "goto",
    "hvec2",
    "hvec3",
    "hvec4",
    "input",
    "interface",
    "invariant",
    "long",
    "namespace",
    "output",
    "packed",
    "precision",
    "public",
    "sampler1DShadow",
    "sampler2DRectShadow",
    "sampler2DShadow",
    "sampler3DRect",
    "samplerCube",
    "sizeof",
    "static",
    "superp",
    "template",
    "this",
    "typedef",
    "union",
    "unsigned",
    "using",
    "varying",
    "volatile",
];

/// The lengths of the keywords and reserved words that begin with a byte, a bit for each. Nearly every name is none of them, and
/// is known for that by its first byte and its length.
static LENGTHS: [u32; 128] = {
    let mut lengths = [0; 128];
    let lists = [Keyword::TEXTS, RESERVED];
    let mut list = 0;
    while list < lists.len() {
        let mut at = 0;
        while at < lists[list].len() {
            let text = lists[list][at];
            lengths[text.as_bytes()[0] as usize] |= 1 << text.len();
            at += 1;
        }
        list += 1;
    }
    lengths
};

/// What a word is. `word` is a letter, `_` or `$` with letters, digits and `_` behind it.
pub(super) fn word(word: &str) -> TokenKind {
    let lengths = word
        .bytes()
        .next()
        .and_then(|byte| LENGTHS.get(usize::from(byte)))
        .copied()
        .unwrap_or_default();
    if lengths & 1u32.checked_shl(word.len() as u32).unwrap_or_default() == 0 {
        return match word.starts_with("gl_") {
            true => TokenKind::Reserved,
            false => TokenKind::Identifier,
        };
    }
    if let Some(keyword) = Keyword::find(word) {
        return TokenKind::Keyword(keyword);
    }
    match word.starts_with("gl_") || RESERVED.binary_search(&word).is_ok() {
        true => TokenKind::Reserved,
        false => TokenKind::Identifier,
    }
}

#[cfg(test)]
mod tests {
    use super::{Keyword, RESERVED, TokenKind, word};

    #[test]
    fn reserved_words_are_sorted() {
        assert!(RESERVED.is_sorted());
    }

    #[test]
    fn words_are_what_they_are() {
        assert_eq!(word("inout"), TokenKind::Keyword(Keyword::InOut));
        assert_eq!(word("$es3"), TokenKind::Keyword(Keyword::Es3));
        assert_eq!(word("$es3x"), TokenKind::Identifier);
        assert_eq!(word("gl_FragCoord"), TokenKind::Reserved);
        assert_eq!(word("gl_"), TokenKind::Reserved);
        assert_eq!(word("gl"), TokenKind::Identifier);
        assert_eq!(word("superp"), TokenKind::Reserved);
        assert_eq!(word("hvec1"), TokenKind::Identifier);
    }
}
