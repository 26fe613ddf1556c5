//! Symbol tables: opening and closing them, adding symbols, finding names.

use glassbox_core::span::Span;
use glassbox_sksl::builtin::{self, Function, Type, Variable};
use glassbox_sksl::raw::{LayoutFlags, ModifierFlags, Storage};

use super::{Builder, Known};
use crate::ir::modifiers::{Layout, Modifiers};
use crate::ir::names::Name;
use crate::ir::symbol::{
    ArraySymbol, FunctionSymbol, Symbol, SymbolData, SymbolKind, Symbols, Table, TableData, VariableSymbol,
};
use crate::ir::ty::{Alias, Spelling, Ty};

/// A name that is taken where it may not be.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Taken(pub Symbol);

impl Builder<'_> {
    /// Opens a table in the innermost one.
    pub(crate) fn open_table(&mut self) -> Table {
        let table = TableData {
            parent: Some(self.table),
            is_builtin: self.is_builtin,
            ..TableData::default()
        };
        self.table = self.program.tables.add(table);
        self.table
    }

    /// Closes the innermost table.
    pub(crate) fn close_table(&mut self) {
        if let Some(parent) = self.program.tables[self.table].parent {
            self.table = parent;
        }
    }

    /// Makes a symbol that no table owns yet.
    pub(crate) fn symbol(&mut self, name: Name, span: Span, kind: SymbolKind) -> Symbol {
        self.program.symbols.add(SymbolData { name, span, kind })
    }

    /// Gives a symbol to the innermost table without a name to find it by.
    pub(crate) fn own(&mut self, symbol: Symbol) {
        self.program.tables[self.table].owned.push(symbol);
    }

    /// Makes a symbol findable in the innermost table, which does not come to own it. A second function of one name makes a
    /// set of both, which the table owns.
    ///
    /// # Errors
    ///
    /// The symbol that has the name, where it is taken.
    pub(crate) fn list(&mut self, symbol: Symbol) -> Result<(), Taken> {
        let name = self.program.symbols[symbol].name;
        let Some(before) = self.program.tables[self.table].names.get(name) else {
            self.enlist(self.table, name, symbol);
            return Ok(());
        };
        if !matches!(self.program.symbols[symbol].kind, SymbolKind::Function(_)) {
            return Err(Taken(before));
        }
        // A name that something else has stays that thing's, and nothing is said: declarations of functions look before.
        let mut functions = self.functions_of(before);
        if !functions.is_empty() {
            functions.push(symbol);
            let span = self.program.symbols[symbol].span;
            let set = self.symbol(name, span, SymbolKind::Functions(functions));
            self.own(set);
            self.enlist(self.table, name, set);
        }
        Ok(())
    }

    /// Lists a symbol, whatever is listed by its name.
    pub(crate) fn enlist(&mut self, table: Table, name: Name, symbol: Symbol) {
        self.program.tables[table].names.insert(name, symbol);
        if let Some(known) = self.known_of(name) {
            known.is_listed = true;
        }
    }

    /// What is known of a name, to be completed.
    fn known_of(&mut self, name: Name) -> Option<&mut Known> {
        let place = name.0 as usize;
        if place >= self.known.len() {
            self.known.resize(self.program.names.len(), Known::default());
        }
        self.known.get_mut(place)
    }

    /// The functions that a symbol stands for: itself, those of a set, or none.
    pub(crate) fn functions_of(&self, symbol: Symbol) -> Symbols {
        Symbols::from_slice(self.functions(&symbol))
    }

    /// The same without a list of their own.
    pub(crate) fn functions<'b>(&'b self, symbol: &'b Symbol) -> &'b [Symbol] {
        match &self.program.symbols[*symbol].kind {
            SymbolKind::Functions(functions) => functions,
            SymbolKind::Function(_) => std::slice::from_ref(symbol),
            _ => &[],
        }
    }

    /// What a name means here. Where functions of the program and builtin ones of other parameters share a name, every look
    /// makes a new set of all of them, which the program's table owns, as Skia's compiler does. A module's table owns none.
    #[inline]
    pub(crate) fn find(&mut self, name: Name) -> Option<Symbol> {
        match self.known.get(name.0 as usize) {
            Some(&Known {
                is_listed: false,
                builtin: Some(builtin),
            }) => builtin,
            Some(Known { is_listed: true, .. }) => self.find_listed(name),
            _ => self.builtin(name),
        }
    }

    /// The same for a name that a table of the program has listed.
    fn find_listed(&mut self, name: Name) -> Option<Symbol> {
        let mut table = Some(self.table);
        while let Some(at) = table {
            let data = &self.program.tables[at];
            if let Some(symbol) = data.names.get(name) {
                return Some(match data.parent {
                    None => self.with_outer(name, symbol, None),
                    Some(base) if at == self.program.table => self.with_outer(name, symbol, Some(base)),
                    Some(_) => symbol,
                });
            }
            table = data.parent;
        }
        self.builtin(name)
    }

    /// A symbol of the program's table, together with the functions outside of it that it leaves visible: builtin ones, and for
    /// a module those of its bases.
    fn with_outer(&mut self, name: Name, symbol: Symbol, base: Option<Table>) -> Symbol {
        if !self.program.is_function(symbol) {
            return symbol;
        }
        let before = match base {
            Some(base) => self.program.tables[base].names.get(name),
            None => self.builtin(name),
        };
        let Some(before) = before else {
            return symbol;
        };
        let mut functions = self.functions_of(symbol);
        let own = functions.len();
        for function in self.functions_of(before) {
            if !functions[..own]
                .iter()
                .any(|&mine| self.same_parameters(mine, function))
            {
                functions.push(function);
            }
        }
        if functions.len() == own {
            return symbol;
        }
        let set = self.symbol(name, Span::default(), SymbolKind::Functions(functions));
        if !self.program.is_module {
            let top = self.program.table;
            self.program.tables[top].owned.push(set);
        }
        set
    }

    /// Whether two functions take the same types.
    pub(crate) fn same_parameters(&self, a: Symbol, b: Symbol) -> bool {
        let (a, b) = (self.program.parameter_types(a), self.program.parameter_types(b));
        a.map(|ty| ty.meaning).eq(b.map(|ty| ty.meaning))
    }

    /// What a builtin name means; the symbol is the same each time.
    pub(crate) fn builtin(&mut self, name: Name) -> Option<Symbol> {
        if let Some(Known {
            builtin: Some(known), ..
        }) = self.known.get(name.0 as usize)
        {
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
                    _ if is_alias => Alias::glsl(text),
                    // A name that stands for nothing is told by its spelling from what an error left behind.
                    Type::Invalid => Alias::opaque(text),
                    _ => None,
                };
                let spelling = alias.map_or(Spelling::Own, Spelling::Alias);
                SymbolKind::BuiltinType(Ty {
                    meaning: ty,
                    spelling,
                })
            }
            builtin::Symbol::Function(function) => return Some(self.builtin_function(name, function)),
            builtin::Symbol::Variable(variable) => match variable.field {
                Some((_, index)) => SymbolKind::Field {
                    owner: self.per_vertex(),
                    index: u32::from(index),
                },
                None => builtin_variable(variable),
            },
            // `sk_Caps` is taken care of where names are used: it has no symbol that could stand anywhere else.
            builtin::Symbol::Capabilities => return None,
        };
        Some(self.symbol(name, Span::default(), kind))
    }

    fn builtin_function(&mut self, name: Name, function: &'static Function) -> Symbol {
        let unnamed = self.program.names.add("");
        let mut overloads = Symbols::with_capacity(function.overloads.len());
        for (number, overload) in function.overloads.iter().enumerate() {
            let mut parameters = Vec::with_capacity(overload.parameters.len());
            for parameter in overload.parameters {
                // Nothing tells the parameters of functions without a body from each other but what they are.
                let known = self
                    .parameters
                    .iter()
                    .find(|&&(ty, is_out, _)| (ty, is_out) == (parameter.ty, parameter.is_out));
                if let Some(&(.., known)) = known
                    && !overload.has_body()
                {
                    parameters.push(known);
                    continue;
                }
                let flags = match parameter.is_out {
                    true => ModifierFlags::OUT,
                    false => ModifierFlags(0),
                };
                let kind = SymbolKind::Variable(VariableSymbol {
                    modifiers: Modifiers::of(flags),
                    ty: Ty::own(parameter.ty),
                    storage: Storage::PARAMETER,
                    declaration: None,
                    builtin: None,
                });
                let made = self.symbol(unnamed, Span::default(), kind);
                parameters.push(made);
                if !overload.has_body() {
                    self.parameters.push((parameter.ty, parameter.is_out, made));
                }
            }
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
                builtin: Some((function, number as u32)),
                is_main: false,
                body: None,
            });
            overloads.push(self.symbol(name, Span::default(), kind));
        }
        match overloads[..] {
            [only] => only,
            _ => self.symbol(name, Span::default(), SymbolKind::Functions(overloads)),
        }
    }

    /// The array type of an element and a count as a source spells it: a new symbol of the innermost table.
    pub(crate) fn array_type(&mut self, element: Ty, count: u32) -> Ty {
        let meaning = self.program.types.add_array(element.meaning, count);
        let text = format!("{}[{count}]", self.program.type_name(element));
        let name = self.program.names.add(&text);
        let ty = |symbol| Ty {
            meaning,
            spelling: Spelling::Symbol(symbol),
        };
        let placeholder = ArraySymbol {
            ty: Ty::own(meaning),
            element,
            count,
        };
        let symbol = self.symbol(name, Span::default(), SymbolKind::Array(placeholder));
        self.program.symbols[symbol].kind = SymbolKind::Array(ArraySymbol {
            ty: ty(symbol),
            ..placeholder
        });
        self.own(symbol);
        ty(symbol)
    }
}

fn builtin_variable(variable: &'static Variable) -> SymbolKind {
    let mut flags = LayoutFlags::BUILTIN;
    if variable.location.is_some() {
        flags.0 |= LayoutFlags::LOCATION.0;
    }
    if variable.index.is_some() {
        flags.0 |= LayoutFlags::INDEX.0;
    }
    let layout = Layout {
        flags,
        location: variable.location.map_or(-1, i32::from),
        index: variable.index.map_or(-1, i32::from),
        builtin: i32::from(variable.builtin),
        ..Layout::default()
    };
    SymbolKind::Variable(VariableSymbol {
        modifiers: Modifiers {
            layout,
            flags: variable.modifiers,
        },
        ty: Ty::own(variable.ty),
        storage: Storage::GLOBAL,
        declaration: None,
        builtin: Some(variable),
    })
}
