//! Statements.

use glassbox_core::stage::Stage;
use glassbox_syntax::token::Word;

use super::attribute::Attributes;
use crate::model::{At, Block, ExpressionKind, Statement, StatementKind};
use crate::parse::Parser;
use crate::rules::{DEPRECATED, STATEMENT, SYNTAX, UNREACHABLE};
use crate::types::Type;
use crate::vocabulary::words::{self, Standing};

impl Parser<'_> {
    /// Reads `{ … }` without a scope of its own.
    pub(crate) fn block_statements(&mut self) -> Block {
        let Some(open) = self.expect("{") else {
            self.recover_statement();
            return Vec::new();
        };
        let statements = self.statements();
        if self.is_at_end() {
            self.report_open_brace(open);
            return statements;
        }
        let close = self.here();
        if self.expect("}").is_none() {
            self.recover_statement();
        } else if self.scopes.depth() > 1 {
            self.note_braces(open, close);
        }
        statements
    }

    /// Remembers a pair of braces that may be none: one whose ends are indented differently, or the last one.
    fn note_braces(&mut self, open: At, close: At) {
        let begins_line = self.tokens.get(close.0 as usize).is_some_and(|token| token.is_first);
        if begins_line && self.indentation(open) > self.indentation(close) {
            self.declared.uneven_brace.get_or_insert(open);
        }
        self.declared.last_brace = Some(open);
    }

    /// The column of the first token on the line of a token.
    fn indentation(&self, at: At) -> u32 {
        // Long lines are not searched to their beginning.
        let first = (at.0.saturating_sub(64)..=at.0)
            .rev()
            .find(|index| self.tokens.get(*index as usize).is_some_and(|token| token.is_first));
        let from = self.from(At(first.unwrap_or(at.0)));
        let text = self.reports.sources.text(from.written.file);
        let before = text.get(..from.written.span.start as usize).unwrap_or_default();
        (before.len() - before.rfind('\n').map_or(0, |at| at + 1)) as u32
    }

    /// Reports a brace that is not closed: the one that was probably meant, since all others shift.
    fn report_open_brace(&mut self, open: At) {
        if self.declared.is_open_reported {
            return;
        }
        self.declared.is_open_reported = true;
        let at = self.declared.uneven_brace.or(self.declared.last_brace).unwrap_or(open);
        let finding = self.finding(&SYNTAX, at, "found `{` that is not closed, expected `}`");
        self.add(finding.help("close the brace where its statements end"));
    }

    /// Reads statements up to a closing brace. What stands behind a jump is left out.
    fn statements(&mut self) -> Block {
        let outer = std::mem::replace(&mut self.declared.flow.is_in_switch_list, false);
        let mut block = Vec::new();
        let mut is_over = false;
        let mut is_reported = false;
        while !self.is("}") && !self.is_at_end() {
            let before = self.here();
            let statements = self.statement();
            if is_over {
                if !is_reported && !statements.is_empty() {
                    is_reported = true;
                    self.report_unreachable(before);
                }
            } else {
                is_over = statements.last().is_some_and(|statement| is_jump(&statement.kind));
                block.extend(statements);
            }
            if self.here() == before {
                self.advance();
            }
        }
        self.declared.flow.is_in_switch_list = outer;
        block
    }

    pub(crate) fn report_unreachable(&mut self, at: At) {
        let finding =
            self.finding(&UNREACHABLE, at, "found a statement behind a jump, which is never executed");
        self.add(finding.help("remove it, or the jump"));
    }

    /// Reads a statement with a scope of its own.
    pub(crate) fn scoped_statement(&mut self) -> Block {
        self.enter_scope();
        let block = if self.is("{") { self.block_statements() } else { self.statement() };
        self.leave_scope();
        block
    }

    /// Reads the body of a loop, in the scope that the loop has opened.
    pub(crate) fn body_statement(&mut self) -> Block {
        if self.is("{") { self.block_statements() } else { self.statement() }
    }

    pub(crate) fn enter_scope(&mut self) {
        self.scopes.enter();
        self.declared.precisions.push(Default::default());
    }

    pub(crate) fn leave_scope(&mut self) {
        self.scopes.leave();
        self.declared.precisions.pop();
    }

    /// Reads a statement: several where one line declares several variables, none for an empty one.
    pub(crate) fn statement(&mut self) -> Vec<Statement> {
        self.apply_extensions();
        self.nested(|parser| {
            let at = parser.here();
            if parser.is("{") {
                parser.enter_scope();
                let block = parser.block_statements();
                parser.leave_scope();
                return vec![Statement { kind: StatementKind::Block(block), at }];
            }
            if parser.take(";").is_some() {
                return Vec::new();
            }
            let attributes = parser.attributes();
            parser.plain_statement(&attributes)
        })
        .unwrap_or_default()
    }

    fn plain_statement(&mut self, attributes: &Attributes) -> Vec<Statement> {
        let at = self.here();
        let Some(word) = self.word(at) else {
            return self.expression_statement();
        };
        let statement = match &*word {
            "if" => self.if_statement(attributes),
            "switch" => self.switch_statement(attributes),
            "for" => self.for_statement(attributes),
            "while" => self.while_statement(attributes),
            "do" => self.do_statement(attributes),
            "case" | "default" => {
                self.stray_label(&word);
                return Vec::new();
            }
            _ => match self.jump_ahead(&word) {
                Some(kind) => {
                    self.end_of_statement();
                    Some(kind)
                }
                None if self.is_declaration_ahead() => return self.declaration(attributes),
                None if self.is_unknown_declaration() => return self.declaration(attributes),
                None => return self.expression_statement(),
            },
        };
        statement.map(|kind| vec![Statement { kind, at }]).unwrap_or_default()
    }

    /// Whether two words stand here, of which the first one names nothing: a type is misspelt.
    fn is_unknown_declaration(&self) -> bool {
        use glassbox_syntax::token::Kind;
        let is_word = |ahead| {
            self.peek(ahead).is_some_and(|token: &glassbox_syntax::token::Token| token.kind == Kind::Word)
        };
        is_word(0) && is_word(1)
    }

    fn expression_statement(&mut self) -> Vec<Statement> {
        let at = self.here();
        let value = self.expression();
        let is_error = matches!(self.program.expression(value).kind, ExpressionKind::Error);
        if is_error && !self.is(";") {
            // What is missing has been reported.
            self.recover_statement();
        } else {
            self.end_of_statement();
        }
        vec![Statement { kind: StatementKind::Expression(value), at }]
    }

    /// A jump whose word stands next; the `;` behind it is not passed.
    fn jump_ahead(&mut self, word: &Word) -> Option<StatementKind> {
        let at = self.here();
        let standing = || words::standing(word, &self.program.environment) == Standing::Keyword;
        match &**word {
            "break" => {
                self.advance();
                let flow = self.declared.flow;
                let is_inside = flow.loops + flow.switches > 0;
                self.check_inside(is_inside, at, "break", "a loop or `switch`");
                Some(StatementKind::Break)
            }
            "continue" => {
                self.advance();
                let is_inside = self.declared.flow.loops > 0;
                self.check_inside(is_inside, at, "continue", "a loop");
                Some(StatementKind::Continue)
            }
            "return" => {
                self.advance();
                Some(self.return_statement(at))
            }
            "discard" => Some(self.stage_jump(at, "discard", Stage::Fragment, StatementKind::Discard)),
            "terminateInvocation" if standing() => {
                let kind = StatementKind::TerminateInvocation;
                Some(self.stage_jump(at, "terminateInvocation", Stage::Fragment, kind))
            }
            "demote" if standing() => {
                Some(self.stage_jump(at, "demote", Stage::Fragment, StatementKind::Demote))
            }
            "ignoreIntersectionEXT" if standing() => {
                let kind = StatementKind::IgnoreIntersection;
                Some(self.stage_jump(at, "ignoreIntersectionEXT", Stage::AnyHit, kind))
            }
            "terminateRayEXT" if standing() => {
                Some(self.stage_jump(at, "terminateRayEXT", Stage::AnyHit, StatementKind::TerminateRay))
            }
            _ => None,
        }
    }

    fn stage_jump(&mut self, at: At, word: &str, stage: Stage, kind: StatementKind) -> StatementKind {
        self.advance();
        self.needs_stage(at, format_args!("`{word}`"), &[stage]);
        kind
    }

    fn check_inside(&mut self, is_inside: bool, at: At, word: &str, what: &str) {
        if !is_inside {
            let message = format!("found `{word}` outside of {what}");
            let finding = self.finding(&STATEMENT, at, message);
            self.add(finding.help(format!("remove it, or put it into {what}")));
        }
    }

    fn return_statement(&mut self, at: At) -> StatementKind {
        self.state.is_behind_return = true;
        let result = self.function.map_or(Type::Void, |id| self.program.function(id).result);
        if self.is(";") {
            if !matches!(result, Type::Void | Type::Error) {
                let message = format!(
                    "found `return` without a value, expected one of type `{}`",
                    self.type_name(result)
                );
                let finding = self.finding(&STATEMENT, at, message);
                self.add(finding.help("write the value behind `return`"));
            }
            return StatementKind::Return(None);
        }
        self.declared.flow.has_value = true;
        let value = self.expression();
        if result == Type::Void {
            if !self.ty(value).is_error() {
                let message = "found a value behind `return`, expected none in a function without result";
                let finding = self.finding(&STATEMENT, at, message);
                self.add(finding.help("remove the value, or state the type of the result"));
            }
            return StatementKind::Return(None);
        }
        let found = self.ty(value);
        let is_converted = !self.program.types.is_same(found, result) && !found.is_error();
        let errors = self.reports.findings.items().len();
        if !self.ty(value).is_error() {
            self.check_storage_only_value(result, at);
        }
        let value = self.convert_to(value, result, "`return`");
        let is_old = !self.program.environment.is_since(420, 0) && !self.program.environment.is_embedded();
        if is_converted && is_old && self.reports.findings.items().len() == errors {
            let message = "found a value that is converted by `return`, which versions before 420 may refuse";
            let finding = self.finding(&DEPRECATED, at, message);
            self.add(finding.help("convert it with a constructor"));
        }
        StatementKind::Return(Some(value))
    }

    fn if_statement(&mut self, attributes: &Attributes) -> Option<StatementKind> {
        self.advance();
        let control = self.selection_control(attributes);
        self.expect("(");
        let condition = self.condition();
        self.close_head();
        self.declared.flow.nesting += 1;
        let outer = std::mem::replace(&mut self.declared.flow.is_in_switch_list, false);
        let yes = self.scoped_statement();
        let no = if self.take("else").is_some() { self.scoped_statement() } else { Vec::new() };
        self.declared.flow.is_in_switch_list = outer;
        self.declared.flow.nesting -= 1;
        Some(StatementKind::If { condition, yes, no, control })
    }

    /// The `)` behind a condition.
    pub(crate) fn close_head(&mut self) {
        if self.take(")").is_some() {
            return;
        }
        self.unexpected("`)`", "close the parenthesis");
        self.skip_to_closing();
    }

    /// `case` or `default` that is no label of a switch.
    fn stray_label(&mut self, word: &str) {
        let at = self.advance();
        let is_in_switch = self.declared.flow.switches > 0;
        let message = if is_in_switch {
            format!("found `{word}` inside of a statement of a `switch`, expected it in the `switch` itself")
        } else {
            format!("found `{word}` outside of a `switch`")
        };
        let finding = self.finding(&STATEMENT, at, message);
        self.add(finding.help("move the label into the braces of the `switch`"));
        if word == "case" {
            self.expression();
        }
        if self.take(":").is_none() {
            let here = self.here();
            let finding = self.finding(&SYNTAX, here, "found no `:` behind a label");
            self.add(finding.help("write `:`"));
        }
    }
}

/// Whether nothing behind a statement is executed.
pub(crate) fn is_jump(kind: &StatementKind) -> bool {
    matches!(
        kind,
        StatementKind::Break
            | StatementKind::Continue
            | StatementKind::Return(_)
            | StatementKind::Discard
            | StatementKind::TerminateInvocation
            | StatementKind::IgnoreIntersection
            | StatementKind::TerminateRay
    )
}
