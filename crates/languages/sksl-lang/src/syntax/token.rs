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
            /// Every spelling.
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

/// Keys of the keywords and reserved words.
const KEYS: [bool; 1024] = {
    let mut keys = [false; 1024];
    let mut at = 0;
    while at < Keyword::TEXTS.len() + RESERVED.len() {
        let text = match at < RESERVED.len() {
            true => RESERVED[at],
            false => Keyword::TEXTS[at - RESERVED.len()],
        };
        keys[key(text.as_bytes())] = true;
        at += 1;
    }
    keys
};

/// A number that few words share. `word` has two letters at least.
const fn key(word: &[u8]) -> usize {
    let last = word.len() - 1;
    let [first, second, last] = [word[0] as usize, word[1] as usize, word[last] as usize];
    (first * 37 + second * 11 + last * 3 + word.len() * 131) % 1024
}

/// Whether a word needs no closer look: none of the special ones has its key.
#[inline]
pub(super) fn is_plain(word: &[u8]) -> bool {
    match word {
        [] | [_] => true,
        [b'g', b'l', b'_', ..] => false,
        _ => !KEYS[key(word)],
    }
}

/// What a word is. `word` is a letter, `_` or `$` with letters, digits and `_` behind it.
pub(super) fn word(word: &str) -> TokenKind {
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
        for reserved in RESERVED {
            assert_eq!(word(reserved), TokenKind::Reserved, "{reserved}");
        }
        for keyword in Keyword::TEXTS {
            let kind = Keyword::find(keyword).map(TokenKind::Keyword);
            assert!(
                kind.is_some_and(|kind| keyword.starts_with('@') || word(keyword) == kind),
                "{keyword}"
            );
        }
        assert_eq!(word(&"a".repeat(1000)), TokenKind::Identifier);
    }
}
