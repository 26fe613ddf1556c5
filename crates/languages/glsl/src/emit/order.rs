//! What naga does in another order than the language says, written so that it comes out right.
//!
//! It evaluates both sides of `&&` and `||`, whatever the first one is; it forgets the condition of `do … while` after `continue`;
//! and it evaluates the target of an assignment such as `+=` twice.

use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use glassbox_syntax::token::Kind;

use super::Emitter;
use crate::rules::ORDER;
use crate::stage_text::StageText;
use crate::syntax::{ItemKind, Tokens};

/// What is added to a run of tokens.
#[derive(Debug, Default)]
pub(super) struct Edits {
    /// What is added before a token.
    before: HashMap<usize, String>,
    /// What is written in place of a token.
    instead: HashMap<usize, &'static str>,
    /// Functions whose calls do more than give a value.
    acting: Option<HashSet<Rc<str>>>,
}

impl Edits {
    /// Takes what is added before a token.
    pub(super) fn before(&mut self, at: usize) -> Option<String> {
        if self.before.is_empty() { None } else { self.before.remove(&at) }
    }

    /// What is written in place of a token.
    pub(super) fn instead(&self, at: usize) -> Option<&'static str> {
        self.instead.get(&at).copied()
    }

    fn add(&mut self, at: usize, text: &str) {
        self.before.entry(at).or_default().push_str(text);
    }
}

/// Operators that assign.
pub(super) fn assigns(sign: &str) -> bool {
    sign.ends_with('=') && !matches!(sign, "==" | "!=" | "<=" | ">=")
}

