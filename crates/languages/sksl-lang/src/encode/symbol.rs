//! Encodes symbols, types, modifiers and layouts.

use std::collections::HashMap;

use glassbox_core::span::Span;
use glassbox_sksl::builtin::Type;
use glassbox_sksl::command::Command;
use glassbox_sksl::raw::BUILTIN_SYMBOL;

use super::Encoding;
use super::stream::Stream;
use crate::ir::modifiers::{Layout, Modifiers};
use crate::ir::symbol::{ArraySymbol, FunctionSymbol, StructSymbol, Symbol, SymbolKind, VariableSymbol};
use crate::ir::ty::{Spelling, Ty};
use crate::rules::encode as rules;

/// Maximum array size for Skia's decoder, which reads the count as a signed byte.
const MAX_STRICT_ARRAY: u32 = 127;
/// Maximum array size that the format can represent.
const MAX_ARRAY: u32 = 255;

impl Stream<'_> {
    /// Encodes a symbol: a reference if it has an id, its definition otherwise.
    pub(super) fn symbol(&mut self, symbol: Symbol) {
        let id = self.id(symbol);
        if id == 0 && self.is_over() {
            self.number(symbol);
            return;
        }
        if id != 0 {
            return self.command_word(Command::SymbolRef, id);
        }
        let program = self.program;
        let data = &program.symbols[symbol];
        match &data.kind {
            SymbolKind::Array(array) => self.array(symbol, array),
            SymbolKind::Struct(structure) => self.structure(symbol, structure, data.span),
            SymbolKind::BuiltinType(ty) => self.builtin_type(*ty),
            SymbolKind::Function(function) => self.function(symbol, function, data.span),
            SymbolKind::Functions(functions) => {
                self.define(Command::UnresolvedFunction, symbol);
                self.count(functions.len(), "functions of one name", data.span);
                for &function in functions {
                    self.symbol(function);
                }
            }
            // No table owns the overloads of a builtin function; if a program adds overloads, its table owns a set of
            // all of them.
            SymbolKind::Overloads(_) => self.unowned(symbol, data.span),
            SymbolKind::Variable(variable) => self.variable(symbol, variable),
            SymbolKind::Field { owner, index } => {
                let owner = self.id(*owner);
                self.command(Command::Field);
                self.word(owner);
                self.byte(*index);
            }
        }
    }

    /// Begins a definition and assigns the id before any symbol inside it gets one.
    fn define(&mut self, command: Command, symbol: Symbol) {
        let id = self.number(symbol);
        self.command_word(command, id);
    }

    fn array(&mut self, symbol: Symbol, array: &ArraySymbol) {
        self.define(Command::ArrayType, symbol);
        self.ty(array.element);
        self.array_count(array.count, symbol);
    }

    /// Writes the size of an array type.
    fn array_count(&mut self, count: u32, array: Symbol) {
        if self.is_wide {
            return self.byte(count);
        }
        let limit = match self.encoding {
            Encoding::Strict => MAX_STRICT_ARRAY,
            Encoding::Extended => MAX_ARRAY,
        };
        if count > limit {
            let message = format!("found an array of {count} elements, expected at most {limit} in a file");
            self.report(&rules::ARRAY, self.place_of_array(array), message).help(if count > MAX_ARRAY {
                "split the array: the format has one byte for the number of elements"
            } else {
                "split the array, or write the file with `--encode extended`: Skia's decoder reads more than 127 elements as a negative number"
            });
        }
        self.byte(count);
    }

    /// Range of the first variable or field of an array type; types have no range of their own.
    fn place_of_array(&self, array: Symbol) -> Span {
        let is_it = |ty: Ty| ty.spelling == Spelling::Symbol(array);
        let mut symbols = self.program.symbols.iter();
        let span = symbols.find_map(|(_, data)| match &data.kind {
            SymbolKind::Variable(variable) if is_it(variable.ty) => Some(data.span),
            SymbolKind::Struct(structure) => {
                let mut fields = structure.fields.iter();
                fields.find(|field| is_it(field.ty)).map(|field| field.span)
            }
            _ => None,
        });
        span.unwrap_or_default()
    }

    fn structure(&mut self, symbol: Symbol, structure: &StructSymbol, span: Span) {
        self.define(Command::StructType, symbol);
        self.name(self.program.symbols[symbol].name);
        self.count(structure.fields.len(), "fields of a struct", span);
        for field in &structure.fields {
            self.modifiers(&field.modifiers, field.span);
            self.name(field.name);
            self.ty(field.ty);
        }
        self.byte(u8::from(structure.is_interface_block));
    }

    fn function(&mut self, symbol: Symbol, function: &FunctionSymbol, span: Span) {
        self.define(Command::FunctionDeclaration, symbol);
        self.modifiers(&function.modifiers, span);
        self.name(self.program.symbols[symbol].name);
        self.count(function.parameters.len(), "parameters of a function", span);
        for &parameter in &function.parameters {
            // Parameters of builtin functions in an overload set are in no table and have no id.
            let id = self.id(parameter);
            self.word(id);
        }
        self.ty(function.result);
    }

    fn variable(&mut self, symbol: Symbol, variable: &VariableSymbol) {
        self.define(Command::Variable, symbol);
        let data = &self.program.symbols[symbol];
        self.modifiers(&variable.modifiers, data.span);
        self.name(data.name);
        self.ty(variable.ty);
        self.byte(variable.storage.0);
    }

    /// Encodes a type: a symbol or a builtin name.
    pub(super) fn ty(&mut self, ty: Ty) {
        // Fast path: most types are builtin and have been named before.
        if let Some(name) = self.known_type_offset(ty) {
            return self.command_words(Command::SymbolRef, BUILTIN_SYMBOL, name);
        }
        match self.type_symbol(ty) {
            Some(symbol) => self.symbol(symbol),
            None => self.builtin_type(ty),
        }
    }

    fn builtin_type(&mut self, ty: Ty) {
        let name = self.type_offset(ty);
        self.command_words(Command::SymbolRef, BUILTIN_SYMBOL, name);
    }

    /// Symbol of an array or struct type.
    #[inline]
    fn type_symbol(&mut self, ty: Ty) -> Option<Symbol> {
        match (ty.spelling, ty.meaning) {
            (Spelling::Symbol(symbol), _) => Some(symbol),
            // A computed type without a spelling uses the first symbol that spelt it.
            (_, Type::Array(_) | Type::Struct(_)) => self.first_spelt(ty.meaning),
            _ => None,
        }
    }

    fn first_spelt(&mut self, meaning: Type) -> Option<Symbol> {
        let program = self.program;
        let spelt = self.spelt.get_or_insert_with(|| {
            let mut spelt = HashMap::new();
            for (symbol, data) in program.symbols.iter() {
                let ty = match &data.kind {
                    SymbolKind::Array(array) => array.ty,
                    SymbolKind::Struct(structure) => structure.ty,
                    _ => continue,
                };
                spelt.entry(ty.meaning).or_insert(symbol);
            }
            spelt
        });
        spelt.get(&meaning).copied()
    }

    /// Encodes modifiers in their shortest form.
    fn modifiers(&mut self, modifiers: &Modifiers, span: Span) {
        let flags = modifiers.flags.0;
        if flags == 0 && modifiers.layout == Layout::default() {
            self.command(Command::DefaultModifiers);
            return;
        }
        let short = u8::try_from(flags);
        self.command(match short {
            Ok(_) => Command::Modifiers8Bit,
            Err(_) => Command::Modifiers,
        });
        self.layout(&modifiers.layout, span);
        match short {
            Ok(flags) => self.byte(flags),
            Err(_) => self.double(flags),
        }
    }

    /// Encodes a layout in its shortest form.
    fn layout(&mut self, layout: &Layout, span: Span) {
        if *layout == Layout::default() {
            self.command(Command::DefaultLayout);
        } else if self.is_wide {
            self.command(Command::Layout);
            self.double(layout.flags.0);
            for value in [
                layout.location,
                layout.offset,
                layout.binding,
                layout.index,
                layout.set,
                layout.builtin,
                layout.input_attachment_index,
            ] {
                self.double(value as u32);
            }
        } else if *layout == Layout::builtin(layout.builtin) {
            self.command(Command::BuiltinLayout);
            self.layout_word("builtin", layout.builtin, span);
        } else {
            self.command(Command::Layout);
            self.double(layout.flags.0);
            self.layout_byte("location", layout.location, span);
            self.layout_word("offset", layout.offset, span);
            self.layout_word("binding", layout.binding, span);
            self.layout_byte("index", layout.index, span);
            self.layout_byte("set", layout.set, span);
            self.layout_word("builtin", layout.builtin, span);
            self.layout_byte("input_attachment_index", layout.input_attachment_index, span);
        }
    }

    fn layout_byte(&mut self, name: &str, value: i32, span: Span) {
        let stored = i8::try_from(value).unwrap_or_else(|_| {
            self.layout_range(name, value, i32::from(i8::MAX), span);
            -1
        });
        self.commands.extend_from_slice(&stored.to_le_bytes());
    }

    fn layout_word(&mut self, name: &str, value: i32, span: Span) {
        let stored = i16::try_from(value).unwrap_or_else(|_| {
            self.layout_range(name, value, i32::from(i16::MAX), span);
            -1
        });
        self.commands.extend_from_slice(&stored.to_le_bytes());
    }

    fn layout_range(&mut self, name: &str, value: i32, limit: i32, span: Span) {
        let message = format!("found `{name} = {value}`, expected at most {limit} in a file");
        self.report(&rules::LAYOUT, span, message).help(format!("use a smaller {name}"));
    }
}
