//! Resolves builtin functions and variables, which a file refers to by name.

use glassbox_sksl::builtin::{self, CallRules, Function, Narrowing, Signature, Type};
use glassbox_sksl::model::{ModelNode, Name as FileName};
use glassbox_sksl::raw::{ModifierFlags, Storage};

use super::{Lifter, Result};
use crate::ir::arena::List;
use crate::ir::expression::Expr;
use crate::ir::modifiers::Modifiers;
use crate::ir::symbol::{FunctionSymbol, Symbol, SymbolKind, Symbols, VariableSymbol};
use crate::ir::ty::Ty;

/// A file does not state the mode of its compilation. Functions hidden in ES2 mode are never cheaper than those that
/// it selects.
const RULES: CallRules = CallRules { narrowing: Narrowing::Allowed, es2: false };

impl Lifter<'_> {
    /// Selects the overload of a builtin function for a call.
    pub(super) fn called(
        &mut self,
        name: FileName,
        arguments: List<Expr>,
        result: Type,
        at: ModelNode,
    ) -> Result<Symbol> {
        let Some(function) = self.function_named(name) else {
            let text = self.model.name(name);
            return self
                .fault(at, format!("found a call of `{text}`, expected the name of a builtin function"));
        };
        let arguments = self.program.expression_lists.get(arguments).iter();
        let mut taken = std::mem::take(&mut self.taken);
        taken.clear();
        taken.extend(arguments.map(|&argument| self.program.ty_of(argument).meaning));
        let number = self.overload(function, &taken, result);
        self.taken = taken;
        match number {
            Some(number) => Ok(self.builtin_function(name, function, number as u32)),
            None => self
                .fault(at, format!("found a call of `{}` that none of its overloads takes", function.name)),
        }
    }

    /// Number of the overload for these argument and result types.
    fn overload(&self, function: &Function, arguments: &[Type], result: Type) -> Option<usize> {
        let types = &self.program.types;
        match types.choose_result(function.overloads, arguments, RULES) {
            Some((number, gives)) if gives == result => Some(number),
            // The result type in the file is decisive, even if the arguments select another overload.
            _ => (0..function.overloads.len()).find(|&number| {
                let overload = &function.overloads[number];
                types.settle(overload, arguments).is_some_and(|settled| {
                    let mut pairs = arguments.iter().zip(&settled.parameters);
                    let fits = pairs.all(|(&from, &to)| types.coerces(from, to, RULES.narrowing));
                    fits && settled.result == result
                })
            }),
        }
    }

    /// Function named by an inline marker. The file gives no overload, so the first one is used.
    pub(super) fn inlined(&mut self, name: FileName, at: ModelNode) -> Result<Symbol> {
        match self.function_named(name) {
            Some(function) => Ok(self.builtin_function(name, function, 0)),
            None => {
                let text = self.model.name(name);
                self.fault(at, format!("found `{text}`, expected the name of a builtin function"))
            }
        }
    }

    /// Symbol of an overload of a builtin function.
    fn builtin_function(&mut self, name: FileName, function: &'static Function, number: u32) -> Symbol {
        let name = self.name(name);
        if let Some(&symbol) = self.builtins.get(&(name, number)) {
            return symbol;
        }
        let overload = function.overloads.get(number as usize);
        let mut parameters = Symbols::new();
        let declared = overload.map_or(&[][..], |overload| overload.parameters);
        for parameter in declared {
            let flags = if parameter.is_out { ModifierFlags::OUT } else { ModifierFlags(0) };
            parameters.push(self.parameter(parameter.ty, flags));
        }
        let kind = SymbolKind::Function(FunctionSymbol {
            modifiers: Modifiers::default(),
            parameters,
            result: Ty::own(overload.map_or(Type::Invalid, |overload| overload.result)),
            builtin: Some((function, number)),
            is_main: false,
            body: None,
        });
        let symbol = self.add_symbol(name, kind);
        self.builtins.insert((name, number), symbol);
        symbol
    }

    fn parameter(&mut self, ty: Type, flags: ModifierFlags) -> Symbol {
        let kind = SymbolKind::Variable(VariableSymbol {
            modifiers: Modifiers::of(flags),
            ty: Ty::own(ty),
            storage: Storage::PARAMETER,
            declaration: None,
            builtin: None,
        });
        let unnamed = self.program.names.add("");
        self.add_symbol(unnamed, kind)
    }

    /// Creates a parameter about which the file states nothing.
    pub(super) fn unknown_parameter(&mut self) -> Symbol {
        self.parameter(Type::Invalid, ModifierFlags(0))
    }

    /// Identifies the builtin functions in an overload set. Skia's encoder writes them without parameters after the
    /// program's own: every overload of the name that the program does not replace, in module order.
    pub(super) fn recognise_overloads(&mut self, at: ModelNode, functions: &[Symbol]) -> Result<()> {
        let Some(&first) = functions.first() else {
            return Ok(());
        };
        let unknown = |lifter: &Self, symbol: Symbol| {
            let mut types = lifter.program.parameter_types(symbol);
            types.any(|ty| ty.meaning == Type::Invalid)
        };
        let Some(start) = functions.iter().position(|&function| unknown(self, function)) else {
            return Ok(());
        };
        let name = self.program.symbol_name(first).to_owned();
        let Some(function) = self.scope.function(&name) else {
            return self.fault(
                at,
                format!("found overloads of `{name}` without parameters, which no module declares"),
            );
        };
        let own: Vec<Vec<Type>> = functions[..start]
            .iter()
            .map(|&function| self.program.parameter_types(function).map(|ty| ty.meaning).collect())
            .collect();
        let numbers: Vec<u32> = (0..function.overloads.len())
            .filter(|&number| {
                let overload = &function.overloads[number];
                let parameters = || overload.parameters.iter().map(|parameter| parameter.ty);
                !own.iter().any(|types| types.iter().copied().eq(parameters()))
            })
            .map(|number| number as u32)
            .collect();
        for (index, &symbol) in functions[start..].iter().enumerate() {
            let known = self.program.parameter_types(symbol).count();
            let overload = numbers.get(index).and_then(|&number| {
                let overload = function.overloads.get(number as usize)?;
                (overload.arity() == known).then_some((number, overload))
            });
            let Some((number, overload)) = overload else {
                return self.fault(at, format!("found an overload of `{name}` that no module declares"));
            };
            let parameters = match &mut self.program.symbols[symbol].kind {
                SymbolKind::Function(data) => {
                    data.builtin = Some((function, number));
                    data.parameters.clone()
                }
                _ => return self.fault(at, "found an overload set whose members are not functions"),
            };
            for (parameter, declared) in parameters.into_iter().zip(overload.parameters) {
                if let SymbolKind::Variable(variable) = &mut self.program.symbols[parameter].kind {
                    variable.ty = Ty::own(declared.ty);
                    if declared.is_out {
                        variable.modifiers.flags = ModifierFlags::OUT;
                    }
                }
            }
        }
        Ok(())
    }

    /// Identifies the builtin function that an imported function is.
    pub(super) fn recognise_shared(&mut self, symbol: Symbol) {
        let Some(function) = self.scope.function(self.program.symbol_name(symbol)) else {
            return;
        };
        let types: Vec<Type> = self.program.parameter_types(symbol).map(|ty| ty.meaning).collect();
        let number = function.overloads.iter().position(|overload| {
            let parameters = overload.parameters.iter().map(|parameter| parameter.ty);
            overload.has_body() && parameters.eq(types.iter().copied())
        });
        if let (Some(number), SymbolKind::Function(data)) = (number, &mut self.program.symbols[symbol].kind) {
            data.builtin = Some((function, number as u32));
            data.is_main = false;
        }
    }

    /// Symbol of a builtin variable, which extended files refer to by name.
    pub(super) fn builtin_variable(&mut self, name: FileName, at: ModelNode) -> Result<Symbol> {
        let text = self.model.name(name);
        let name = self.name(name);
        if let Some(&symbol) = self.builtins.get(&(name, u32::MAX)) {
            return Ok(symbol);
        }
        let Some(builtin::Symbol::Variable(variable)) = self.scope.lookup(&text) else {
            return self.fault(at, format!("found `{text}`, expected the name of a builtin variable"));
        };
        let kind = SymbolKind::Variable(VariableSymbol::builtin(variable));
        let symbol = self.add_symbol(name, kind);
        self.builtins.insert((name, u32::MAX), symbol);
        Ok(symbol)
    }
}
