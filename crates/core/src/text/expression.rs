//! Parses and evaluates expressions over labels.

use std::ops::Range;

use super::assemble::{ExpressionError, Labels};
use super::lexer::{Lexer, Token};
use super::{SYNTAX, VALUE};

/// Deepest nesting of parentheses and signs.
const MAX_NESTING: u32 = 64;

/// Most operators of one expression: it is evaluated by recursion.
const MAX_OPERATORS: u32 = 1024;

/// An expression tree.
#[derive(Debug)]
pub(super) enum Expression {
    Number(i128),
    /// `@path`
    Start(Range<usize>),
    /// `end(path)`
    End(Range<usize>),
    /// `size(path)`
    Size(Range<usize>),
    /// `size(content(path))`
    ContentSize(Range<usize>),
    /// `count(path)`
    Count(Range<usize>),
    Negative(Box<Expression>),
    Binary(u8, Box<Expression>, Box<Expression>, Range<usize>),
}

impl Expression {
    /// The number, when no label is needed.
    pub(super) fn constant(&self) -> Option<i128> {
        match self {
            Expression::Number(number) => Some(*number),
            Expression::Negative(inner) => inner.constant()?.checked_neg(),
            _ => None,
        }
    }

    /// Evaluates the expression; every label must have an address.
    pub(super) fn evaluate(&self, source: &str, labels: &Labels<'_>) -> Result<i128, ExpressionError> {
        let of = |span: &Range<usize>| labels.find(source, span);
        Ok(match self {
            Expression::Number(number) => *number,
            Expression::Start(span) => i128::from(of(span)?.start),
            Expression::End(span) => i128::from(labels.whole(source, span)?.end),
            Expression::Size(span) => {
                let mark = labels.whole(source, span)?;
                i128::from(mark.end - mark.start)
            }
            Expression::ContentSize(span) => {
                let content = labels.content(source, span)?;
                i128::from(content.end - content.start)
            }
            Expression::Count(span) => i128::from(labels.whole(source, span)?.children),
            Expression::Negative(inner) => -inner.evaluate(source, labels)?,
            Expression::Binary(sign, left, right, span) => {
                let (a, b) = (left.evaluate(source, labels)?, right.evaluate(source, labels)?);
                let value = match sign {
                    b'+' => a.checked_add(b),
                    b'-' => a.checked_sub(b),
                    b'*' => a.checked_mul(b),
                    _ if b == 0 => return Err(ExpressionError::new(&VALUE, span, "division by zero")),
                    _ if a % b != 0 => {
                        return Err(ExpressionError::new(
                            &VALUE,
                            span,
                            format!("{a} is not a multiple of {b}"),
                        )
                        .help("the parts must add up to whole units; pad the node or write the number"));
                    }
                    _ => a.checked_div(b),
                };
                value.ok_or_else(|| ExpressionError::new(&VALUE, span, "the number is too large"))?
            }
        })
    }
}

/// Parses an expression.
pub(super) fn expression(lexer: &mut Lexer<'_>) -> Result<Expression, ExpressionError> {
    sum(lexer, 0, &mut 0)
}

/// Joins two operands; their number in an expression is limited.
fn binary(
    sign: u8,
    left: Expression,
    right: Expression,
    span: Range<usize>,
    operators: &mut u32,
) -> Result<Expression, ExpressionError> {
    *operators += 1;
    if *operators > MAX_OPERATORS {
        let message = format!("the expression has more than {MAX_OPERATORS} operators");
        return Err(ExpressionError::new(&SYNTAX, &span, message).help("write the resulting number"));
    }
    Ok(Expression::Binary(sign, Box::new(left), Box::new(right), span))
}

fn sum(lexer: &mut Lexer<'_>, depth: u32, operators: &mut u32) -> Result<Expression, ExpressionError> {
    let start = lexer.peek().span.start;
    let mut left = product(lexer, depth, operators)?;
    while let Token::Sign(sign @ (b'+' | b'-')) = lexer.peek().token {
        lexer.next();
        let right = product(lexer, depth, operators)?;
        let end = lexer.peek().span.start;
        left = binary(sign, left, right, start..end, operators)?;
    }
    Ok(left)
}

