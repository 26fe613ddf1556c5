//! Recognizes syntax of other shading languages and characters that look like VSL's.

use super::token::TokenKind;
use super::tree::BinaryOperator;

/// The ASCII spelling and token of a look-alike character; no token for spaces.
pub(super) fn character(character: char) -> Option<(&'static str, Option<TokenKind>)> {
    let operator = |operator| Some(TokenKind::Operator(operator));
    Some(match character {
        '\u{00A0}'
        | '\u{1680}'
        | '\u{2000}'..='\u{200D}'
        | '\u{2028}'
        | '\u{2029}'
        | '\u{202F}'
        | '\u{2060}'
        | '\u{3000}'
        | '\u{FEFF}' => ("", None),
        '\u{2010}'..='\u{2015}' | '\u{2212}' => ("-", operator(BinaryOperator::Subtract)),
        '\u{00D7}' | '\u{22C5}' => ("*", operator(BinaryOperator::Multiply)),
        '\u{00F7}' | '\u{2215}' => ("/", operator(BinaryOperator::Divide)),
        '\u{2264}' => ("<=", operator(BinaryOperator::LessEqual)),
        '\u{2265}' => (">=", operator(BinaryOperator::GreaterEqual)),
        '\u{2260}' => ("!=", operator(BinaryOperator::NotEqual)),
        '\u{FF1B}' | '\u{037E}' => (";", Some(TokenKind::Semicolon)),
        '\u{FF0C}' | '\u{201A}' => (",", Some(TokenKind::Comma)),
        '\u{FF08}' => ("(", Some(TokenKind::OpenParenthesis)),
        '\u{FF09}' => (")", Some(TokenKind::CloseParenthesis)),
        '\u{FF1D}' => ("=", Some(TokenKind::Assign(None))),
        '\u{FF1A}' => (":", Some(TokenKind::Colon)),
        _ => return None,
    })
}

/// Help on a preprocessor directive, by its first word.
pub(super) fn directive(word: &str) -> &'static str {
    match word {
        "version" => "remove it: the first line is `@shader graphics;`",
        "include" => "there is no preprocessor: put the text of the file here",
        "define" => "there is no preprocessor: write the value in place of the name",
        _ => "there is no preprocessor: remove the line",
    }
}
