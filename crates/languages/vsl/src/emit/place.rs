//! Emits loads and stores.
//!
//! Variables of the function are read and written whole, parts being extracted and inserted, so that they are
//! easily promoted to values later. Everything else goes through access chains: a write to part of a buffer's
//! vector must not touch the rest, which other invocations may be writing.

use glassbox_spirv::build::value::storage_class;
use glassbox_spirv::build::{Id, op};

use super::Emitter;
use super::frame::in_memory;
use crate::model::{ExpressionId, ExpressionKind, Place, Root, StageKind, Step, Swizzle};
use crate::types::{Scalar, StructId, ValueType};

/// A place whose indices have been computed.
#[derive(Clone, Debug)]
pub(super) enum Resolved {
    /// A variable of the function, or part of it.
    Private {
        /// Id of the variable.
        variable: Id,
        /// Type of the whole variable, as in the language.
        ty: ValueType,
        /// Part selected: a column of a matrix first, then one or more components.
        parts: Vec<Part>,
    },
    /// Target of an access chain.
    Memory(Chain, Option<Swizzle>),
}

/// An access chain.
#[derive(Clone, Debug)]
pub(super) struct Chain {
    /// Id of the global variable.
    base: Id,
    class: u32,
    /// Member and element indices.
    indices: Vec<Id>,
    /// Type of the value, as in the language.
    ty: ValueType,
}

/// A step into a value.
#[derive(Clone, Copy, Debug)]
pub(super) enum Part {
    /// Column or component with a constant index.
    Fixed(u32),
    /// Column or component with a dynamic index.
    Dynamic(Id),
    /// Several components.
    Several(Swizzle),
}

impl Emitter<'_, '_> {
    /// Resolves a place; its indices have been computed.
    pub(super) fn resolve(&mut self, place: &Place) -> Resolved {
        if let Root::Variable(variable) = place.root {
            let variable = variable.0 as usize;
            let whole = self.stage.variables[variable].ty;
            let mut ty = whole;
            let mut parts = Vec::with_capacity(place.path.len());
            for step in &place.path {
                match *step {
                    Step::Element(index) => {
                        let count = if ty.is_matrix() { ty.columns } else { ty.rows };
                        parts.push(self.part(index, count.into()));
                        ty = ty.element();
                    }
                    Step::Swizzle(swizzle) => parts.push(Part::Several(swizzle)),
                    Step::Field(_) => {}
                }
            }
            let variable = self.private(variable);
            return Resolved::Private { variable, ty: whole, parts };
        }
        let (chain, swizzle) = self.chain(place);
        Resolved::Memory(chain, swizzle)
    }

    /// A column or component by index. A constant past the end is clamped to the last: SPIR-V needs a valid
    /// index.
    pub(super) fn part(&mut self, index: ExpressionId, count: u32) -> Part {
        match self.stage.expression(index).kind {
            ExpressionKind::Constant(bits) => Part::Fixed(bits.min(count.saturating_sub(1))),
            _ => Part::Dynamic(self.values[index.0 as usize]),
        }
    }

    fn chain(&mut self, place: &Place) -> (Chain, Option<Swizzle>) {
        let plain = |ty| (ty, None, None);
        let mut indices = Vec::with_capacity(place.path.len() + 3);
        let (base, class, (mut ty, mut size, structure)) = match place.root {
            // Handled by `resolve`; a variable is also a chain without steps.
            Root::Variable(variable) => {
                let ty = self.stage.variables[variable.0 as usize].ty;
                let base = self.private(variable.0 as usize);
                (base, storage_class::FUNCTION, plain(ty))
            }
            Root::Input(input) => {
                let variable = &self.shader.inputs[usize::from(input)];
                let base = self.input(input.into());
                (base, storage_class::INPUT, (variable.ty, variable.size, None))
            }
            Root::Output(output) => {
                let variable = &self.shader.outputs[usize::from(output)];
                let base = self.output(output.into());
                (base, storage_class::OUTPUT, (variable.ty, variable.size, None))
            }
            Root::Local(local) => {
                let ty = self.shader.locals[usize::from(local)].ty;
                let class = match self.kind {
                    StageKind::Vertex => storage_class::OUTPUT,
                    StageKind::Fragment => storage_class::INPUT,
                };
                (self.local(local.into()), class, plain(ty))
            }
            Root::BuiltIn(variable) => {
                let class =
                    if variable.row().is_written { storage_class::OUTPUT } else { storage_class::INPUT };
                (self.built_in(variable), class, plain(variable.row().ty))
            }
            Root::Uniform | Root::Buffer(..) => {
                let (base, class, structure) = self.block(place.root, &mut indices);
                (base, class, (place.ty, None, structure))
            }
        };
        let mut swizzle = None;
        for step in &place.path {
            match *step {
                Step::Field(number) => {
                    let Some(StructId(structure)) = structure else {
                        continue;
                    };
                    let field = &self.shader.structures[usize::from(structure)].fields[usize::from(number)];
                    indices.push(self.int(number.into()));
                    (ty, size) = (field.ty, field.size);
                }
                Step::Element(index) => {
                    let count = size.map_or(if ty.is_matrix() { ty.columns } else { ty.rows }, |size| size);
                    let index = match self.part(index, count.into()) {
                        Part::Dynamic(index) => index,
                        Part::Fixed(number) => self.int(number as i32),
                        Part::Several(_) => continue,
                    };
                    indices.push(index);
                    if size.take().is_none() {
                        ty = ty.element();
                    }
                }
                Step::Swizzle(components) => swizzle = Some(components),
            }
        }
        let chain = Chain { base, class, indices, ty };
        (chain, swizzle)
    }

