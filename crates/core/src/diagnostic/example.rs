//! Examples of rules: what is wrong beside what is right.
//!
//! The examples of a crate are one text, so that a rule costs no more than a reference to it. An id begins an example; lines
//! with `- ` in front are wrong, lines with `+ ` right:
//!
//! ```text
//! DEMO-01
//! - magic = "DEMI"
//! + magic = "DEMO"
//! ```

use super::Rule;

/// What breaks a rule, and the same as it should be.
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
    /// No example.
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
    /// An example of what breaks the rule and what does not, where there is one.
    pub fn example(&self) -> Option<Example> {
        self.examples.find(self.id)
    }
}
