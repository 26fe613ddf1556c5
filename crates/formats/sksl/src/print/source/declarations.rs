//! Prints variable declarations: one variable, or several of one type.

use crate::command::Command;
use crate::model::{Children, ModelNode};
use crate::view::Statement;

use super::super::base::{MISSING, children_from, is_braced};
use super::super::precedence::Level;
use super::super::sink::Result;
use super::{Printer, Step};

impl<'m> Printer<'m, '_, '_> {
    /// True if a statement is a declaration of several variables, such as `float a, b;`: an unbraced block
    /// without a table, holding declarations of one type.
    pub(super) fn declares_several(&self, at: ModelNode) -> bool {
        let model = self.base.model;
        let Statement::Block { table, is_scope } = model.statement(at) else {
            return false;
        };
        if is_braced(model, is_scope) || model.command(table) != Command::Void {
            return false;
        }
        let mut declarations = model.statements(at).map(|at| model.statement(at));
        let Some(first @ Statement::VarDeclaration { .. }) = declarations.next() else {
            return false;
        };
        let mut count = 1;
        for declaration in declarations {
            if !self.is_alike(&first, &declaration) {
                return false;
            }
            count += 1;
        }
        count > 1
    }

    /// True if two declarations have the same modifiers and the same type apart from arrays.
    fn is_alike(&self, one: &Statement, other: &Statement) -> bool {
        let model = self.base.model;
        let parts = |statement: &Statement| match *statement {
            Statement::VarDeclaration { variable, base, .. } if model.command(base) == Command::SymbolRef => {
                let modifiers =
                    self.base.variable(variable).map(|(modifiers, ..)| model.modifiers(modifiers));
                Some((modifiers?, model.reference(base)))
            }
            _ => None,
        };
        parts(one).is_some_and(|one| parts(other) == Some(one))
    }

    /// Writes the modifiers and type of a declaration.
    pub(super) fn declaration_head(&mut self, at: ModelNode) -> Result {
        if let Statement::VarDeclaration { variable, base, .. } = self.base.model.statement(at) {
            if let Some((modifiers, ..)) = self.base.variable(variable) {
                self.modifiers(modifiers)?;
            }
            self.base.ty(base)?;
            self.base.out.text(" ")?;
        }
        Ok(())
    }

    /// Writes a variable with its size and value.
    pub(super) fn declarator(&mut self, at: ModelNode) -> Result {
        let model = self.base.model;
        let Statement::VarDeclaration { variable, base, array_size, value } = model.statement(at) else {
            return Ok(());
        };
        match self.base.variable(variable) {
            Some((_, name, _)) => self.base.name(name)?,
            None => self.base.out.text(MISSING)?,
        }
        self.base.array_size(array_size)?;
        match model.command(value) {
            Command::Void | Command::Missing => Ok(()),
            _ => {
                let value = self.uncast(value, base);
                self.then([Step::Text(" = "), Step::Expression(value, Level::Assignment)])
            }
        }
    }

    /// Value of a variable, without a conversion implied by the declaration.
    fn uncast(&self, value: ModelNode, base: ModelNode) -> ModelNode {
        let model = self.base.model;
        let is_same = |ty: ModelNode| {
            model.command(base) == Command::SymbolRef && model.reference(ty) == model.reference(base)
        };
        match self.unasked(value) {
            Some((ty, inner)) if is_same(ty) => inner,
            _ => value,
        }
    }

    /// Writes the variables of a combined declaration.
    pub(super) fn declarators(&mut self, mut rest: Children<'m>, any: bool) -> Result {
        let Some(at) = rest.next() else {
            return self.base.out.text(";");
        };
        if any {
            self.base.out.text(", ")?
        } else {
            self.declaration_head(at)?
        }
        self.steps.push(Step::Declarators(rest, true));
        self.declarator(at)
    }

    /// Declarations and loop of a block made from `for (int a = 0, b = 0; …)`: it holds nothing else, and the
    /// loop has neither a table nor an initialiser of its own.
    pub(super) fn loop_of_several(&self, block: ModelNode) -> Option<(ModelNode, ModelNode)> {
        let model = self.base.model;
        let mut statements = model.statements(block);
        let (declarations, at) = (statements.next()?, statements.next()?);
        let Statement::For { table, init, .. } = model.statement(at) else {
            return None;
        };
        let is_bare = model.command(table) == Command::Void && model.command(init) == Command::Void;
        (is_bare && statements.next().is_none() && self.declares_several(declarations))
            .then_some((declarations, at))
    }

    /// `for (int a = 0, b = 0; test; next) body`
    pub(super) fn loop_of(&mut self, declarations: ModelNode, at: ModelNode) -> Result {
        let model = self.base.model;
        let Statement::For { test, next, body, .. } = model.statement(at) else {
            return Ok(());
        };
        let part = |at| match model.command(at) {
            Command::Void | Command::Missing => [Step::Text(""), Step::Text("")],
            _ => [Step::Text(" "), Step::Expression(at, Level::Comma)],
        };
        let ([a, b], [c, d]) = (part(test), part(next));
        self.then([
            Step::Text("for ("),
            Step::Declarators(children_from(model, declarations, 1), false),
            a,
            b,
            Step::Text(";"),
            c,
            d,
            Step::Text(") "),
            Step::Body(body, false),
        ])
    }
}
