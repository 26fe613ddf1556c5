//! Keeps the findings of a module for all who ask for them.

use std::borrow::Cow;
use std::cell::OnceCell;

use super::{CheckOptions, Finding, check};

/// The findings of one module, made when they are first asked for: a file that holds a module shares them with the reader
/// of the module.
#[derive(Debug, Default)]
pub struct Checked(OnceCell<(CheckOptions, Vec<Finding>)>);

impl Checked {
    /// The findings of [`check()`]; `bytes` are the same module in every call. Those for other options than the first ones
    /// are not kept.
    pub fn findings(&self, bytes: &[u8], options: &CheckOptions) -> Cow<'_, [Finding]> {
        let (known, findings) = self.0.get_or_init(|| (*options, check(bytes, options)));
        if known == options { Cow::Borrowed(findings) } else { Cow::Owned(check(bytes, options)) }
    }
}
