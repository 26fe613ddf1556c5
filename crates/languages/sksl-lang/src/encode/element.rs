//! Encodes programs, elements and statements.

use glassbox_core::span::Span;
use glassbox_sksl::command::Command;

use super::stream::Stream;
use crate::ir::expression::Expr;
use crate::ir::program::Element;
use crate::ir::statement::{StatementKind, Stmt};
use crate::ir::symbol::{Symbol, SymbolKind};
use crate::ir::ty::Ty;
use crate::rules::encode as rules;

impl Stream<'_> {
    /// Encodes a program or module.
    pub(super) fn whole(&mut self) {
        if self.program.is_module { self.module() } else { self.program() }
    }

    fn program(&mut self) {
        let program = self.program;
        self.command(Command::Program);
        self.byte(program.kind.0);
        self.table(program.table);
        self.command(Command::Elements);
        for element in &program.shared {
            self.shared(element);
        }
        for element in &program.elements {
            self.element(element);
        }
        self.command(Command::ElementsComplete);
        self.byte(u8::from(program.uses_flip));
    }

    /// Encodes a module: a table and elements. Declarations appear in the table alone, so prototypes are omitted.
    fn module(&mut self) {
        let program = self.program;
        self.table(program.table);
        self.command(Command::Elements);
        for element in &program.elements {
            if !matches!(element, Element::Prototype(_)) {
                self.element(element);
            }
        }
        self.command(Command::ElementsComplete);
    }

    /// Encodes an imported builtin element. The format supports only functions.
    fn shared(&mut self, element: &Element) {
        match *element {
            Element::Function { declaration, .. } => {
                self.command(Command::SharedFunction);
                let program = self.program;
                let data = &program.symbols[declaration];
                if let SymbolKind::Function(function) = &data.kind {
                    self.count(function.parameters.len(), "parameters of a function", data.span);
                    for &parameter in &function.parameters {
                        self.symbol(parameter);
                    }
                }
                self.symbol(declaration);
                self.element(element);
            }
            Element::GlobalVar(declaration) => {
                if let StatementKind::VarDeclaration { variable, .. } =
                    self.program.statements[declaration].kind
                {
                    self.builtins.take_along(self.program.symbol_name(variable));
                }
            }
            Element::InterfaceBlock { type_name, .. } => {
                self.builtins.take_along(self.program.names.text(type_name));
            }
            _ => {}
        }
    }

    fn element(&mut self, element: &Element) {
        match *element {
            Element::Function { declaration, body } => {
                let id = self.id(declaration);
                self.command(Command::FunctionDefinition);
                self.word(id);
                self.statement(body);
            }
            Element::Prototype(declaration) => {
                let id = self.id(declaration);
                self.command(Command::FunctionPrototype);
                self.word(id);
            }
            Element::GlobalVar(declaration) => {
                self.command(Command::GlobalVar);
                self.statement(declaration);
            }
            Element::InterfaceBlock { variable, type_name, instance_name, array_size } => {
                self.command(Command::InterfaceBlock);
                self.symbol(variable);
                self.name(type_name);
                self.name(instance_name);
                // An excessive size was reported with the array type.
                self.byte(array_size);
            }
            Element::StructDefinition(ty) => {
                self.command(Command::StructDefinition);
                self.ty(ty);
            }
            // The model takes them from the program itself.
            Element::Extension { .. } | Element::Modifiers { .. } if self.is_wide => {}
            Element::Extension { name, span } => {
                let name = self.program.names.text(name);
                let message = format!("found `#extension {name}`, which version 8 cannot hold");
                self.report(&rules::ELEMENT, span, message)
                    .help("leave the directive out: files do not record extensions");
            }
            Element::Modifiers { span, .. } => {
                let message = "found modifiers without a declaration, which version 8 cannot hold";
                self.report(&rules::ELEMENT, span, message)
                    .help("leave the declaration out: files do not record such modifiers");
            }
        }
    }

    /// Encodes a statement, or the void command.
    fn optional_statement(&mut self, statement: Option<Stmt>) {
        match statement {
            Some(statement) => self.statement(statement),
            None => self.command(Command::Void),
        }
    }

    fn statement(&mut self, statement: Stmt) {
        if self.is_over() {
            return;
        }
        let program = self.program;
        let node = program.statements[statement];
        match node.kind {
            StatementKind::Block { statements, table, is_scope } => {
                self.command(Command::Block);
                let mark = self.open();
                self.optional_table(table);
                self.count(statements.len(), "statements of a block", node.span);
                for &statement in program.statement_lists.get(statements) {
                    self.statement(statement);
                }
                self.byte(u8::from(is_scope));
                self.close(mark);
            }
            StatementKind::Break => self.command(Command::Break),
            StatementKind::Continue => self.command(Command::Continue),
            StatementKind::Discard => self.command(Command::Discard),
            StatementKind::Do { body, test } => {
                self.command(Command::Do);
                self.statement(body);
                self.expression(test);
            }
            StatementKind::Expression(expression) => {
                self.command(Command::ExpressionStatement);
                self.expression(expression);
            }
            StatementKind::For { table, init, test, next, body, .. } => {
                self.command(Command::For);
                let mark = self.open();
                self.optional_table(table);
                self.optional_statement(init);
                self.optional_expression(test);
                self.optional_expression(next);
                self.statement(body);
                self.close(mark);
            }
            StatementKind::If { is_static, test, if_true, if_false } => {
                self.command(Command::If);
                self.byte(u8::from(is_static));
                self.expression(test);
                self.statement(if_true);
                self.optional_statement(if_false);
            }
            StatementKind::InlineMarker(function) => {
                self.command(Command::InlineMarker);
                self.id_or_name(function);
            }
            StatementKind::Nop => self.command(Command::Nop),
            StatementKind::Return(value) => {
                self.command(Command::Return);
                self.optional_expression(value);
            }
            StatementKind::Switch { is_static, table, value, cases } => {
                self.command(Command::Switch);
                self.byte(u8::from(is_static));
                let mark = self.open();
                self.optional_table(table);
                self.expression(value);
                self.count(cases.len(), "cases of a switch", node.span);
                for &case in program.statement_lists.get(cases) {
                    self.statement(case);
                }
                self.close(mark);
            }
            StatementKind::SwitchCase { value, statement } => {
                self.byte(u8::from(value.is_none()));
                if let Some(value) = value {
                    self.double(value as u32);
                }
                self.statement(statement);
            }
            StatementKind::VarDeclaration { variable, base, array_size, value } => {
                self.declaration(variable, base, array_size, value, node.span)
            }
        }
    }

    fn declaration(&mut self, variable: Symbol, base: Ty, array_size: u32, value: Option<Expr>, span: Span) {
        self.command(Command::VarDeclaration);
        match self.id(variable) {
            0 => self.unowned(variable, span),
            id => self.word(id),
        }
        self.ty(base);
        // An excessive size was reported with the array type.
        self.byte(array_size);
        self.optional_expression(value);
    }
}
