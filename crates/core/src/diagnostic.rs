//! Diagnostics: rules and findings, with location and cure. Data only; the crate `glassbox-report` renders
//! them.
//!
//! Each diagnostic belongs to a [`Rule`]: a stable id with its cause, its effect on the programs that read the file, and
//! its cure. A format lists its rules once with [`rules!`](crate::rules).

mod example;
mod fold;
mod lines;
mod report;

use std::fmt;

pub use self::example::{Example, Examples};
pub use self::fold::{Folded, Follows, Item, Scope};
pub use self::lines::{Lines, place, place_in};
pub use self::report::{Report, Reporter};
use crate::space::Spaces;

/// Severity of a finding.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Hash)]
pub enum Severity {
    /// Informational; nothing is wrong.
    Info,
    /// Works, or works on some targets, but is suspicious or known to fail elsewhere.
    Warning,
    /// The file is unusable or certainly wrong.
    Error,
}

impl Severity {
    /// `info`, `warning` or `error`.
    pub const fn name(self) -> &'static str {
        match self {
            Severity::Info => "info",
            Severity::Warning => "warning",
            Severity::Error => "error",
        }
    }

    /// Effect of a rule that states none: the usual reaction of tools that write files.
    pub const fn effect(self) -> &'static str {
        match self {
            Severity::Info | Severity::Warning => "None; the output is written.",
            Severity::Error => "No output is written.",
        }
    }
}

impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A rule that files are checked against.
#[derive(Debug)]
pub struct Rule {
    /// Stable id, such as `SHBIN-DVLE-06`.
    pub id: &'static str,
    /// Usual severity; a diagnostic may state another one.
    pub severity: Severity,
    /// One-line summary, printed when the rule fires.
    pub title: &'static str,
    /// Usual cause in files.
    pub cause: &'static str,
    /// Effect on programs that read the file, or of the program if it were built anyway.
    pub effect: &'static str,
    /// Fix.
    pub cure: &'static str,
    /// Source of the rule: document, program or measurement; empty if none is stated.
    pub source: &'static str,
    /// The examples of the table that the rule belongs to; see [`Rule::example`].
    pub examples: &'static Examples,
    /// Rules whose findings follow from a finding of this rule, by id or by an id prefix up to a hyphen; see
    /// [`Folded`].
    pub affects: &'static [&'static str],
}

/// Two rules are equal if their ids are.
impl PartialEq for Rule {
    fn eq(&self, other: &Rule) -> bool {
        self.id == other.id
    }
}

impl Eq for Rule {}

/// Writes the id.
impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id)
    }
}

/// Declares the rules of a format: a static per rule and the slice `RULES` of all of them, in order.
///
/// A rule without `effect` has that of its [severity](Severity::effect). After the cure a rule may name the rules that its
/// findings affect, and its source: `affects: ["DEMO-02", "DEMO-TABLE-"]`, `source: "..."`. The table may begin with the source of
/// the rules that name none, and with the [examples](Examples) of the crate: `source: "...", examples: &crate::EXAMPLES`.
///
/// ```
/// glassbox_core::rules! {
///     source: "Demo, file header",
///
///     MAGIC = "DEMO-01" Error "the magic is wrong" {
///         cause: "The file is of another kind.",
///         effect: "Every reader refuses it.",
///         cure: "Check which file was meant.",
///     }
///     NAME = "DEMO-02" Error "the name is not known" {
///         cause: "It is misspelt.",
///         cure: "Correct the name.",
///         source: "measured: demo 1.0",
///     }
/// }
/// assert_eq!(RULES[0].id, MAGIC.id);
/// assert_eq!(MAGIC.source, "Demo, file header");
/// assert_eq!(NAME.source, "measured: demo 1.0");
/// assert_eq!(NAME.effect, "No output is written.");
/// ```
#[macro_export]
macro_rules! rules {
    (source: $source:expr, examples: $examples:expr, $($rest:tt)*) => {
        $crate::rules! { @table $source, $examples, $($rest)* }
    };
    (source: $source:expr, $($rest:tt)*) => {
        $crate::rules! { @table $source, &$crate::diagnostic::Examples::NONE, $($rest)* }
    };
    (examples: $examples:expr, $($rest:tt)*) => {
        $crate::rules! { @table "", $examples, $($rest)* }
    };
    (@table $source:expr, $examples:expr, $($name:ident = $id:literal $severity:ident $title:literal {
        cause: $cause:expr, $(effect: $effect:expr,)? cure: $cure:expr
        $(, affects: [$($affected:literal),* $(,)?])? $(, source: $own:expr)? $(,)?
    })*) => {
        $(
            #[doc = concat!("`", $id, "`: ", $title, ".")]
            pub static $name: $crate::diagnostic::Rule = $crate::diagnostic::Rule {
                id: $id,
                severity: $crate::diagnostic::Severity::$severity,
                title: $title,
                cause: $cause,
                effect: [$($effect,)? $crate::diagnostic::Severity::$severity.effect()][0],
                cure: $cure,
                source: [$($own,)? $source][0],
                examples: $examples,
                affects: &[$($($affected),*)?],
            };
        )*

        /// Every rule, in the order of the format's description.
        pub static RULES: &[&$crate::diagnostic::Rule] = &[$(&$name),*];
    };
    ($($rest:tt)*) => {
        $crate::rules! { @table "", &$crate::diagnostic::Examples::NONE, $($rest)* }
    };
}

