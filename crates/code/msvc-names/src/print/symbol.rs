//! Prints symbols.

use super::{Printer, Style};
use crate::tree::{Access, Function, Name, Qualifiers, Storage, Symbol, Type};

impl Printer {
    pub(super) fn symbol(&mut self, symbol: &Symbol) {
        if self.is_full {
            return;
        }
        match symbol {
            Symbol::Function { name, function } => self.function(name, function),
            Symbol::Variable { name, ty, access } => self.variable(name, ty, *access),
            Symbol::ExternC(name) => {
                self.put("extern \"C\" ");
                self.name(name);
            }
            Symbol::Table { name, qualifiers, target } => {
                for (qualifier, word) in [(Qualifiers::CONST, "const "), (Qualifiers::VOLATILE, "volatile ")]
                {
                    if qualifiers.has(qualifier) {
                        self.put(word);
                    }
                }
                self.name(name);
                if let Some(target) = target {
                    self.put("{for `");
                    self.name(target);
                    self.put("'}");
                }
            }
            Symbol::Record(name) => self.name(name),
            Symbol::TypeDescriptor { ty, is_stored_name } => {
                self.print_before_name(ty);
                self.space();
                self.put(if *is_stored_name {
                    "`RTTI Type Descriptor Name'"
                } else {
                    "`RTTI Type Descriptor'"
                });
                self.print_after_name(ty);
            }
            Symbol::VirtualCall { name, offset, convention } => {
                self.put("[thunk]: ");
                if self.style == Style::Undname {
                    self.put(convention.word());
                    self.put(" ");
                }
                self.name(name);
                self.put(&format!("{{{offset}, {{flat}}}}"));
            }
            Symbol::Guard { name, number } => {
                self.name(name);
                if let Some(number) = number {
                    self.put(&format!("{{{number}}}"));
                }
            }
            Symbol::Literal(literal) => self.literal(literal),
            Symbol::Digest(text) => self.put(text),
        }
    }

    fn access(&mut self, access: Option<Access>) {
        if self.style == Style::Undname
            && let Some(access) = access
        {
            self.put(access.word());
            self.put(": ");
        }
    }

    fn variable(&mut self, name: &Name, ty: &Type, access: Option<Access>) {
        self.access(access);
        if access.is_some() && self.style == Style::Undname {
            self.put("static ");
        }
        self.print_before_name(ty);
        self.space();
        self.name(name);
        self.print_after_name(ty);
    }

    fn function(&mut self, name: &Name, function: &Function) {
        if function.thunk.is_some() {
            self.put("[thunk]: ");
        }
        self.access(function.access);
        match function.storage {
            Storage::Plain => {}
            Storage::Static => self.put("static "),
            Storage::Virtual => self.put("virtual "),
        }
        if function.is_extern_c {
            self.put("extern \"C\" ");
        }
        self.print_before_function_name(function);
        self.space();
        self.name(name);
        self.print_after_function_name(function);
    }
}
