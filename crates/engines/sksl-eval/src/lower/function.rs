//! Functions of the program, put in place where they are called.

use glassbox_core::span::Span;
use glassbox_sksl::raw::ModifierFlags;
use glassbox_sksl_lang::ir::expression::Expr;
use glassbox_sksl_lang::ir::symbol::{Symbol, SymbolKind};

use super::place::Place;
use super::state::{Function, Variable};
use super::{Lowering, Outcome, Slots, malformed};

/// A parameter, and what becomes of it.
struct Parameter {
    symbol: Symbol,
    value: Option<Slots>,
    target: Option<Place>,
}

impl Lowering<'_> {
    pub(super) fn call_function(
        &mut self,
        function: Symbol,
        arguments: &[Expr],
        span: Span,
    ) -> Outcome<Slots> {
        let parameters = self.parameters(function);
        if parameters.len() != arguments.len() {
            return Err(malformed(
                span,
                format!(
                    "`{}` takes {} arguments, found {}",
                    self.program.symbol_name(function),
                    parameters.len(),
                    arguments.len()
                ),
            ));
        }
        let mut passed = Vec::with_capacity(arguments.len());
        for (&symbol, &argument) in parameters.iter().zip(arguments) {
            let modifiers = match &self.program.symbols[symbol].kind {
                SymbolKind::Variable(variable) => variable.modifiers,
                _ => return Err(malformed(span, "a parameter is no variable")),
            };
            let parameter = if modifiers.has(ModifierFlags::OUT) {
                let target = self.target(argument)?;
                let value = modifiers.has(ModifierFlags::IN).then(|| self.read_place(&target));
                Parameter { symbol, value, target: Some(target) }
            } else {
                Parameter { symbol, value: Some(self.value(argument)?), target: None }
            };
            passed.push(parameter);
        }
        let mut variables = Vec::with_capacity(passed.len());
        for parameter in &passed {
            variables.push(self.bind(parameter.symbol, parameter.value.as_deref(), span)?);
        }
        let result = self.run_function(function, span)?;
        for (parameter, variable) in passed.iter().zip(variables) {
            if let Some(target) = &parameter.target {
                let value = self.read(variable).unwrap_or_default();
                if value.len() != target.len() {
                    return Err(malformed(span, "an `out` argument has the wrong size"));
                }
                self.write_place(target, &value);
            }
        }
        Ok(result)
    }

    /// The parameters of a function.
    pub(super) fn parameters(&self, function: Symbol) -> Vec<Symbol> {
        match &self.program.symbols[function].kind {
            SymbolKind::Function(declaration) => declaration.parameters.to_vec(),
            _ => Vec::new(),
        }
    }

    /// Declares a parameter with the value that is passed, or without any.
    pub(super) fn bind(
        &mut self,
        parameter: Symbol,
        value: Option<&[crate::graph::Node]>,
        span: Span,
    ) -> Outcome<Variable> {
        let ty = match &self.program.symbols[parameter].kind {
            SymbolKind::Variable(variable) => variable.ty.meaning,
            _ => return Err(malformed(span, "a parameter is no variable")),
        };
        let width = self.width(ty, span)?;
        let variable = self.declare(parameter, width, span)?;
        if let Some(value) = value {
            if value.len() != width {
                return Err(malformed(span, "an argument has the wrong size"));
            }
            self.assign_all(variable, value);
        }
        Ok(variable)
    }

    /// Puts a function's body in place, whose parameters are bound, and gives its result.
    pub(super) fn run_function(&mut self, function: Symbol, span: Span) -> Outcome<Slots> {
        if self.functions.iter().any(|open| open.symbol == function) {
            return Err(self.recursion(function));
        }
        let Some(&body) = self.bodies.get(&function) else {
            return Err(malformed(span, "the function has no body"));
        };
        let result = match &self.program.symbols[function].kind {
            SymbolKind::Function(declaration) => declaration.result.meaning,
            _ => return Err(malformed(span, "what is called is no function")),
        };
        let width = self.width(result, span)?;
        let result = self.anonymous(width, span)?;
        let returned = self.allocate_lanes(span)?;
        self.functions.push(Function { symbol: function, result, returned });
        let loops = std::mem::take(&mut self.loops);
        let (mask, discarded) = (self.mask, self.slot(self.discarded));
        self.statement(body)?;
        self.mask = self.without(mask, self.discarded, discarded);
        self.loops = loops;
        self.functions.pop();
        self.read(result).ok_or_else(|| malformed(span, "the result is out of scope"))
    }
}
