//! Names allowed in a source.

use std::collections::{HashMap, HashSet};

/// Longest name taken from a file, bytes.
const MAX_LENGTH: usize = 100;

/// True for a valid identifier.
pub(crate) fn is_identifier(name: &str) -> bool {
    let is_word = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'$';
    let first = name.bytes().next();
    name.len() <= MAX_LENGTH
        && first.is_some_and(|first| !first.is_ascii_digit())
        && name.bytes().all(is_word)
}

/// True if a name parses as a register.
pub(crate) fn is_register(name: &str) -> bool {
    match name.as_bytes() {
        [class, digit, ..] => b"ovrcib".contains(&class.to_ascii_lowercase()) && digit.is_ascii_digit(),
        _ => false,
    }
}

/// Source name of a stored name: the assembler writes a dot for each `$`.
pub(crate) fn declared(stored: &[u8]) -> Option<String> {
    let stored = std::str::from_utf8(stored).ok().filter(|name| !name.contains('$'))?;
    Some(stored.replace('.', "$")).filter(|name| is_identifier(name))
}

/// Names in use.
#[derive(Clone, Default, Debug)]
pub(crate) struct Taken {
    names: HashSet<String>,
    /// Next numeric suffix to try per name.
    next: HashMap<String, u32>,
}

impl Taken {
    /// Claims a name; false if it is in use.
    pub(crate) fn take(&mut self, name: &str) -> bool {
        self.names.insert(name.to_owned())
    }

    /// True if a name is in use.
    pub(crate) fn contains(&self, name: &str) -> bool {
        self.names.contains(name)
    }

    /// Claims a name, adding a numeric suffix if it is in use.
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