fn product(lexer: &mut Lexer<'_>, depth: u32, operators: &mut u32) -> Result<Expression, ExpressionError> {
    let start = lexer.peek().span.start;
    let mut left = atom(lexer, depth, operators)?;
    while let Token::Sign(sign @ (b'*' | b'/')) = lexer.peek().token {
        lexer.next();
        let right = atom(lexer, depth, operators)?;
        let end = lexer.peek().span.start;
        left = binary(sign, left, right, start..end, operators)?;
    }
    Ok(left)
}

fn atom(lexer: &mut Lexer<'_>, depth: u32, operators: &mut u32) -> Result<Expression, ExpressionError> {
    let lexed = lexer.next();
    if depth > MAX_NESTING {
        return Err(ExpressionError::new(&SYNTAX, &lexed.span, "the expression is nested too deeply"));
    }
    match lexed.token {
        Token::Number => number(lexer.text(&lexed.span), &lexed.span).map(Expression::Number),
        Token::At => Ok(Expression::Start(path(lexer)?)),
        Token::Sign(b'-') => Ok(Expression::Negative(Box::new(atom(lexer, depth + 1, operators)?))),
        Token::Sign(b'(') => {
            let inner = sum(lexer, depth + 1, operators)?;
            sign(lexer, b')')?;
            Ok(inner)
        }
        Token::Word => {
            let make = match lexer.text(&lexed.span) {
                "size" => Expression::Size,
                "count" => Expression::Count,
                "end" => Expression::End,
                other => {
                    let message = format!(
                        "found `{other}`, expected a number, `@path`, `size(path)`, `count(path)` or `end(path)`"
                    );
                    return Err(ExpressionError::new(&SYNTAX, &lexed.span, message)
                        .help(format!("write `@{other}` for the offset of a node")));
                }
            };
            sign(lexer, b'(')?;
            let inner = path(lexer)?;
            if lexer.text(&lexed.span) == "size" && is_content(lexer, &inner) {
                sign(lexer, b'(')?;
                let path = path(lexer)?;
                sign(lexer, b')')?;
                sign(lexer, b')')?;
                return Ok(Expression::ContentSize(path));
            }
            sign(lexer, b')')?;
            Ok(make(inner))
        }
        _ => Err(found(lexer, &lexed.span, "a number or an expression")),
    }
}

/// True if a word is the `content` of `content(path)`.
pub(super) fn is_content(lexer: &mut Lexer<'_>, word: &Range<usize>) -> bool {
    lexer.text(word) == "content" && lexer.peek().token == Token::Sign(b'(')
}

/// Consumes a path.
pub(super) fn path(lexer: &mut Lexer<'_>) -> Result<Range<usize>, ExpressionError> {
    let lexed = lexer.next();
    match lexed.token {
        Token::Word => Ok(lexed.span),
        _ => Err(found(lexer, &lexed.span, "the path of a node")),
    }
}

/// Consumes a sign.
pub(super) fn sign(lexer: &mut Lexer<'_>, sign: u8) -> Result<Range<usize>, ExpressionError> {
    let lexed = lexer.next();
    if lexed.token == Token::Sign(sign) {
        Ok(lexed.span)
    } else {
        Err(found(lexer, &lexed.span, &format!("`{}`", sign as char)))
    }
}

/// A fault that names the token found instead of the expected one.
pub(super) fn found(lexer: &Lexer<'_>, span: &Range<usize>, expected: &str) -> ExpressionError {
    let text = lexer.text(span);
    let found = if text.is_empty() { "the end of the text".to_owned() } else { format!("`{text}`") };
    ExpressionError::new(&SYNTAX, span, format!("found {found}, expected {expected}"))
}

/// The value of a number's digits.
pub(super) fn number(text: &str, span: &Range<usize>) -> Result<i128, ExpressionError> {
    let plain = text.replace('_', "");
    let value = match plain.strip_prefix("0x").or_else(|| plain.strip_prefix("0X")) {
        Some(digits) => i128::from_str_radix(digits, 16),
        None => match plain.strip_prefix("0b") {
            Some(digits) => i128::from_str_radix(digits, 2),
            None => plain.parse(),
        },
    };
    value.map_err(|_| ExpressionError::new(&SYNTAX, span, format!("`{text}` is not a whole number")))
}
