//! Equality of whole values.

use glassbox_spirv::build::{Id, op};

use super::Emitter;
use crate::types::{Length, Scalar, Type};

/// Elements of an array that are compared one by one without a loop.
const MAX_UNROLLED: u32 = 64;

impl Emitter<'_> {
    /// Whether two values of a type are the same, or differ.
    pub(super) fn equality(&mut self, ty: Type, left: Id, right: Id, is_different: bool) -> Id {
        let bool_type = self.module.bool();
        match ty {
            Type::Scalar(scalar) => {
                self.module.value(opcode(scalar, is_different), bool_type, &[left, right])
            }
            Type::Vector(scalar, count) => {
                let vector = self.ty(Type::Vector(Scalar::Bool, count));
                let compared = self.module.value(opcode(scalar, is_different), vector, &[left, right]);
                let joined = if is_different { op::ANY } else { op::ALL };
                self.module.value(joined, bool_type, &[compared])
            }
            Type::Matrix(scalar, columns, rows) => {
                let parts = vec![Type::Vector(scalar, rows); usize::from(columns)];
                self.equal_parts(&parts, left, right, is_different)
            }
            Type::Struct(id) => {
                let members = &self.program.types.structure(id).members;
                let parts: Vec<Type> = members.iter().map(|member| member.ty).collect();
                self.equal_parts(&parts, left, right, is_different)
            }
            Type::Array(id) => {
                let element = self.program.types.array_of(id).element;
                match self.stated_length(id) {
                    Length::Fixed(count) if count <= MAX_UNROLLED => {
                        self.equal_parts(&vec![element; count as usize], left, right, is_different)
                    }
                    length => self.equal_arrays(ty, length, (left, right), is_different),
                }
            }
            Type::Reference(_) => {
                let wide = Type::Scalar(Scalar::Uint64);
                let (left, right) = (self.convert(left, ty, wide), self.convert(right, ty, wide));
                self.equality(wide, left, right, is_different)
            }
            _ => self.bool(!is_different),
        }
    }

    fn equal_parts(&mut self, parts: &[Type], left: Id, right: Id, is_different: bool) -> Id {
        let bool_type = self.module.bool();
        let joined = if is_different { op::LOGICAL_OR } else { op::LOGICAL_AND };
        let mut result = None;
        for (number, part) in parts.iter().enumerate() {
            let first = self.extract(left, *part, number as u32);
            let second = self.extract(right, *part, number as u32);
            let compared = self.equality(*part, first, second, is_different);
            result = Some(match result {
                Some(result) => self.module.value(joined, bool_type, &[result, compared]),
                None => compared,
            });
        }
        result.unwrap_or_else(|| self.bool(!is_different))
    }

    /// Compares long arrays element by element in a loop.
    fn equal_arrays(&mut self, ty: Type, length: Length, (left, right): (Id, Id), is_different: bool) -> Id {
        let element = self.element_type(ty);
        let (left, right) = (self.spilled(ty, left), self.spilled(ty, right));
        let result = self.temporary(Type::BOOL, "equal");
        let counter = self.temporary(Type::INT, "index");
        let (start, zero) = (self.bool(!is_different), self.int(0));
        self.module.effect(op::STORE, &[result, start]);
        self.module.effect(op::STORE, &[counter, zero]);
        let labels = [0; 5].map(|_| self.module.id());
        let [header, test, body, next, end] = labels;
        self.module.open_loop(header, test, next, end);
        self.module.open(test);
        let (int, bool_type) = (self.module.int(), self.module.bool());
        let index = self.module.value(op::LOAD, int, &[counter]);
        let count = match length {
            Length::Fixed(count) => self.int(count as i32),
            Length::Specialized(id) => self.value(id),
            Length::Unsized => self.int(0),
        };
        let is_inside = self.module.value(op::S_LESS_THAN, bool_type, &[index, count]);
        self.module.branch_conditional(is_inside, body, end);
        self.module.open(body);
        let mut parts = [left, right].into_iter().map(|mut place| {
            place.indices.push(index);
            place.pointee = element;
            place.ty = element;
            self.load(&place)
        });
        let (first, second) = (parts.next().unwrap_or(index), parts.next().unwrap_or(index));
        drop(parts);
        let compared = self.equality(element, first, second, is_different);
        let before = self.module.value(op::LOAD, bool_type, &[result]);
        let joined = if is_different { op::LOGICAL_OR } else { op::LOGICAL_AND };
        let after = self.module.value(joined, bool_type, &[before, compared]);
        self.module.effect(op::STORE, &[result, after]);
        self.module.open(next);
        let one = self.int(1);
        let following = self.module.value(op::I_ADD, int, &[index, one]);
        self.module.effect(op::STORE, &[counter, following]);
        self.module.branch(header);
        self.module.open(end);
        self.module.value(op::LOAD, bool_type, &[result])
    }
}

fn opcode(scalar: Scalar, is_different: bool) -> u16 {
    match (scalar, is_different) {
        (Scalar::Bool, false) => op::LOGICAL_EQUAL,
        (Scalar::Bool, true) => op::LOGICAL_NOT_EQUAL,
        (scalar, false) if scalar.is_float() => op::F_ORD_EQUAL,
        (scalar, true) if scalar.is_float() => op::F_UNORD_NOT_EQUAL,
        (_, false) => op::I_EQUAL,
        (_, true) => op::I_NOT_EQUAL,
    }
}
