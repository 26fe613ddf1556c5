//! Parses examples of rules: wrong input next to the corrected version.
//!
//! The examples of a crate are one text, so a rule costs only a reference to it. An id begins an example;
//! lines with the prefix `- ` are wrong, lines with `+ ` right:
//!
//! ```text
//! DEMO-01
//! - magic = "DEMI"
//! + magic = "DEMO"
//! ```

use super::Rule;

/// Input that breaks a rule, and the corrected version.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Example {
    /// Lines that break the rule.
    pub wrong: Vec<&'static str>,
    /// Lines that do not.
    pub right: Vec<&'static str>,
}

/// The examples of a crate, as text.
#[derive(Debug)]
pub struct Examples(&'static str);

impl Examples {
    /// No examples.
    pub const NONE: Examples = Examples::new("");

    /// Examples in a text as this module describes it, mostly `include_str!`.
    pub const fn new(text: &'static str) -> Examples {
        Examples(text)
    }

    /// The example of a rule.
    ///
    /// ```
    /// use glassbox_core::diagnostic::Examples;
    ///
    /// let examples = Examples::new("DEMO-01\n- 1\n+ 2\nDEMO-02\n- 3\n+ 4\n");
    /// let example = examples.find("DEMO-02").unwrap();
    /// assert_eq!((example.wrong, example.right), (vec!["3"], vec!["4"]));
    /// ```
    pub fn find(&self, id: &str) -> Option<Example> {
        let mut lines = self.0.lines();
        lines.find(|line| *line == id)?;
        let mut example = Example::default();
        for line in lines {
            let list = match line.as_bytes().first() {
                Some(b'-') => &mut example.wrong,
                Some(b'+') => &mut example.right,
                _ => break,
            };
            list.push(line.get(2..).unwrap_or_default());
        }
        Some(example)
    }
}

impl Rule {
    /// Input that breaks the rule next to input that does not, if available.
    pub fn example(&self) -> Option<Example> {
        self.examples.find(self.id)
    }
}
