//! Checks symbol tables.

use foldhash::HashMap;

use super::Checker;
use super::finding::{Finding, Spot};
use crate::command::Command;
use crate::model::ModelNode;
use crate::raw::BUILTIN_SYMBOL;
use crate::rules;

impl Checker<'_, '_> {
    pub(super) fn tables(&mut self) {
        for at in self.nodes() {
            if self.model.command(at) == Command::SymbolTable {
                self.table(at);
            }
        }
    }

    fn table(&mut self, at: ModelNode) {
        let model = self.model;
        let flag = model.is_builtin(at);
        if flag > 1 {
            let message = format!("found isBuiltin {flag}, expected 0 or 1");
            self.report(Finding::new(&rules::TABLE_BUILTIN_FLAG, at, message).field("isBuiltin"));
        }
        let owned: Vec<ModelNode> = model.owned(at).collect();
        let mut names: HashMap<&[u8], usize> = HashMap::default();
        for (index, entry) in model.entries(at).iter().enumerate() {
            if entry.index != BUILTIN_SYMBOL && entry.index as usize >= owned.len() {
                let message = format!(
                    "found symbol {}, expected one of the {} that the table owns",
                    entry.index,
                    owned.len()
                );
                self.report(
                    Finding::new(&rules::UNOWNED_SYMBOL, at, message)
                        .field("symbols")
                        .item(index)
                        .note("entries are indices into the owned symbols, counted from 0, not ids"),
                );
                continue;
            }
            let name = model.entry_name(&owned, entry);
            if name.is_empty() {
                continue;
            }
            if let Some(&first) = names.get(name) {
                let message = format!("found `{}` for the second time", String::from_utf8_lossy(name));
                self.report(
                    Finding::new(&rules::REPEATED_NAME, at, message)
                        .field("symbols")
                        .item(index)
                        .label(Spot::Field(at, "symbols", Some(first as u32)), "lists the name first"),
                );
            } else {
                names.insert(name, index);
            }
        }
    }
}