/// Total number of rules in several lists.
pub const fn count_rules(lists: &[&[&Rule]]) -> usize {
    let mut count = 0;
    let mut list = 0;
    while list < lists.len() {
        count += lists[list].len();
        list += 1;
    }
    count
}

/// The rules of several lists as one, where a crate declares them in several files. `N` is their [count](count_rules).
///
/// ```
/// use glassbox_core::diagnostic::{Rule, count_rules, join_rules};
///
/// mod size {
///     glassbox_core::rules! {
///         SIZE = "DEMO-01" Error "the size is wrong" { cause: "", effect: "", cure: "" }
///     }
/// }
/// const FILES: [&[&Rule]; 2] = [size::RULES, size::RULES];
/// static ALL: [&Rule; count_rules(&FILES)] = join_rules(&FILES);
/// assert_eq!(ALL.len(), 2);
/// ```
pub const fn join_rules<const N: usize>(lists: &[&[&'static Rule]]) -> [&'static Rule; N] {
    const NONE: Rule = Rule {
        id: "",
        severity: Severity::Info,
        title: "",
        cause: "",
        effect: "",
        cure: "",
        source: "",
        examples: &Examples::NONE,
        affects: &[],
    };
    let mut all: [&'static Rule; N] = [&NONE; N];
    let mut count = 0;
    let mut list = 0;
    while list < lists.len() {
        let mut at = 0;
        while at < lists[list].len() {
            all[count] = lists[list][at];
            count += 1;
            at += 1;
        }
        list += 1;
    }
    all
}

/// A location: a byte range with its field path; in a text also line and column.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Location {
    /// First byte, from the start of the file.
    pub start: u64,
    /// One past the last byte.
    pub end: u64,
    /// Path of the field, as in the text form; empty for the whole file and for texts.
    pub path: String,
    /// Line and column in a text, both from 1, columns counted in characters.
    pub line_column: Option<(u32, u32)>,
    /// For bytes the file holds only in another form: their range in the [space](crate::space) that holds
    /// them decoded. `start` and `end` are then the source of the space.
    pub space: Option<std::ops::Range<u64>>,
    /// Index of the source when several are read together, from 0; 0 if there is only one.
    pub input: u32,
}

impl Location {
    /// A byte range with its field path.
    pub fn new(start: u64, end: u64, path: impl Into<String>) -> Location {
        Location { start, end, path: path.into(), line_column: None, space: None, input: 0 }
    }

    /// A span of a text, with line and column worked out from it.
    pub fn in_text(text: &str, span: std::ops::Range<usize>) -> Location {
        let mut start = span.start.min(text.len());
        while !text.is_char_boundary(start) {
            start -= 1;
        }
        let before = &text[..start];
        let line_start = before.rfind('\n').map_or(0, |at| at + 1);
        let line = 1 + before.bytes().filter(|&byte| byte == b'\n').count() as u32;
        let column = 1 + before[line_start..].chars().count() as u32;
        let end = span.end.clamp(start, text.len());
        Location {
            start: start as u64,
            end: end as u64,
            path: String::new(),
            line_column: Some((line, column)),
            space: None,
            input: 0,
        }
    }

    /// The same location in another of several sources.
    pub fn input(mut self, input: u32) -> Location {
        self.input = input;
        self
    }

    /// Maps the addresses of the location to a file range and, within a space, the range in it.
    pub fn localize(&mut self, spaces: &Spaces) {
        if let Some(space) = spaces.at(self.start) {
            let address = space.range().start;
            let inside = self.start - address..self.end.max(self.start) - address;
            let location = spaces.in_file(self.start..self.end);
            // A range in a space of an embedded file is kept.
            self.space.get_or_insert(inside);
            (self.start, self.end) = (location.start, location.end);
        }
    }
}

/// Line and column in a text; bytes, with the field that they belong to, in a file.
impl fmt::Display for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some((line, column)) = self.line_column {
            return write!(f, "{line}:{column}");
        }
        write!(f, "{:#x}..{:#x}", self.start, self.end)?;
        match self.path.as_str() {
            "" => Ok(()),
            path => write!(f, " ({path})"),
        }
    }
}

