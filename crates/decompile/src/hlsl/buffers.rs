//! Spells storage blocks that are buffers of bytes.

use glassbox_spirv::build::value::decoration;
use glassbox_spirv::module::{Id, Type};
use smallvec::SmallVec;

use super::Hlsl;
use crate::interface::Role;
use crate::names::Name;
use crate::refusal::Reason;
use crate::text::{PRODUCT, Scalar, Sign, Writer, append, joined};
use crate::tree::{Kind, Node, Span, Step, Var};

/// Deepest nesting of types.
const MAX_DEPTH: u32 = 24;
/// Most elements that are read or written as a whole.
const MAX_ELEMENTS: u32 = 256;

/// What a function that loads or stores is for: type, how its matrices lie, and the buffer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Accessor {
    ty: Id,
    order: Order,
    stores: bool,
    writable: bool,
}

/// How the parts of a value lie beside what its type says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Order {
    /// As the type says.
    Own,
    /// A matrix, or an array of these: stride, and true for rows of the module.
    Matrix(u32, bool),
    /// A vector whose components have this stride.
    Strided(u32),
}

/// A place in a buffer of bytes.
pub(super) struct Place {
    pub(super) buffer: String,
    pub(super) offset: String,
    pub(super) ty: Id,
    order: Order,
    writable: bool,
}

impl Writer<'_, '_, Hlsl> {
    fn is_bytes(&self, var: Var) -> bool {
        self.roles.get(&var) == Some(&Role::StorageBlock) && !self.language.structured.contains_key(&var)
    }

    /// Writes what is read from a buffer of bytes; false for other places.
    pub(super) fn bytes_path(&mut self, place: Node) -> bool {
        let Some(found) = self.bytes_place(place) else { return false };
        let text = self.load(&found);
        self.out.push_str(&text);
        true
    }

    /// Writes a statement that stores to a buffer of bytes; false for other places.
    pub(super) fn store_bytes(&mut self, place: Node, value: Node) -> bool {
        if let Kind::Swizzle(base, lanes) = self.tree.kind(place) {
            let Some(found) = self.bytes_place(base) else { return false };
            self.store_lanes(&found, lanes.as_slice(), value);
            return true;
        }
        let Some(found) = self.bytes_place(place) else { return false };
        let value = self.text_of(value);
        let text = self.store(&found, &value);
        self.out.push_str(text.trim_end_matches(';'));
        true
    }

    /// Writes statements that store components of a vector: one for those that follow each other.
    fn store_lanes(&mut self, vector: &Place, lanes: &[u8], value: Node) {
        let width = self.width(vector.ty);
        let component = self.step_type(vector.ty, Step::Part(0));
        let stride = match vector.order {
            Order::Strided(stride) => stride,
            _ => width,
        };
        let follow = stride == width && lanes.windows(2).all(|pair| pair[1] == pair[0] + 1);
        let part = |lane: u8, ty: Id| Place {
            buffer: vector.buffer.clone(),
            offset: match u32::from(lane) * stride {
                0 => vector.offset.clone(),
                distance => joined!(vector.offset, " + ", distance, "u"),
            },
            ty,
            order: Order::Own,
            writable: vector.writable,
        };
        let ty = self.tree.node(value).ty;
        let text = self.text_of(value);
        if follow {
            let text = self.store(&part(lanes[0], ty), &text);
            self.out.push_str(text.trim_end_matches(';'));
            return;
        }
        let name = self.names.take("parts");
        let declared = self.declarator(ty, &name);
        self.before.push(joined!(declared, " = ", text, ";"));
        for (index, lane) in lanes.iter().enumerate() {
            let letter = ["x", "y", "z", "w"][index & 3];
            let text = self.store(&part(*lane, component), &joined!(name, ".", letter));
            if index + 1 == lanes.len() {
                self.out.push_str(text.trim_end_matches(';'));
            } else {
                self.before.push(text);
            }
        }
    }

