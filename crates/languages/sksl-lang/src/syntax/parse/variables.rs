//! Parses variable declarations: dimensions, initial values and further variables.

use glassbox_core::span::Span;
use glassbox_sksl::raw::{Operator, Storage};
use smallvec::SmallVec;

use super::cursor::Beginning;
use super::{Parser, Result};
use crate::build::declaration::modifiers::ModifierSyntax;
use crate::ir::expression::Expr;
use crate::ir::names::Name;
use crate::ir::statement::Stmt;
use crate::ir::ty::Ty;
use crate::syntax::token::{Keyword, Token, TokenKind};

/// Beginning of a variable declaration.
pub(super) struct Prefix {
    /// Range of its first token.
    start: Span,
    modifiers: ModifierSyntax,
    ty: Ty,
    name: (Name, Span),
}

impl Parser<'_, '_> {
    /// Parses variables of one type after the name of the first one, up to the semicolon. `start` is where Skia's
    /// compiler reports all of them. Globals have been added as elements; declarations of locals are returned if none
    /// has an error.
    pub(super) fn variables(
        &mut self,
        modifiers: &ModifierSyntax,
        base: Ty,
        first: (Name, Span),
        start: Span,
        storage: Storage,
    ) -> Result<Option<SmallVec<[Stmt; 2]>>> {
        let mut declarations = SmallVec::new();
        let mut is_sound = true;
        let mut beginning = Beginning::new(start);
        let mut variable = first;
        loop {
            let (name, span) = variable;
            let place = beginning.declared_at(self, span);
            let declaration = match self.variable(modifiers, base, name, place, storage) {
                Ok(declaration) => declaration,
                Err(_) => return Err(self.forget(name)),
            };
            match declaration {
                Some(declaration) => declarations.push(declaration),
                None => is_sound = false,
            }
            if !self.eat_comma() {
                break;
            }
            variable = self.new_name("the name of another variable after `,`")?;
        }
        self.semicolon("the declaration")?;
        Ok(is_sound.then_some(declarations))
    }

    fn variable(
        &mut self,
        modifiers: &ModifierSyntax,
        base: Ty,
        name: Name,
        place: Span,
        storage: Storage,
    ) -> Result<Option<Stmt>> {
        let ty = self.dimensions(base, place)?;
        let value = self.initial_value()?;
        let variable = self.builder.variable(modifiers, ty, name, place, storage);
        Ok(self.builder.declare_variable(variable, value))
    }

    fn initial_value(&mut self) -> Result<Option<Expr>> {
        if self.eat(TokenKind::Operator(Operator::ASSIGN)) { self.assignment().map(Some) } else { Ok(None) }
    }

    /// Parses a declaration of variables or an expression, with its semicolon.
    pub(super) fn variables_or_expression(&mut self) -> Result<Option<Stmt>> {
        let prefix = match self.kind() {
            // Cannot begin an expression.
            TokenKind::Keyword(Keyword::Const) => Some(self.prefix()?),
            TokenKind::Keyword(Keyword::HighP | Keyword::MediumP | Keyword::LowP) => self.try_prefix()?,
            _ if self.is_type_next() => self.try_prefix()?,
            _ => None,
        };
        let Some(prefix) = prefix else {
            return self.expression_statement();
        };
        let Prefix { start, modifiers, ty, name } = prefix;
        let declarations = self.variables(&modifiers, ty, name, start, Storage::LOCAL)?;
        Ok(declarations.map(|declarations| self.builder.make_unscoped(&declarations, Span::default())))
    }

    fn prefix(&mut self) -> Result<Prefix> {
        let start = self.peek().span;
        let mut modifiers = self.modifiers()?;
        let ty = self.ty(&mut modifiers)?;
        let name = self.new_name("the name of a variable")?;
        Ok(Prefix { start, modifiers, ty, name })
    }

    /// Parses the beginning of a declaration, or rewinds: a type can begin a constructor as well. Findings are kept
    /// only for a declaration. Symbols created meanwhile remain, as in Skia's compiler.
    fn try_prefix(&mut self) -> Result<Option<Prefix>> {
        let start = self.peek();
        let lexer = self.lexer.clone();
        let ahead = (self.ahead, self.is_ahead);
        let previous = self.previous;
        let (braces, nesting) = (self.braces, self.nesting);
        let reported_at = self.reported_at;
        let findings = std::mem::take(&mut self.builder.findings);
        let prefix = self.prefix();
        let found = std::mem::replace(&mut self.builder.findings, findings);
        if prefix.is_ok() || self.is_no_expression(start) {
            if !found.items().is_empty() {
                self.builder.findings.extend(found.items().iter().cloned());
            }
            return prefix.map(Some);
        }
        self.lexer = lexer;
        (self.ahead, self.is_ahead) = ahead;
        self.previous = previous;
        self.braces = braces;
        self.nesting = nesting;
        self.reported_at = reported_at;
        self.is_hopeless = false;
        Ok(None)
    }

    /// Returns whether the token found in place of a name, after a type, cannot continue an expression.
    fn is_no_expression(&mut self, start: Token) -> bool {
        let token = self.peek();
        let is_behind = start.kind == TokenKind::Identifier && self.previous == start.span;
        match token.kind {
            // Skia's compiler reports a missing expression at the start.
            _ if !is_behind && self.is_line_between(start.span.start, token.span.start) => false,
            TokenKind::Int | TokenKind::Identifier | TokenKind::Keyword(_) => true,
            TokenKind::Float => !self.text_of(token.span).starts_with('.'),
            _ => false,
        }
    }
}
