//! Character classes and single-character tokens.

use glassbox_sksl::raw::Operator;

use super::token::TokenKind;

/// Class bits of each byte: blank, part of a name, decimal digit, hexadecimal digit, start of a name, start of a
/// longer operator.
pub(super) static CLASSES: [u8; 256] = {
    let mut classes = [0; 256];
    let mut byte = 0;
    while byte < classes.len() {
        let character = byte as u8;
        if matches!(character, b' ' | b'\t' | b'\n' | b'\r') {
            classes[byte] |= BLANK;
        }
        if character.is_ascii_alphanumeric() || character == b'_' {
            classes[byte] |= WORD;
        }
        if character.is_ascii_alphabetic() || matches!(character, b'_' | b'$') {
            classes[byte] |= LETTER;
        }
        if character.is_ascii_digit() {
            classes[byte] |= DIGIT;
        }
        if character.is_ascii_hexdigit() {
            classes[byte] |= HEX;
        }
        if matches!(
            character,
            b'.' | b'=' | b'!' | b'<' | b'>' | b'+' | b'-' | b'*' | b'/' | b'%' | b'|' | b'^' | b'&'
        ) {
            classes[byte] |= LONGER;
        }
        byte += 1;
    }
    classes
};

pub(super) const BLANK: u8 = 1;
pub(super) const WORD: u8 = 2;
pub(super) const DIGIT: u8 = 4;
pub(super) const HEX: u8 = 8;
pub(super) const LETTER: u8 = 16;
pub(super) const LONGER: u8 = 32;

/// Single-character tokens.
pub(super) static SIGNS: [Option<TokenKind>; 256] = {
    let mut signs = [None; 256];
    signs[b'(' as usize] = Some(TokenKind::OpenParenthesis);
    signs[b')' as usize] = Some(TokenKind::CloseParenthesis);
    signs[b'{' as usize] = Some(TokenKind::OpenBrace);
    signs[b'}' as usize] = Some(TokenKind::CloseBrace);
    signs[b'[' as usize] = Some(TokenKind::OpenBracket);
    signs[b']' as usize] = Some(TokenKind::CloseBracket);
    signs[b'?' as usize] = Some(TokenKind::Question);
    signs[b':' as usize] = Some(TokenKind::Colon);
    signs[b';' as usize] = Some(TokenKind::Semicolon);
    signs[b',' as usize] = Some(TokenKind::Operator(Operator::COMMA));
    signs[b'~' as usize] = Some(TokenKind::Operator(Operator::BITWISE_NOT));
    signs[b'.' as usize] = Some(TokenKind::Dot);
    signs[b'=' as usize] = Some(TokenKind::Operator(Operator::ASSIGN));
    signs[b'!' as usize] = Some(TokenKind::Operator(Operator::LOGICAL_NOT));
    signs[b'<' as usize] = Some(TokenKind::Operator(Operator::LESS));
    signs[b'>' as usize] = Some(TokenKind::Operator(Operator::GREATER));
    signs[b'+' as usize] = Some(TokenKind::Operator(Operator::PLUS));
    signs[b'-' as usize] = Some(TokenKind::Operator(Operator::MINUS));
    signs[b'*' as usize] = Some(TokenKind::Operator(Operator::STAR));
    signs[b'/' as usize] = Some(TokenKind::Operator(Operator::SLASH));
    signs[b'%' as usize] = Some(TokenKind::Operator(Operator::PERCENT));
    signs[b'|' as usize] = Some(TokenKind::Operator(Operator::BITWISE_OR));
    signs[b'^' as usize] = Some(TokenKind::Operator(Operator::BITWISE_XOR));
    signs[b'&' as usize] = Some(TokenKind::Operator(Operator::BITWISE_AND));
    signs
};

/// First offset at or after `at` whose byte is not in the class.
#[inline]
pub(super) fn behind(bytes: &[u8], mut at: usize, class: u8) -> usize {
    while let Some(&byte) = bytes.get(at)
        && CLASSES[usize::from(byte)] & class != 0
    {
        at += 1;
    }
    at
}

/// First offset at or after `at` that is not blank.
#[inline]
pub(super) fn behind_blanks(bytes: &[u8], mut at: usize) -> usize {
    // Indentation is usually a multiple of four blanks.
    while let Some(b"    ") = bytes.get(at..).and_then(<[u8]>::first_chunk) {
        at += 4;
    }
    behind(bytes, at, BLANK)
}
