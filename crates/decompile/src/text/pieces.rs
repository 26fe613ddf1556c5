//! Puts texts together of strings and numbers, without the cost of `format!`: most of what a text costs is here.

use std::borrow::Cow;
use std::fmt;

use crate::names::Name;

/// A part of a text.
pub(crate) trait Piece {
    /// Appends it.
    fn append_to(&self, text: &mut String);
}

impl Piece for str {
    fn append_to(&self, text: &mut String) {
        text.push_str(self);
    }
}

impl Piece for String {
    fn append_to(&self, text: &mut String) {
        text.push_str(self);
    }
}

impl Piece for Name {
    fn append_to(&self, text: &mut String) {
        text.push_str(self);
    }
}

impl Piece for Cow<'_, str> {
    fn append_to(&self, text: &mut String) {
        text.push_str(self);
    }
}

impl Piece for char {
    fn append_to(&self, text: &mut String) {
        text.push(*self);
    }
}

impl Piece for u64 {
    fn append_to(&self, text: &mut String) {
        let digit = |number: u64| char::from(b'0' + (number % 10) as u8);
        // Most have one or two digits.
        if *self >= 100 {
            (self / 100).append_to(text);
        }
        if *self >= 10 {
            text.push(digit(self / 10));
        }
        text.push(digit(*self));
    }
}

impl Piece for i64 {
    fn append_to(&self, text: &mut String) {
        if *self < 0 {
            text.push('-');
        }
        self.unsigned_abs().append_to(text);
    }
}

/// Numbers that are appended as wider ones.
macro_rules! widened {
    ($($narrow:ty as $wide:ty),*) => {
        $(impl Piece for $narrow {
            fn append_to(&self, text: &mut String) {
                (*self as $wide).append_to(text);
            }
        })*
    };
}

widened!(u8 as u64, u16 as u64, u32 as u64, usize as u64, i8 as i64, i16 as i64, i32 as i64);

impl<P: Piece + ?Sized> Piece for &P {
    fn append_to(&self, text: &mut String) {
        (**self).append_to(text);
    }
}

/// Appends pieces to a text.
macro_rules! append {
    ($text:expr, $($piece:expr),+ $(,)?) => {{
        $($crate::text::Piece::append_to(&$piece, &mut $text);)+
    }};
}

/// A text of pieces.
macro_rules! joined {
    ($($piece:expr),+ $(,)?) => {{
        // Most texts that are put together are parts of a line; what is larger costs more.
        let mut text = String::with_capacity(112);
        $($crate::text::Piece::append_to(&$piece, &mut text);)+
        text
    }};
}

pub(crate) use {append, joined};

/// A declaration without qualifiers: a type, a name, and the sizes of arrays in brackets.
pub(crate) struct Declared<'n> {
    pub(crate) ty: Name,
    pub(crate) name: &'n str,
    pub(crate) sizes: String,
}

impl<'n> Declared<'n> {
    pub(crate) fn of(ty: impl Into<Name>, name: &'n str) -> Declared<'n> {
        Declared { ty: ty.into(), name, sizes: String::new() }
    }
}

impl Piece for Declared<'_> {
    fn append_to(&self, text: &mut String) {
        append!(*text, self.ty, " ", self.name, self.sizes);
    }
}

impl fmt::Display for Declared<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}{}", self.ty, self.name, self.sizes)
    }
}

/// Groups of declarations, each behind an empty line.
pub(crate) struct Groups {
    pub(crate) text: String,
    /// What the last declarations have in common.
    kind: Option<u8>,
}

impl Groups {
    pub(crate) fn new() -> Groups {
        // What is larger costs allocators much more.
        Groups { text: String::with_capacity(1000), kind: None }
    }

    /// Groups behind a text.
    pub(crate) fn after(text: String) -> Groups {
        Groups { text, kind: None }
    }

    /// Adds declarations, to the last group if that has the same kind.
    pub(crate) fn add(&mut self, kind: Option<u8>, declarations: &str) {
        if declarations.is_empty() {
            return;
        }
        if kind.is_some() && kind == self.kind {
            return self.text.push_str(declarations);
        }
        self.kind = kind;
        append!(self.text, "\n", declarations.trim_start_matches('\n'));
    }

    /// Adds the declarations that were appended to the text from `start` on.
    pub(crate) fn close(&mut self, kind: Option<u8>, start: usize) {
        let declarations = &self.text[start..];
        if declarations.is_empty() || kind.is_some() && kind == self.kind {
            return;
        }
        self.kind = kind;
        if !declarations.starts_with('\n') {
            self.text.insert(start, '\n');
        }
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn pieces_are_as_formatted() {
        for number in [0u64, 7, 10, 4_294_967_296, u64::MAX] {
            let signed = number as i64;
            assert_eq!(joined!("a", number, 'b', signed), joined!("a", number, "b", signed));
        }
        let mut text = String::from("x");
        append!(text, "y", i32::MIN, String::from("z"));
        assert_eq!(text, joined!("xy", i32::MIN, "z"));
    }
}