    /// The place in a buffer of bytes that a node is.
    pub(super) fn bytes_place(&mut self, place: Node) -> Option<Place> {
        if !self.language.has_bytes {
            return None;
        }
        let (var, spans) = self.spans_of(place)?;
        if !self.is_bytes(var) {
            return None;
        }
        let tree = self.tree;
        let steps = spans.iter().rev().flat_map(|span| tree.steps(*span)).copied();
        let mut buffer = self.globals.get(&var).cloned().unwrap_or_default();
        let mut ty = self.tree.variable(var).ty;
        let mut terms: Vec<String> = Vec::new();
        let mut constant = 0u32;
        let mut order = Order::Own;
        for step in steps {
            let is_block = matches!(self.module.ty(ty), Some(Type::Struct { .. }));
            if terms.is_empty() && !is_block && constant == 0 && order == Order::Own && self.is_outer(var, ty)
            {
                let index = self.capture(|writer| match step {
                    Step::Part(index) => writer.out.push_str(&index.to_string()),
                    Step::Index(node) => writer.write_index(node),
                });
                buffer = joined!(buffer, "[", index, "]").into();
                ty = self.step_type(ty, step);
                continue;
            }
            let (stride, next) = self.stride(ty, step, order)?;
            match step {
                Step::Part(index) if is_block => {
                    let offset = self.annotations.member_value(ty, index, decoration::OFFSET).unwrap_or(0);
                    constant = constant.wrapping_add(offset);
                }
                Step::Part(index) => constant = constant.wrapping_add(index.wrapping_mul(stride)),
                Step::Index(node) => {
                    let text = self.capture(|writer| writer.integer(node, Sign::Unsigned, PRODUCT));
                    terms.push(if stride == 1 { text } else { joined!(text, " * ", stride, "u") });
                }
            }
            order = next;
            ty = self.step_type(ty, step);
        }
        if constant != 0 || terms.is_empty() {
            terms.push(joined!(constant, "u"));
        }
        let writable = !self.is_read_buffer(var);
        Some(Place { buffer: buffer.to_string(), offset: terms.join(" + "), ty, order, writable })
    }

    /// The variable and steps of a place, or of a part of what is read where it is used; the last steps first.
    fn spans_of(&self, place: Node) -> Option<(Var, SmallVec<[Span; 4]>)> {
        let mut spans = SmallVec::new();
        let mut node = place;
        loop {
            match self.tree.kind(node) {
                Kind::Variable(var) => return Some((self.tree.actual(var), spans)),
                Kind::Path(base, steps) => {
                    spans.push(steps);
                    match (self.tree.variable_of(base), self.tree.kind(base)) {
                        (Some(var), _) => return Some((var, spans)),
                        (None, Kind::Load(inner)) => node = inner,
                        _ => return None,
                    }
                }
                _ => return None,
            }
        }
    }

    /// True for an array of blocks.
    fn is_outer(&self, var: Var, ty: Id) -> bool {
        let mut outer = self.tree.variable(var).ty;
        for _ in 0..MAX_DEPTH {
            match self.module.ty(outer) {
                Some(Type::Array { element, .. } | Type::RuntimeArray { element }) => {
                    if outer == ty {
                        return true;
                    }
                    outer = element;
                }
                _ => break,
            }
        }
        false
    }

    /// Bytes between the parts of a type, and how such a part lies.
    fn stride(&mut self, ty: Id, step: Step, order: Order) -> Option<(u32, Order)> {
        Some(match (self.module.ty(ty)?, order) {
            (Type::Struct { .. }, _) => {
                let Step::Part(index) = step else { return None };
                (0, self.order_of_member(ty, index))
            }
            (Type::Array { .. } | Type::RuntimeArray { .. }, _) => {
                (self.annotations.value(ty, decoration::ARRAY_STRIDE).unwrap_or(0), order)
            }
            (Type::Matrix { column, .. }, Order::Matrix(stride, true)) => {
                (self.width(column), Order::Strided(stride))
            }
            (Type::Matrix { .. }, Order::Matrix(stride, false)) => (stride, Order::Own),
            (Type::Vector { .. }, Order::Strided(stride)) => (stride, Order::Own),
            (Type::Vector { component, .. }, _) => (self.width(component), Order::Own),
            _ => return None,
        })
    }

