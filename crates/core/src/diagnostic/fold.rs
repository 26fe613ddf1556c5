//! Folds findings: groups those that follow from another, and orders the list for reading.
//!
//! One wrong field can break a whole table, and every record of it is then a finding of its own. [`Folded`]
//! puts a cause first and its consequences after it. It works on any list, filtered or merged: the relation
//! is computed from what the findings themselves [state](Scope).

use std::cell::Cell;
use std::collections::{BTreeMap, HashMap};

use super::{Diagnostic, Rule, Severity};

/// Maximum number of similar findings listed individually; beyond it all but the first are folded.
const MAX_ALIKE: usize = 2;

/// A part of a file made unreliable by a finding. Other findings there follow from it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Scope {
    /// Findings at a path, and at every path under it.
    Path(String),
    /// Findings of a rule, at a path and under it; the empty path is the whole file.
    Rule(&'static Rule, String),
}

impl Scope {
    /// The path that the scope is limited to.
    pub fn path_mut(&mut self) -> &mut String {
        match self {
            Scope::Path(path) | Scope::Rule(_, path) => path,
        }
    }

    /// True if a finding is within the scope.
    fn holds(&self, finding: &Diagnostic) -> bool {
        match self {
            Scope::Path(path) => is_under(&finding.location.path, path),
            Scope::Rule(rule, path) => finding.rule == *rule && is_under(&finding.location.path, path),
        }
    }
}

/// True if a path is `group` or below it.
fn is_under(path: &str, group: &str) -> bool {
    path.strip_prefix(group)
        .is_some_and(|rest| group.is_empty() || rest.is_empty() || rest.starts_with(['.', '[']))
}

/// Reason a finding is folded. The number is an index into [`Folded::items`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Follows {
    /// It is a consequence of the other finding.
    Cause(usize),
    /// It repeats the other finding for another element of the same kind.
    Like(usize),
}

impl Follows {
    /// Index of the other finding.
    pub const fn number(self) -> usize {
        match self {
            Follows::Cause(number) | Follows::Like(number) => number,
        }
    }
}

/// A finding at its position in the ordered list.
#[derive(Clone, Copy, Debug)]
pub struct Item<'a> {
    /// The finding, borrowed from the list.
    pub finding: &'a Diagnostic,
    /// Parent of a folded finding; `None` for a root.
    pub follows: Option<Follows>,
}

/// Findings in reading order: source by source, each root followed by the findings folded under it.
///
/// ```
/// use glassbox_core::diagnostic::{Diagnostic, Folded, Follows, Location};
///
/// glassbox_core::rules! {
///     COUNT = "DEMO-01" Error "the count is wrong" { cause: "", effect: "", cure: "" }
///     NAME = "DEMO-02" Error "the name is missing" { cause: "", effect: "", cure: "" }
/// }
/// let findings = [
///     Diagnostic::new(&NAME, Location::new(8, 12, "table[0].name"), "there is no name"),
///     Diagnostic::new(&COUNT, Location::new(32, 36, "count"), "the count is 9, there is room for 3")
///         .affects_path("table"),
/// ];
/// let folded = Folded::new(&findings);
/// assert_eq!(folded.items()[0].finding.rule, &COUNT);
/// assert_eq!(folded.items()[1].follows, Some(Follows::Cause(0)));
/// assert_eq!(folded.groups().count(), 1);
/// ```
#[derive(Clone, Debug, Default)]
pub struct Folded<'a> {
    items: Vec<Item<'a>>,
}

impl<'a> Folded<'a> {
    /// Folds a list.
    pub fn new(findings: impl IntoIterator<Item = &'a Diagnostic>) -> Folded<'a> {
        let mut findings: Vec<&Diagnostic> = findings.into_iter().collect();
        findings.sort_by_key(|finding| place(finding));
        let mut follows = vec![None; findings.len()];
        causes(&findings, &mut follows);
        alike(&findings, &mut follows);
        Folded { items: ordered(&findings, &follows) }
    }

    /// All findings, in order.
    pub fn items(&self) -> &[Item<'a>] {
        &self.items
    }

    /// Each root with the findings folded under it.
    pub fn groups(&self) -> impl Iterator<Item = (&'a Diagnostic, &[Item<'a>])> {
        let groups =
            self.items.chunk_by(|_, next| next.follows.is_some()).filter_map(|group| group.split_first());
        groups.map(|(first, rest)| (first.finding, rest))
    }
}

