//! Spells pointers to buffers.

use glassbox_spirv::build::value::{decoration, storage_class};
use glassbox_spirv::grammar::op;
use glassbox_spirv::module::{Id, Type};

use super::Msl;
use super::layout::Store;
use crate::refusal::Reason;
use crate::text::{EQUALITY, Operation, POSTFIX, PRODUCT, SUM, Scalar, UNARY, Writer, joined};
use crate::tree::{Kind, Node, NodeData, Step};

/// What is done with a pointer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Use {
    Compared,
    Followed,
}

impl Writer<'_, '_, Msl> {
    /// How what a pointer points to is stored. Nothing says where vectors in buffers begin.
    pub(super) fn pointee_store(&self, pointer: Id) -> Store {
        let Some((pointee, class)) = self.module.pointer(pointer) else { return Store::Plain };
        let is_vector = self.module.opcode_of(pointee) == op::TYPE_VECTOR;
        if is_vector && class != storage_class::WORKGROUP { Store::Packed } else { Store::Plain }
    }

    /// Name of the type of pointers.
    pub(super) fn pointer_name(&mut self, pointer: Id) -> String {
        let Some((pointee, class)) = self.module.pointer(pointer) else { return String::new() };
        if class == storage_class::PHYSICAL_STORAGE_BUFFER {
            self.since(30, Reason::Pointer, "pointers that are stored in buffers");
        }
        let space = space(class);
        match self.module.ty(pointee) {
            Some(Type::Struct { .. }) => {
                let name = self.struct_name(pointee);
                let is_known = self.language.structures.contains(&name);
                if !is_known && self.language.open.last() != Some(&name) {
                    self.language.pointees.insert(name.clone());
                }
                joined!(space, " ", name, "*")
            }
            Some(Type::Pointer { .. }) if self.tree.is_reference(pointee) => {
                joined!(self.type_name(pointee), " ", space, "*")
            }
            Some(Type::RuntimeArray { element }) => {
                joined!(space, " array<", self.type_name(element), ", 1>*")
            }
            _ => joined!(space, " ", self.stored_name(pointee, self.pointee_store(pointer)), "*"),
        }
    }

    /// Writes a conversion from or to a pointer; false if it is none.
    pub(super) fn pointer_operation(&mut self, operation: &Operation<'_>) -> bool {
        let &Operation { ty, opcode, operands, needed, .. } = operation;
        match (opcode, operands) {
            (op::PTR_EQUAL | op::PTR_NOT_EQUAL, &[left, right])
                if self.tree.is_reference(self.tree.node(left).ty) =>
            {
                let operator = if opcode == op::PTR_EQUAL { " == " } else { " != " };
                self.parenthesized(EQUALITY, needed, |writer| {
                    writer.compared(left);
                    writer.out.push_str(operator);
                    writer.compared(right);
                });
                return true;
            }
            (op::PTR_DIFF, &[left, right]) => {
                self.distance(ty, (left, right));
                return true;
            }
            (op::PTR_ACCESS_CHAIN, &[pointer, elements]) => {
                self.moved(pointer, elements, needed);
                return true;
            }
            _ => {}
        }
        let &[operand] = operands else { return false };
        let from = self.tree.node(operand).ty;
        let (is_made, is_taken) = (self.tree.is_reference(ty), self.tree.is_reference(from));
        if !matches!(opcode, op::CONVERT_U_TO_PTR | op::CONVERT_PTR_TO_U | op::BITCAST)
            || !is_made && !is_taken
        {
            return false;
        }
        let name = self.type_name(ty);
        let is_pair = |ty| self.module.vector_size(ty) == Some(2);
        if is_taken && is_pair(ty) {
            self.out.push_str(&joined!("as_type<", name, ">((ulong)"));
            self.expr(operand, UNARY);
            self.out.push(')');
            return true;
        }
        let is_from_pair = is_pair(from);
        self.parenthesized(UNARY, needed, |writer| {
            writer.out.push_str(&joined!("(", name, ")"));
            if is_from_pair {
                writer.call("as_type<ulong>", &[operand]);
            } else if is_taken && matches!(writer.scalar(ty), Some(Scalar::Int(64))) {
                writer.out.push_str("(ulong)");
                writer.expr(operand, UNARY);
            } else {
                writer.expr(operand, UNARY);
            }
        });
        true
    }

    /// Bytes from one element to the next, where pointers of the text do not count in these.
    fn other_stride(&self, pointer: Id) -> Option<u32> {
        let stride = self.annotations.value(pointer, decoration::ARRAY_STRIDE)?;
        let (pointee, _) = self.module.pointer(pointer)?;
        let size = match self.module.ty(pointee)? {
            Type::Struct { .. } => self.form(pointee).map(|form| form.size),
            _ => match self.module.scalar(pointee) {
                Some(Type::Int { width, .. } | Type::Float { width, .. }) => {
                    Some(width / 8 * self.module.vector_size(pointee).unwrap_or(1))
                }
                _ => None,
            },
        };
        (size != Some(stride)).then_some(stride)
    }