/// A secondary location of a diagnostic.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Label {
    /// Location, in the same or another source.
    pub location: Location,
    /// Relation to the diagnostic.
    pub message: String,
}

/// One finding: a rule, a location, and a message.
#[derive(Clone, Debug)]
pub struct Diagnostic {
    /// The rule that fired.
    pub rule: &'static Rule,
    /// Severity of this finding.
    pub severity: Severity,
    /// One sentence: lower case, found and expected, no full stop.
    pub message: String,
    /// Primary location.
    pub location: Location,
    /// Secondary locations.
    pub labels: Vec<Label>,
    /// Facts that explain it.
    pub notes: Vec<String>,
    /// Fix for this finding; if `None`, the [cure](Diagnostic::cure) of the rule is shown.
    pub help: Option<String>,
    /// Scopes this finding makes unreliable: findings there follow from it, see [`Folded`].
    pub affects: Vec<Scope>,
}

impl Diagnostic {
    /// A finding of a rule with its usual severity.
    pub fn new(rule: &'static Rule, location: impl Into<Location>, message: impl Into<String>) -> Diagnostic {
        Diagnostic {
            rule,
            severity: rule.severity,
            message: message.into(),
            location: location.into(),
            labels: Vec::new(),
            notes: Vec::new(),
            help: None,
            affects: Vec::new(),
        }
    }

    /// Overrides the severity.
    pub fn severity(mut self, severity: Severity) -> Self {
        self.severity = severity;
        self
    }

    /// Adds a secondary location.
    pub fn label(mut self, location: impl Into<Location>, message: impl Into<String>) -> Self {
        self.labels.push(Label { location: location.into(), message: message.into() });
        self
    }

    /// Adds a fact.
    pub fn note(mut self, note: impl Into<String>) -> Self {
        self.notes.push(note.into());
        self
    }

    /// The help for this finding, or else the cure of the rule. Empty only for a rule without a cure.
    pub fn cure(&self) -> &str {
        self.help.as_deref().unwrap_or(self.rule.cure)
    }

    /// Sets the fix for this finding.
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// Marks findings at a path and under it as consequences of this one.
    pub fn affects_path(mut self, path: impl Into<String>) -> Self {
        self.affects.push(Scope::Path(path.into()));
        self
    }

    /// Marks findings of a rule at a path and under it as consequences of this one; the empty path is the whole file.
    pub fn affects_rule(mut self, rule: &'static Rule, path: impl Into<String>) -> Self {
        self.affects.push(Scope::Rule(rule, path.into()));
        self
    }
}

/// One line: severity, rule, location and message. `glassbox-report` renders notes and help.
impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.severity, self.rule)?;
        if self.location != Location::default() {
            write!(f, " at {}", self.location)?;
        }
        write!(f, ": {}", self.message)
    }
}

/// A reader that refuses a file returns its finding.
impl std::error::Error for Diagnostic {}

