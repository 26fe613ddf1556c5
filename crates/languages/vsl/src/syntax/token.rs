//! Token types: keywords, literals, names, punctuation.
//!
//! Facts: VSL brief, section 2.

use crate::syntax::tree::{BinaryOperator, LiteralKind};
use glassbox_core::span::Span;

/// A reserved word.
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
    /// All keywords in alphabetical order. `true` and `false` are literals.
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

    /// Source spelling.
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

    /// True if it starts a global declaration.
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

/// Kind of a token.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TokenKind {
    /// An identifier that is not a keyword.
    Name,
    /// The name of a built-in variable, the `$` included.
    BuiltIn,
    /// A reserved word.
    Keyword(Keyword),
    /// `@shader`
    AtShader,
    /// `@struct`
    AtStruct,
    /// An unsigned literal; [`LiteralKind::Wrong`] if malformed, which has been reported.
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
    /// A binary operator; `+` and `-` are prefix operators, too.
    Operator(BinaryOperator),
    /// `=`, or a compound assignment operator.
    Assign(Option<BinaryOperator>),
    /// The end of the text.
    End,
}

/// A token with its position.
#[derive(Clone, Copy, Debug)]
pub struct Token {
    /// Kind, with the keyword, operator or literal kind.
    pub kind: TokenKind,
    /// True if only white space and comments precede it on its line.
    pub begins_line: bool,
    /// True if text before it was skipped and reported; further errors here are dropped.
    pub after_wrong: bool,
    /// Bytes in the text.
    pub span: Span,
}
