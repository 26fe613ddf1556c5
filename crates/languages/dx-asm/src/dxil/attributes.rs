//! Formats attributes of functions, parameters and results; numbers attribute groups.
//!
//! Order: the LLVM language reference as of LLVM 3.7. Flag attributes come first, sorted by name as LLVM
//! does, then those with a number, then string attributes.

use std::collections::HashMap;

use glassbox_dxil::ir::{Attribute, AttributeKind, Attributes, AttributesId, Slot};

use super::out::Out;
use super::spelling;

/// Order of the known attributes in a list.
pub(super) const ORDER: [AttributeKind; 45] = [
    AttributeKind::ALIGN,
    AttributeKind::ALWAYS_INLINE,
    AttributeKind::ARG_MEM_ONLY,
    AttributeKind::BUILTIN,
    AttributeKind::BY_VAL,
    AttributeKind::COLD,
    AttributeKind::CONVERGENT,
    AttributeKind::DEREFERENCEABLE,
    AttributeKind::DEREFERENCEABLE_OR_NULL,
    AttributeKind::IN_ALLOCA,
    AttributeKind::IN_REG,
    AttributeKind::INLINE_HINT,
    AttributeKind::JUMP_TABLE,
    AttributeKind::MIN_SIZE,
    AttributeKind::NAKED,
    AttributeKind::NEST,
    AttributeKind::NO_ALIAS,
    AttributeKind::NO_BUILTIN,
    AttributeKind::NO_CAPTURE,
    AttributeKind::NO_DUPLICATE,
    AttributeKind::NO_IMPLICIT_FLOAT,
    AttributeKind::NO_INLINE,
    AttributeKind::NO_RED_ZONE,
    AttributeKind::NO_RETURN,
    AttributeKind::NO_UNWIND,
    AttributeKind::NON_LAZY_BIND,
    AttributeKind::NON_NULL,
    AttributeKind::OPT_SIZE,
    AttributeKind::OPT_NONE,
    AttributeKind::READ_NONE,
    AttributeKind::READ_ONLY,
    AttributeKind::RETURNED,
    AttributeKind::RETURNS_TWICE,
    AttributeKind::S_EXT,
    AttributeKind::SAFE_STACK,
    AttributeKind::SANITIZE_ADDRESS,
    AttributeKind::SANITIZE_MEMORY,
    AttributeKind::SANITIZE_THREAD,
    AttributeKind::STACK_ALIGN,
    AttributeKind::SSP,
    AttributeKind::SSP_REQ,
    AttributeKind::SSP_STRONG,
    AttributeKind::S_RET,
    AttributeKind::UW_TABLE,
    AttributeKind::Z_EXT,
];

/// Sort key: category, rank or number, strings.
fn key(attribute: Attribute, attributes: &Attributes) -> (u8, u64, &[u8], &[u8]) {
    let place = |kind| ORDER.iter().position(|other| *other == kind).unwrap_or(ORDER.len()) as u64;
    match attribute {
        Attribute::Flag(kind) => (0, place(kind), b"", b""),
        Attribute::Number(kind, number) => (1, place(kind) << 32 | number & 0xFFFF_FFFF, b"", b""),
        Attribute::String(name) => (2, 0, attributes.text(name), b""),
        Attribute::Pair(name, value) => (2, 0, attributes.text(name), attributes.text(value)),
    }
}

/// Attributes of a slot, sorted.
fn of(attributes: &Attributes, list: AttributesId, slot: Slot) -> Vec<Attribute> {
    let groups = attributes.groups_of(list).filter(|group| group.slot == slot);
    let mut found: Vec<Attribute> = groups.flat_map(|group| group.attributes.iter().copied()).collect();
    found.sort_by(|a, b| key(*a, attributes).cmp(&key(*b, attributes)));
    found
}

/// Context in which attributes are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Form {
    /// After a type.
    Inline,
    /// In an attribute group.
    Group,
    /// In the comment before a function; string attributes are omitted.
    Comment,
}