/// A bounded list of findings: beyond the limit they are counted, not kept.
#[derive(Clone, Debug)]
pub struct Diagnostics {
    items: Vec<Diagnostic>,
    limit: usize,
    dropped: usize,
    worst: Option<Severity>,
}

impl Diagnostics {
    /// An empty list that keeps at most `limit` findings.
    pub fn new(limit: usize) -> Self {
        Diagnostics { items: Vec::new(), limit, dropped: 0, worst: None }
    }

    /// Adds a finding. When the list is full, an error displaces the last milder finding, and a finding with
    /// followers displaces the last one that is not worse and affects nothing.
    pub fn push(&mut self, diagnostic: Diagnostic) {
        self.worst = self.worst.max(Some(diagnostic.severity));
        if self.items.len() < self.limit {
            self.items.push(diagnostic);
            return;
        }
        self.dropped += 1;
        let weight = |item: &Diagnostic| {
            let affects = !item.affects.is_empty() || !item.rule.affects.is_empty();
            (item.severity == Severity::Error, affects)
        };
        let new = weight(&diagnostic);
        if new > (false, false)
            && let Some(slot) = self.items.iter_mut().rev().find(|item| weight(item) < new)
        {
            *slot = diagnostic;
        }
    }

    /// Reports a finding of a rule, see [`Reporter::report`].
    #[cold]
    pub fn report(
        &mut self,
        rule: &'static Rule,
        location: impl Into<Location>,
        message: impl Into<String>,
    ) -> Report<'_> {
        Reporter::report(self, rule, location, message)
    }

    /// Counts a finding of a rule if the list is full and would not keep it: a message that nobody reads need not be
    /// written. False, with nothing counted, if the list may keep it.
    pub fn count_dropped(&mut self, rule: &Rule) -> bool {
        let is_dropped = self.is_full() && rule.severity != Severity::Error && rule.affects.is_empty();
        if is_dropped {
            self.worst = self.worst.max(Some(rule.severity));
            self.dropped += 1;
        }
        is_dropped
    }

    /// True if the list is full; a checker may stop.
    pub fn is_full(&self) -> bool {
        self.items.len() >= self.limit
    }

    /// The findings that were kept.
    pub fn items(&self) -> &[Diagnostic] {
        &self.items
    }

    /// Number of findings counted but not kept.
    pub fn dropped(&self) -> usize {
        self.dropped
    }

    /// The worst severity of all, the dropped ones included.
    pub fn worst(&self) -> Option<Severity> {
        self.worst
    }

    /// True if any finding is an error.
    pub fn has_errors(&self) -> bool {
        self.worst == Some(Severity::Error)
    }

    /// True if a rule fired.
    pub fn has(&self, rule: &Rule) -> bool {
        self.items.iter().any(|item| item.rule.id == rule.id)
    }

    /// Maps space addresses in the findings to file ranges.
    pub fn localize(&mut self, spaces: &Spaces) {
        if spaces.is_empty() {
            return;
        }
        for item in &mut self.items {
            item.location.localize(spaces);
            for label in &mut item.labels {
                label.location.localize(spaces);
            }
        }
    }

    /// Fills in line and column of every location in one of several texts, by [`Location::input`].
    pub fn place_in<'t>(&mut self, text: impl Fn(u32) -> &'t str) {
        place_in(&mut self.items, text);
    }

    /// The findings about one text in [order](Diagnostics::into_sorted), with line and column.
    pub fn into_placed(self, text: &str) -> Vec<Diagnostic> {
        let mut findings = self.into_sorted();
        place(&mut findings, text);
        findings
    }

    /// The findings in file order, source by source; findings at one location keep their order of discovery.
    pub fn into_sorted(mut self) -> Vec<Diagnostic> {
        self.items.sort_by_key(|item| (item.location.input, item.location.start));
        self.items
    }
}

impl Default for Diagnostics {
    fn default() -> Self {
        Diagnostics::new(crate::limits::MAX_DIAGNOSTICS)
    }
}

impl Extend<Diagnostic> for Diagnostics {
    fn extend<I: IntoIterator<Item = Diagnostic>>(&mut self, items: I) {
        for item in items {
            self.push(item);
        }
    }
}
