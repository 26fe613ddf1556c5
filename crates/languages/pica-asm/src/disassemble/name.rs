//! Names that a source may use.

use std::collections::{HashMap, HashSet};

/// Longest name that is taken over from a file.
const MAX_LENGTH: usize = 100;

/// Whether a name can be declared.
pub(crate) fn is_identifier(name: &str) -> bool {
    let is_word = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'$';
    let first = name.bytes().next();
    name.len() <= MAX_LENGTH
        && first.is_some_and(|first| !first.is_ascii_digit())
        && name.bytes().all(is_word)
}

/// Whether a name reads as a register.
pub(crate) fn is_register(name: &str) -> bool {
    match name.as_bytes() {
        [class, digit, ..] => b"ovrcib".contains(&class.to_ascii_lowercase()) && digit.is_ascii_digit(),
        _ => false,
    }
}

/// The name by which a source declares what a file calls `stored`: the assembler writes a point for each `$`.
pub(crate) fn declared(stored: &[u8]) -> Option<String> {
    let stored = std::str::from_utf8(stored)
        .ok()
        .filter(|name| !name.contains('$'))?;
    Some(stored.replace('.', "$")).filter(|name| is_identifier(name))
}

/// Names that are in use.
#[derive(Clone, Default, Debug)]
pub(crate) struct Taken {
    names: HashSet<String>,
    /// The next number to try behind a name.
    next: HashMap<String, u32>,
}

impl Taken {
    /// Takes a name; false when it is in use.
    pub(crate) fn take(&mut self, name: &str) -> bool {
        self.names.insert(name.to_owned())
    }

    /// Whether a name is in use.
    pub(crate) fn contains(&self, name: &str) -> bool {
        self.names.contains(name)
    }

    /// Takes a name, with a number behind it where it is in use.
    pub(crate) fn unique(&mut self, name: &str) -> String {
        if self.take(name) {
            return name.to_owned();
        }
        let mut number = self.next.get(name).copied().unwrap_or(2);
        loop {
            let numbered = format!("{name}_{number}");
            number += 1;
            if self.take(&numbered) {
                self.next.insert(name.to_owned(), number);
                return numbered;
            }
        }
    }
}
