//! Copies a function body for inlining: parameters are replaced by arguments, variables by new ones, and all nodes
//! are rebuilt, so that new constants are folded.
//!
//! Children are copied from last to first. Skia leaves the order to its C++ compiler; this is the evaluation order of
//! the builds that are compared with, and the numbers in generated names depend on it.

use std::collections::HashMap;

use glassbox_core::span::Span;
use glassbox_sksl::raw::{Operator, RefKind};

use super::Inliner;
use super::complexity::Returns;
use crate::ir::arena::List;
use crate::ir::expression::{Constructor, Expr, ExpressionKind};
use crate::ir::statement::{StatementKind, Stmt, Unroll};
use crate::ir::symbol::{Symbol, SymbolData, SymbolKind, Table, TableData, VariableSymbol};
use crate::ir::ty::Ty;

/// State of one copy.
pub(super) struct Copier<'c, 'i, 's> {
    pub(crate) inliner: &'c mut Inliner<'i, 's>,
    /// Replacements of the function's parameters and variables.
    pub(crate) known: HashMap<Symbol, Expr>,
    /// Table that receives the new symbols.
    pub(crate) table: Table,
    /// Range of the call.
    pub(crate) span: Span,
    pub(crate) returns: Returns,
    /// Replacement of the call: a variable, or the single returned expression once it has been copied.
    pub(crate) value: Option<Expr>,
}

