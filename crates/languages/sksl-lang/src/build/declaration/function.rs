//! Function declarations: checks of modifiers, results and parameters, and matching with earlier declarations.

use glassbox_core::span::Span;
use glassbox_sksl::builtin::Type;
use glassbox_sksl::raw::{LayoutFlags, ModifierFlags, Storage, builtin};

use super::super::Builder;
use super::modifiers::{ModifierSyntax, Permitted};
use crate::ir::modifiers::Modifiers;
use crate::ir::names::Name;
use crate::ir::program::Element;
use crate::ir::symbol::{FunctionSymbol, Symbol, SymbolKind, Symbols};
use crate::ir::ty::Ty;
use crate::rules::declaration::{
    CHILD_PARAMETER, DEFINED_TWICE, INLINE_AND_NOINLINE, OVERLOADS, PARAMETER_DIFFERS, RESULT_DIFFERS,
    RETURNS_ARRAY, RETURNS_ARRAY_INSIDE, RETURNS_OPAQUE,
};

/// Parsed parameter.
#[derive(Clone, Debug)]
pub(crate) struct ParameterSyntax {
    pub modifiers: ModifierSyntax,
    /// Type, including array dimensions.
    pub ty: Ty,
    /// `None` for an unnamed parameter.
    pub name: Option<Name>,
    /// Range of the name, or the position where it is missing.
    pub span: Span,
}

/// Maximum number of overloads of a name, builtin ones included. A file holds at most half as many.
const MAX_OVERLOADS: usize = 500;

const NO_QUALIFIERS: LayoutFlags = LayoutFlags(0);
const IN_OUT: u32 = ModifierFlags::IN.0 | ModifierFlags::OUT.0;

/// Declaration without a function; the reason has been reported.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum DeclarationError {
    /// Calls to this name cannot be resolved; report nothing further about them.
    Unclear,
    /// The name still refers to an earlier function with the same parameters.
    Earlier,
}

/// Earlier declaration with which a new one has to agree.
struct Existing {
    symbol: Symbol,
    result: Ty,
    parameters: Symbols,
    is_builtin: bool,
    is_defined: bool,
}