    /// A block's variable, storage class and structure; appends the indices that lead to the structure.
    fn block(&mut self, root: Root, indices: &mut Vec<Id>) -> (Id, u32, Option<StructId>) {
        let zero = self.int(0);
        match root {
            Root::Buffer(binding, index) => {
                let (base, slot, structure) = self.buffer(binding);
                let element = self.element(index);
                indices.extend([slot, zero, element]);
                (base, storage_class::STORAGE_BUFFER, Some(structure))
            }
            _ => {
                let uniform = self.shader.uniform.as_ref();
                let (structure, name) =
                    uniform.map_or((StructId(0), ""), |found| (found.structure, found.name));
                indices.push(zero);
                let base = self.uniform(structure, name);
                (base, storage_class::UNIFORM, Some(structure))
            }
        }
    }

    /// Copies a whole structure from one block to another.
    pub(super) fn copy(&mut self, to: Root, from: Root) {
        let mut pointers = [to, from].map(|root| {
            let mut indices = Vec::with_capacity(3);
            let (base, class, structure) = self.block(root, &mut indices);
            let ty = self.structure(structure.unwrap_or(StructId(0)));
            (self.pointer(base, class, ty, &indices), ty)
        });
        let (from, ty) = pointers[1];
        pointers[1].0 = self.module.value(op::LOAD, ty, &[from]);
        self.module.effect(op::STORE, &[pointers[0].0, pointers[1].0]);
    }

    /// The index of an element of a buffer.
    fn element(&mut self, index: ExpressionId) -> Id {
        match self.stage.expression(index).kind {
            // No index may be a negative constant; the number without a sign is as far out of range.
            ExpressionKind::Constant(bits) if bits > i32::MAX as u32 => self.module.constant_uint(bits),
            _ => self.values[index.0 as usize],
        }
    }

    /// A pointer to the target of an access chain.
    pub(super) fn pointer(&mut self, base: Id, class: u32, ty: Id, indices: &[Id]) -> Id {
        if indices.is_empty() {
            return base;
        }
        let pointer = self.module.pointer(class, ty);
        let mut operands = Vec::with_capacity(indices.len() + 1);
        operands.push(base);
        operands.extend(indices);
        self.module.value(op::ACCESS_CHAIN, pointer, &operands)
    }

    /// Loads the value of a place.
    pub(super) fn load(&mut self, place: &Resolved) -> Id {
        match place {
            Resolved::Private { variable, ty, parts } => {
                let whole = self.ty(*ty);
                let mut value = self.module.value(op::LOAD, whole, &[*variable]);
                let mut ty = *ty;
                for &part in parts {
                    (value, ty) = self.take(value, ty, part);
                }
                value
            }
            Resolved::Memory(chain, swizzle) => {
                let ty = self.ty(chain.stored(chain.ty));
                let pointer = self.pointer(chain.base, chain.class, ty, &chain.indices);
                let mut value = self.module.value(op::LOAD, ty, &[pointer]);
                if chain.has_integers_for_booleans() {
                    value = self.convert(value, in_memory(chain.ty), Scalar::Bool);
                }
                match swizzle {
                    Some(swizzle) => self.swizzle(value, chain.ty, *swizzle),
                    None => value,
                }
            }
        }
    }

    /// Stores a value to a place.
    pub(super) fn store(&mut self, place: &Resolved, value: Id) {
        match place {
            Resolved::Private { variable, ty, parts } => {
                let value = match parts.as_slice() {
                    [] => value,
                    parts => {
                        let id = self.ty(*ty);
                        let whole = self.module.value(op::LOAD, id, &[*variable]);
                        self.put(whole, *ty, parts, value)
                    }
                };
                self.module.effect(op::STORE, &[*variable, value]);
            }
            Resolved::Memory(chain, None) => self.store_chain(chain, &[], value, chain.ty),
            Resolved::Memory(chain, Some(swizzle)) => {
                let components = swizzle.components();
                let ty = ValueType::vector(chain.ty.scalar, components.len() as u8);
                for (number, &component) in components.iter().enumerate() {
                    let value = self.extract(value, ty, number as u32);
                    let mut last = Vec::new();
                    if chain.ty.is_vector() {
                        last.push(self.int(component.min(chain.ty.rows - 1).into()));
                    }
                    self.store_chain(chain, &last, value, chain.ty.element());
                }
            }
        }
    }