/// Sort key. In a text, position; in bytes, errors first, because milder findings are often only symptoms.
fn place(finding: &Diagnostic) -> (u32, u8, u64) {
    let location = &finding.location;
    (location.input, mildness(finding), location.start)
}

fn mildness(finding: &Diagnostic) -> u8 {
    match (finding.location.line_column, finding.severity) {
        (Some(_), _) | (None, Severity::Error) => 0,
        (None, Severity::Warning) => 1,
        (None, Severity::Info) => 2,
    }
}

/// A scope stated by a finding.
struct Stated<'a> {
    input: u32,
    scope: &'a Scope,
    /// The number of the finding.
    by: usize,
}

impl<'a> Stated<'a> {
    /// Key shared by findings with the same statement.
    fn kind(&self) -> (u32, Option<&'a str>, &'a str) {
        let (rule, path) = match self.scope {
            Scope::Path(path) => (None, path),
            Scope::Rule(rule, path) => (Some(rule.id), path),
        };
        (self.input, rule, path)
    }
}

/// Scopes stated by the findings, sorted so that equal ones are adjacent: a thousand entries of a table with
/// the same mistake are compared with each finding once.
fn stated<'a>(findings: &[&'a Diagnostic]) -> Vec<Stated<'a>> {
    let mut stated = Vec::new();
    for (by, finding) in findings.iter().enumerate() {
        stated.extend(finding.affects.iter().map(|scope| Stated {
            input: finding.location.input,
            scope,
            by,
        }));
    }
    stated.sort_by_key(Stated::kind);
    stated
}

