//! Symbol tables: opening and closing them, adding symbols, and lookup.

use glassbox_core::span::Span;

use super::{Builder, Known};
use crate::ir::names::Name;
use crate::ir::symbol::{ArraySymbol, Symbol, SymbolData, SymbolKind, Symbols, Table, TableData};
use crate::ir::ty::{Spelling, Ty};

/// Symbol that already has the name.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Taken(pub Symbol);

impl Builder<'_> {
    /// Opens a table nested in the innermost one.
    pub(crate) fn open_table(&mut self) -> Table {
        let table =
            TableData { parent: Some(self.table), is_builtin: self.is_builtin, ..TableData::default() };
        self.table = self.program.tables.add(table);
        self.table
    }

    /// Closes the innermost table.
    pub(crate) fn close_table(&mut self) {
        if let Some(parent) = self.program.tables[self.table].parent {
            self.table = parent;
        }
    }

    /// Creates a symbol without an owner.
    pub(crate) fn symbol(&mut self, name: Name, span: Span, kind: SymbolKind) -> Symbol {
        self.program.symbols.add(SymbolData { name, span, kind })
    }

    /// Adds a symbol to the innermost table without making its name visible.
    pub(crate) fn own(&mut self, symbol: Symbol) {
        self.program.tables[self.table].owned.push(symbol);
    }

    /// Makes a symbol visible in the innermost table without transferring ownership. A second function with the same
    /// name creates an overload set, owned by the table.
    ///
    /// # Errors
    ///
    /// The symbol that already has the name.
    pub(crate) fn list(&mut self, symbol: Symbol) -> Result<(), Taken> {
        let name = self.program.symbols[symbol].name;
        let Some(before) = self.program.tables[self.table].names.get(name) else {
            self.enlist(self.table, name, symbol);
            return Ok(());
        };
        if !matches!(self.program.symbols[symbol].kind, SymbolKind::Function(_)) {
            return Err(Taken(before));
        }
        // A name that denotes something else is kept silently: function declarations check this earlier.
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

    /// Lists a symbol, replacing any symbol of the same name.
    pub(crate) fn enlist(&mut self, table: Table, name: Name, symbol: Symbol) {
        self.program.tables[table].names.insert(name, symbol);
        if let Some(known) = self.known_of(name) {
            known.listed = Some((table, symbol));
        }
    }

    /// Lookup state of a name, created if missing.
    pub(super) fn known_of(&mut self, name: Name) -> Option<&mut Known> {
        let index = name.0 as usize;
        if index >= self.known.len() {
            self.known.resize(self.program.names.len(), Known::default());
        }
        self.known.get_mut(index)
    }

    /// Functions denoted by a symbol: itself, the members of an overload set, or none.
    pub(crate) fn functions_of(&mut self, symbol: Symbol) -> Symbols {
        match &self.program.symbols[symbol].kind {
            SymbolKind::Functions(functions) => functions.clone(),
            SymbolKind::Function(_) => Symbols::from_slice(&[symbol]),
            SymbolKind::Overloads(overloads) => {
                let numbers = 0..overloads.function.overloads.len();
                numbers.filter_map(|number| self.overload(symbol, number)).collect()
            }
            _ => Symbols::new(),
        }
    }

    /// Looks up a name. If functions of the program share the name with builtin ones of other parameters, each lookup
    /// creates a new overload set owned by the program's table, as in Skia's compiler. A module's table owns none.
    #[inline]
    pub(crate) fn find(&mut self, name: Name) -> Option<Symbol> {
        match self.known.get(name.0 as usize) {
            Some(&Known { listed: None, builtin: Some(builtin) }) => builtin,
            Some(&Known { listed: Some(listed), .. }) => self.find_listed(name, listed),
            _ => self.builtin(name),
        }
    }

    /// Looks up a name that a table of the program has listed.
    fn find_listed(&mut self, name: Name, (last, last_symbol): (Table, Symbol)) -> Option<Symbol> {
        let tables = &self.program.tables;
        let mut open = std::iter::successors(Some(self.table), |&table| tables[table].parent);
        let listed = |table: Table| Some((table, tables[table].names.get(name)?));
        // Names are listed in the innermost table, so the table that listed a name last, if open, is the innermost
        // with that name.
        let found = if open.clone().any(|table| table == last) {
            Some((last, last_symbol))
        } else {
            open.clone().find_map(listed)
        };
        debug_assert_eq!(found, open.find_map(listed));
        let Some((table, symbol)) = found else {
            return self.builtin(name);
        };
        Some(match self.program.tables[table].parent {
            None => self.with_outer(name, symbol, None),
            Some(base) if table == self.program.table => self.with_outer(name, symbol, Some(base)),
            Some(_) => symbol,
        })
    }

    /// Combines a symbol of the program's table with the functions of outer scopes that it does not hide: builtin
    /// ones and, for a module, those of its bases.
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
            if !functions[..own].iter().any(|&mine| self.same_parameters(mine, function)) {
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

    /// Returns whether two functions have the same parameter types.
    pub(crate) fn same_parameters(&self, a: Symbol, b: Symbol) -> bool {
        let (a, b) = (self.program.parameter_types(a), self.program.parameter_types(b));
        a.map(|ty| ty.meaning).eq(b.map(|ty| ty.meaning))
    }

    /// Array type of an element and a count, as spelt in the source: a new symbol in the innermost table.
    pub(crate) fn array_type(&mut self, element: Ty, count: u32) -> Ty {
        let meaning = self.program.types.add_array(element.meaning, count);
        let text = format!("{}[{count}]", self.program.type_name(element));
        let name = self.program.names.add(&text);
        let ty = |symbol| Ty { meaning, spelling: Spelling::Symbol(symbol) };
        let placeholder = ArraySymbol { ty: Ty::own(meaning), element, count };
        let symbol = self.symbol(name, Span::default(), SymbolKind::Array(placeholder));
        self.program.symbols[symbol].kind = SymbolKind::Array(ArraySymbol { ty: ty(symbol), ..placeholder });
        self.own(symbol);
        ty(symbol)
    }
}
