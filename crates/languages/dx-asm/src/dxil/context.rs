//! State shared by all lines of a listing.

use std::collections::HashMap;
use std::ops::Range;

use glassbox_dxil::ir::{AttributesId, Body, KindId, LabelId, List, Slot, Typed, Value, ValueId};

use super::attributes;
use super::out::{Hole, Out};
use super::spelling::{self, Sigil};
use super::types::TypeNames;

/// A module with the numbers and spellings of its listing.
pub(super) struct Context<'m> {
    /// Module listed.
    pub(super) module: &'m Typed<'m>,
    /// Spellings of types.
    pub(super) types: TypeNames,
    /// Names of metadata kinds.
    kinds: HashMap<KindId, &'m [u8]>,
    /// Slots with attributes of each attribute list, sorted.
    slots: Vec<Vec<Slot>>,
    /// Spellings of variables, functions and aliases.
    globals: Globals,
}

impl<'m> Context<'m> {
    /// `numbers` has the number of each unnamed structure type.
    pub(super) fn new(module: &'m Typed<'m>, numbers: &[Option<u32>]) -> Context<'m> {
        let lists = (0..module.attributes.lists.len()).map(AttributesId::at);
        let kinds = module.kinds.iter().rev();
        Context {
            module,
            types: TypeNames::new(&module.types, numbers),
            kinds: kinds.map(|kind| (kind.0, module.text(kind.1))).collect(),
            slots: lists.map(|list| attributes::slots(&module.attributes, list)).collect(),
            globals: Globals::new(module),
        }
    }

    /// Name of a metadata kind.
    pub(super) fn kind(&self, kind: KindId) -> Option<&'m [u8]> {
        self.kinds.get(&kind).copied()
    }

    /// Writes the attributes of a parameter or result, each with a space before it.
    pub(super) fn attributes(&self, out: &mut Out, list: Option<AttributesId>, slot: Slot) {
        if let Some(list) = list
            && self.has(list, slot)
        {
            attributes::inline(out, &self.module.attributes, list, slot);
        }
    }

    fn has(&self, list: AttributesId, slot: Slot) -> bool {
        let slots = self.slots.get(list.index());
        slots.is_some_and(|slots| slots.binary_search(&slot).is_ok())
    }

    /// Writes ` #` and a hole for a list's group number, if it has one.
    pub(super) fn group(&self, out: &mut Out, list: Option<AttributesId>) {
        if let Some(list) = list
            && self.has(list, Slot::FUNCTION)
        {
            out.text(" #").hole(Hole::Group(list));
        }
    }

    /// Writes a variable, function or alias as an operand.
    #[inline]
    pub(super) fn global(&self, out: &mut Out, value: ValueId) {
        out.raw(self.globals.get(value));
    }
}

/// Spellings of named module-level values.
struct Globals {
    text: Vec<u8>,
    names: Vec<Range<u32>>,
}

impl Globals {
    fn new(module: &Typed<'_>) -> Globals {
        let mut text = Out::default();
        let mut names = Vec::new();
        let mut unnamed = 0;
        for (index, (value, _)) in module.values.iter().enumerate() {
            if matches!(value, Value::Constant(_)) {
                // Constants follow the globals.
                break;
            }
            let start = text.len() as u32;
            match module.name(ValueId::module(index as u32)) {
                Some(name) => spelling::name(&mut text, Sigil::Global, name),
                None => {
                    text.byte(b'@').number(unnamed);
                    unnamed += 1;
                }
            }
            names.push(start..text.len() as u32);
        }
        Globals { text: text.into_bytes(), names }
    }

    #[inline]
    fn get(&self, value: ValueId) -> &[u8] {
        let range = match value.list() {
            List::Module(index) => self.names.get(index as usize).cloned(),
            _ => None,
        };
        let range = range.unwrap_or_default();
        self.text
            .get(range.start as usize..range.end as usize)
            .filter(|name| !name.is_empty())
            .unwrap_or(b"<unknown value>")
    }
}

/// No number: the value is named, or no line defines it.
const NONE: u32 = u32::MAX;

/// Numbers of unnamed values and blocks in a body.
pub(super) struct Locals<'b> {
    /// Function body.
    pub(super) body: &'b Body,
    values: Vec<u32>,
    blocks: Vec<u32>,
    /// Whether values and blocks are holes.
    is_open: bool,
}

impl<'b> Locals<'b> {
    pub(super) fn new(body: &'b Body) -> Locals<'b> {
        let mut locals = Locals {
            body,
            values: vec![NONE; body.locals.len()],
            blocks: vec![NONE; body.blocks.len()],
            is_open: false,
        };
        let mut next = 0;
        let mut give = |slot: Option<&mut u32>| {
            if let Some(slot) = slot {
                *slot = next;
                next += 1;
            }
        };
        for argument in body.arguments() {
            if body.symbols.value(argument).is_none() {
                give(locals.values.get_mut(argument.index()));
            }
        }
        for index in 0..body.blocks.len() {
            let label = LabelId::at(index);
            if body.symbols.block(label).is_none() {
                give(locals.blocks.get_mut(index));
            }
            for (_, instruction) in body.block(label) {
                if let Some(result) = instruction.result
                    && body.symbols.value(result).is_none()
                {
                    give(locals.values.get_mut(result.index()));
                }
            }
        }
        locals
    }

    /// A body whose values and blocks are holes in what is written.
    pub(super) fn open(body: &'b Body) -> Locals<'b> {
        Locals { body, values: Vec::new(), blocks: Vec::new(), is_open: true }
    }

    /// Writes a value of the body, by name or number.
    #[inline]
    pub(super) fn value(&self, out: &mut Out, value: ValueId) {
        if self.is_open {
            out.hole(Hole::Local(value));
            return;
        }
        match self.values.get(value.index()) {
            Some(&number) if number != NONE => out.byte(b'%').number(number.into()).end(),
            _ => match self.body.symbols.value(value) {
                Some(name) => spelling::name(out, Sigil::Local, name),
                None => out.text("<badref>").end(),
            },
        }
    }

    /// Number of an unnamed block.
    pub(super) fn number(&self, label: LabelId) -> Option<u32> {
        self.blocks.get(label.index()).copied().filter(|&number| number != NONE)
    }

    /// Writes a block, by name or number.
    pub(super) fn label(&self, out: &mut Out, label: LabelId) {
        if self.is_open {
            out.hole(Hole::Label(label));
            return;
        }
        match (self.body.symbols.block(label), self.number(label)) {
            (Some(name), _) => spelling::name(out, Sigil::Local, name),
            (None, Some(number)) => out.byte(b'%').number(number.into()).end(),
            (None, None) => out.text("<badref>").end(),
        }
    }
}
