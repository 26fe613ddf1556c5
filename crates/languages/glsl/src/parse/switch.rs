//! `switch`: labels, and what stands behind them.

use super::attribute::Attributes;
use super::require::Since;
use super::statement::is_jump;
use crate::model::{At, Case, StatementKind};
use crate::parse::Parser;
use crate::rules::{DEPRECATED, STATEMENT, TYPE};
use crate::types::{Scalar, Type};
use foldhash::HashMap;

/// Groups of a switch while they are read.
#[derive(Default)]
struct Groups {
    list: Vec<Case>,
    /// Labels by value, where they stand.
    labels: HashMap<Option<u64>, At>,
    last_label: Option<At>,
    /// Whether the last group has ended with a jump.
    is_over: bool,
    has_statement_first: bool,
}

impl Parser<'_> {
    pub(crate) fn switch_statement(&mut self, attributes: &Attributes) -> Option<StatementKind> {
        let at = self.advance();
        let control = self.selection_control(attributes);
        self.needs(at, "`switch`", Since(130, 300), &[]);
        self.expect("(");
        let selector = self.expression();
        self.close_head();
        let ty = self.ty(selector);
        let is_integer = matches!(ty, Type::Scalar(scalar) if scalar.is_integer());
        if !is_integer && !ty.is_error() {
            let message = format!("found `{}` to choose by, expected `int` or `uint`", self.type_name(ty));
            let finding = self.finding(&TYPE, at, message);
            self.add(finding.help("convert it with `int(…)`"));
        }
        let scalar = ty.scalar().filter(|_| is_integer).unwrap_or(Scalar::Int);
        self.enter_scope();
        self.declared.flow.switches += 1;
        self.declared.flow.nesting += 1;
        let groups = self.switch_groups(scalar);
        self.declared.flow.switches -= 1;
        self.declared.flow.nesting -= 1;
        self.leave_scope();
        Some(StatementKind::Switch { selector, groups, control })
    }

    fn switch_groups(&mut self, scalar: Scalar) -> Vec<Case> {
        let mut groups = Groups::default();
        if self.expect("{").is_none() {
            self.recover_statement();
            return groups.list;
        }
        while !self.is("}") && !self.is_at_end() {
            self.apply_extensions();
            let before = self.here();
            if self.is("case") || self.is("default") {
                self.label(scalar, &mut groups);
            } else {
                self.statement_of_group(&mut groups);
            }
            if self.here() == before {
                self.advance();
            }
        }
        if let Some(at) = groups.last_label
            && groups.list.last().is_some_and(|group| group.body.is_empty())
        {
            self.report_empty_end(at);
        }
        self.expect("}");
        groups.list
    }

    /// Reads `case VALUE:` or `default:`.
    fn label(&mut self, scalar: Scalar, groups: &mut Groups) {
        let is_case = self.is("case");
        let at = self.advance();
        let value = if is_case {
            self.constant_integer("a label").map(|(value, _)| Some(bits(value, scalar)))
        } else {
            Some(None)
        };
        if self.expect(":").is_none() {
            self.recover_statement();
        }
        groups.last_label = Some(at);
        groups.is_over = false;
        let is_joined = groups.list.last().is_some_and(|group| group.body.is_empty());
        if !is_joined || groups.list.is_empty() {
            groups.list.push(Case { labels: Vec::new(), body: Vec::new() });
        }
        let Some(value) = value else {
            return;
        };
        if let Some(first) = groups.labels.insert(value, at) {
            let message = match value {
                Some(_) => "found a second label of this value, expected one",
                None => "found a second `default`, expected one",
            };
            let finding = self.finding_with(&STATEMENT, at, message, (first, "the first one"));
            self.add(finding.help("remove one of them"));
            return;
        }
        if let Some(group) = groups.list.last_mut() {
            group.labels.push(value);
        }
    }

    fn statement_of_group(&mut self, groups: &mut Groups) {
        let at = self.here();
        self.declared.flow.is_in_switch_list = true;
        let statements = self.statement();
        self.declared.flow.is_in_switch_list = false;
        let Some(group) = groups.list.last_mut() else {
            if !groups.has_statement_first {
                groups.has_statement_first = true;
                let finding =
                    self.finding(&STATEMENT, at, "found a statement before the first label of a `switch`");
                self.add(finding.help("write `case VALUE:` or `default:` before it"));
            }
            return;
        };
        if groups.is_over {
            if !statements.is_empty() {
                self.report_unreachable(at);
            }
            return;
        }
        groups.is_over = statements.last().is_some_and(|statement| is_jump(&statement.kind));
        if statements.is_empty() {
            // An empty statement is one: labels before it do not join those behind it.
            let kind = StatementKind::Block(Vec::new());
            group.body.push(crate::model::Statement { kind, at });
        }
        group.body.extend(statements);
    }

    /// A label without a statement behind it, which some versions refuse.
    fn report_empty_end(&mut self, at: At) {
        let environment = &self.program.environment;
        let number = environment.version.number;
        let is_refused = if environment.is_embedded() {
            number <= 300 || number >= 320
        } else {
            number <= 430 || number >= 460
        };
        let rule = if is_refused { &STATEMENT } else { &DEPRECATED };
        let finding = self.finding(rule, at, "found a label without a statement behind it, expected one");
        self.add(finding.help("write `break;`"));
    }
}

/// A label as bits of the selector's type, widened.
fn bits(value: i64, scalar: Scalar) -> u64 {
    match scalar {
        Scalar::Uint => u64::from(value as u32),
        Scalar::Uint8 => u64::from(value as u8),
        Scalar::Uint16 => u64::from(value as u16),
        Scalar::Int => i64::from(value as i32) as u64,
        _ => value as u64,
    }
}
