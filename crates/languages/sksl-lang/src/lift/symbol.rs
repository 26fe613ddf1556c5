//! Lifts symbols, types, modifiers and tables.

use glassbox_sksl::builtin::{Field, Struct, Type, root_type};
use glassbox_sksl::command::Command;
use glassbox_sksl::model::{ModelNode, Name as FileName, Reference};
use glassbox_sksl::raw::{BUILTIN_SYMBOL, LAYOUT_BITS, MODIFIER_BITS, Storage};
use glassbox_sksl::view::Symbol as View;

use super::{Lifter, Result};
use crate::ir::modifiers::{Layout, Modifiers};
use crate::ir::symbol::{
    ArraySymbol, FieldData, FunctionSymbol, StructSymbol, Symbol, SymbolKind, Symbols, Table, TableData,
    VariableSymbol,
};
use crate::ir::ty::{Spelling, Ty};

impl Lifter<'_> {
    /// Lifts a table, or `None` if the file has none. The new table becomes the innermost one; the caller restores
    /// `self.table`.
    pub(super) fn optional_table(&mut self, at: ModelNode) -> Result<Option<Table>> {
        if self.model.command(at) != Command::SymbolTable {
            return Ok(None);
        }
        let data = TableData { parent: Some(self.table), ..TableData::default() };
        self.table = self.program.tables.add(data);
        self.fill_table(at)?;
        Ok(Some(self.table))
    }

    /// Adds the owned and listed symbols of a table in the file to the innermost table.
    pub(super) fn fill_table(&mut self, at: ModelNode) -> Result<()> {
        let model = self.model;
        let table = self.table;
        self.program.tables[table].is_builtin = model.is_builtin(at) != 0;
        self.require(model.is_builtin(at) <= 1);
        let owned = model.owned(at).count();
        self.program.tables[table].owned.reserve_exact(owned);
        for symbol in model.owned(at) {
            let symbol = self.symbol(symbol)?;
            self.program.tables[table].owned.push(symbol);
        }
        self.program.tables[table].names.reserve(model.entries(at).len());
        for entry in model.entries(at) {
            let symbol = match entry.index {
                BUILTIN_SYMBOL => {
                    self.require(root_type(&model.name(entry.name)).is_some());
                    self.named_type(entry.name, at)?
                }
                index => match self.program.tables[table].owned.get(index as usize) {
                    Some(&symbol) => symbol,
                    None => return self.fault(at, "found an entry of a symbol that the table does not own"),
                },
            };
            let name = self.program.symbols[symbol].name;
            // The last version lists each overload; the first entry represents all of them.
            let names = &mut self.program.tables[table].names;
            let is_new = names.get(name).is_none();
            if is_new {
                names.insert(name, symbol);
            }
            self.require(is_new);
        }
        Ok(())
    }

    /// Lifts a builtin type listed in a table.
    fn named_type(&mut self, name: FileName, at: ModelNode) -> Result<Symbol> {
        let ty = self.builtin_type(name, at)?;
        let name = self.name(name);
        Ok(self.add_symbol(name, SymbolKind::BuiltinType(ty)))
    }

    /// Lifts a symbol: a definition or a reference.
    pub(super) fn symbol(&mut self, at: ModelNode) -> Result<Symbol> {
        let model = self.model;
        match model.symbol(at) {
            View::ArrayType { id, component, count } => {
                let symbol = self.array(component, count, at)?;
                self.define(id, symbol, at);
                Ok(symbol)
            }
            View::Field { owner, index } => self.field(owner, index, at),
            View::FunctionDeclaration { id, modifiers, name, result } => {
                let symbol = self.function(at, modifiers, name, result)?;
                self.define(id, symbol, at);
                Ok(symbol)
            }
            View::StructType { id, name, is_interface_block } => {
                self.require(is_interface_block <= 1);
                let symbol = self.structure(at, name, is_interface_block != 0)?;
                self.define(id, symbol, at);
                Ok(symbol)
            }
            View::SymbolRef(Reference::Id(id)) => self.symbol_of(id, at),
            View::SymbolRef(Reference::Builtin(name)) => self.named_type(name, at),
            View::SystemType { id, name } => {
                let symbol = self.named_type(name, at)?;
                self.define(id, symbol, at);
                Ok(symbol)
            }
            View::UnresolvedFunction { id } => {
                let outside = std::mem::replace(&mut self.is_in_set, true);
                let mut functions = Symbols::new();
                for function in model.children(at) {
                    functions.push(self.symbol(function)?);
                }
                self.is_in_set = outside;
                let Some(&first) = functions.first() else {
                    return self.fault(at, "found an overload set without functions");
                };
                self.recognise_overloads(at, &functions)?;
                let name = self.program.symbols[first].name;
                let symbol = self.add_symbol(name, SymbolKind::Functions(functions));
                self.define(id, symbol, at);
                Ok(symbol)
            }
            View::Variable { id, modifiers, name, ty, storage } => {
                self.require(storage <= Storage::PARAMETER);
                let kind = SymbolKind::Variable(VariableSymbol {
                    modifiers: self.modifiers(modifiers),
                    ty: self.ty(ty)?,
                    storage,
                    declaration: None,
                    builtin: None,
                });
                let name = self.name(name);
                let symbol = self.add_symbol(name, kind);
                self.program.symbols[symbol].span = self.place(at);
                self.define(id, symbol, at);
                Ok(symbol)
            }
            View::Missing => self.fault(at, "found no symbol where one is expected"),
        }
    }

    fn define(&mut self, id: u32, symbol: Symbol, at: ModelNode) {
        self.require(id != 0 && id != BUILTIN_SYMBOL && self.model.definition(id) == at);
        let index = id as usize;
        if index >= self.ids.len() {
            self.ids.resize(index + 1, None);
        }
        self.ids[index] = Some(symbol);
    }

    /// Symbol of an id.
    pub(super) fn symbol_of(&self, id: u32, at: ModelNode) -> Result<Symbol> {
        match self.ids.get(id as usize) {
            Some(&Some(symbol)) => Ok(symbol),
            _ => self.fault(at, format!("found the id {id}, which nothing before it defines")),
        }
    }

    /// Variable of an id.
    pub(super) fn variable_of(&self, id: u32, at: ModelNode) -> Result<Symbol> {
        let symbol = self.symbol_of(id, at)?;
        match self.program.symbols[symbol].kind {
            SymbolKind::Variable(_) => Ok(symbol),
            _ => self.fault(at, format!("found the id {id}, which is not that of a variable")),
        }
    }

    /// Function of an id.
    pub(super) fn function_of(&self, id: u32, at: ModelNode) -> Result<Symbol> {
        let symbol = self.symbol_of(id, at)?;
        match self.program.symbols[symbol].kind {
            SymbolKind::Function(_) => Ok(symbol),
            _ => self.fault(at, format!("found the id {id}, which is not that of a function")),
        }
    }

    fn array(&mut self, component: ModelNode, count: u32, at: ModelNode) -> Result<Symbol> {
        let element = self.ty(component)?;
        if matches!(element.meaning, Type::Array(_) | Type::Invalid | Type::Void) || count == 0 {
            return self.fault(at, "found an array type that the language does not have");
        }
        let meaning = self.program.types.add_array(element.meaning, count);
        let name = format!("{}[{count}]", self.program.type_name(element));
        let name = self.program.names.add(&name);
        let array = |ty| SymbolKind::Array(ArraySymbol { ty, element, count });
        let symbol = self.add_symbol(name, array(Ty::own(meaning)));
        self.program.symbols[symbol].kind = array(Ty { meaning, spelling: Spelling::Symbol(symbol) });
        Ok(symbol)
    }

    fn field(&mut self, owner: u32, index: u32, at: ModelNode) -> Result<Symbol> {
        let owner = self.variable_of(owner, at)?;
        let field = self.variable_type(owner).and_then(|ty| self.field_of(ty, index as usize));
        let Some(field) = field else {
            return self.fault(at, format!("found field {index} of a block that has no such field"));
        };
        Ok(self.add_symbol(field.name, SymbolKind::Field { owner, index }))
    }

    /// Type of a variable.
    pub(super) fn variable_type(&self, variable: Symbol) -> Option<Ty> {
        match &self.program.symbols[variable].kind {
            SymbolKind::Variable(variable) => Some(variable.ty),
            _ => None,
        }
    }

    /// Field of a struct type, or of the element type of an array of structs.
    pub(super) fn field_of(&self, ty: Ty, index: usize) -> Option<FieldData> {
        let ty = match ty.meaning {
            Type::Array(_) => self.program.component(ty),
            _ => ty,
        };
        let Spelling::Symbol(symbol) = ty.spelling else {
            return None;
        };
        match &self.program.symbols[symbol].kind {
            SymbolKind::Struct(structure) => structure.fields.get(index).copied(),
            _ => None,
        }
    }

    fn function(
        &mut self,
        at: ModelNode,
        modifiers: ModelNode,
        name: FileName,
        result: ModelNode,
    ) -> Result<Symbol> {
        let model = self.model;
        let mut parameters = Symbols::with_capacity(usize::from(model.node(at).a));
        // From version 13 on, the parameters are symbols.
        for child in model.children(at).skip(1).take(usize::from(model.node(at).a)) {
            parameters.push(match (model.command(child), model.node(child).b) {
                (Command::Parameter, 0) => {
                    self.require(self.is_in_set);
                    self.unknown_parameter()
                }
                (Command::Parameter, id) => self.variable_of(id, at)?,
                _ => self.symbol(child)?,
            });
        }
        let is_main = model.text(name) == b"main";
        let kind = SymbolKind::Function(FunctionSymbol {
            modifiers: self.modifiers(modifiers),
            parameters,
            result: self.ty(result)?,
            builtin: None,
            is_main,
            body: None,
        });
        let name = self.name(name);
        let symbol = self.add_symbol(name, kind);
        self.program.symbols[symbol].span = self.place(at);
        Ok(symbol)
    }

    fn structure(&mut self, at: ModelNode, name: FileName, is_interface_block: bool) -> Result<Symbol> {
        let model = self.model;
        let mut fields = Vec::new();
        let mut meanings = Vec::new();
        for field in model.fields(at) {
            let ty = self.ty(field.ty)?;
            meanings.push(Field { name: model.name(field.name).into_owned(), ty: ty.meaning });
            fields.push(FieldData {
                modifiers: self.modifiers(field.modifiers),
                name: self.name(field.name),
                ty,
                span: Default::default(),
            });
        }
        let meaning = self.program.types.add_struct(Struct {
            name: model.name(name).into_owned(),
            fields: meanings,
            is_interface_block,
        });
        let structure = |ty, fields| SymbolKind::Struct(StructSymbol { ty, fields, is_interface_block });
        let name = self.name(name);
        let symbol = self.add_symbol(name, structure(Ty::own(meaning), Vec::new()));
        let ty = Ty { meaning, spelling: Spelling::Symbol(symbol) };
        self.program.symbols[symbol].kind = structure(ty, fields);
        self.vouch_for_struct(symbol);
        Ok(symbol)
    }

    /// Lifts a type: a definition or a reference.
    pub(super) fn ty(&mut self, at: ModelNode) -> Result<Ty> {
        if let View::SymbolRef(Reference::Builtin(name)) = self.model.symbol(at) {
            return self.builtin_type(name, at);
        }
        let symbol = self.symbol(at)?;
        match &self.program.symbols[symbol].kind {
            SymbolKind::Array(array) => Ok(array.ty),
            SymbolKind::Struct(structure) => Ok(structure.ty),
            SymbolKind::BuiltinType(ty) => Ok(*ty),
            _ => self.fault(at, "found a symbol that is not a type where a type is expected"),
        }
    }

    fn modifiers(&mut self, at: ModelNode) -> Modifiers {
        let modifiers = self.model.modifiers(at);
        let layout = modifiers.layout;
        self.require(modifiers.flags.0 & !MODIFIER_BITS == 0 && layout.flags.0 & !LAYOUT_BITS == 0);
        Modifiers {
            layout: Layout {
                flags: layout.flags,
                location: layout.location,
                offset: layout.offset,
                binding: layout.binding,
                index: layout.index,
                set: layout.set,
                builtin: layout.builtin,
                input_attachment_index: layout.input_attachment_index,
            },
            flags: modifiers.flags,
        }
    }
}