    /// Writes a pointer of which only the address counts.
    fn compared(&mut self, pointer: Node) {
        let NodeData { kind, ty, .. } = self.tree.node(pointer);
        match (self.tree.variable_of(pointer), kind) {
            (None, Kind::Address(place)) => self.write_address(place, ty, Use::Compared),
            _ => self.expr(pointer, UNARY),
        }
    }

    /// Writes how many elements one pointer is behind another.
    fn distance(&mut self, ty: Id, (left, right): (Node, Node)) {
        let pointer = self.tree.node(left).ty;
        let name = self.type_name(ty);
        let bytes = self.other_stride(pointer).map(|stride| (self.bytes_name(pointer), stride));
        self.out.push_str(&joined!(name, "("));
        match bytes {
            Some((bytes, stride)) => {
                self.out.push_str(&joined!("((", bytes, ")"));
                self.compared(left);
                self.out.push_str(&joined!(" - (", bytes, ")"));
                self.compared(right);
                self.out.push_str(&joined!(") / ", stride));
            }
            None => {
                self.expr(left, SUM);
                self.out.push_str(" - ");
                self.expr(right, UNARY);
            }
        }
        self.out.push(')');
    }

    /// Writes a pointer that is some elements behind another.
    fn moved(&mut self, pointer: Node, elements: Node, needed: u8) {
        let ty = self.tree.node(pointer).ty;
        let Some(stride) = self.other_stride(ty) else {
            return self.parenthesized(SUM, needed, |writer| {
                writer.expr(pointer, SUM);
                writer.out.push_str(" + ");
                writer.expr(elements, UNARY);
            });
        };
        let (name, bytes) = (self.type_name(ty), self.bytes_name(ty));
        self.parenthesized(UNARY, needed, |writer| {
            writer.out.push_str(&joined!("(", name, ")((", bytes, ")"));
            writer.expr(pointer, UNARY);
            writer.out.push_str(" + ");
            writer.expr(elements, PRODUCT);
            writer.out.push_str(&joined!(" * ", stride, ")"));
        });
    }

    /// Name of pointers to bytes where a pointer points to.
    fn bytes_name(&self, pointer: Id) -> String {
        let class = self.module.pointer(pointer).map_or(storage_class::STORAGE_BUFFER, |(_, class)| class);
        joined!(space(class), " char*")
    }

    /// Writes the pointer to a place. What is not stored as the pointer expects is another type to the language.
    pub(super) fn write_address(&mut self, place: Node, ty: Id, to: Use) {
        let Some((pointee, _)) = self.module.pointer(ty) else { return };
        let tree = self.tree;
        if let Kind::Path(base, steps) = tree.kind(place)
            && let Some((component, vector)) = tree.steps(steps).split_last()
            && self.module.opcode_of(self.type_after(base, vector)) == op::TYPE_VECTOR
        {
            return self.component_address((base, vector), *component, ty);
        }
        let Some(found) = self.written_place(place) else { return };
        let expected = self.pointee_store(ty);
        let is_number = matches!(self.module.opcode_of(pointee), op::TYPE_INT..=op::TYPE_VECTOR);
        let is_array = matches!(self.module.opcode_of(pointee), op::TYPE_ARRAY | op::TYPE_RUNTIME_ARRAY);
        let is_packed = found.store == Store::Packed && expected != Store::Packed;
        let is_read_otherwise = is_packed || !is_number && found.store != Store::Plain;
        if found.column.is_some() || to == Use::Followed && is_read_otherwise {
            let what = "the address of what MSL stores in another way; give the address of a part of it";
            self.refuse(Reason::Pointer, what);
        }
        let is_other = found.store != expected || is_array;
        let cast = if is_other { joined!("(", self.type_name(ty), ")&") } else { "&".to_owned() };
        self.out.extend([cast.as_str(), &found.text]);
    }

    /// Writes the pointer to a component of a vector, of which the language takes no address.
    fn component_address(&mut self, (base, vector): (Node, &[Step]), component: Step, ty: Id) {
        let found = self.place_apart(base, vector);
        let mut index = self.step_text(component);
        let mut text = found.text;
        if let Some(column) = found.column {
            text = joined!(text, "[", index, "]");
            index = column;
        }
        let start = joined!("(", self.type_name(ty), ")&", text);
        let address = if index == "0" { start } else { joined!("&(", start, ")[", index, "]") };
        self.out.push_str(&address);
    }

    /// Writes the place that a pointer points to.
    pub(super) fn write_pointee(&mut self, pointer: Node) {
        self.out.push_str("(*");
        self.expr(pointer, POSTFIX);
        self.out.push(')');
    }

    /// Declarations of the structures that pointers point to and that stand below.
    pub(super) fn pointee_text(&self) -> String {
        self.language.pointees.iter().map(|name| joined!("struct ", name, ";\n")).collect()
    }

    /// An address that a pointer to nothing has.
    pub(super) fn null_pointer(&self, ty: Id) -> Option<String> {
        self.tree.is_reference(ty).then(|| "nullptr".to_owned())
    }
}

/// The address space of a storage class whose pointers are values.
fn space(class: u32) -> &'static str {
    if class == storage_class::WORKGROUP { "threadgroup" } else { "device" }
}
