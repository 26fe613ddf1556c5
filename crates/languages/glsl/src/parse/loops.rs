//! Loops.

use super::attribute::Attributes;
use crate::model::{Block, ExpressionId, LocalId, Loop, Statement, StatementKind};
use crate::parse::Parser;
use crate::rules::TYPE;
use crate::types::Type;

impl Parser<'_> {
    pub(crate) fn for_statement(&mut self, attributes: &Attributes) -> Option<StatementKind> {
        let control = self.loop_control(attributes);
        self.advance();
        self.expect("(");
        self.enter_scope();
        let before = self.for_start();
        let (condition, condition_local) = if self.is(";") { (None, None) } else { self.loop_condition() };
        self.expect(";");
        let step = if self.is(")") { None } else { Some(self.expression()) };
        self.close_head();
        let body = self.loop_body();
        self.leave_scope();
        Some(StatementKind::Loop(Box::new(Loop {
            before,
            condition_local,
            condition,
            is_tested_first: true,
            step,
            body,
            control,
        })))
    }

    /// What a `for` does first, with the `;` behind it.
    fn for_start(&mut self) -> Block {
        let at = self.here();
        if self.take(";").is_some() {
            return Vec::new();
        }
        if self.is_declaration_ahead() {
            return self.declaration(&Vec::new());
        }
        let value = self.expression();
        self.expect(";");
        vec![Statement { kind: StatementKind::Expression(value), at }]
    }

    /// A condition: an expression, or the declaration of a variable with its value.
    fn loop_condition(&mut self) -> (Option<ExpressionId>, Option<LocalId>) {
        if !self.is_declaration_ahead() {
            return (Some(self.condition()), None);
        }
        let mut specifiers = self.specifiers();
        let Some(specified) = self.type_specifier() else {
            return (None, None);
        };
        self.check_declaration(&mut specifiers, &specified);
        let Some((name, at)) = self.new_name("the name of a variable") else {
            return (None, None);
        };
        if specified.base != Type::BOOL && specified.base != Type::Error || !specified.dimensions.is_empty() {
            let message =
                format!("found `{}` as a condition, expected `bool`", self.type_name(specified.base));
            let finding = self.finding(&TYPE, at, message);
            self.add(finding.help("declare a `bool`"));
        }
        let statement = self.declare_variable(&specifiers, &specified, name, at, Vec::new());
        match statement.map(|statement| statement.kind) {
            Some(StatementKind::Declare(local, value)) => (value, Some(local)),
            _ => (None, None),
        }
    }

    pub(crate) fn while_statement(&mut self, attributes: &Attributes) -> Option<StatementKind> {
        let control = self.loop_control(attributes);
        self.advance();
        self.expect("(");
        self.enter_scope();
        let (condition, condition_local) = self.loop_condition();
        self.close_head();
        let body = self.loop_body();
        self.leave_scope();
        Some(StatementKind::Loop(Box::new(Loop {
            before: Vec::new(),
            condition_local,
            condition,
            is_tested_first: true,
            step: None,
            body,
            control,
        })))
    }

    pub(crate) fn do_statement(&mut self, attributes: &Attributes) -> Option<StatementKind> {
        let control = self.loop_control(attributes);
        self.advance();
        self.enter_scope();
        self.declared.flow.loops += 1;
        self.declared.flow.nesting += 1;
        let outer = std::mem::replace(&mut self.declared.flow.is_in_switch_list, false);
        let body = self.scoped_statement();
        self.declared.flow.is_in_switch_list = outer;
        self.declared.flow.loops -= 1;
        self.declared.flow.nesting -= 1;
        self.expect("while");
        self.expect("(");
        let condition = Some(self.condition());
        self.close_head();
        self.end_of_statement();
        self.leave_scope();
        Some(StatementKind::Loop(Box::new(Loop {
            before: Vec::new(),
            condition_local: None,
            condition,
            is_tested_first: false,
            step: None,
            body,
            control,
        })))
    }

    fn loop_body(&mut self) -> Block {
        self.declared.flow.loops += 1;
        self.declared.flow.nesting += 1;
        let outer = std::mem::replace(&mut self.declared.flow.is_in_switch_list, false);
        let body = self.body_statement();
        self.declared.flow.is_in_switch_list = outer;
        self.declared.flow.loops -= 1;
        self.declared.flow.nesting -= 1;
        body
    }
}