impl Emitter<'_> {
    /// Looks through what a function does for parts that have to be written otherwise.
    pub(super) fn order(&mut self, body: Tokens) {
        if !self.stage.is_for_naga() {
            return;
        }
        let has = |word: &str| self.stage.words.contains_key(word);
        let signs = self.stage.tokens(body.clone()).iter();
        let mut logic = false;
        let mut steps = false;
        for token in signs.filter(|token| token.kind == Kind::Sign) {
            logic |= matches!(&*token.text, "&&" | "||");
            steps |= token.text.len() > 1 && assigns(&token.text);
        }
        if logic {
            self.segments(body.clone());
        }
        if steps {
            self.targets(body.clone());
        }
        if has("do") && has("continue") {
            self.bare_loops(body);
        }
    }

    /// Finds expressions between signs that bind less than `||`, in brackets too. The nesting of brackets is bounded.
    fn segments(&mut self, tokens: Tokens) {
        let stage = self.stage;
        let mut start = tokens.start;
        let mut at = tokens.start;
        while at < tokens.end {
            let Some(token) = stage.unit.tokens.get(at) else {
                return;
            };
            let is_head = |at: usize| {
                at.checked_sub(1)
                    .is_some_and(|before| matches!(stage.word(before), "if" | "while" | "for" | "switch"))
            };
            match &*token.text {
                "(" | "[" | "{" => {
                    let close = stage.pairs.partner(at).max(at);
                    let divides = token.is("{") || is_head(at);
                    if divides {
                        self.logic(start..at);
                    }
                    self.segments(at + 1..close);
                    at = close + 1;
                    if divides {
                        start = at;
                    }
                    continue;
                }
                "return" | "else" | "do" | "case" => start = at + 1,
                "," | ";" | "?" | ":" | "}" => {
                    self.logic(start..at);
                    start = at + 1;
                }
                sign if token.kind == Kind::Sign && assigns(sign) => start = at + 1,
                _ => {}
            }
            at += 1;
        }
        self.logic(start..tokens.end);
    }

    /// Writes `a && b` as `a ? b : false` where `b` does something, and `a || b` as `a ? true : b`.
    fn logic(&mut self, tokens: Tokens) {
        let stage = self.stage;
        if !tokens.clone().any(|at| stage.is(at, "&&") || stage.is(at, "||")) {
            return;
        }
        let either = split(stage, tokens, "||");
        for one in &either {
            for part in split(stage, one.clone(), "^^") {
                let both = split(stage, part, "&&");
                self.chain(&both, [") ? ((", ") ? ("], " : false)");
            }
        }
        self.chain(&either, [") ? true : ((", ") ? true : ("], ")");
    }

    /// Writes operands as conditionals in each other: `between` divides them, the second form before the last.
    fn chain(&mut self, operands: &[Tokens], between: [&'static str; 2], end: &str) {
        let Some((first, rest)) = operands.split_first() else {
            return;
        };
        if !rest.iter().any(|operand| self.acts(operand.clone())) {
            return;
        }
        self.edits.add(first.start, "((");
        for (number, operand) in rest.iter().enumerate() {
            let [more, last] = between;
            let is_last = number + 1 == rest.len();
            let sign = operand.start.saturating_sub(1);
            self.edits.instead.insert(sign, if is_last { last } else { more });
        }
        let behind = rest.last().map_or(first.end, |operand| operand.end);
        self.edits.add(behind, &format!("){}", end.repeat(rest.len())));
    }

    /// Whether an expression does more than give a value.
    fn acts(&mut self, tokens: Tokens) -> bool {
        let stage = self.stage;
        let edits = &mut self.edits;
        tokens.into_iter().any(|at| {
            let Some(token) = stage.unit.tokens.get(at) else {
                return false;
            };
            match token.kind {
                Kind::Sign => assigns(&token.text) || matches!(&*token.text, "++" | "--"),
                Kind::Word if stage.is(at + 1, "(") => {
                    is_acting_builtin(&token.text)
                        || (stage.functions.contains(&token.text)
                            && edits.acting.get_or_insert_with(|| acting(stage)).contains(&token.text))
                }
                _ => false,
            }
        })
    }

    /// Refuses `a[i++] += b`: it would be counted twice.
    fn targets(&mut self, body: Tokens) {
        let stage = self.stage;
        for at in body.clone() {
            let Some(token) = stage.unit.tokens.get(at) else {
                return;
            };
            if token.kind != Kind::Sign || token.text.len() < 2 || !assigns(&token.text) {
                continue;
            }
            let start = target(stage, at, body.start);
            if self.acts(start..at) {
                let message = format!(
                    "found a target of `{}` that does something itself, expected one that only names a variable",
                    token.text
                );
                let finding = self.reports.of(&ORDER, token.from, message);
                self.reports.add(finding.help("give the index a variable before the assignment"));
            }
        }
    }

    /// Refuses `do` without braces around a `continue`.
    fn bare_loops(&mut self, body: Tokens) {
        let stage = self.stage;
        for at in body {
            if !stage.is(at, "do") || stage.is(at + 1, "{") {
                continue;
            }
            let statement = (at + 1..stage.unit.tokens.len()).take_while(|at| !stage.is(*at, "while"));
            if statement.into_iter().any(|at| stage.is(at, "continue")) {
                let finding = self.reports.of(
                    &ORDER,
                    stage.from(at),
                    "found `continue` in a `do` without braces, expected braces around what it repeats",
                );
                self.reports.add(finding.help("write `do { … } while (…);`"));
            }
        }
    }

    /// Writes `do { … } while (…)` as a loop whose condition is met after `continue` too, and says where it ends; `None` where there
    /// is no `continue`.
    pub(super) fn do_loop(&mut self, at: usize) -> Option<usize> {
        let stage = self.stage;
        let open = at + 1;
        if !stage.is_for_naga() || !stage.is(open, "{") {
            return None;
        }
        let close = stage.pairs.partner(open);
        let head = close + 2;
        let continues = (open..close).any(|at| stage.is(at, "continue"));
        if !continues || !stage.is(close + 1, "while") || !stage.is(head, "(") {
            return None;
        }
        let end = stage.pairs.partner(head);
        let token = stage.unit.tokens.get(at)?;
        let name = self.unused("again");
        let begin = format!("for (bool {name} = true; {name}; {name} = (");
        self.writer.token_as(token, &begin);
        self.run(head + 1..end);
        self.writer.add("))", token.from);
        self.run(open..close + 1);
        // The loop needs no `;`, which would divide an `if` from its `else`.
        Some(end + 1 + usize::from(stage.is(end + 1, ";")))
    }
}

