//! Calls: overload resolution and conversion of arguments.

use glassbox_core::span::Span;
use glassbox_sksl::builtin::{CallRules, Generic, Narrowing, Places, Signature, Type};
use glassbox_sksl::raw::{ModifierFlags, RefKind};

use super::construct::counted;
use super::field::EVAL;
use crate::build::{Builder, has_line};
use crate::ir::expression::{Expr, ExpressionKind};
use crate::ir::program::Program;
use crate::ir::symbol::{FunctionSymbol, Symbol, SymbolKind};
use crate::ir::ty::Ty;
use crate::rules::expression as rules;
use smallvec::SmallVec;

/// Maximum number of candidates listed in a message.
const MOST_LISTED: usize = 6;

/// Calls with up to this many arguments need no allocation.
const FEW: usize = 6;

/// Function considered in overload resolution.
struct Candidate<'p> {
    program: &'p Program,
    function: &'p FunctionSymbol,
}

impl Signature for Candidate<'_> {
    fn result(&self) -> Type {
        self.function.result.meaning
    }

    fn arity(&self) -> usize {
        self.function.parameters.len()
    }

    fn parameter(&self, index: usize) -> Type {
        let parameter = self.function.parameters.get(index);
        match parameter.map(|&parameter| &self.program.symbols[parameter].kind) {
            Some(SymbolKind::Variable(variable)) => variable.ty.meaning,
            _ => Type::Invalid,
        }
    }

    fn is_es3(&self) -> bool {
        self.function.modifiers.has(ModifierFlags::ES3)
    }
}

