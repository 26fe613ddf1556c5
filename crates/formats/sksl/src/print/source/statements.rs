//! Prints statements and their layout.

use crate::command::Command;
use crate::model::{Children, ModelNode};
use crate::view::Statement;

use super::super::base::{MISSING, children_from, has_expression, is_braced};
use super::super::precedence::Level;
use super::super::sink::Result;
use super::{Printer, Step};

impl<'m> Printer<'m, '_, '_> {
    /// Writes the next statement.
    pub(super) fn line(&mut self, mut rest: Children<'m>) -> Result {
        match rest.next() {
            Some(at) => self.then([Step::Own(at), Step::Lines(rest)]),
            None => Ok(()),
        }
    }

    /// Writes a statement on its own line. Statements sharing the enclosing scope are merged with their
    /// neighbours. No-ops are omitted: a `;` in source is an empty block.
    pub(super) fn own_line(&mut self, at: ModelNode) -> Result {
        let model = self.base.model;
        match model.statement(at) {
            _ if self.declares_several(at) => {
                self.then([Step::Line, Step::Declarators(children_from(model, at, 1), false)])
            }
            Statement::Block { is_scope, .. }
                if !is_braced(model, is_scope) && model.child(at, 1) != ModelNode::NONE =>
            {
                self.then([Step::Lines(children_from(model, at, 1))])
            }
            _ if self.is_nothing(at) => Ok(()),
            _ => self.then([Step::Line, Step::Statement(at)]),
        }
    }

    /// True for a no-op other than a braced block.
    fn is_nothing(&self, at: ModelNode) -> bool {
        let model = self.base.model;
        match model.statement(at) {
            Statement::Nop => true,
            Statement::Block { is_scope, .. } => {
                !is_braced(model, is_scope) && model.child(at, 1) == ModelNode::NONE
            }
            _ => false,
        }
    }

    /// Writes statements in braces.
    pub(super) fn braces(&mut self, lines: Step<'m>) -> Result {
        self.then([Step::Text("{"), Step::Indent, lines, Step::Dedent, Step::Line, Step::Text("}")])
    }

    /// Writes the body of a function, always in braces.
    pub(super) fn function_body(&mut self, at: ModelNode) -> Result {
        match self.base.model.command(at) {
            Command::Block => self.braces(Step::Lines(children_from(self.base.model, at, 1))),
            _ => self.statement(at),
        }
    }

    pub(super) fn body(&mut self, at: ModelNode, else_follows: bool) -> Result {
        let model = self.base.model;
        let takes_else = |at| matches!(model.command(at), Command::If | Command::For | Command::Do);
        match model.statement(at) {
            Statement::Block { is_scope, .. }
                if !is_braced(model, is_scope) && model.child(at, 1) != ModelNode::NONE =>
            {
                self.braces(Step::Lines(children_from(model, at, 1)))
            }
            _ if self.is_nothing(at) => self.then([Step::Text("{"), Step::Line, Step::Text("}")]),
            Statement::InlineMarker(_) => self.then([
                Step::Text("{"),
                Step::Indent,
                Step::Line,
                Step::Statement(at),
                Step::Dedent,
                Step::Line,
                Step::Text("}"),
            ]),
            _ if else_follows && takes_else(at) => self.then([
                Step::Text("{"),
                Step::Indent,
                Step::Line,
                Step::Statement(at),
                Step::Dedent,
                Step::Line,
                Step::Text("}"),
            ]),
            _ => self.statement(at),
        }
    }

    pub(super) fn case(&mut self, mut rest: Children<'m>) -> Result {
        let model = self.base.model;
        let Some(at) = rest.next() else {
            return Ok(());
        };
        let node = model.node(at);
        if node.command != Command::Case {
            return self.then([Step::Cases(rest)]);
        }
        self.begin_line()?;
        if has_expression(model, at) {
            // In the public document a case has an expression and a list of statements.
            return self.then([
                Step::Text("case "),
                Step::Expression(model.child(at, 0), Level::Ternary),
                Step::Text(":"),
                Step::Indent,
                Step::Lines(children_from(model, at, 1)),
                Step::Dedent,
                Step::Cases(rest),
            ]);
        }
        if node.a == 0 {
            self.base.out.show(format_args!("case {}:", node.c as i32))?;
        } else {
            self.base.out.text("default:")?;
        }
        let lines = match model.statement(model.child(at, 0)) {
            Statement::Block { is_scope, .. } if !is_braced(model, is_scope) => {
                Step::Lines(children_from(model, model.child(at, 0), 1))
            }
            _ => Step::Lines(model.children(at)),
        };
        self.then([Step::Indent, lines, Step::Dedent, Step::Cases(rest)])
    }

