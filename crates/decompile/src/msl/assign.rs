//! Spells assignments to places in memory.

use glassbox_spirv::module::{Id, Type};

use super::layout::Store;
use super::place::{LETTERS, MAX_ELEMENTS, Place};
use super::{Msl, Need};
use crate::interface::Role;
use crate::refusal::Reason;
use crate::text::{ANY, POSTFIX, UNARY, Writer, append, joined};
use crate::tree::{Kind, Node, Var};

impl Writer<'_, '_, Msl> {
    /// Writes an assignment.
    pub(super) fn assign_place(&mut self, place: Node, value: Node) {
        if self.assign_level(place, value) || self.assign_members(place, value) {
            return;
        }
        if let Kind::Swizzle(base, lanes) = self.tree.kind(place) {
            return self.assign_lanes(place, (base, lanes.as_slice()), value);
        }
        if let Kind::Variable(var) = self.tree.kind(place)
            && self.starts_with(self.tree.actual(var), value)
        {
            return;
        }
        let Some(found) = self.written_place(place) else { return };
        if let Some(scalar) = self.scalar_of_built_in(place) {
            if let (Some(Type::Array { length, element }), crate::text::Scalar::Float(_)) =
                (self.module.ty(self.tree.node(value).ty), scalar)
            {
                let count = self.length(length);
                return self.assign_elements(&found, value, (element, count));
            }
            let own = crate::text::Sign::Unsigned;
            let sign = if scalar == crate::text::Scalar::Uint(32) { own } else { crate::text::Sign::Own };
            self.out.push_str(&joined!(found.text, " = "));
            if matches!(self.module.ty(self.tree.node(value).ty), Some(Type::Array { .. })) {
                self.expr(value, POSTFIX);
                return self.out.push_str("[0]");
            }
            return self.integer(value, sign, ANY);
        }
        if let Some(column) = &found.column {
            return self.assign_column(&found, column, value);
        }
        let ty = self.module.ty(found.ty);
        let text = match (ty, found.store) {
            (Some(Type::Array { length, element }), _) if found.in_memory || self.is_bare(place) => {
                let count = self.length(length);
                return self.assign_elements(&found, value, (element, count));
            }
            (Some(Type::Matrix { column, count }), store) if store != Store::Plain => {
                return self.assign_matrix(&found, value, (column, count));
            }
            (Some(Type::Vector { .. }), Store::Packed) => {
                if let Some(packed) = self.packed_text(value) {
                    self.out.push_str(&joined!(found.text, " = ", packed));
                    return;
                }
                found.text
            }
            _ => {
                let is_written = matches!(self.tree.kind(place), Kind::Path(base, _) if self.is_place(base));
                if !is_written {
                    return self.plain_assign(place, value);
                }
                if self.compound(place, value) {
                    return;
                }
                self.assignable(&found)
            }
        };
        append!(self.out, text, " = ");
        self.expr(value, ANY);
    }

    /// True for an output whose array is one of C, which cannot be assigned.
    fn is_bare(&self, place: Node) -> bool {
        let Some(var) = self.tree.root(place) else { return false };
        self.roles.get(&var) == Some(&Role::Output) && self.element_of(var).is_some()
    }

    /// Declares a variable of the entry point with its first value; false if that is not the first that is said of it.
    fn starts_with(&mut self, var: Var, value: Node) -> bool {
        let need = Need::Var(var);
        let is_first = self.language.is_entry
            && self.indent == 1
            && self.is_alone()
            && !self.locals.contains_key(&var)
            && !self.language.needs.contains(&need)
            && self.is_declared_inside(var);
        if !is_first {
            return false;
        }
        let text = self.capture(|writer| writer.expr(value, ANY));
        let name = self.globals.get(&var).cloned().unwrap_or_default();
        let declared = if self.language.needs.insert(need) {
            self.language.begun.insert(var);
            joined!(self.declarator(self.tree.variable(var).ty, &name))
        } else {
            name.to_string()
        };
        self.out.push_str(&joined!(declared, " = ", text));
        true
    }

    /// The text of a packed vector in memory.
    fn packed_text(&mut self, value: Node) -> Option<String> {
        if self.tree.variable_of(value).is_some() {
            return None;
        }
        let place = match self.tree.kind(value) {
            Kind::Load(place) => place,
            _ => value,
        };
        let Kind::Path(base, steps) = self.tree.kind(place) else { return None };
        let tree = self.tree;
        let found = self.place_apart(base, tree.steps(steps));
        (found.store == Store::Packed && found.column.is_none()).then_some(found.text)
    }

    /// The place of an assignment.
    pub(super) fn written_place(&mut self, place: Node) -> Option<Place> {
        let tree = self.tree;
        match tree.kind(place) {
            Kind::Path(base, steps) => Some(self.place_apart(base, tree.steps(steps))),
            Kind::Variable(_) | Kind::Pointee(_) => Some(self.place_apart(place, &[])),
            _ => {
                self.refuse(
                    Reason::Pointer,
                    "a place that depends on a condition is written; write both places",
                );
                None
            }
        }
    }

