//! Prints template arguments.

use super::Printer;
use crate::tree::Argument;

impl Printer {
    pub(super) fn arguments(&mut self, arguments: &[Argument]) {
        self.put("<");
        self.list(arguments, Self::argument);
        self.put(">");
    }

    fn argument(&mut self, argument: &Argument) {
        match argument {
            Argument::Type(ty) => self.ty(ty),
            Argument::Template(name) => self.name(name),
            Argument::Integer { value, is_negative } => {
                let sign = if *is_negative { "-" } else { "" };
                self.put(&format!("{sign}{value}"));
            }
            Argument::Address(symbol) => {
                self.put("&");
                self.symbol(symbol);
            }
            Argument::Reference(symbol) => self.symbol(symbol),
            Argument::Member { function, offsets } => {
                self.put("{");
                if let Some(symbol) = function {
                    self.symbol(symbol);
                    self.put(", ");
                }
                self.list(offsets, |printer, offset| printer.put(&offset.to_string()));
                self.put("}");
            }
        }
    }
}