    pub(super) fn statement(&mut self, at: ModelNode) -> Result {
        use Step::{Body as B, Text as T};
        let whole = |at| Step::Expression(at, Level::Comma);
        let model = self.base.model;
        let is_there = |at| !matches!(model.command(at), Command::Void | Command::Missing);
        match model.statement(at) {
            Statement::Block { is_scope, .. } => {
                if model.child(at, 1) == ModelNode::NONE && !is_braced(model, is_scope) {
                    return self.base.out.text(";");
                }
                if let Some((declarations, at)) = self.loop_of_several(at) {
                    return self.then([Step::LoopOf(declarations, at)]);
                }
                self.braces(Step::Lines(children_from(model, at, 1)))
            }
            Statement::Break => self.base.out.text("break;"),
            Statement::Continue => self.base.out.text("continue;"),
            Statement::Discard => self.base.out.text("discard;"),
            Statement::Do { body, test } => {
                self.then([T("do "), B(body, false), T(" while ("), whole(test), T(");")])
            }
            Statement::Expression(value) => self.then([whole(value), T(";")]),
            Statement::For { init, test, next, body, .. } => match model.command(init) {
                Command::VarDeclaration | Command::ExpressionStatement => {
                    let test = if is_there(test) { [T(" "), whole(test)] } else { [T(""), T("")] };
                    let next = if is_there(next) { [T(" "), whole(next)] } else { [T(""), T("")] };
                    let [a, b] = test;
                    let [c, d] = next;
                    self.then([
                        T("for ("),
                        Step::Statement(init),
                        a,
                        b,
                        T(";"),
                        c,
                        d,
                        T(") "),
                        B(body, false),
                    ])
                }
                Command::Void | Command::Nop | Command::Missing => self.loop_without_init(at),
                // Several declarations do not fit in the parentheses.
                _ => self.then([
                    T("{"),
                    Step::Indent,
                    Step::Own(init),
                    Step::Line,
                    Step::Loop(at),
                    Step::Dedent,
                    Step::Line,
                    T("}"),
                ]),
            },
            Statement::If { is_static, test, if_true, if_false } => {
                let word = if is_static == 0 { "if (" } else { "@if (" };
                if is_there(if_false) {
                    self.then([
                        T(word),
                        whole(test),
                        T(") "),
                        B(if_true, true),
                        T(" else "),
                        B(if_false, false),
                    ])
                } else {
                    self.then([T(word), whole(test), T(") "), B(if_true, false)])
                }
            }
            Statement::InlineMarker(function) => {
                self.base.out.text("/* inlined: ")?;
                self.base.symbol(function)?;
                self.base.out.text(" */")
            }
            Statement::Nop | Statement::Void => self.base.out.text(";"),
            Statement::Return(value) if is_there(value) => self.then([T("return "), whole(value), T(";")]),
            Statement::Return(_) => self.base.out.text("return;"),
            Statement::Switch { is_static, value, .. } => {
                let word = if is_static == 0 { "switch (" } else { "@switch (" };
                self.then([
                    T(word),
                    whole(value),
                    T(") {"),
                    Step::Indent,
                    Step::Cases(model.children(at)),
                    Step::Dedent,
                    Step::Line,
                    T("}"),
                ])
            }
            Statement::VarDeclaration { .. } => {
                self.declaration_head(at)?;
                self.steps.push(T(";"));
                self.declarator(at)
            }
            Statement::Missing => self.base.out.text(MISSING),
        }
    }

    pub(super) fn loop_without_init(&mut self, at: ModelNode) -> Result {
        use Step::{Body as B, Text as T};
        let whole = |at| Step::Expression(at, Level::Comma);
        let model = self.base.model;
        let is_there = |at| !matches!(model.command(at), Command::Void | Command::Missing);
        let Statement::For { test, next, body, .. } = model.statement(at) else {
            return Ok(());
        };
        match (is_there(test), is_there(next)) {
            (true, false) => self.then([T("while ("), whole(test), T(") "), B(body, false)]),
            (true, true) => {
                self.then([T("for (; "), whole(test), T("; "), whole(next), T(") "), B(body, false)])
            }
            (false, true) => self.then([T("for (;; "), whole(next), T(") "), B(body, false)]),
            (false, false) => self.then([T("for (;;) "), B(body, false)]),
        }
    }
}