    fn store_chain(&mut self, chain: &Chain, last: &[Id], value: Id, ty: ValueType) {
        let stored =
            if chain.has_integers_for_booleans() { self.convert(value, ty, Scalar::Uint) } else { value };
        let id = self.ty(chain.stored(ty));
        let mut indices = chain.indices.clone();
        indices.extend(last);
        let pointer = self.pointer(chain.base, chain.class, id, &indices);
        self.module.effect(op::STORE, &[pointer, stored]);
    }

    /// Extracts part of a value, with its type.
    pub(super) fn take(&mut self, value: Id, ty: ValueType, part: Part) -> (Id, ValueType) {
        let element = ty.element();
        match part {
            Part::Fixed(number) => (self.extract(value, ty, number), element),
            Part::Dynamic(_) if ty.is_scalar() => (value, ty),
            Part::Dynamic(index) if ty.is_matrix() => {
                let mut column = self.extract(value, ty, 0);
                for number in 1..ty.columns.into() {
                    let other = self.extract(value, ty, number);
                    column = self.choose(index, number, other, column, element);
                }
                (column, element)
            }
            Part::Dynamic(index) => {
                let id = self.ty(element);
                let opcode = op::VECTOR_EXTRACT_DYNAMIC;
                (self.module.value(opcode, id, &[value, index]), element)
            }
            Part::Several(swizzle) => {
                let count = swizzle.components().len() as u8;
                (self.swizzle(value, ty, swizzle), ValueType::vector(ty.scalar, count))
            }
        }
    }

    /// Replaces part of a value. At most two parts: a column and a selection within it.
    fn put(&mut self, whole: Id, ty: ValueType, parts: &[Part], value: Id) -> Id {
        let (&part, value) = match parts {
            [] => return value,
            [part] => (part, value),
            [part, inner, ..] => {
                let (column, column_type) = self.take(whole, ty, *part);
                (part, self.put_one(column, column_type, *inner, value))
            }
        };
        self.put_one(whole, ty, part, value)
    }

    fn put_one(&mut self, whole: Id, ty: ValueType, part: Part, value: Id) -> Id {
        let id = self.ty(ty);
        if ty.is_scalar() {
            return value;
        }
        match part {
            Part::Fixed(number) => {
                self.module.value_with(op::COMPOSITE_INSERT, id, &[value, whole], &[number])
            }
            Part::Dynamic(index) if ty.is_matrix() => {
                let column = ty.element();
                let columns: Vec<Id> = (0..ty.columns.into())
                    .map(|number| {
                        let old = self.extract(whole, ty, number);
                        self.choose(index, number, value, old, column)
                    })
                    .collect();
                self.construct(ty, &columns)
            }
            Part::Dynamic(index) => self.module.value(op::VECTOR_INSERT_DYNAMIC, id, &[whole, value, index]),
            Part::Several(swizzle) => {
                let components = swizzle.components();
                if let [only] = components {
                    let number = u32::from((*only).min(ty.rows - 1));
                    return self.module.value_with(op::COMPOSITE_INSERT, id, &[value, whole], &[number]);
                }
                let mut numbers: Vec<u32> = (0..ty.rows.into()).collect();
                for (place, &component) in components.iter().enumerate() {
                    if let Some(number) = numbers.get_mut(usize::from(component)) {
                        *number = u32::from(ty.rows) + place as u32;
                    }
                }
                self.module.value_with(op::VECTOR_SHUFFLE, id, &[whole, value], &numbers)
            }
        }
    }

    /// `index == number ? yes : no`
    fn choose(&mut self, index: Id, number: u32, yes: Id, no: Id, ty: ValueType) -> Id {
        // Equality ignores signedness, so the operand types may differ.
        let number = self.int(number as i32);
        let bool = self.ty(ValueType::BOOL);
        let condition = self.module.value(op::I_EQUAL, bool, &[index, number]);
        let id = self.ty(ty);
        self.module.value(op::SELECT, id, &[condition, yes, no])
    }
}

impl Chain {
    fn has_integers_for_booleans(&self) -> bool {
        self.stored(self.ty) != self.ty
    }

    /// The in-memory form of a type.
    fn stored(&self, ty: ValueType) -> ValueType {
        match self.class {
            storage_class::UNIFORM | storage_class::STORAGE_BUFFER => in_memory(ty),
            _ => ty,
        }
    }
}
