//! Encodes symbol tables.

use glassbox_sksl::command::Command;
use glassbox_sksl::raw::BUILTIN_SYMBOL;

use super::stream::Stream;
use crate::ir::symbol::{SymbolKind, Table};

impl Stream<'_> {
    /// Encodes a table, or the void command.
    pub(super) fn optional_table(&mut self, table: Option<Table>) {
        match table {
            Some(table) => self.table(table),
            None => self.command(Command::Void),
        }
    }

    /// Encodes a table: its symbols in order of creation, and its entries sorted by name.
    pub(super) fn table(&mut self, table: Table) {
        let program = self.program;
        let data = &program.tables[table];
        self.command(Command::SymbolTable);
        self.byte(u8::from(data.is_builtin));
        self.long_count(data.owned.len(), "symbols");
        for &symbol in &data.owned {
            self.symbol(symbol);
        }
        if self.is_wide {
            // The model needs no lookup by name.
            return self.long_count(0, "names");
        }
        self.long_count(data.names.len(), "names");
        if data.names.is_empty() {
            return;
        }
        for (place, &symbol) in data.owned.iter().enumerate().rev() {
            if let Some(slot) = self.places.get_mut(symbol.0 as usize) {
                *slot = place as u32;
            }
        }
        let mut entries = std::mem::take(&mut self.entries);
        for (name, symbol) in data.names.iter() {
            entries.push((program.names.text(name), symbol));
        }
        if entries.len() > 1 {
            entries.sort_unstable_by_key(|&(name, _)| name);
        }
        for &(_, symbol) in &entries {
            match self.places.get(symbol.0 as usize) {
                Some(&place) if place != u32::MAX => self.word(place),
                _ => {
                    self.word(BUILTIN_SYMBOL);
                    match &program.symbols[symbol].kind {
                        SymbolKind::BuiltinType(ty) => self.type_name(*ty),
                        _ => self.name(program.symbols[symbol].name),
                    }
                }
            }
        }
        entries.clear();
        self.entries = entries;
        for &symbol in &data.owned {
            if let Some(slot) = self.places.get_mut(symbol.0 as usize) {
                *slot = u32::MAX;
            }
        }
    }
}
