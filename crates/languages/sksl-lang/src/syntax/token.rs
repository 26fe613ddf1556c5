//! Tokens and keywords.

use glassbox_core::span::Span;
use glassbox_sksl::raw::Operator;

/// Token with its range.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Token {
    pub kind: TokenKind,
    pub span: Span,
}

/// Kinds of tokens. Blanks and comments are skipped.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum TokenKind {
    /// End of the text or of the readable part.
    End,
    /// `12`, `0x1F`, `017`, with an optional `u`.
    Int,
    /// `1.5`, `.5`, `1e5`
    Float,
    /// Digits that begin with `0` but are not octal: `08`.
    BadOctal,
    /// Name.
    Identifier,
    /// Reserved word of another language; the parser reports it and treats it as a name.
    Reserved,
    /// `#` with a word.
    Directive,
    /// Keyword.
    Keyword(Keyword),
    /// Binary or prefix operator, including `,`.
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
    /// Token that is not completed: `1e`, `0x`, `@i`.
    Unfinished,
    /// Character that begins no token.
    Invalid,
}

macro_rules! keywords {
    ($($(#[$meta:meta])* $name:ident $text:literal)*) => {
        /// Keyword.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub(super) enum Keyword {
            $(#[doc = concat!("`", $text, "`")] $name),*
        }

        impl Keyword {
            /// All keywords.
            const ALL: &[Keyword] = &[$(Keyword::$name),*];

            /// Spelling.
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

/// Perfect hash table of keywords and reserved words. The two keywords that begin with `@` are not in it.
static WORDS: [Option<(&str, TokenKind)>; 1024] = {
    let mut words: [Option<(&str, TokenKind)>; 1024] = [None; 1024];
    let mut at = 0;
    while at < Keyword::ALL.len() + RESERVED.len() {
        let (text, kind) = if at < RESERVED.len() {
            (RESERVED[at], TokenKind::Reserved)
        } else {
            let keyword = Keyword::ALL[at - RESERVED.len()];
            (keyword.text(), TokenKind::Keyword(keyword))
        };
        if text.as_bytes()[0] != b'@' {
            let key = key(text.as_bytes());
            assert!(words[key].is_none(), "two words have one key");
            words[key] = Some((text, kind));
        }
        at += 1;
    }
    words
};

/// Hash of a word, which must not be empty.
const fn key(word: &[u8]) -> usize {
    let [first, middle, last] =
        [word[0] as usize, word[word.len() / 2] as usize, word[word.len() - 1] as usize];
    (first * 70 + middle * 76 + last * 171 + word.len() * 176) % 1024
}

/// Returns whether a word is neither a keyword nor reserved; may be false for other words.
#[inline]
pub(super) fn is_plain(word: &[u8]) -> bool {
    match word {
        [] | [_] => true,
        [b'g', b'l', b'_', ..] => false,
        _ => WORDS[key(word)].is_none(),
    }
}

/// Classifies a word: a letter, `_` or `$`, followed by letters, digits and `_`.
pub(super) fn word(word: &[u8]) -> TokenKind {
    match word {
        [] | [_] => TokenKind::Identifier,
        [b'g', b'l', b'_', ..] => TokenKind::Reserved,
        _ => match WORDS[key(word)] {
            Some((text, kind)) if text.as_bytes() == word => kind,
            _ => TokenKind::Identifier,
        },
    }
}

/// Returns whether a word is reserved in today's language and is not in version 8: more of GLSL's types, and keywords of compute programs.
pub(super) fn is_reserved_today(word: &str) -> bool {
    const WORDS: [&str; 8] = [
        "atomic",
        "buffer",
        "pixel_local",
        "readonly",
        "samplerShadow",
        "texture3D",
        "workgroup",
        "writeonly",
    ];
    if WORDS.contains(&word) {
        return true;
    }
    if let Some(shape) = word.strip_prefix("dmat") {
        return matches!(shape.as_bytes(), [b'2'..=b'4'] | [b'2'..=b'4', b'x', b'2'..=b'4']);
    }
    let plain = match word.strip_prefix(['i', 'u']) {
        Some(plain) if !word.starts_with("image") => plain,
        _ => word,
    };
    if matches!(plain, "subpassInput" | "subpassInputMS") {
        return plain != word;
    }
    let Some((kind, rest)) =
        ["sampler", "image", "texture"].iter().find_map(|kind| Some((*kind, plain.strip_prefix(kind)?)))
    else {
        return false;
    };
    let shape = match rest.strip_suffix("Shadow") {
        Some(shape) if kind == "sampler" && plain == word => {
            return matches!(shape, "1D" | "2D" | "2DRect" | "1DArray" | "2DArray" | "Cube" | "CubeArray");
        }
        _ => rest,
    };
    // Some of these are types without a prefix, which are no names either.
    let is_type = plain == word && matches!((kind, shape), ("sampler" | "texture", "2D") | (_, "2DRect"));
    !is_type && SHAPES.contains(&shape) || kind == "image" && shape == "2DRect"
}

/// Ends of the names of GLSL's samplers, images and textures.
const SHAPES: [&str; 11] =
    ["1D", "1DArray", "2D", "2DArray", "2DMS", "2DMSArray", "2DRect", "3D", "Buffer", "Cube", "CubeArray"];

#[cfg(test)]
mod tests {
    use super::{Keyword, RESERVED, TokenKind, word};

    #[test]
    fn words_are_what_they_are() {
        assert_eq!(word(b"inout"), TokenKind::Keyword(Keyword::InOut));
        assert_eq!(word(b"$es3"), TokenKind::Keyword(Keyword::Es3));
        assert_eq!(word(b"$es3x"), TokenKind::Identifier);
        assert_eq!(word(b"gl_FragCoord"), TokenKind::Reserved);
        assert_eq!(word(b"gl_"), TokenKind::Reserved);
        assert_eq!(word(b"gl"), TokenKind::Identifier);
        assert_eq!(word(b"superp"), TokenKind::Reserved);
        assert_eq!(word(b"hvec1"), TokenKind::Identifier);
        for reserved in RESERVED {
            assert_eq!(word(reserved.as_bytes()), TokenKind::Reserved, "{reserved}");
        }
        for &keyword in Keyword::ALL {
            let text = keyword.text();
            if !text.starts_with('@') {
                assert_eq!(word(text.as_bytes()), TokenKind::Keyword(keyword), "{text}");
            }
        }
        assert_eq!(word("a".repeat(1000).as_bytes()), TokenKind::Identifier);
    }
}