    fn order_of_member(&self, ty: Id, index: u32) -> Order {
        match self.annotations.member_value(ty, index, decoration::MATRIX_STRIDE) {
            Some(stride) => {
                let by_rows = self.annotations.member_decoration(ty, index, decoration::ROW_MAJOR).is_some();
                Order::Matrix(stride, by_rows)
            }
            None => Order::Own,
        }
    }

    /// Bytes of a scalar, or of the scalars of a vector.
    fn width(&self, ty: Id) -> u32 {
        match self.scalar(ty) {
            Some(Scalar::Int(width) | Scalar::Uint(width) | Scalar::Float(width)) => width / 8,
            _ => 4,
        }
    }

    fn is_simple(&self, place: &Place) -> bool {
        let is_vector = self.module.vector_size(place.ty).is_some();
        is_vector && !matches!(place.order, Order::Strided(_))
    }

    /// An expression for what lies at a place.
    fn load(&mut self, place: &Place) -> String {
        if !self.is_simple(place) {
            let name = self.accessor(place, false);
            return joined!(name, "(", place.buffer, ", ", place.offset, ")");
        }
        let count = self.module.vector_size(place.ty).unwrap_or(1);
        let Some(scalar) = self.scalar(place.ty) else { return String::new() };
        let (buffer, offset) = (&place.buffer, &place.offset);
        let suffix = if count > 1 { count.to_string() } else { String::new() };
        let bits = joined!(buffer, ".Load", suffix, "(", offset, ")");
        match scalar {
            Scalar::Uint(32) => bits,
            Scalar::Int(32) => joined!("asint(", bits, ")"),
            Scalar::Float(32) => joined!("asfloat(", bits, ")"),
            _ => {
                self.since(62, Reason::Type, "loads of numbers that have not 32 bits");
                let name = self.vector_text(scalar, count);
                joined!(buffer, ".Load<", name, ">(", offset, ")")
            }
        }
    }

    /// A statement that stores at a place.
    fn store(&mut self, place: &Place, value: &str) -> String {
        if !self.is_simple(place) {
            let name = self.accessor(place, true);
            return joined!(name, "(", place.buffer, ", ", place.offset, ", ", value, ");");
        }
        let count = self.module.vector_size(place.ty).unwrap_or(1);
        let Some(scalar) = self.scalar(place.ty) else { return String::new() };
        let (buffer, offset) = (&place.buffer, &place.offset);
        let suffix = if count > 1 { count.to_string() } else { String::new() };
        match scalar {
            Scalar::Uint(32) => joined!(buffer, ".Store", suffix, "(", offset, ", ", value, ");"),
            Scalar::Int(32) | Scalar::Float(32) => {
                joined!(buffer, ".Store", suffix, "(", offset, ", asuint(", value, "));")
            }
            _ => {
                self.since(62, Reason::Type, "stores of numbers that have not 32 bits");
                let name = self.vector_text(scalar, count);
                joined!(buffer, ".Store<", name, ">(", offset, ", ", value, ");")
            }
        }
    }

    /// Name of a function that loads or stores a composite part by part.
    fn accessor(&mut self, place: &Place, stores: bool) -> Name {
        let key = Accessor { ty: place.ty, order: place.order, stores, writable: place.writable };
        if let Some(name) = self.language.accessors.get(&key) {
            return name.clone();
        }
        let result = self.returned(place.ty);
        let verb = if stores { "store" } else { "load" };
        let name = self.names.take(&joined!(verb, "_", result));
        self.language.accessors.insert(key, name.clone());
        if self.language.accessors.len() > 4096 {
            self.refuse(Reason::Depth, "the types of a storage block are too many");
            return name;
        }
        let lines = self.accessor_lines(place, stores);
        let writable = if place.writable { self.writable_prefix() } else { "" };
        let buffer = joined!(writable, "ByteAddressBuffer");
        let text = if stores {
            joined!(
                "\nvoid ",
                name,
                "(",
                buffer,
                " buffer, uint offset, ",
                result,
                " value)\n{\n",
                lines,
                "}\n"
            )
        } else {
            joined!(
                "\n",
                result,
                " ",
                name,
                "(",
                buffer,
                " buffer, uint offset)\n{\n    ",
                result,
                " value;\n",
                lines,
                "    return value;\n}\n"
            )
        };
        self.language.made.push_str(&text);
        name
    }