    /// Writes an assignment of some components of a vector.
    fn assign_lanes(&mut self, place: Node, (base, lanes): (Node, &[u8]), value: Node) {
        let Some(found) = self.written_place(base) else { return };
        let text = &found.text;
        let targets: Vec<String> = match (&found.column, found.store) {
            (Some(column), _) => {
                lanes.iter().map(|lane| joined!(text, "[", lane, "][", column, "]")).collect()
            }
            // Packed vectors have no swizzles that can be assigned.
            (None, Store::Packed) => lanes.iter().map(|lane| joined!(text, "[", lane, "]")).collect(),
            (None, Store::Wide(_) | Store::Columns(_)) => {
                let letters = lanes.iter().map(|lane| LETTERS[usize::from(lane & 3)]);
                let target = joined!(text, ".", letters.collect::<String>(), " = ");
                self.out.push_str(&target);
                return self.expr(value, ANY);
            }
            _ => return self.plain_assign(place, value),
        };
        self.assign_components(&targets, value);
    }

    /// Writes a column of a matrix whose rows are stored.
    fn assign_column(&mut self, place: &Place, column: &str, value: Node) {
        let rows = self.module.vector_size(place.ty).unwrap_or(1);
        let targets: Vec<String> =
            (0..rows).map(|row| joined!(place.text, "[", row, "][", column, "]")).collect();
        self.assign_components(&targets, value);
    }

    /// Writes the components of a vector, each to its own place.
    fn assign_components(&mut self, targets: &[String], value: Node) {
        let (vector, lanes) = match self.tree.kind(value) {
            Kind::Swizzle(vector, lanes) if self.tree.variable_of(value).is_none() => {
                (vector, lanes.as_slice().to_vec())
            }
            _ => (value, vec![0, 1, 2, 3]),
        };
        let lanes = lanes.iter().map(|lane| joined!(".", LETTERS[usize::from(lane & 3)]));
        let pairs: Vec<(String, String)> = targets.iter().cloned().zip(lanes).collect();
        let text = self.capture(|writer| writer.expr(vector, ANY));
        let ty = self.tree.node(vector).ty;
        self.assign_parts(&pairs, (ty, "column"), &text);
    }

    /// Writes a matrix that is not stored as one.
    pub(super) fn assign_matrix(&mut self, place: &Place, value: Node, (column, count): (Id, u32)) {
        let rows = self.module.vector_size(column).unwrap_or(1);
        let has_rows = place.store.has_rows();
        let (vectors, length) = if has_rows { (rows, count) } else { (count, rows) };
        let text = self.capture(|writer| writer.expr(value, ANY));
        let text = if has_rows { joined!("transpose(", text, ")") } else { text };
        let swizzle = match place.store {
            Store::Rows(stored) if stored == length => {
                self.out.push_str(&joined!(place.text, " = ", text));
                return;
            }
            Store::PackedColumns | Store::PackedRows => String::new(),
            _ => joined!(".", &"xyzw"[..length.clamp(1, 4) as usize]),
        };
        let pairs: Vec<(String, String)> = (0..vectors)
            .map(|vector| (joined!(place.text, "[", vector, "]", swizzle), joined!("[", vector, "]")))
            .collect();
        if !has_rows {
            return self.assign_parts(&pairs, (place.ty, "matrix"), &text);
        }
        let scalar = self.scalar(column).unwrap_or(crate::text::Scalar::Float(32));
        let ty = joined!(self.vector_name(scalar, 1), vectors, "x", length);
        self.assign_typed_parts(&pairs, (&ty, "rows"), &text);
    }

    /// Writes parts of a value, each to its own place.
    fn assign_parts(&mut self, pairs: &[(String, String)], (ty, name): (Id, &str), text: &str) {
        let ty = self.type_name(ty);
        self.assign_typed_parts(pairs, (&ty, name), text);
    }

    fn assign_typed_parts(&mut self, pairs: &[(String, String)], (ty, name): (&str, &str), text: &str) {
        let assignments = |name: &str| {
            pairs.iter().map(|(place, part)| joined!(place, " = ", name, part)).collect::<Vec<_>>()
        };
        if text.chars().all(|c| c.is_ascii_alphanumeric() || c == '_') {
            return self.several(&assignments(text));
        }
        if !self.is_alone() {
            self.refuse(Reason::Layout, "a matrix that is stored in parts is written in a loop's head");
        }
        let name = self.names.take(name);
        let mut lines = vec![joined!(ty, " ", name, " = ", text)];
        lines.extend(assignments(&name));
        let indent = "    ".repeat(self.indent);
        let inner: String = lines.iter().map(|line| joined!(indent, "    ", line, ";\n")).collect();
        self.out.push_str(&joined!("{\n", inner, indent, "}"));
        self.names.release(&[name]);
    }

    /// True if a statement stands on a line of its own, not in the head of a loop.
    pub(super) fn is_alone(&self) -> bool {
        self.out.rsplit('\n').next().is_none_or(|line| line.trim().is_empty())
    }

    /// Writes several assignments where one stood.
    pub(super) fn several(&mut self, assignments: &[String]) {
        let separator =
            if self.is_alone() { joined!(";\n", "    ".repeat(self.indent)) } else { ", ".to_owned() };
        self.out.push_str(&assignments.join(&separator));
    }

    pub(super) fn assign_elements(&mut self, place: &Place, value: Node, (element, count): (Id, u32)) {
        let is_simple = matches!(
            self.module.ty(element),
            Some(Type::Int { .. } | Type::Float { .. } | Type::Vector { .. } | Type::Struct { .. })
        ) && matches!(place.store, Store::Plain | Store::Packed);
        let value = self.capture(|writer| writer.expr(value, UNARY));
        if count > MAX_ELEMENTS || !is_simple || value.len() > 200 {
            self.refuse(Reason::Type, "a large array is written as a whole; write its elements");
            return;
        }
        let all: Vec<String> =
            (0..count).map(|index| joined!(place.text, "[", index, "] = ", value, "[", index, "]")).collect();
        self.several(&all);
    }
}
