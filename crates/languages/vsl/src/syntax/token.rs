//! Tokens: the words, numbers and signs of a source.
//!
//! Facts: VSL brief, section 2.

use crate::syntax::tree::{BinaryOperator, LiteralKind};
use glassbox_core::span::Span;

/// A word that cannot be a name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Keyword {
    Bind,
    Break,
    Continue,
    Discard,
    Elif,
    Else,
    Flat,
    For,
    If,
    In,
    Local,
    Out,
    Passinput,
    Return,
    Uniform,
}

impl Keyword {
    /// Every one, in the order of the alphabet. `true` and `false` are literals.
    pub const ALL: [Keyword; 15] = [
        Keyword::Bind,
        Keyword::Break,
        Keyword::Continue,
        Keyword::Discard,
        Keyword::Elif,
        Keyword::Else,
        Keyword::Flat,
        Keyword::For,
        Keyword::If,
        Keyword::In,
        Keyword::Local,
        Keyword::Out,
        Keyword::Passinput,
        Keyword::Return,
        Keyword::Uniform,
    ];

    /// How it is written.
    pub const fn name(self) -> &'static str {
        match self {
            Keyword::Bind => "bind",
            Keyword::Break => "break",
            Keyword::Continue => "continue",
            Keyword::Discard => "discard",
            Keyword::Elif => "elif",
            Keyword::Else => "else",
            Keyword::Flat => "flat",
            Keyword::For => "for",
            Keyword::If => "if",
            Keyword::In => "in",
            Keyword::Local => "local",
            Keyword::Out => "out",
            Keyword::Passinput => "passinput",
            Keyword::Return => "return",
            Keyword::Uniform => "uniform",
        }
    }

    /// Whether it begins a global declaration.
    pub const fn is_global(self) -> bool {
        matches!(
            self,
            Keyword::Bind
                | Keyword::In
                | Keyword::Local
                | Keyword::Out
                | Keyword::Passinput
                | Keyword::Uniform
        )
    }
}

impl std::fmt::Display for Keyword {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}

/// What a token is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TokenKind {
    /// A name.
    Name,
    /// The name of a built-in variable, the `$` included.
    BuiltIn,
    /// A word that cannot be a name.
    Keyword(Keyword),
    /// `@shader`
    AtShader,
    /// `@struct`
    AtStruct,
    /// A literal, without a sign; of the kind [`LiteralKind::Wrong`] where it is malformed, which has been reported.
    Literal(LiteralKind),
    /// `@`
    At,
    /// `:`
    Colon,
    /// `,`
    Comma,
    /// `.`
    Dot,
    /// `?`
    Question,
    /// `;`
    Semicolon,
    /// `(`
    OpenParenthesis,
    /// `)`
    CloseParenthesis,
    /// `[`
    OpenBracket,
    /// `]`
    CloseBracket,
    /// `{`
    OpenBrace,
    /// `}`
    CloseBrace,
    /// `!`
    Not,
    /// `~`
    Complement,
    /// An operator between operands; `+` and `-` are prefix operators too.
    Operator(BinaryOperator),
    /// `=`, or an operator with `=` behind it.
    Assign(Option<BinaryOperator>),
    /// The end of the text.
    End,
}

/// A token.
#[derive(Clone, Copy, Debug)]
pub struct Token {
    /// What it is.
    pub kind: TokenKind,
    /// Whether nothing but white space and comments is before it in its line.
    pub begins_line: bool,
    /// Whether something in front of it was left out and reported: nothing more is said at this place.
    pub after_wrong: bool,
    /// Where.
    pub span: Span,
}
