//! Spells places in memory and what is read from them.

use glassbox_core::stage::Stage;
use glassbox_spirv::build::value::{built_in, decoration, storage_class};
use glassbox_spirv::grammar::op;
use glassbox_spirv::module::{Id, Type};

use super::Msl;
use super::layout::Store;
use crate::interface::Role;
use crate::refusal::Reason;
use crate::text::{ANY, Access, Language, POSTFIX, Writer, append, call_text, joined};
use crate::tree::{Kind, Node, Origin, Step, Var};

/// Most elements of an array in memory that are read one by one.
pub(super) const MAX_ELEMENTS: u32 = 16;

pub(super) const LETTERS: [char; 4] = ['x', 'y', 'z', 'w'];

/// A place, or a part of a value.
pub(super) struct Place {
    /// Where it begins in the text of the functions.
    pub(super) start: usize,
    /// What it is called, once it was taken out of that.
    pub(super) text: String,
    pub(super) ty: Id,
    pub(super) store: Store,
    /// Column of a matrix whose rows are stored.
    pub(super) column: Option<String>,
    /// True if arrays are those of C.
    pub(super) in_memory: bool,
    /// True if the text is a pointer to the place.
    pub(super) points: bool,
}

impl Writer<'_, '_, Msl> {
    /// Writes a path; false if all targets write it alike.
    pub(super) fn write_path(&mut self, node: Node, access: Access) -> bool {
        let tree = self.tree;
        let (base, steps) = match self.tree.kind(node) {
            Kind::Path(base, steps) => (base, tree.steps(steps)),
            Kind::Variable(_) | Kind::Pointee(_) if access == Access::Read => (node, &[][..]),
            _ => return false,
        };
        let is_value = access == Access::Read || !self.is_place(base);
        if access == Access::Read
            && matches!(self.module.ty(self.tree.node(node).ty), Some(Type::Array { .. }))
            && matches!(self.scalar_of_built_in(node), Some(crate::text::Scalar::Float(_)))
        {
            self.refuse(Reason::BuiltIn, "distances that the shader gives are read as a whole in MSL");
        }
        let mut place = self.place(base, steps);
        let is_array = || self.module.opcode_of(place.ty) == op::TYPE_ARRAY;
        if place.store == Store::Plain && place.column.is_none() && !(place.in_memory && is_array()) {
            return true;
        }
        place.text = self.out.split_off(place.start);
        let text = if is_value { self.read_of(place) } else { self.assignable(&place) };
        self.out.push_str(&text);
        true
    }

    /// True if a node is a variable in memory, not a value.
    pub(super) fn is_place(&self, base: Node) -> bool {
        match self.tree.kind(base) {
            Kind::Variable(var) => {
                let variable = self.tree.variable(var);
                let ty = self.module.type_of(variable.id);
                variable.origin != Origin::Parameter
                    || self.module.pointer(ty).is_some() && !self.tree.is_reference(ty)
            }
            Kind::Pointee(_) => true,
            _ => false,
        }
    }

    /// A place, which is not written.
    pub(super) fn place_apart(&mut self, base: Node, steps: &[Step]) -> Place {
        let mut place = self.place(base, steps);
        place.text = self.out.split_off(place.start);
        place
    }

    /// Writes a place.
    fn place(&mut self, base: Node, steps: &[Step]) -> Place {
        let ty = self.tree.node(base).ty;
        let mut rest = steps;
        let mut place = Place {
            start: self.out.len(),
            text: String::new(),
            ty,
            store: Store::Plain,
            column: None,
            in_memory: false,
            points: false,
        };
        let letters = if steps.len() == 1 { self.letters(base) } else { ['x', 'y', 'z', 'w'] };
        match self.tree.variable_of(base) {
            Some(var) => {
                place.in_memory = self.is_memory(var);
                let skipped = self.start_of(var, steps);
                place.in_memory &= !(steps.is_empty() && self.element_of(self.tree.actual(var)).is_some());
                for step in &rest[..skipped] {
                    place.store = self.store_after(place.ty, *step, place.store);
                    place.ty = self.step_type(place.ty, *step);
                }
                rest = &rest[skipped..];
                let actual = self.tree.actual(var);
                place.points = skipped == 1 && self.is_block_array(actual) || self.is_set_block(actual);
            }
            None => match self.tree.kind(base) {
                Kind::Pointee(pointer) => {
                    self.expr(pointer, POSTFIX);
                    place.store = self.pointee_store(self.tree.node(pointer).ty);
                    (place.in_memory, place.points) = (true, true);
                }
                _ => self.expr(base, POSTFIX),
            },
        }
        for step in rest {
            self.step_in(&mut place, *step, letters);
        }
        if place.points {
            self.write_pointed(&place);
        }
        place
    }

    /// Makes what was written since a place began, a pointer, what that points to.
    fn write_pointed(&mut self, place: &Place) {
        self.out.insert_str(place.start, "(*");
        self.out.push(')');
    }

