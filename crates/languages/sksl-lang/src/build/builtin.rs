//! Creates symbols for builtin types, functions and variables on first use.

use glassbox_core::span::Span;
use glassbox_sksl::builtin::{self, Function, Overload, Parameter, Type};
use glassbox_sksl::raw::{ModifierFlags, Storage};
use smallvec::SmallVec;

use super::{Builder, Known};
use crate::ir::modifiers::Modifiers;
use crate::ir::names::Name;
use crate::ir::symbol::{FunctionSymbol, OverloadsSymbol, Symbol, SymbolData, SymbolKind, VariableSymbol};
use crate::ir::ty::{Alias, Spelling, Ty};

impl Builder<'_> {
    /// Returns the symbol of a builtin name, the same one each time.
    pub(crate) fn builtin(&mut self, name: Name) -> Option<Symbol> {
        if let Some(Known { builtin: Some(known), .. }) = self.known.get(name.0 as usize) {
            return *known;
        }
        let found = self.scope.lookup(self.program.names.text(name));
        let symbol = found.and_then(|found| self.builtin_symbol(name, found));
        if let Some(known) = self.known_of(name) {
            known.builtin = Some(symbol);
        }
        symbol
    }

    fn builtin_symbol(&mut self, name: Name, found: builtin::Symbol) -> Option<Symbol> {
        let kind = match found {
            builtin::Symbol::Type { ty, is_alias } => {
                let text = self.program.names.text(name);
                let alias = match ty {
                    // Later ones are spelt by the type.
                    _ if is_alias => Alias::glsl(text),
                    // Keeps the spelling, which distinguishes a name without meaning from the type of an error.
                    Type::Invalid => Alias::opaque(text),
                    _ => None,
                };
                let spelling = alias.map_or(Spelling::Own, Spelling::Alias);
                SymbolKind::BuiltinType(Ty { meaning: ty, spelling })
            }
            builtin::Symbol::Function(function) => return Some(self.builtin_function(name, function)),
            builtin::Symbol::Variable(variable) => match variable.field {
                Some((_, index)) => SymbolKind::Field { owner: self.per_vertex(), index: u32::from(index) },
                None => SymbolKind::Variable(VariableSymbol::builtin(variable)),
            },
            // `sk_Caps` has no symbol; names resolve it directly.
            builtin::Symbol::Capabilities => return None,
        };
        Some(self.symbol(name, Span::default(), kind))
    }

    fn builtin_function(&mut self, name: Name, function: &'static Function) -> Symbol {
        match function.overloads {
            [only] => self.function_symbol(name, function, 0, only),
            _ => {
                let overloads = OverloadsSymbol { function, made: SmallVec::new() };
                self.symbol(name, Span::default(), SymbolKind::Overloads(overloads))
            }
        }
    }

    /// Returns the symbol of overload `number` of a builtin function, the same one each time.
    pub(crate) fn overload(&mut self, overloads: Symbol, number: usize) -> Option<Symbol> {
        let SymbolData { name, kind, .. } = &self.program.symbols[overloads];
        let (&name, SymbolKind::Overloads(data)) = (name, kind) else {
            return None;
        };
        if let Some(&(_, made)) = data.made.iter().find(|&&(made, _)| made as usize == number) {
            return Some(made);
        }
        let function = data.function;
        let symbol = self.function_symbol(name, function, number as u32, function.overloads.get(number)?);
        if let SymbolKind::Overloads(data) = &mut self.program.symbols[overloads].kind {
            data.made.push((number as u32, symbol));
        }
        Some(symbol)
    }

    fn function_symbol(
        &mut self,
        name: Name,
        function: &'static Function,
        number: u32,
        overload: &'static Overload,
    ) -> Symbol {
        let parameters = overload.parameters.iter();
        let parameters =
            parameters.map(|parameter| self.builtin_parameter(parameter, overload.has_body())).collect();
        let mut flags = ModifierFlags(0);
        if overload.is_es3() {
            flags.0 |= ModifierFlags::ES3.0;
        }
        if overload.has_side_effects() {
            flags.0 |= ModifierFlags::HAS_SIDE_EFFECTS.0;
        }
        let kind = SymbolKind::Function(FunctionSymbol {
            modifiers: Modifiers::of(flags),
            parameters,
            result: Ty::own(overload.result),
            builtin: Some((function, number)),
            is_main: false,
            body: None,
        });
        self.symbol(name, Span::default(), kind)
    }

    fn builtin_parameter(&mut self, parameter: &Parameter, has_body: bool) -> Symbol {
        // Parameters of functions without bodies differ only in type and direction, so they are shared.
        let wanted = (parameter.ty, parameter.is_out);
        let mut parameters = self.parameters.iter();
        if !has_body && let Some(&(.., known)) = parameters.find(|&&(ty, is_out, _)| (ty, is_out) == wanted) {
            return known;
        }
        let flags = if parameter.is_out { ModifierFlags::OUT } else { ModifierFlags(0) };
        let kind = SymbolKind::Variable(VariableSymbol {
            modifiers: Modifiers::of(flags),
            ty: Ty::own(parameter.ty),
            storage: Storage::PARAMETER,
            declaration: None,
            builtin: None,
        });
        let unnamed = self.program.names.add("");
        let made = self.symbol(unnamed, Span::default(), kind);
        if !has_body {
            self.parameters.push((parameter.ty, parameter.is_out, made));
        }
        made
    }
}