/// Where the target of an assignment begins: a variable with indexes and members, or something in parentheses.
fn target(stage: &StageText, at: usize, first: usize) -> usize {
    let mut start = at;
    while let Some(before) = start.checked_sub(1).filter(|before| *before > first) {
        let continues = match stage.word(before) {
            "]" | ")" => {
                start = stage.pairs.partner(before).min(before);
                // What is indexed or called stands before the bracket.
                let is_index = stage.is(start, "[");
                start.checked_sub(1).is_some_and(|before| match stage.word(before) {
                    "]" | ")" => is_index,
                    "if" | "while" | "for" | "switch" | "return" => false,
                    _ => stage.unit.tokens.get(before).is_some_and(|token| token.kind == Kind::Word),
                })
            }
            _ => {
                start = before;
                let leads = before.checked_sub(1).is_some_and(|point| stage.is(point, "."));
                start -= usize::from(leads);
                leads
            }
        };
        if !continues {
            break;
        }
    }
    start
}

/// The parts of an expression between a sign, outside of brackets.
fn split(stage: &StageText, tokens: Tokens, sign: &str) -> Vec<Tokens> {
    let mut parts = Vec::new();
    let (mut start, mut at) = (tokens.start, tokens.start);
    while at < tokens.end {
        if stage.is(at, "(") || stage.is(at, "[") || stage.is(at, "{") {
            at = stage.pairs.partner(at).max(at);
        } else if stage.is(at, sign) {
            parts.push(start..at);
            start = at + 1;
        }
        at += 1;
    }
    parts.push(start..tokens.end);
    parts
}

/// Whether a built-in function changes something, or must not be called where the text does not call it.
fn is_acting_builtin(name: &str) -> bool {
    name.starts_with("atomic")
        || name.starts_with("imageAtomic")
        || matches!(
            name,
            "imageStore"
                | "barrier"
                | "modf"
                | "frexp"
                | "uaddCarry"
                | "usubBorrow"
                | "umulExtended"
                | "imulExtended"
        )
}

/// The functions of a stage whose calls do more than give a value: those that have results among their parameters, name a variable
/// of the stage that can be written, end the invocation, or call such a function.
fn acting(stage: &StageText) -> HashSet<Rc<str>> {
    let mut variables: HashSet<&str> = HashSet::new();
    for item in &stage.items {
        match &item.kind {
            ItemKind::Variables { qualifiers, declarators, .. }
                if !["const", "uniform", "in", "attribute"]
                    .iter()
                    .any(|word| stage.has(qualifiers, word)) =>
            {
                variables.extend(declarators.iter().map(|declarator| stage.word(declarator.name)));
            }
            ItemKind::Block { qualifiers, members, instance, .. }
                if !stage.has(qualifiers, "uniform") && !stage.has(qualifiers, "in") =>
            {
                variables.extend(instance.iter().map(|instance| stage.word(instance.name)));
                let names = members.iter().flat_map(|member| &member.declarators);
                variables.extend(names.map(|declarator| stage.word(declarator.name)));
            }
            _ => {}
        }
    }
    let mut callers: HashMap<&str, Vec<&str>> = HashMap::new();
    let mut found: Vec<&str> = Vec::new();
    for item in &stage.items {
        let ItemKind::Function { name, parameters, body, .. } = &item.kind else {
            continue;
        };
        let own = stage.word(*name);
        let gives = parameters.iter().any(|parameter| {
            stage.has(&parameter.qualifiers, "out") || stage.has(&parameter.qualifiers, "inout")
        });
        let mut acts = gives;
        for at in body.clone().unwrap_or_default() {
            let word = stage.word(at);
            if stage.is(at + 1, "(") {
                acts |= is_acting_builtin(word);
                if stage.functions.contains(word) {
                    callers.entry(word).or_default().push(own);
                }
            }
            acts |= variables.contains(word) || word == "discard" || word.starts_with("gl_Frag");
        }
        if acts {
            found.push(own);
        }
    }
    let mut all: HashSet<Rc<str>> = HashSet::new();
    while let Some(name) = found.pop() {
        if all.insert(Rc::from(name)) {
            found.extend(callers.get(name).into_iter().flatten().copied());
        }
    }
    all
}