/// Links findings to the findings that affect them: first by their own statements, then by those of their
/// rules.
fn causes(findings: &[&Diagnostic], follows: &mut [Option<Follows>]) {
    let stated = stated(findings);
    let scopes: Vec<&[Stated<'_>]> = stated.chunk_by(|a, b| a.kind() == b.kind()).collect();
    if !scopes.is_empty() {
        hang(follows, |number, is_possible| {
            let finding = findings[number];
            let holds = |scope: &&&[Stated<'_>]| {
                scope
                    .first()
                    .is_some_and(|first| first.input == finding.location.input && first.scope.holds(finding))
            };
            let possible = |scope: &[Stated<'_>]| {
                let mut causes = scope.iter().map(|stated| stated.by);
                causes.find(|&cause| is_possible(cause))
            };
            scopes.iter().filter(holds).filter_map(|scope| possible(scope)).min()
        });
    }
    let affected = affected_rules(findings);
    if affected.is_empty() {
        return;
    }
    let paths = Paths::new(findings);
    let mut by_rule: HashMap<&str, usize> = HashMap::new();
    let mut kins = Vec::new();
    for (causes, rules) in &affected {
        let is_cause = |number: &usize| causes.binary_search(&findings[*number].rule.id).is_ok();
        by_rule.extend(rules.iter().map(|rule| (*rule, kins.len())));
        kins.push(Kin::new(&paths, (0..findings.len()).filter(is_cause)));
    }
    hang(follows, |number, is_possible| {
        let kin = *by_rule.get(findings[number].rule.id)?;
        kins[kin].nearest(paths.of(number), is_possible)
    });
}

/// The ids of rules that affect others, sorted, and the ids of the rules that just these affect.
fn affected_rules(findings: &[&Diagnostic]) -> BTreeMap<Vec<&'static str>, Vec<&'static str>> {
    let mut rules: Vec<&'static Rule> = findings.iter().map(|finding| finding.rule).collect();
    rules.sort_unstable_by_key(|rule| rule.id);
    rules.dedup();
    let stating: Vec<&Rule> = rules.iter().copied().filter(|rule| !rule.affects.is_empty()).collect();
    let mut affected: BTreeMap<Vec<&str>, Vec<&str>> = BTreeMap::new();
    for rule in rules {
        let affects = |other: &&&'static Rule| other.affects.iter().any(|id| is_named(rule.id, id));
        let causes: Vec<&str> = stating.iter().filter(affects).map(|other| other.id).collect();
        if !causes.is_empty() {
            affected.entry(causes).or_default().push(rule.id);
        }
    }
    affected
}

/// Links each finding to the cause `cause_of` returns for its number. The second argument tests a candidate:
/// no finding may be its own cause, directly or indirectly.
fn hang(follows: &mut [Option<Follows>], cause_of: impl Fn(usize, &dyn Fn(usize) -> bool) -> Option<usize>) {
    let roots = Roots::new(follows);
    // Backwards, so that if two findings affect each other the first is the cause.
    for number in (0..follows.len()).rev() {
        if follows[number].is_none()
            && let Some(cause) = cause_of(number, &|cause| roots.of(cause) != number)
        {
            follows[number] = Some(Follows::Cause(cause));
            roots.0[number].set(cause);
        }
    }
}

/// For each finding one closer to the end of its chain, or itself. Each search compresses the path.
struct Roots(Vec<Cell<usize>>);

impl Roots {
    fn new(follows: &[Option<Follows>]) -> Roots {
        let next = follows.iter().enumerate();
        Roots(next.map(|(number, follows)| Cell::new(follows.map_or(number, Follows::number))).collect())
    }

    fn of(&self, mut at: usize) -> usize {
        loop {
            let next = self.0[at].get();
            if next == at {
                return at;
            }
            self.0[at].set(self.0[next].get());
            at = next;
        }
    }
}

/// True if `id` is the rule's id, or a prefix of it that ends with a hyphen.
fn is_named(rule: &str, id: &str) -> bool {
    rule == id || (id.ends_with('-') && rule.starts_with(id))
}

/// The paths of findings, with a number for each step that occurs. The first step of each is its source.
struct Paths {
    /// The steps of all paths.
    steps: Vec<Step>,
    /// End of each finding's range in `steps`.
    ends: Vec<usize>,
}

/// A step of a path.
#[derive(Clone, Copy)]
struct Step {
    name: u32,
    /// The list that it is an item of.
    list: Option<u32>,
}

impl Paths {
    fn new(findings: &[&Diagnostic]) -> Paths {
        let mut numbers: HashMap<&str, u32> = HashMap::new();
        let (mut steps, mut ends) = (Vec::new(), Vec::new());
        for finding in findings {
            steps.push(Step { name: u32::MAX - finding.location.input, list: None });
            let path = finding.location.path.split('.');
            steps.extend(path.map(|step| {
                let mut number = |name| {
                    let next = numbers.len() as u32;
                    *numbers.entry(name).or_insert(next)
                };
                Step { name: number(step), list: step.split_once('[').map(|(list, _)| number(list)) }
            }));
            ends.push(steps.len());
        }
        Paths { steps, ends }
    }

    fn of(&self, finding: usize) -> &[Step] {
        let start = finding.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.steps[start..self.ends[finding]]
    }
}

/// Findings by their paths, as a tree of steps.
struct Kin {
    /// Child of a node, by step. The keys are small numbers: comparing a few is faster than hashing one.
    next: BTreeMap<(usize, u32), usize>,
    /// For each node the findings whose paths pass through it, in order, grouped by the list that their next step
    /// indexes.
    nodes: Vec<Vec<(Option<u32>, Vec<usize>)>>,
}

impl Kin {
    fn new(paths: &Paths, findings: impl Iterator<Item = usize>) -> Kin {
        let mut kin = Kin { next: BTreeMap::new(), nodes: vec![Vec::new()] };
        for finding in findings {
            let mut node = 0;
            for step in paths.of(finding) {
                kin.add(node, step.list, finding);
                let new = kin.nodes.len();
                node = *kin.next.entry((node, step.name)).or_insert(new);
                if node == new {
                    kin.nodes.push(Vec::new());
                }
            }
            kin.add(node, None, finding);
        }
        kin
    }

    fn add(&mut self, node: usize, list: Option<u32>, finding: usize) {
        let groups = &mut self.nodes[node];
        match groups.iter_mut().find(|(known, _)| *known == list) {
            Some((_, findings)) => findings.push(finding),
            None => groups.push((list, vec![finding])),
        }
    }

    /// The possible candidate with the longest common path prefix, the first if several tie. Candidates in
    /// another item of a list do not count: a mistake in one executable of a file does not follow from a
    /// mistake in another.
    fn nearest(&self, path: &[Step], is_possible: &dyn Fn(usize) -> bool) -> Option<usize> {
        let mut on_the_way = Vec::new();
        let mut node = 0;
        for step in path {
            match self.next.get(&(node, step.name)) {
                Some(&next) => node = next,
                None => break,
            }
            on_the_way.push(node);
        }
        // Other sources are unrelated.
        let nodes = on_the_way.iter().enumerate().rev();
        nodes.into_iter().find_map(|(depth, &node)| {
            let list = path.get(depth + 1).and_then(|step| step.list);
            let groups = self.nodes[node].iter();
            let apart = groups.filter(|(known, _)| known.is_none() || *known != list);
            let firsts =
                apart.filter_map(|(_, findings)| findings.iter().copied().find(|&one| is_possible(one)));
            firsts.min()
        })
    }
}

/// Folds similar findings under the first of them if there are many.
fn alike(findings: &[&Diagnostic], follows: &mut [Option<Follows>]) {
    let mut kinds: HashMap<(u32, &str, String), Vec<usize>> = HashMap::new();
    for (number, finding) in findings.iter().enumerate() {
        if follows[number].is_none() {
            let key = (finding.location.input, finding.rule.id, kind(finding));
            kinds.entry(key).or_default().push(number);
        }
    }
    for numbers in kinds.into_values() {
        let first = numbers[0];
        let in_text = findings[first].location.line_column.is_some();
        if in_text || numbers.len() > MAX_ALIKE {
            for &number in &numbers[1..] {
                follows[number] = Some(Follows::Like(first));
            }
        }
    }
}

/// Grouping key of findings of one rule: in a text the whole message, because different names are different
/// mistakes; in bytes the path without its numbers.
fn kind(finding: &Diagnostic) -> String {
    if finding.location.line_column.is_some() {
        return finding.message.clone();
    }
    let mut parts = finding.location.path.split('[');
    let mut kind = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        kind.push_str(part.split_once(']').map_or(part, |(_, rest)| rest));
    }
    kind
}

/// The findings, each directly after its root.
fn ordered<'a>(findings: &[&'a Diagnostic], follows: &[Option<Follows>]) -> Vec<Item<'a>> {
    let roots = Roots::new(follows);
    let roots: Vec<usize> = (0..findings.len()).map(|number| roots.of(number)).collect();
    // A cause may be milder than its consequences, and come later in the file.
    let mut worst: Vec<u8> = findings.iter().map(|finding| mildness(finding)).collect();
    for (number, &root) in roots.iter().enumerate() {
        worst[root] = worst[root].min(mildness(findings[number]));
    }
    let mut order: Vec<usize> = (0..findings.len()).collect();
    order.sort_by_key(|&number| {
        let root = roots[number];
        let location = &findings[root].location;
        let group = (location.input, worst[root], location.start, root);
        (group, number != root, number)
    });
    let mut position = vec![0; findings.len()];
    for (at, &number) in order.iter().enumerate() {
        position[number] = at;
    }
    let item = |&number: &usize| Item {
        finding: findings[number],
        follows: follows[number].map(|follows| match follows {
            Follows::Cause(cause) => Follows::Cause(position[cause]),
            Follows::Like(first) => Follows::Like(position[first]),
        }),
    };
    order.iter().map(item).collect()
}
