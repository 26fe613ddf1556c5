//! Functions of the program, and calls of them.

use std::collections::HashSet;

use glassbox_core::span::Span;
use glassbox_sksl::builtin::Type;
use glassbox_sksl::raw::{ModifierFlags, ProgramKind};
use glassbox_sksl_lang::ir::arena::List;
use glassbox_sksl_lang::ir::expression::{Expr, ExpressionKind};
use glassbox_sksl_lang::ir::statement::Stmt;
use glassbox_sksl_lang::ir::symbol::{FunctionSymbol, Symbol, SymbolKind};
use glassbox_spirv::build::value::storage_class;
use glassbox_spirv::build::{Id, op};

use crate::calls::{Calls, assigned_parameters};
use crate::lowering::{Binding, Lowering, Storage};
use crate::place::Place;
use crate::rules;
use crate::session::Outcome;
use crate::types::Form;

/// How many expressions are looked at to see whether other arguments have effects.
const BUDGET: u32 = 64;

impl<'p> Lowering<'_, 'p> {
    pub(crate) fn function(&self, symbol: Symbol, span: Span) -> Outcome<&'p FunctionSymbol> {
        match &self.program.symbols[symbol].kind {
            SymbolKind::Function(function) => Ok(function),
            _ => self.malformed(span, "what is called is no function"),
        }
    }

    /// Writes a function and those that it calls, which come first.
    pub(crate) fn write_functions(&mut self, from: Symbol) -> Outcome<()> {
        // Functions with the next of their callees.
        let mut open: Vec<(Symbol, Vec<Symbol>)> = Vec::new();
        let mut entered = HashSet::new();
        let mut next = Some(from);
        loop {
            if let Some(symbol) = next.take()
                && !self.functions.contains_key(&symbol)
            {
                if !entered.insert(symbol) {
                    return self.recursion(symbol);
                }
                let body = self.bodies.get(&symbol).copied();
                let callees = body.map_or(Vec::new(), |body| Calls::of(self.program, body));
                open.push((
                    symbol,
                    callees.into_iter().filter(|callee| self.bodies.contains_key(callee)).collect(),
                ));
            }
            let Some((symbol, callees)) = open.last_mut() else { return Ok(()) };
            let symbol = *symbol;
            match callees.pop() {
                Some(callee) => next = Some(callee),
                None => {
                    open.pop();
                    self.write_function(symbol)?;
                }
            }
        }
    }

    fn recursion(&self, symbol: Symbol) -> Outcome<()> {
        let message = format!("`{}` calls itself", self.program.symbol_name(symbol));
        let span = self.program.symbols[symbol].span;
        let finding = self.source.finding(&rules::RECURSION, span, message);
        Err(finding.help("write the recursion as a loop with a limit").into())
    }

    fn write_function(&mut self, symbol: Symbol) -> Outcome<()> {
        let span = self.program.symbols[symbol].span;
        let function = self.function(symbol, span)?;
        let Some(&body) = self.bodies.get(&symbol) else {
            return self.malformed(span, "the function has no body");
        };
        self.at(span);
        let mut types = Vec::with_capacity(function.parameters.len());
        for &parameter in &function.parameters {
            types.push(self.parameter_type(parameter, span)?);
        }
        let result = function.result.meaning;
        let result_id = self.ty(result, span)?;
        let signature = self.s.b.function_type(result_id, &types);
        let id = self.s.b.begin_function(result_id, signature);
        let name = self.function_name(symbol, function);
        self.s.b.name(id, &name);
        self.s.relax(id, result);
        self.functions.insert(symbol, id);
        let assigned = assigned_parameters(self.program, &function.parameters, body);
        let mut values = Vec::with_capacity(types.len());
        for (&parameter, ty) in function.parameters.iter().zip(types) {
            values.push((parameter, self.s.b.parameter(ty)));
        }
        for (parameter, value) in values {
            self.bind_parameter(parameter, value, assigned.contains(&parameter), span)?;
        }
        self.body(body, result)
    }

    /// The name of a function: a `main` that an entry point calls is told from it by what it does.
    fn function_name(&self, symbol: Symbol, function: &FunctionSymbol) -> String {
        let name = self.name_of(symbol);
        let is_called = name == "main" && self.s.options.entry.as_deref() == Some("main");
        if !is_called || function.result.meaning.is_void() && function.parameters.is_empty() {
            return name;
        }
        match self.program.kind {
            ProgramKind::COLOR_FILTER => "filterColor",
            ProgramKind::BLENDER => "blendColors",
            ProgramKind::MESH_VERTEX => "transform",
            _ => "shade",
        }
        .to_owned()
    }

    /// Writes the body of the open function.
    pub(crate) fn body(&mut self, body: Stmt, result: Type) -> Outcome<()> {
        self.result = result;
        self.statement(body)?;
        if self.s.b.is_open() && result.is_void() {
            self.s.b.end(op::RETURN);
        }
        self.s.b.end_function();
        Ok(())
    }

    fn parameter_type(&mut self, parameter: Symbol, span: Span) -> Outcome<Id> {
        let Some(variable) = self.variable_of(parameter) else {
            return self.malformed(span, "a parameter is no variable");
        };
        let ty = self.ty(variable.ty.meaning, span)?;
        Ok(if variable.ty.meaning.is_opaque() {
            self.s.b.pointer(storage_class::UNIFORM_CONSTANT, ty)
        } else if variable.modifiers.has(ModifierFlags::OUT) {
            self.s.b.pointer(storage_class::FUNCTION, ty)
        } else {
            ty
        })
    }

    fn bind_parameter(&mut self, parameter: Symbol, value: Id, is_assigned: bool, span: Span) -> Outcome<()> {
        let Some(variable) = self.variable_of(parameter) else {
            return self.malformed(span, "a parameter is no variable");
        };
        let ty = variable.ty.meaning;
        let name = self.program.symbol_name(parameter).to_owned();
        let is_pointer = ty.is_opaque() || variable.modifiers.has(ModifierFlags::OUT);
        if is_assigned && !is_pointer {
            let storage = self.local(ty, &name, span)?;
            self.bindings.insert(parameter, Binding::Variable(storage));
            return self.write(&Place::whole(storage, ty), value, span);
        }
        if !name.is_empty() {
            self.s.b.name(value, &name);
        }
        self.relax_variable(value, ty);
        let class = if ty.is_opaque() { storage_class::UNIFORM_CONSTANT } else { storage_class::FUNCTION };
        let storage = Storage { pointer: value, class, form: Form::Logical };
        let binding = if is_pointer { Binding::Variable(storage) } else { Binding::Value(value) };
        self.bindings.insert(parameter, binding);
        Ok(())
    }

    /// A call of any function.
    pub(crate) fn call(
        &mut self,
        function: Symbol,
        list: List<Expr>,
        result: Type,
        span: Span,
    ) -> Outcome<Id> {
        let arguments = self.program.expression_lists.get(list);
        if let Some(&id) = self.functions.get(&function) {
            return self.call_function(function, id, arguments, span);
        }
        let declaration = self.function(function, span)?;
        match declaration.builtin {
            Some((builtin, _)) => self.call_builtin(builtin.name, arguments, result, span),
            None => {
                let name = self.program.symbol_name(function);
                self.malformed(span, format!("the function `{name}` has no body"))
            }
        }
    }

    fn call_function(&mut self, function: Symbol, id: Id, arguments: &[Expr], span: Span) -> Outcome<Id> {
        let declaration = self.function(function, span)?;
        if declaration.parameters.len() != arguments.len() {
            return self.malformed(span, "a call has the wrong number of arguments");
        }
        let mut operands = vec![id];
        let mut copies: Vec<(Place, Place)> = Vec::new();
        let mut passed: Vec<Id> = Vec::new();
        for (index, (&parameter, &argument)) in declaration.parameters.iter().zip(arguments).enumerate() {
            let Some(variable) = self.variable_of(parameter) else {
                return self.malformed(span, "a parameter is no variable");
            };
            if variable.ty.meaning.is_opaque() {
                operands.push(self.opaque_pointer(argument)?);
                continue;
            }
            if !variable.modifiers.has(ModifierFlags::OUT) {
                operands.push(self.value(argument)?);
                continue;
            }
            let Some(place) = self.place(argument)? else {
                return self.malformed(span, "the argument of an `out` parameter is no variable");
            };
            let others = arguments.iter().enumerate().filter(|(other, _)| *other != index);
            if let Some(pointer) = place.local()
                && !passed.contains(&pointer)
                && { others }.all(|(_, &other)| self.is_pure(other, &mut { BUDGET }))
                && !self.is_passed_twice(argument, arguments)
            {
                passed.push(pointer);
                operands.push(pointer);
                continue;
            }
            let ty = place.ty();
            let copy = self.local(ty, "", span)?;
            let copy_place = Place::whole(copy, ty);
            if variable.modifiers.has(ModifierFlags::IN) {
                let held = self.read(&place, span)?;
                self.write(&copy_place, held, span)?;
            }
            operands.push(copy.pointer);
            copies.push((copy_place, place));
        }
        self.at(span);
        let result = self.op(op::FUNCTION_CALL, declaration.result.meaning, &operands, span)?;
        for (copy, place) in copies {
            let value = self.read(&copy, span)?;
            self.write(&place, value, span)?;
        }
        Ok(result)
    }

    /// True if one variable is named by several arguments of a call.
    fn is_passed_twice(&self, argument: Expr, arguments: &[Expr]) -> bool {
        let root = |mut expression: Expr| loop {
            match self.program.kind_of(expression) {
                ExpressionKind::VariableReference { variable, .. } => return Some(variable),
                ExpressionKind::FieldAccess { base, .. }
                | ExpressionKind::Swizzle { base, .. }
                | ExpressionKind::Index { base, .. } => expression = base,
                _ => return None,
            }
        };
        let own = root(argument);
        arguments.iter().filter(|other| root(**other) == own).count() > 1
    }

    /// The variable of a texture or sampler.
    pub(crate) fn opaque_pointer(&mut self, expression: Expr) -> Outcome<Id> {
        let span = self.program.span_of(expression);
        if let ExpressionKind::VariableReference { variable, .. } = self.program.kind_of(expression)
            && let Some(Binding::Variable(storage)) = self.bindings.get(&variable)
        {
            return Ok(storage.pointer);
        }
        let message = "a texture or sampler is passed on that is no variable";
        let finding = self.source.finding(&rules::OPAQUE, span, message);
        Err(finding
            .help("pass the texture and the sampler on, and put them together where they are sampled")
            .into())
    }
}
