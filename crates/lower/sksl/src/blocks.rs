//! Interface blocks of fragment and vertex programs.

use glassbox_core::span::Span;
use glassbox_sksl::builtin::Type;
use glassbox_sksl::raw::{LayoutFlags, ModifierFlags};
use glassbox_sksl_lang::ir::symbol::{Symbol, SymbolKind, VariableSymbol};
use glassbox_spirv::build::Id;
use glassbox_spirv::build::value::{decoration, storage_class};

use crate::interface::{Port, Resource};
use crate::lowering::{Binding, Lowering, Storage};
use crate::session::Outcome;
use crate::types::{Form, number};

impl Lowering<'_, '_> {
    /// Declares the variable of a block.
    pub(crate) fn block(&mut self, symbol: Symbol, name: String) -> Outcome<()> {
        if self.bindings.contains_key(&symbol) {
            return Ok(());
        }
        let span = self.program.symbols[symbol].span;
        let Some(variable) = self.variable_of(symbol) else {
            return self.malformed(span, "an interface block has no variable");
        };
        self.at(span);
        let whole = variable.ty.meaning;
        let array = self.program.types.array(whole);
        let ty = array.map_or(whole, |array| array.element);
        let is_uniform = variable.modifiers.has(ModifierFlags::UNIFORM);
        let form = if is_uniform { Form::Block } else { Form::Port };
        let structure = self.block_type(ty, form, span)?;
        let outer = match array {
            Some(array) => self.s.b.array(structure, array.count.max(1), None),
            None => structure,
        };
        let class = if is_uniform {
            self.uniform_block(variable)
        } else if variable.modifiers.has(ModifierFlags::OUT) {
            storage_class::OUTPUT
        } else {
            storage_class::INPUT
        };
        let pointer = self.s.global(outer, class, &name);
        self.place_block(pointer, (variable, class), &name, span)?;
        self.bindings.insert(symbol, Binding::Variable(Storage { pointer, class, form }));
        Ok(())
    }

    /// The structure of a block; its type in the block's form is this one from now on.
    fn block_type(&mut self, ty: Type, form: Form, span: Span) -> Outcome<Id> {
        let types = &self.program.types;
        let Some(declaration) = types.structure(ty) else {
            return self.malformed(span, "an interface block is no struct");
        };
        let mut members = Vec::with_capacity(declaration.fields.len());
        for field in &declaration.fields {
            members.push(self.s.in_form(self.source, field.ty, form, span)?);
        }
        let id = self.s.b.new_structure(&members);
        self.s.b.name(id, &declaration.name);
        self.s.b.decorate(id, decoration::BLOCK, &[]);
        let stated = self.stated_offsets(ty);
        let layout = self.s.options.layout;
        let mut whole = layout.block();
        for (index, field) in (0..).zip(&declaration.fields) {
            self.s.b.name_member(id, index, &field.name);
            self.s.relax_member(self.source, (id, index), field.ty);
            if form == Form::Block {
                if let Some(offset) = stated.get(index as usize).copied().flatten() {
                    whole.move_to(u64::from(offset));
                }
                let offset = number(self.source, whole.add(layout.extent(types, field.ty)), span)?;
                self.s.place_member(self.source, (id, index), field.ty, offset, layout);
            }
        }
        let known = if form == Form::Block { &mut self.s.stored } else { &mut self.s.logical };
        known.insert((self.source.number, ty), id);
        Ok(id)
    }

    /// `layout(offset = …)` of the members of a block.
    fn stated_offsets(&self, ty: Type) -> Vec<Option<u32>> {
        let mut symbols = self.program.symbols.iter();
        let found = symbols.find_map(|(_, data)| match &data.kind {
            SymbolKind::Struct(structure) if structure.ty.meaning == ty => Some(structure),
            _ => None,
        });
        let fields = found.map_or(&[][..], |structure| &structure.fields);
        fields.iter().map(|field| u32::try_from(field.modifiers.layout.offset).ok()).collect()
    }

    fn uniform_block(&self, variable: &VariableSymbol) -> u32 {
        let flags = variable.modifiers.layout.flags.0;
        if flags & LayoutFlags::PUSH_CONSTANT.0 != 0 {
            storage_class::PUSH_CONSTANT
        } else {
            storage_class::UNIFORM
        }
    }

    fn place_block(
        &mut self,
        pointer: Id,
        (variable, class): (&VariableSymbol, u32),
        name: &str,
        span: Span,
    ) -> Outcome<()> {
        let type_name = self.program.types.name(variable.ty.meaning).into_owned();
        let name = name.to_owned();
        let layout = variable.modifiers.layout;
        match class {
            storage_class::PUSH_CONSTANT => {
                self.s.interface.resources.push(Resource { name, type_name, place: None });
            }
            storage_class::UNIFORM => {
                let set = u32::try_from(layout.set).unwrap_or(self.s.options.set);
                let stated = u32::try_from(layout.binding).ok().map(|binding| [set, binding]);
                let place = self.take_place(stated, &name, span)?;
                self.s.bind(pointer, place);
                self.s.interface.resources.push(Resource { name, type_name, place: Some(place) });
            }
            _ => {
                let is_output = class == storage_class::OUTPUT;
                let location = self.location(variable.modifiers, is_output);
                self.s.b.decorate(pointer, decoration::LOCATION, &[location]);
                let port = Port { name, type_name, location };
                let interface = &mut self.s.interface;
                let ports = if is_output { &mut interface.outputs } else { &mut interface.inputs };
                ports.push(port);
            }
        }
        Ok(())
    }
}
