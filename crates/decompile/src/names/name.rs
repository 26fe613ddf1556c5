//! Holds the words of a text.

use std::borrow::Borrow;
use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::ops::Deref;
use std::rc::Rc;

use crate::text::Piece;

/// A name that a text has. Copies share its letters.
#[derive(Clone)]
pub(crate) enum Name {
    /// A word of this crate.
    Static(&'static str),
    Shared(Rc<str>),
}

impl Name {
    /// A name of these letters.
    pub(crate) fn of(text: &str) -> Name {
        Name::Shared(Rc::from(text))
    }

    pub(crate) fn as_str(&self) -> &str {
        match self {
            Name::Static(word) => word,
            Name::Shared(text) => text,
        }
    }
}

impl Default for Name {
    fn default() -> Name {
        Name::Static("")
    }
}

impl From<&'static str> for Name {
    fn from(word: &'static str) -> Name {
        Name::Static(word)
    }
}

impl From<String> for Name {
    fn from(text: String) -> Name {
        Name::Shared(text.into())
    }
}

impl Deref for Name {
    type Target = str;

    fn deref(&self) -> &str {
        self.as_str()
    }
}

impl Borrow<str> for Name {
    fn borrow(&self) -> &str {
        self
    }
}

impl PartialEq for Name {
    fn eq(&self, other: &Name) -> bool {
        **self == **other
    }
}

impl Eq for Name {}

impl PartialEq<str> for Name {
    fn eq(&self, text: &str) -> bool {
        **self == *text
    }
}

impl PartialOrd for Name {
    fn partial_cmp(&self, other: &Name) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Name {
    fn cmp(&self, other: &Name) -> Ordering {
        self.as_str().cmp(other)
    }
}

// As its letters, by which it is found.
impl Hash for Name {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.as_str().hash(state);
    }
}

impl fmt::Debug for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&**self, f)
    }
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self)
    }
}

impl Piece for Name {
    fn append_to(&self, text: &mut String) {
        text.push_str(self);
    }
}