fn write(out: &mut Out, attributes: &Attributes, found: &[Attribute], form: Form) -> usize {
    let mut written = 0;
    for attribute in found {
        let named = matches!(attribute, Attribute::String(_) | Attribute::Pair(..));
        if named && form == Form::Comment {
            continue;
        }
        out.text(if written > 0 { " " } else { "" });
        written += 1;
        match *attribute {
            Attribute::Flag(kind) => known(out, kind),
            Attribute::Number(kind, number) => {
                known(out, kind);
                match (kind, form) {
                    (AttributeKind::ALIGN, Form::Inline | Form::Comment) => out.byte(b' ').number(number),
                    (AttributeKind::ALIGN | AttributeKind::STACK_ALIGN, Form::Group) => {
                        out.byte(b'=').number(number)
                    }
                    _ => out.byte(b'(').number(number).byte(b')'),
                };
            }
            Attribute::String(name) => quoted(out, attributes.text(name)),
            Attribute::Pair(name, value) => {
                quoted(out, attributes.text(name));
                if !value.is_empty() {
                    out.byte(b'=');
                    quoted(out, attributes.text(value));
                }
            }
        }
    }
    written
}

fn known(out: &mut Out, kind: AttributeKind) {
    match kind.name() {
        Some(name) => out.text(name),
        None => out.text("<attribute ").number(kind.0.into()).byte(b'>'),
    };
}

fn quoted(out: &mut Out, text: &[u8]) {
    out.byte(b'"');
    spelling::escaped(out, text);
    out.byte(b'"');
}

/// Writes the attributes of a parameter or result, each with a space before it.
pub(super) fn inline(out: &mut Out, attributes: &Attributes, list: AttributesId, slot: Slot) {
    out.byte(b' ');
    write(out, attributes, &of(attributes, list, slot), Form::Inline);
}

/// Cached data of one list.
#[derive(Clone, Debug, Default)]
struct Listed {
    /// Group of the function attributes, if any.
    group: Option<u32>,
    /// True once the list has been examined.
    known: bool,
}

/// Attribute groups of functions and calls, numbered in the order of first use.
#[derive(Debug, Default)]
pub(super) struct Groups {
    lists: Vec<Listed>,
    /// Text of each group.
    texts: Vec<Vec<u8>>,
    /// Number of each text.
    numbers: HashMap<Vec<u8>, u32>,
}

impl Groups {
    /// Prepares for the lists of a module.
    pub(super) fn new(attributes: &Attributes) -> Groups {
        Groups { lists: vec![Listed::default(); attributes.lists.len()], ..Groups::default() }
    }

    /// Numbers the group of a list on first use.
    pub(super) fn meet(&mut self, attributes: &Attributes, list: Option<AttributesId>) {
        let Some(list) = list else { return };
        let Some(listed) = self.lists.get_mut(list.index()).filter(|listed| !listed.known) else {
            return;
        };
        listed.known = true;
        let found = of(attributes, list, Slot::FUNCTION);
        if found.is_empty() {
            return;
        }
        let mut text = Out::default();
        write(&mut text, attributes, &found, Form::Group);
        let text = text.into_bytes();
        let next = self.texts.len() as u32;
        let number = *self.numbers.entry(text.clone()).or_insert(next);
        if number == next {
            self.texts.push(text);
        }
        listed.group = Some(number);
    }

    /// Number of a list's group.
    pub(super) fn number(&self, list: AttributesId) -> Option<u32> {
        self.lists.get(list.index())?.group
    }

    /// Writes the groups, one per line.
    pub(super) fn write(&self, out: &mut Out) {
        if !self.texts.is_empty() {
            out.byte(b'\n');
        }
        for (number, text) in self.texts.iter().enumerate() {
            out.text("attributes #").number(number as u64).text(" = { ");
            out.raw(text).text(" }\n");
        }
    }
}

/// Slots for which a list has attributes, sorted.
pub(super) fn slots(attributes: &Attributes, list: AttributesId) -> Vec<Slot> {
    let groups = attributes.groups_of(list).filter(|group| !group.attributes.is_empty());
    let mut slots: Vec<Slot> = groups.map(|group| group.slot).collect();
    slots.sort_unstable();
    slots.dedup();
    slots
}

/// Writes the comment with a function's attributes; nothing if none is known by name.
pub(super) fn comment(out: &mut Out, attributes: &Attributes, list: Option<AttributesId>) {
    let Some(list) = list else { return };
    let start = out.len();
    out.text("; Function Attrs: ");
    match write(out, attributes, &of(attributes, list, Slot::FUNCTION), Form::Comment) {
        0 => out.truncate(start),
        _ => out.byte(b'\n').end(),
    }
}