impl Copier<'_, '_, '_> {
    /// Copies a statement. `None` if the result is wrong, which has been reported.
    pub(crate) fn statement(&mut self, statement: Stmt) -> Option<Stmt> {
        self.inliner.statements += 1;
        let node = self.inliner.builder.program.statements[statement];
        let span = self.span;
        let kind = match node.kind {
            StatementKind::Break
            | StatementKind::Continue
            | StatementKind::Discard
            | StatementKind::InlineMarker(_)
            | StatementKind::Nop => node.kind,
            StatementKind::Block { statements, table, is_scope } => StatementKind::Block {
                statements: self.statements(statements)?,
                table: self.wrapped(table),
                is_scope,
            },
            StatementKind::Do { body, test } => {
                let test = self.expression(test);
                let body = self.statement(body)?;
                StatementKind::Do { body, test }
            }
            StatementKind::Expression(expression) => {
                let expression = self.expression(expression);
                return Some(self.expression_statement(expression));
            }
            StatementKind::For { table, init, test, next, body, unroll } => {
                // The declaration is copied first in any case: the rest refers to its variable.
                let init = match init {
                    Some(init) => Some(self.statement(init)?),
                    None => None,
                };
                let unroll =
                    unroll.map(|unroll| Unroll { variable: self.variable_for(unroll.variable), ..unroll });
                let table = self.wrapped(table);
                let body = self.statement(body)?;
                let next = next.map(|next| self.expression(next));
                let test = test.map(|test| self.expression(test));
                let builder = &mut self.inliner.builder;
                return Some(builder.make_for(init, test, next, body, unroll, table, span));
            }
            StatementKind::If { is_static, test, if_true, if_false } => {
                let if_false = match if_false {
                    Some(if_false) => Some(self.statement(if_false)?),
                    None => None,
                };
                let if_true = self.statement(if_true)?;
                let test = self.expression(test);
                let builder = &mut self.inliner.builder;
                return Some(builder.make_if(test, if_true, if_false, is_static, span));
            }
            StatementKind::Return(value) => return Some(self.returned(value)),
            StatementKind::Switch { is_static, table, value, cases } => {
                let cases = self.statements(cases)?;
                let cases = self.inliner.builder.program.statement_lists.get(cases).to_vec();
                let table = self.wrapped(table);
                let value = self.expression(value);
                return self.inliner.builder.make_switch(value, &cases, is_static, table, span);
            }
            StatementKind::SwitchCase { value, statement } => {
                // A case is counted with its statement.
                self.inliner.statements -= 1;
                StatementKind::SwitchCase { value, statement: self.statement(statement)? }
            }
            StatementKind::VarDeclaration { variable, base, array_size, value } => {
                return self.declaration(variable, base, array_size, value);
            }
        };
        Some(self.inliner.builder.program.statement(kind, span))
    }

    fn statements(&mut self, list: List<Stmt>) -> Option<List<Stmt>> {
        let mut copies = self.inliner.builder.program.statement_lists.get(list).to_vec();
        for copy in &mut copies {
            *copy = self.statement(*copy)?;
        }
        Some(self.inliner.builder.program.statement_lists.add(&copies))
    }

    fn expression_statement(&mut self, expression: Expr) -> Stmt {
        self.inliner.builder.make_expression_statement(expression)
    }

    /// Table for a copy: tables of the program are shared by all copies; those of builtin code are immutable, so the
    /// copy gets a new one nested in it.
    fn wrapped(&mut self, table: Option<Table>) -> Option<Table> {
        let program = &mut self.inliner.builder.program;
        let table = table?;
        if !program.tables[table].is_builtin {
            return Some(table);
        }
        Some(program.tables.add(TableData { parent: Some(table), ..TableData::default() }))
    }

    /// Replaces a `return`: by an empty statement if the call is replaced by the value, otherwise by an assignment to
    /// the value's variable.
    fn returned(&mut self, value: Option<Expr>) -> Stmt {
        let Some(value) = value else {
            return self.inliner.builder.program.statement(StatementKind::Nop, self.span);
        };
        let value = self.expression(value);
        if self.returns == Returns::Once {
            self.value = Some(value);
            return self.inliner.builder.program.statement(StatementKind::Nop, self.span);
        }
        let Some(result) = self.value else {
            return self.expression_statement(value);
        };
        let builder = &mut self.inliner.builder;
        let place = builder.copy_expression(result);
        builder.remark(place, RefKind::WRITE);
        let ty = builder.program.ty_of(place);
        let assignment = builder.make_binary(place, Operator::ASSIGN, value, ty, self.span);
        self.expression_statement(assignment)
    }

    /// Declares a new variable in place of one of the function.
    fn declaration(
        &mut self,
        variable: Symbol,
        base: Ty,
        array_size: u32,
        value: Option<Expr>,
    ) -> Option<Stmt> {
        let value = value.map(|value| self.expression(value));
        let SymbolKind::Variable(data) = self.inliner.builder.program.symbols[variable].kind.clone() else {
            return None;
        };
        let name = self.inliner.unique_name(variable, self.table);
        let ty = self.ty(data.ty);
        let kind = SymbolKind::Variable(VariableSymbol { ty, declaration: None, ..data });
        let span = self.span;
        let program = &mut self.inliner.builder.program;
        let new = program.symbols.add(SymbolData { name, span, kind });
        let reference = self.inliner.builder.reference(new, span);
        self.known.insert(variable, reference);
        let base = self.ty(base);
        let declaration = self.inliner.declare(new, base, array_size, value, span);
        // The name is not listed: nothing looks it up, and generated names are unique.
        self.inliner.builder.program.tables[self.table].owned.push(new);
        Some(declaration)
    }

    /// Replacement of a variable of the function.
    fn variable_for(&self, variable: Symbol) -> Symbol {
        let known = self.known.get(&variable);
        match known.map(|&known| self.inliner.builder.program.kind_of(known)) {
            Some(ExpressionKind::VariableReference { variable, .. }) => variable,
            _ => variable,
        }
    }

    /// Same type with a spelling for the table of the copy: arrays get a new symbol each time.
    fn ty(&mut self, ty: Ty) -> Ty {
        let builder = &mut self.inliner.builder;
        let Some(array) = builder.program.types.array(ty.meaning) else {
            return ty;
        };
        let element = builder.program.component(ty);
        let open = std::mem::replace(&mut builder.table, self.table);
        let spelt = builder.array_type(element, array.count);
        builder.table = open;
        spelt
    }

    fn expressions(&mut self, list: List<Expr>) -> Vec<Expr> {
        let mut copies = self.inliner.builder.program.expression_lists.get(list).to_vec();
        for copy in &mut copies {
            *copy = self.expression(*copy);
        }
        copies
    }

    /// Copies an expression.
    fn expression(&mut self, expression: Expr) -> Expr {
        let node = self.inliner.builder.program.expressions[expression];
        let span = self.span;
        match node.kind {
            ExpressionKind::FunctionReference(_)
            | ExpressionKind::Literal(_)
            | ExpressionKind::MethodReference(_)
            | ExpressionKind::Poison
            | ExpressionKind::Setting(_)
            | ExpressionKind::TypeReference(_) => self.inliner.builder.copy_expression(expression),
            ExpressionKind::VariableReference { variable, kind } => match self.known.get(&variable) {
                Some(&known) => {
                    let copy = self.inliner.builder.copy_expression(known);
                    self.inliner.builder.remark(copy, kind);
                    copy
                }
                None => self.inliner.builder.copy_expression(expression),
            },
            ExpressionKind::Binary { left, operator, right } => {
                let right = self.expression(right);
                let left = self.expression(left);
                let builder = &mut self.inliner.builder;
                let (left_type, right_type) = (builder.program.ty_of(left), builder.program.ty_of(right));
                let ty = builder.binary_type(left_type, operator, right_type).unwrap_or(node.ty);
                builder.make_binary(left, operator, right, ty, span)
            }
            ExpressionKind::ChildCall { child, arguments } => {
                let arguments = self.expressions(arguments);
                let program = &mut self.inliner.builder.program;
                let arguments = program.expression_lists.add(&arguments);
                program.expression(ExpressionKind::ChildCall { child, arguments }, node.ty, span)
            }
            ExpressionKind::Constructor { kind, arguments } => self.constructor(kind, node.ty, arguments),
            ExpressionKind::FieldAccess { base, index, owner } => {
                let base = self.expression(base);
                self.inliner.builder.make_field(base, index, owner, span)
            }
            ExpressionKind::FunctionCall { function, arguments } => {
                let arguments = self.expressions(arguments);
                let ty = self.ty(node.ty);
                self.inliner.builder.make_call(function, &arguments, ty, span)
            }
            ExpressionKind::Index { base, index } => {
                let index = self.expression(index);
                let base = self.expression(base);
                self.inliner.builder.make_index(base, index, span)
            }
            ExpressionKind::Postfix { operator, operand } => {
                let operand = self.expression(operand);
                self.inliner.builder.make_postfix(operator, operand, span)
            }
            ExpressionKind::Prefix { operator, operand } => {
                let operand = self.expression(operand);
                self.inliner.builder.make_prefix(operator, operand, span)
            }
            ExpressionKind::Swizzle { base, components } => {
                let base = self.expression(base);
                self.inliner.builder.make_swizzle(base, components, span)
            }
            ExpressionKind::Ternary { test, if_true, if_false } => {
                let if_false = self.expression(if_false);
                let if_true = self.expression(if_true);
                let test = self.expression(test);
                self.inliner.builder.make_ternary(test, if_true, if_false, span)
            }
        }
    }

    fn constructor(&mut self, kind: Constructor, ty: Ty, arguments: List<Expr>) -> Expr {
        let arguments = self.expressions(arguments);
        let ty = self.ty(ty);
        let span = self.span;
        let builder = &mut self.inliner.builder;
        match (kind, &arguments[..]) {
            (Constructor::Compound, arguments) => builder.make_compound(ty, arguments, span),
            (Constructor::Struct, arguments) => builder.make_struct(ty, arguments, span),
            (Constructor::ArrayCast, &[argument]) => builder.make_array_cast(ty, argument, span),
            (Constructor::CompoundCast | Constructor::ScalarCast, &[argument]) => {
                builder.make_cast(ty, argument, span)
            }
            (Constructor::DiagonalMatrix, &[argument]) => builder.make_diagonal(ty, argument, span),
            (Constructor::MatrixResize, &[argument]) => builder.make_resize(ty, argument, span),
            (Constructor::Splat, &[argument]) => builder.make_splat(ty, argument, span),
            // All other constructors have one argument.
            (_, arguments) => builder.make_array(ty, arguments, span),
        }
    }
}
