//! `ErrorList`: an error that carries several mistakes.

use std::error::Error;
use std::fmt;
use std::ops::Deref;

/// Everything that is wrong, as one error: the findings in a text, the mistakes in an assembly.
///
/// It reads like a slice of its items and displays one on each line, so `?` and a `for` loop both work.
///
/// ```
/// use glassbox_core::language::Registry;
///
/// let errors = glassbox_core::text::assemble("glassbox 1\na u8 = 256\n", &Registry::default()).unwrap_err();
/// assert_eq!(errors.len(), 1);
/// assert!(errors.to_string().starts_with("error"));
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ErrorList<E>(Vec<E>);

impl<E> ErrorList<E> {
    /// The items themselves.
    pub fn into_vec(self) -> Vec<E> {
        self.0
    }
}

impl<E> Default for ErrorList<E> {
    fn default() -> ErrorList<E> {
        ErrorList(Vec::new())
    }
}

impl<E> Deref for ErrorList<E> {
    type Target = [E];

    fn deref(&self) -> &[E] {
        &self.0
    }
}

impl<E> From<E> for ErrorList<E> {
    fn from(item: E) -> ErrorList<E> {
        ErrorList(vec![item])
    }
}

impl<E> From<Vec<E>> for ErrorList<E> {
    fn from(items: Vec<E>) -> ErrorList<E> {
        ErrorList(items)
    }
}

impl<E> From<ErrorList<E>> for Vec<E> {
    fn from(list: ErrorList<E>) -> Vec<E> {
        list.0
    }
}

impl<E> FromIterator<E> for ErrorList<E> {
    fn from_iter<I: IntoIterator<Item = E>>(items: I) -> ErrorList<E> {
        ErrorList(items.into_iter().collect())
    }
}

impl<E> IntoIterator for ErrorList<E> {
    type Item = E;
    type IntoIter = std::vec::IntoIter<E>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

impl<'l, E> IntoIterator for &'l ErrorList<E> {
    type Item = &'l E;
    type IntoIter = std::slice::Iter<'l, E>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.iter()
    }
}

impl<E: fmt::Display> fmt::Display for ErrorList<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (number, item) in self.0.iter().enumerate() {
            if number > 0 {
                f.write_str("\n")?;
            }
            item.fmt(f)?;
        }
        Ok(())
    }
}

impl<E: Error> Error for ErrorList<E> {}
