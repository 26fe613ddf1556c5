//! Prints types. A C declarator encloses the declared name, so a type has a part before the name and one
//! after it.

use super::{Printer, Style};
use crate::tree::{Function, Pointee, Pointer, Qualifiers, Reference, Shape, Thunk, Type};

impl Printer {
    /// Prints a type without a name.
    pub(super) fn ty(&mut self, ty: &Type) {
        self.print_before_name(ty);
        self.print_after_name(ty);
    }

    /// Prints the part of a type before the name.
    pub(super) fn print_before_name(&mut self, ty: &Type) {
        if self.is_full {
            return;
        }
        match &ty.shape {
            Shape::Builtin(builtin) => self.qualified(ty.qualifiers, |printer| {
                printer.put(match printer.style {
                    Style::Undname => builtin.undname(),
                    Style::Hlsl => builtin.hlsl(),
                });
            }),
            Shape::Named(tag, name) => self.qualified(ty.qualifiers, |printer| {
                if printer.style == Style::Undname {
                    printer.put(tag.word());
                    printer.put(" ");
                    printer.name(name);
                } else {
                    printer.hlsl_named(name);
                }
            }),
            Shape::Placeholder(name) => self.qualified(ty.qualifiers, |printer| printer.name(name)),
            Shape::Pointer(pointer) => self.pointer(pointer, ty.qualifiers),
            Shape::Array(_, element) => {
                self.print_before_name(element);
                self.qualifiers(ty.qualifiers);
            }
            Shape::Function(function) => self.print_before_function_name(function),
        }
    }

    /// Prints the part of a type after the name.
    pub(super) fn print_after_name(&mut self, ty: &Type) {
        if self.is_full {
            return;
        }
        match &ty.shape {
            Shape::Pointer(pointer) => {
                if is_wrapped(&pointer.target) {
                    self.put(")");
                }
                self.print_after_name(&pointer.target);
            }
            Shape::Array(dimensions, element) => {
                for dimension in dimensions {
                    self.put("[");
                    if *dimension != 0 {
                        self.put(&dimension.to_string());
                    }
                    self.put("]");
                }
                self.print_after_name(element);
            }
            Shape::Function(function) => self.print_after_function_name(function),
            Shape::Builtin(_) | Shape::Named(..) | Shape::Placeholder(_) => {}
        }
    }

    fn pointer(&mut self, pointer: &Pointer, own: Qualifiers) {
        let target = &pointer.target;
        match &target.shape {
            Shape::Function(function) => {
                if let Some(result) = &function.result {
                    self.print_before_name(result);
                    self.put(" ");
                }
                self.put("(");
                let convention = function.convention.word();
                if self.style == Style::Undname && !convention.is_empty() {
                    self.put(convention);
                    self.put(" ");
                }
            }
            Shape::Array(..) => {
                self.print_before_name(target);
                self.space();
                self.put("(");
            }
            _ => {
                self.print_before_name(target);
                self.space();
            }
        }
        if target.qualifiers.has(Qualifiers::UNALIGNED) && self.style == Style::Undname {
            self.put("__unaligned ");
        }
        if let Some(class) = &pointer.class {
            self.name(class);
            self.put("::");
        }
        self.put(pointer.kind.symbol());
        let words = words(own, self.style);
        self.put(&words.join(" "));
    }

    /// Prints a type with its qualifiers: after it, in HLSL before it.
    fn qualified(&mut self, qualifiers: Qualifiers, work: impl FnOnce(&mut Self)) {
        if self.style == Style::Hlsl {
            for word in words(qualifiers, self.style) {
                self.put(word);
                self.put(" ");
            }
            return work(self);
        }
        work(self);
        self.qualifiers(qualifiers);
    }

    /// Prints the qualifiers after a type.
    fn qualifiers(&mut self, qualifiers: Qualifiers) {
        for word in words(qualifiers, self.style) {
            self.put(" ");
            self.put(word);
        }
    }

    /// Prints the result and calling convention of a function.
    pub(super) fn print_before_function_name(&mut self, function: &Function) {
        if let Some(result) = &function.result {
            self.print_before_name(result);
            self.put(" ");
        }
        let convention = function.convention.word();
        if self.style == Style::Undname {
            self.put(convention);
        }
    }

    /// Prints the parameters and what follows them.
    pub(super) fn print_after_function_name(&mut self, function: &Function) {
        self.thunk(function.thunk);
        self.put("(");
        if function.has_void_list && self.style == Style::Undname {
            self.put("void");
        }
        self.list(&function.parameters, Self::parameter);
        if function.is_variadic {
            self.put(if function.parameters.is_empty() { "..." } else { ", ..." });
        }
        self.put(")");
        for (qualifier, word) in [
            (Qualifiers::CONST, " const"),
            (Qualifiers::VOLATILE, " volatile"),
            (Qualifiers::RESTRICT, " __restrict"),
            (Qualifiers::UNALIGNED, " __unaligned"),
        ] {
            if function.qualifiers.has(qualifier) {
                self.put(word);
            }
        }
        if function.is_noexcept {
            self.put(" noexcept");
        }
        self.put(match function.reference {
            Reference::None => "",
            Reference::Lvalue => " &",
            Reference::Rvalue => " &&",
        });
        if let Some(result) = &function.result {
            self.print_after_name(result);
        }
    }

    fn parameter(&mut self, ty: &Type) {
        match (self.style, &ty.shape) {
            (Style::Hlsl, Shape::Pointer(pointer)) => self.hlsl_parameter(ty, pointer),
            _ => self.ty(ty),
        }
    }

    fn thunk(&mut self, thunk: Option<Thunk>) {
        let text = match thunk {
            None => return,
            Some(Thunk::Adjustor(offset)) => format!("`adjustor{{{}}}'", offset as u32),
            Some(Thunk::Vtordisp { displacement, offset }) => {
                format!("`vtordisp{{{displacement}, {offset}}}'")
            }
            Some(Thunk::VtordispEx { table_pointer, table_offset, displacement, offset }) => {
                format!("`vtordispex{{{table_pointer}, {table_offset}, {displacement}, {offset}}}'")
            }
        };
        self.put(&text);
    }
}

/// True if a pointer declarator to this target needs parentheses.
fn is_wrapped(target: &Type) -> bool {
    matches!(target.shape, Shape::Function(_) | Shape::Array(..))
}

/// Keywords of the qualifiers after a type.
fn words(qualifiers: Qualifiers, style: Style) -> Vec<&'static str> {
    let mut words = Vec::new();
    for (qualifier, word) in [
        (Qualifiers::CONST, "const"),
        (Qualifiers::VOLATILE, "volatile"),
        (Qualifiers::RESTRICT, "__restrict"),
    ] {
        if qualifiers.has(qualifier) && (style == Style::Undname || qualifier != Qualifiers::RESTRICT) {
            words.push(word);
        }
    }
    words
}

impl Pointer {
    /// True for the encoding of `out` and `inout` in HLSL: a reference that does not alias.
    pub(super) fn is_inout(&self, own: Qualifiers) -> bool {
        self.kind == Pointee::Reference && own.has(Qualifiers::RESTRICT)
    }
}