    fn store_after(&self, ty: Id, step: Step, store: Store) -> Store {
        match (self.module.ty(ty), step) {
            (Some(Type::Struct { .. }), Step::Part(index)) => self
                .form(ty)
                .and_then(|form| form.members.get(index as usize))
                .map_or(Store::Plain, |member| member.store),
            _ => store,
        }
    }

    /// True if arrays in a variable are those of C.
    fn is_memory(&self, var: Var) -> bool {
        match self.roles.get(&var) {
            Some(Role::Input | Role::Output) => {
                self.element_of(var).is_some() && self.stage != Stage::TessellationEvaluation
            }
            Some(role) => {
                matches!(
                    role,
                    Role::UniformBlock
                        | Role::StorageBlock
                        | Role::PushConstants
                        | Role::Plain
                        | Role::Shared
                )
            }
            None => matches!(
                self.pointer_class(var),
                Some(
                    storage_class::UNIFORM
                        | storage_class::STORAGE_BUFFER
                        | storage_class::PUSH_CONSTANT
                        | storage_class::WORKGROUP
                )
            ),
        }
    }

    /// Storage class of a pointer that a function takes.
    pub(super) fn pointer_class(&self, var: Var) -> Option<u32> {
        let variable = self.tree.variable(var);
        match variable.origin {
            Origin::Parameter => {
                let ty = self.module.type_of(variable.id);
                self.module.pointer(ty).filter(|_| !self.tree.is_reference(ty)).map(|(_, class)| class)
            }
            _ => None,
        }
    }

    /// Writes the start of a path in a variable; the number of steps that it took.
    fn start_of(&mut self, var: Var, steps: &[Step]) -> usize {
        let var = self.tree.actual(var);
        let ty = self.tree.variable(var).ty;
        if self.locals.contains_key(&var) {
            self.variable(var);
            return 0;
        }
        if let Some(of) = self.element_of(var) {
            let (text, taken) = self.element_start(var, of, steps);
            self.out.push_str(&text);
            return taken;
        }
        if self.has_built_in_members(ty) && self.roles.get(&var) != Some(&Role::Shared) {
            let (text, taken) = self.built_in_member(var, steps);
            self.out.push_str(&text);
            return taken;
        }
        if self.is_port_block(var)
            && let Some(Step::Part(index)) = steps.first()
        {
            let text = self.port_member(var, *index);
            self.out.push_str(&text);
            return 1;
        }
        if self.built_in_number(var) == Some(built_in::SAMPLE_MASK) {
            let word = self.capture(|writer| writer.write_port(var));
            let is_whole = steps.is_empty() && self.roles.get(&var) == Some(&Role::Input);
            let text = if is_whole { <Msl as Language>::construct(self, ty, &[word]) } else { word };
            self.out.push_str(&text);
            return steps.len().min(1);
        }
        if self.is_set_block(var)
            && let Some(pointer) = self.set_member(var)
        {
            self.out.push_str(&pointer);
            return 0;
        }
        self.variable(var);
        if self.is_block_array(var)
            && let Some(step) = steps.first()
        {
            self.write_index(*step);
            return 1;
        }
        if self.is_bare_array(var) { steps.len().min(1) } else { 0 }
    }

    /// Writes a step in brackets.
    fn write_index(&mut self, step: Step) {
        self.out.push('[');
        match step {
            Step::Part(index) => append!(self.out, index),
            Step::Index(index) => self.expr(index, ANY),
        }
        self.out.push(']');
    }

    pub(super) fn built_in_number(&self, var: Var) -> Option<u32> {
        self.value_of(var, decoration::BUILT_IN)
    }

    fn step_in(&mut self, place: &mut Place, step: Step, letters: [char; 4]) {
        let before = place.ty;
        place.ty = self.step_type(place.ty, step);
        let opcode = self.module.opcode_of(before);
        if place.points && opcode != op::TYPE_STRUCT {
            self.write_pointed(place);
            place.points = false;
        }
        match (opcode, step) {
            (op::TYPE_STRUCT, Step::Part(index)) => {
                place.store = self.store_after(before, step, place.store);
                place.in_memory = self.is_memory_struct(before);
                let name = self.member_name(before, index);
                append!(self.out, if std::mem::take(&mut place.points) { "->" } else { "." }, name);
            }
            (op::TYPE_MATRIX, _) if place.store.has_rows() => place.column = Some(self.step_text(step)),
            (op::TYPE_VECTOR, _) if place.column.is_some() => {
                self.write_index(step);
                append!(self.out, "[", place.column.take().unwrap_or_default(), "]");
                place.store = Store::Plain;
            }
            (op::TYPE_VECTOR, Step::Part(part @ 0..4)) if place.store != Store::Packed => {
                self.out.push('.');
                self.out.push(letters[part as usize]);
                place.store = Store::Plain;
            }
            _ => {
                self.write_index(step);
                match (opcode, place.store) {
                    (op::TYPE_VECTOR, _) => place.store = Store::Plain,
                    (op::TYPE_MATRIX, Store::PackedColumns) => place.store = Store::Packed,
                    _ => {}
                }
            }
        }
    }