    fn accessor_lines(&mut self, place: &Place, stores: bool) -> String {
        let ty = place.ty;
        let count = match self.module.ty(ty) {
            Some(Type::Matrix { count, .. }) => count,
            Some(Type::Vector { count, .. }) => count,
            _ => self.module.component_count(ty).unwrap_or(0),
        };
        let is_struct = matches!(self.module.ty(ty), Some(Type::Struct { .. }));
        if !is_struct && count > MAX_ELEMENTS || matches!(self.module.ty(ty), Some(Type::RuntimeArray { .. }))
        {
            self.refuse(Reason::Type, "a long array in a storage block is read or written as a whole");
            return String::new();
        }
        let mut lines = String::new();
        for index in 0..count {
            let step = Step::Part(index);
            let Some((stride, order)) = self.stride(ty, step, place.order) else {
                self.refuse(Reason::Layout, "a part of a storage block has no place");
                return lines;
            };
            let (distance, target) = match self.module.ty(ty) {
                Some(Type::Struct { .. }) => {
                    let offset = self.annotations.member_value(ty, index, decoration::OFFSET).unwrap_or(0);
                    (offset, joined!("value.", self.member_name(ty, index)))
                }
                _ => (index.wrapping_mul(stride), joined!("value[", index, "]")),
            };
            let offset =
                if distance == 0 { "offset".to_owned() } else { joined!("offset + ", distance, "u") };
            let part = Place {
                buffer: "buffer".to_owned(),
                offset,
                ty: self.step_type(ty, step),
                order,
                writable: place.writable,
            };
            if stores {
                append!(lines, "    ", self.store(&part, &target), "\n");
            } else {
                append!(lines, "    ", target, " = ", self.load(&part), ";\n");
            }
        }
        lines
    }

    /// Number of elements of an array at the end of a storage block.
    pub(super) fn array_length(&mut self, array: Node) {
        let structured = match self.tree.kind(array) {
            Kind::Path(base, _) => {
                self.tree.variable_of(base).filter(|var| self.language.structured.contains_key(var))
            }
            _ => None,
        };
        if structured.is_some() {
            let buffer = self.capture(|writer| writer.expr(array, crate::text::POSTFIX));
            let count = self.count_of("element_count", &buffer, structured);
            self.out.push_str(&count);
            return;
        }
        let Some(place) = self.bytes_place(array) else {
            return self.lacks(Reason::Instruction, "the length of this array");
        };
        let stride = self.annotations.value(place.ty, decoration::ARRAY_STRIDE).unwrap_or(4).max(1);
        let root = self.tree.root(array);
        let count = self.count_of("byte_count", &place.buffer, root);
        let text = match place.offset.as_str() {
            "0u" => joined!(count, " / ", stride, "u"),
            offset => joined!("(", count, " - ", offset, ") / ", stride, "u"),
        };
        self.out.push_str(&joined!("(", text, ")"));
    }

    fn count_of(&mut self, name: &str, buffer: &str, var: Option<Var>) -> String {
        let read_only = var.is_none_or(|var| self.is_read_buffer(var));
        let writable = if read_only { "" } else { self.writable_prefix() };
        let (ty, extra) = if name == "byte_count" {
            (joined!(writable, "ByteAddressBuffer"), "")
        } else {
            let block = var.map(|var| crate::interface::element(self.module, self.tree.variable(var).ty));
            let array = block.and_then(|block| self.tree.part_type(block, 0));
            let element = array.and_then(|array| self.tree.part_type(array, 0)).unwrap_or(0);
            (joined!(writable, "StructuredBuffer<", self.type_name(element), ">"), "stride")
        };
        let (declared, argument) = if extra.is_empty() {
            (String::new(), "")
        } else {
            ("    uint stride;\n".to_owned(), ", stride")
        };
        let text = joined!(
            "uint ",
            name,
            "(",
            ty,
            " buffer)\n{\n    uint count;\n",
            declared,
            "    buffer.GetDimensions(count",
            argument,
            ");\n    return count;\n}\n"
        );
        self.language.helpers.insert(joined!(name, " ", ty), text);
        joined!(name, "(", buffer, ")")
    }
}