impl Builder<'_> {
    /// Builds `callee(arguments)`: a constructor, function call or method call.
    pub(crate) fn call(&mut self, callee: Expr, arguments: &[Expr], span: Span) -> Option<Expr> {
        match self.program.kind_of(callee) {
            ExpressionKind::TypeReference(ty) if ty.meaning != Type::Invalid => {
                self.construct(ty, arguments, span)
            }
            ExpressionKind::FunctionReference(symbol) => self.call_best(symbol, arguments, callee, span),
            ExpressionKind::MethodReference(base) => {
                let name = self.program.names.add(EVAL);
                let functions = self.builtin(name)?;
                let arguments = arguments.iter().copied().chain([base]);
                let arguments: SmallVec<[Expr; FEW]> = SmallVec::from_iter(arguments);
                self.call_best(functions, &arguments, callee, span)
            }
            ExpressionKind::Poison => Some(callee),
            _ => {
                let place = self.call_place(callee, span);
                let message = "this is called but is not a function".to_owned();
                let is_child =
                    matches!(self.program.ty_of(callee).meaning, Type::Opaque(opaque) if opaque.is_child());
                let help = if is_child {
                    "call the child with `.eval(…)`"
                } else {
                    "call a function, a constructor or a method; remove the parentheses if a value is intended"
                };
                self.wrong(&rules::NOT_FUNCTION, place, message, help);
                None
            }
        }
    }

    /// Range of findings about a call: all of it, or from the parenthesis if the callee ends on another line.
    fn call_place(&self, callee: Expr, span: Span) -> Span {
        let callee = self.program.span_of(callee);
        if has_line(self.text, callee.start, callee.end) { Span::new(callee.end, span.end) } else { span }
    }

    fn call_best(&mut self, called: Symbol, arguments: &[Expr], callee: Expr, span: Span) -> Option<Expr> {
        let types = self.types_of(arguments);
        if let SymbolKind::Function(_) = self.program.symbols[called].kind {
            return self.call_function(called, arguments, &types, None, callee, span);
        }
        // The cheapest overload wins even if an argument loses precision, which is then reported at the argument.
        let rules = CallRules { narrowing: Narrowing::Allowed, es2: self.is_es2() };
        if let Some((function, places)) = self.cheapest(called, &types, rules) {
            return self.call_function(function, arguments, &types, Some(places), callee, span);
        }
        let place = self.call_place(callee, span);
        let out_of_reach =
            if rules.es2 { self.cheapest(called, &types, CallRules { es2: false, ..rules }) } else { None };
        match out_of_reach {
            Some((function, _)) => self.refuse_es3(function, place),
            None => {
                let functions = self.functions_of(called);
                self.refuse_call(&functions, arguments, place);
            }
        }
        None
    }

    /// Selects the overload with the lowest conversion cost for these argument types, and the types of its generics.
    fn cheapest(&mut self, called: Symbol, types: &[Type], rules: CallRules) -> Option<(Symbol, Places)> {
        let all = &self.program.types;
        match &self.program.symbols[called].kind {
            SymbolKind::Overloads(data) => {
                let (chosen, places) = all.cheapest(data.function.overloads.iter(), types, rules)?;
                Some((self.overload(called, chosen)?, places))
            }
            SymbolKind::Functions(functions) => {
                let candidates = functions.iter().filter_map(|&function| self.candidate(function));
                let (chosen, places) = all.cheapest(candidates, types, rules)?;
                Some((*functions.get(chosen)?, places))
            }
            _ => None,
        }
    }

    fn types_of(&self, arguments: &[Expr]) -> SmallVec<[Type; FEW]> {
        let mut types = SmallVec::new();
        for &argument in arguments {
            types.push(self.program.ty_of(argument).meaning);
        }
        types
    }

    fn function(&self, symbol: Symbol) -> Option<&FunctionSymbol> {
        match &self.program.symbols[symbol].kind {
            SymbolKind::Function(function) => Some(function),
            _ => None,
        }
    }

    fn candidate(&self, symbol: Symbol) -> Option<Candidate<'_>> {
        Some(Candidate { program: &self.program, function: self.function(symbol)? })
    }

    /// Builds a call of a given function with arguments of these types. `places` are the types of its generics, if known.
    fn call_function(
        &mut self,
        symbol: Symbol,
        arguments: &[Expr],
        types: &[Type],
        places: Option<Places>,
        callee: Expr,
        span: Span,
    ) -> Option<Expr> {
        let function = self.function(symbol)?;
        let is_es3 = function.modifiers.has(ModifierFlags::ES3);
        let is_eval = function.builtin.is_some_and(|(builtin, _)| builtin.name == EVAL);
        let result = function.result;
        let count = function.parameters.len();
        if self.is_es2() && is_es3 {
            self.refuse_es3(symbol, self.call_place(callee, span));
            return None;
        }
        if count != arguments.len() {
            self.refuse_argument_count(symbol, arguments.len(), self.call_place(callee, span));
            return None;
        }
        let candidate = self.candidate(symbol)?;
        let Some(places) = places.or_else(|| self.program.types.places(&candidate, types)) else {
            self.refuse_call(&[symbol], arguments, self.call_place(callee, span));
            return None;
        };
        let concrete = |declared: Ty| match declared.meaning {
            Type::Generic(_) => Ty::own(places.settle(declared.meaning).unwrap_or(Type::Invalid)),
            _ => declared,
        };
        // Fast path: most calls convert no argument.
        if !is_eval && self.takes(symbol, types, places) {
            return Some(self.make_call(symbol, arguments, concrete(result), span));
        }
        let mut values: SmallVec<[Expr; FEW]> = SmallVec::new();
        for (number, &argument) in arguments.iter().enumerate() {
            let (ty, flags) = self.declared(symbol, number)?;
            let value = self.coerce(argument, concrete(ty))?;
            if flags.0 & ModifierFlags::OUT.0 != 0 {
                let kind =
                    if flags.0 & ModifierFlags::IN.0 != 0 { RefKind::READ_WRITE } else { RefKind::POINTER };
                if !self.set_ref_kind(value, kind) {
                    return None;
                }
            }
            values.push(value);
        }
        let result = concrete(result);
        if is_eval {
            return self.make_child_call(&values, result, span);
        }
        Some(self.make_call(symbol, &values, result, span))
    }

    /// Returns whether a function takes arguments of these types without conversion and writes to none of them.
    fn takes(&self, function: Symbol, types: &[Type], places: Places) -> bool {
        let Some(function) = self.function(function) else {
            return false;
        };
        let mut pairs = function.parameters.iter().zip(types);
        pairs.all(|(&parameter, &found)| {
            let SymbolKind::Variable(variable) = &self.program.symbols[parameter].kind else {
                return false;
            };
            let is_out = variable.modifiers.has(ModifierFlags::OUT);
            // Incomplete expressions have neither type, as in `coerce`.
            let is_plain = matches!(found, Type::Scalar(_) | Type::Vector(..));
            is_plain && !is_out && places.settle(variable.ty.meaning) == Some(found)
        })
    }

    /// Type and flags of a parameter.
    fn declared(&self, function: Symbol, number: usize) -> Option<(Ty, ModifierFlags)> {
        let &parameter = self.function(function)?.parameters.get(number)?;
        match &self.program.symbols[parameter].kind {
            SymbolKind::Variable(variable) => Some((variable.ty, variable.modifiers.flags)),
            _ => None,
        }
    }

    /// Builds the call of a child, which follows the arguments.
    fn make_child_call(&mut self, arguments: &[Expr], ty: Ty, span: Span) -> Option<Expr> {
        let (&child, arguments) = arguments.split_last()?;
        let ExpressionKind::VariableReference { variable, .. } = self.program.kind_of(child) else {
            return None;
        };
        let arguments = self.program.expression_lists.add(arguments);
        let kind = ExpressionKind::ChildCall { child: variable, arguments };
        Some(self.program.expression(kind, ty, span))
    }

    /// Builds a call with arguments that have the parameter types. A call of an intrinsic with constant arguments is
    /// evaluated.
    pub(crate) fn make_call(&mut self, function: Symbol, arguments: &[Expr], ty: Ty, span: Span) -> Expr {
        let is_intrinsic = self.function(function).is_some_and(FunctionSymbol::is_intrinsic);
        if (is_intrinsic || self.program.is_module)
            && let Some(folded) = self.fold_intrinsic(function, arguments, ty, span)
        {
            return folded;
        }
        let arguments = self.program.expression_lists.add(arguments);
        let kind = ExpressionKind::FunctionCall { function, arguments };
        self.program.expression(kind, ty, span)
    }

    fn refuse_es3(&mut self, symbol: Symbol, span: Span) {
        let message = format!("`{}` is not in OpenGL ES 2", self.describe_function(symbol));
        let help = "compute it with other functions, or compile without the restriction to OpenGL ES 2";
        self.wrong(&rules::ES3_FUNCTION, span, message, help);
    }

    fn refuse_argument_count(&mut self, symbol: Symbol, found: usize, span: Span) {
        let name = self.program.symbol_name(symbol).to_owned();
        let expected = self.program.parameter_types(symbol).count();
        let message = format!("`{name}` takes {}, found {found}", counted(expected, "argument"));
        let help = format!("it is declared as `{}`", self.describe_function(symbol));
        let declared = self.program.symbols[symbol].span;
        let mut finding = self.report(&rules::ARGUMENT_COUNT, span, message);
        finding.help(help);
        if declared != Span::default() {
            finding.label(declared, format!("`{name}` is declared here"));
        }
    }

    fn refuse_call(&mut self, functions: &[Symbol], arguments: &[Expr], place: Span) {
        if self.is_hopeless(place, arguments) {
            return;
        }
        let name = functions.first().map_or("", |&function| self.program.symbol_name(function));
        let (message, help) = match (name, arguments.split_last()) {
            (EVAL, Some((&child, arguments))) => (
                format!(
                    "the `eval` of a `{}` does not take ({})",
                    self.shown_of(child),
                    self.shown_list(arguments)
                ),
                "a `shader` takes a `float2`, a `colorFilter` a `half4`, a `blender` two `half4`".to_owned(),
            ),
            _ => (
                format!("no `{name}` takes ({})", self.shown_list(arguments)),
                match functions.len() {
                    1 => "give arguments of the types that it takes".to_owned(),
                    count => format!("give arguments of the types that one of the {count} takes"),
                },
            ),
        };
        let mut finding = self.finding(&rules::NO_MATCH, place, message).help(help);
        if name != EVAL {
            for &function in functions.iter().take(MOST_LISTED) {
                finding = finding.note(format!("there is `{}`", self.describe_function(function)));
            }
            if functions.len() > MOST_LISTED {
                finding = finding.note(format!("and {} more", functions.len() - MOST_LISTED));
            }
            for generic in self.generics_of(functions) {
                let members: Vec<_> =
                    generic.members().iter().map(|&member| self.program.types.name(member)).collect();
                finding = finding.note(format!("`{}` is one of {}", generic.name(), members.join(", ")));
            }
        }
        self.findings.push(finding);
    }

    /// Distinct generic types among the parameters of the functions.
    fn generics_of(&self, functions: &[Symbol]) -> Vec<Generic> {
        let mut found = Vec::new();
        for &function in functions.iter().take(MOST_LISTED) {
            for ty in self.program.parameter_types(function) {
                if let Type::Generic(generic) = ty.meaning
                    && !found.contains(&generic)
                {
                    found.push(generic);
                }
            }
        }
        found
    }
}