impl Builder<'_> {
    /// Declares a function, for a prototype or the start of a definition. Returns its symbol, which is that of an
    /// earlier declaration if there is one.
    pub(crate) fn function_declaration(
        &mut self,
        modifiers: &ModifierSyntax,
        result: Ty,
        name: Name,
        parameters: Vec<ParameterSyntax>,
        span: Span,
    ) -> Result<Symbol, DeclarationError> {
        let is_main = self.program.names.text(name) == "main";
        let symbols: Symbols = parameters
            .iter()
            .enumerate()
            .map(|(index, parameter)| self.parameter(index, parameter))
            .collect();
        self.declarations.parameters.clone_from(&symbols);
        if let Some(function) = self.declarations.adopting {
            return Ok(self.adopt(function, symbols));
        }
        let is_sound = self.check_function_modifiers(modifiers, span)
            && self.check_result(result, span)
            && self.check_parameters(&parameters, &symbols, is_main)
            && (!is_main || self.check_main(result, &symbols, span));
        if !is_sound {
            return Err(DeclarationError::Unclear);
        }
        let existing = self.existing(name, result, &symbols, span)?;
        for &symbol in &symbols {
            self.own(symbol);
        }
        let function = match existing {
            Some(function) => {
                // Builtin parameters have no names; messages about a definition need them.
                if let SymbolKind::Function(data) = &mut self.program.symbols[function].kind
                    && data.builtin.is_some()
                {
                    data.parameters = symbols;
                }
                function
            }
            None => {
                let mut modifiers = modifiers.modifiers;
                // Side effects are not inferred from bodies; builtin declarations state them.
                if !self.is_builtin {
                    modifiers.flags.0 |= ModifierFlags::HAS_SIDE_EFFECTS.0;
                }
                let kind = SymbolKind::Function(FunctionSymbol {
                    modifiers,
                    parameters: symbols,
                    result,
                    builtin: None,
                    is_main,
                    body: None,
                });
                let function = self.symbol(name, span, kind);
                if self.is_poison(result) {
                    self.declarations.failed.insert(function);
                }
                self.list_or_report(function);
                self.own(function);
                function
            }
        };
        self.program.elements.push(Element::Prototype(function));
        Ok(function)
    }

    /// Creates the variable of a parameter.
    fn parameter(&mut self, index: usize, parameter: &ParameterSyntax) -> Symbol {
        let name = match parameter.name {
            Some(name) => name,
            None => self.program.names.add(&format!("_skAnonymousParam{index}")),
        };
        self.check_name(&parameter.modifiers, name, parameter.span);
        self.variable_symbol(&parameter.modifiers, parameter.ty, name, parameter.span, Storage::PARAMETER)
    }

    /// Gives a builtin function the parameter names of its body.
    fn adopt(&mut self, function: Symbol, parameters: Symbols) -> Symbol {
        if let SymbolKind::Function(data) = &mut self.program.symbols[function].kind {
            data.parameters = parameters;
        }
        self.program.elements.push(Element::Prototype(function));
        function
    }

    fn check_function_modifiers(&mut self, modifiers: &ModifierSyntax, span: Span) -> bool {
        let mut words =
            ModifierFlags::HAS_SIDE_EFFECTS.0 | ModifierFlags::INLINE.0 | ModifierFlags::NO_INLINE.0;
        if self.is_builtin {
            words |= ModifierFlags::ES3.0;
        }
        if self.is_current() {
            words &= !ModifierFlags::HAS_SIDE_EFFECTS.0;
        }
        let permitted =
            Permitted { words: ModifierFlags(words), qualifiers: NO_QUALIFIERS, what: "a function" };
        self.check_permitted(modifiers, permitted, span);
        let both = ModifierFlags(ModifierFlags::INLINE.0 | ModifierFlags::NO_INLINE.0);
        if !modifiers.modifiers.has(both) {
            return true;
        }
        let place = modifiers.place(ModifierFlags::NO_INLINE, span);
        let message = "found `inline` and `noinline`, expected one of them";
        self.report(&INLINE_AND_NOINLINE, self.near(place, span), message).help("keep one of them, or none");
        false
    }

    fn check_result(&mut self, result: Ty, span: Span) -> bool {
        let (rule, help) = match result.meaning {
            Type::Array(_) => {
                (&RETURNS_ARRAY, "put the array into a struct, or pass it as an `out` parameter")
            }
            ty if self.is_es2() && self.program.types.contains_array(ty) => {
                (&RETURNS_ARRAY_INSIDE, "pass the struct as an `out` parameter")
            }
            Type::Opaque(_) if !self.is_builtin => {
                (&RETURNS_OPAQUE, "return what the function computes from it")
            }
            _ => return true,
        };
        let name = self.program.type_name(result);
        let message = format!("found the result type `{name}`, which no function can return here");
        self.report(rule, span, message).help(help);
        false
    }

    /// Checks each parameter and normalises its modifiers: a lone `in` is dropped, and parameters of `main` get the
    /// number of their builtin.
    fn check_parameters(
        &mut self,
        parameters: &[ParameterSyntax],
        symbols: &[Symbol],
        is_main: bool,
    ) -> bool {
        let words = ModifierFlags::CONST.0 | IN_OUT;
        let permitted =
            Permitted { words: ModifierFlags(words), qualifiers: NO_QUALIFIERS, what: "a parameter" };
        // The first colour is the input, the second the destination of a blend.
        let mut colors = [builtin::INPUT_COLOR, builtin::DEST_COLOR].into_iter();
        for (parameter, &symbol) in parameters.iter().zip(symbols) {
            self.check_permitted(&parameter.modifiers, permitted, parameter.span);
            let ty = parameter.ty;
            if Builder::is_child(ty) && !self.is_builtin {
                let name = self.program.type_name(ty);
                let message =
                    format!("found a parameter of type `{name}`, which cannot be passed to functions");
                self.report(&CHILD_PARAMETER, parameter.span, message)
                    .help("use the global variable, or pass the colour that it gives");
                return false;
            }
            let mut modifiers = parameter.modifiers.modifiers;
            if modifiers.flags.0 & IN_OUT == ModifierFlags::IN.0 {
                modifiers.flags.0 &= !IN_OUT;
            }
            if is_main && let Some(number) = self.main_builtin(ty, &mut colors) {
                modifiers.layout.builtin = i32::from(number);
            }
            self.set_modifiers(symbol, modifiers);
        }
        true
    }

    fn set_modifiers(&mut self, variable: Symbol, modifiers: Modifiers) {
        if let SymbolKind::Variable(data) = &mut self.program.symbols[variable].kind {
            data.modifiers = modifiers;
        }
    }

    /// Finds an earlier declaration with the same parameter types.
    fn existing(
        &mut self,
        name: Name,
        result: Ty,
        parameters: &[Symbol],
        span: Span,
    ) -> Result<Option<Symbol>, DeclarationError> {
        let Some(entry) = self.find(name) else {
            return Ok(None);
        };
        let functions = self.functions_of(entry);
        // A failed function still occupies its name.
        if functions.is_empty() && self.declarations.failed.contains(&entry) {
            return Ok(None);
        }
        if functions.is_empty() {
            let text = self.program.names.text(name).to_owned();
            self.taken(&text, span, entry);
            return Err(DeclarationError::Unclear);
        }
        let count = functions.len();
        let types: Vec<Type> =
            parameters.iter().map(|&parameter| self.variable_type(parameter).meaning).collect();
        let same = functions.into_iter().find(|&function| {
            let theirs = self.program.parameter_types(function).map(|ty| ty.meaning);
            // The type of an erroneous parameter equals no type.
            !types.contains(&Type::Invalid) && theirs.eq(types.iter().copied())
        });
        let Some(existing) = same.and_then(|function| self.existing_declaration(function)) else {
            return if self.has_too_many_overloads(name, count, span) {
                Err(DeclarationError::Unclear)
            } else {
                Ok(None)
            };
        };
        if self.agrees(&existing, result, parameters, span) {
            Ok(Some(existing.symbol))
        } else {
            Err(DeclarationError::Earlier)
        }
    }

    /// Returns whether a name has reached the limit of overloads, and reports it. Each overload and each lookup of
    /// the name creates another list of all of them, so the cost is quadratic.
    fn has_too_many_overloads(&mut self, name: Name, count: usize, span: Span) -> bool {
        if count < MAX_OVERLOADS {
            return false;
        }
        let text = self.program.names.text(name).to_owned();
        let message = format!("found more than {MAX_OVERLOADS} functions named `{text}`");
        self.report(&OVERLOADS, span, message).help("give some of them other names");
        true
    }

    fn existing_declaration(&self, symbol: Symbol) -> Option<Existing> {
        let SymbolKind::Function(data) = &self.program.symbols[symbol].kind else {
            return None;
        };
        Some(Existing {
            symbol,
            result: data.result,
            parameters: data.parameters.clone(),
            is_builtin: data.builtin.is_some(),
            is_defined: data.body.is_some(),
        })
    }

    /// Returns whether a declaration agrees with an earlier one with the same parameters; reports the difference.
    fn agrees(&mut self, existing: &Existing, result: Ty, parameters: &[Symbol], span: Span) -> bool {
        let before = self.program.symbols[existing.symbol].span;
        let mut finding = if existing.result.meaning != result.meaning {
            let (now, then) = (self.program.type_name(result), self.program.type_name(existing.result));
            self.finding(
                &RESULT_DIFFERS,
                span,
                format!("found the result `{now}` for a function that was declared with the result `{then}`"),
            )
            .help("give both the same result, or different names")
        } else if let Some(index) = self.first_difference(&existing.parameters, parameters) {
            let place = parameters.get(index).map_or(span, |&parameter| self.program.symbols[parameter].span);
            self.finding(
                &PARAMETER_DIFFERS,
                self.near(place, span),
                format!(
                    "found other modifiers for parameter {} than those of the earlier declaration",
                    index + 1
                ),
            )
            .help("write the same modifiers in both")
        } else if existing.is_defined && !existing.is_builtin {
            let description = self.describe_function(existing.symbol);
            self.finding(&DEFINED_TWICE, span, format!("found `{description}` again, which has a definition"))
                .help("remove one of them, or change its parameters or name")
        } else {
            return true;
        };
        if before != Span::default() {
            finding = finding.label(before.unplaced(), "declared first here");
        }
        self.findings.push(finding);
        false
    }

    fn first_difference(&self, before: &[Symbol], now: &[Symbol]) -> Option<usize> {
        before
            .iter()
            .zip(now)
            .position(|(&before, &now)| self.variable_modifiers(before) != self.variable_modifiers(now))
    }

    /// Type of a variable; the invalid type for other symbols.
    pub(super) fn variable_type(&self, variable: Symbol) -> Ty {
        match &self.program.symbols[variable].kind {
            SymbolKind::Variable(data) => data.ty,
            _ => Builder::poison_type(),
        }
    }

    /// Modifiers of a variable; the defaults for other symbols.
    pub(super) fn variable_modifiers(&self, variable: Symbol) -> Modifiers {
        match &self.program.symbols[variable].kind {
            SymbolKind::Variable(data) => data.modifiers,
            _ => Modifiers::default(),
        }
    }

    /// Signature of a function without modifiers, for messages.
    pub(crate) fn describe_function(&self, function: Symbol) -> String {
        let SymbolKind::Function(data) = &self.program.symbols[function].kind else {
            return self.program.symbol_name(function).to_owned();
        };
        let parameters: Vec<String> = data
            .parameters
            .iter()
            .map(|&parameter| {
                let ty = self.program.type_name(self.variable_type(parameter));
                format!("{ty} {}", self.program.symbol_name(parameter)).trim_end().to_owned()
            })
            .collect();
        let result = self.program.type_name(data.result);
        format!("{result} {}({})", self.program.symbol_name(function), parameters.join(", "))
    }
}