    /// The value of a place.
    fn read_of(&mut self, place: Place) -> String {
        let Place { text, ty, store, column, in_memory, .. } = place;
        if let Some(column) = column {
            let rows = self.module.vector_size(ty).unwrap_or(1);
            let parts: Vec<String> =
                (0..rows).map(|row| joined!(text, "[", row, "][", column, "]")).collect();
            return call_text(&self.type_name(ty), &parts);
        }
        match (self.module.ty(ty), store) {
            (Some(Type::Array { element, length }), _) if in_memory => {
                let count = self.length(length);
                if count > MAX_ELEMENTS {
                    self.refuse(Reason::Type, "a large array is read as a whole; read its elements");
                    return String::new();
                }
                let parts: Vec<String> = (0..count)
                    .map(|index| {
                        let text = joined!(text, "[", index, "]");
                        self.read_of(Place {
                            start: 0,
                            text,
                            ty: element,
                            store,
                            column: None,
                            in_memory,
                            points: false,
                        })
                    })
                    .collect();
                joined!(self.type_name(ty), "{ ", parts.join(", "), " }")
            }
            (Some(Type::Vector { .. }), Store::Packed) => joined!(self.type_name(ty), "(", text, ")"),
            (Some(Type::Vector { count, .. }), Store::Wide(_) | Store::Columns(_)) => {
                joined!(text, ".", &"xyzw"[..count.clamp(1, 4) as usize])
            }
            (Some(Type::Int { .. } | Type::Float { .. }), Store::Wide(_)) => joined!(text, ".x"),
            (Some(Type::Pointer { .. }), Store::Wide(_)) => joined!(text, "[0]"),
            (Some(Type::Matrix { column, count }), _) if store != Store::Plain => {
                self.matrix_of(&text, (column, count), store)
            }
            _ => text,
        }
    }

    /// A place without what is stored beside its value.
    pub(super) fn assignable(&self, place: &Place) -> String {
        let text = &place.text;
        match (self.module.ty(place.ty), place.store) {
            (Some(Type::Vector { count, .. }), Store::Wide(_) | Store::Columns(_)) => {
                joined!(text, ".", &"xyzw"[..count.clamp(1, 4) as usize])
            }
            (Some(Type::Int { .. } | Type::Float { .. }), Store::Wide(_)) => joined!(text, ".x"),
            (Some(Type::Pointer { .. }), Store::Wide(_)) => joined!(text, "[0]"),
            _ => text.clone(),
        }
    }

    fn matrix_of(&mut self, text: &str, (column, count): (Id, u32), store: Store) -> String {
        let rows = self.module.vector_size(column).unwrap_or(1);
        let (length, stored, vectors) = match store {
            Store::Rows(stored) => (count, stored, rows),
            Store::Columns(stored) => (rows, stored, count),
            Store::PackedRows => (count, 0, rows),
            _ => (rows, 0, count),
        };
        let whole = if stored == length {
            text.to_owned()
        } else {
            let scalar = self.scalar(column).unwrap_or(crate::text::Scalar::Float(32));
            let name = self.vector_name(scalar, 1);
            let parts: Vec<String> = (0..vectors)
                .map(|vector| match stored {
                    0 => joined!(name, length, "(", text, "[", vector, "])"),
                    _ => joined!(text, "[", vector, "].", &"xyzw"[..length.clamp(1, 4) as usize]),
                })
                .collect();
            joined!(name, vectors, "x", length, "(", parts.join(", "), ")")
        };
        if store.has_rows() { joined!("transpose(", whole, ")") } else { whole }
    }

    /// True if a place is a component of a vector, or is not stored as its type: nothing can refer to it.
    pub(super) fn is_unreferable(&mut self, node: Node) -> bool {
        let Kind::Path(base, steps) = self.tree.kind(node) else { return false };
        let tree = self.tree;
        let steps = tree.steps(steps);
        let Some((_, whole)) = steps.split_last() else { return false };
        let place = self.place_apart(base, steps);
        self.module.opcode_of(self.type_after(base, whole)) == op::TYPE_VECTOR
            || place.store != Store::Plain
            || place.column.is_some()
    }

    /// The type of the part of a place that steps lead to.
    pub(super) fn type_after(&self, base: Node, steps: &[Step]) -> Id {
        steps.iter().fold(self.tree.node(base).ty, |ty, step| self.step_type(ty, *step))
    }

    fn is_output(&self, node: Node) -> bool {
        self.tree.root(node).is_some_and(|var| self.roles.get(&var) == Some(&Role::Output))
    }

    /// Refuses places that are given by reference and cannot be.
    pub(super) fn check_reference(&mut self, node: Node) {
        let is_pointer = matches!(self.tree.kind(node), Kind::Path(base, _) if self.is_place(base));
        let element = self.tree.root(node).and_then(|var| self.element_of(var));
        if is_pointer && element.is_some() && self.is_output(node) {
            self.refuse(
                Reason::Pointer,
                "an output of a control point or mesh is passed by reference; pass a variable",
            );
        }
        if is_pointer && self.is_unreferable(node) {
            self.refuse(
                Reason::Pointer,
                "a component of a vector, or of a member that is stored packed, is given by reference; \
                 give a variable",
            );
        }
    }
}
