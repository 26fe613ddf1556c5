//! Places: access chains, reads and writes.

use glassbox_spirv::build::{Id, op, value::storage_class};
use smallvec::SmallVec;

use super::Emitter;
use super::function::Binding;
use super::global::Variable;
use super::heap::HeapPlace;
use super::layout::Memory;
use super::types::StructureKey;
use crate::model::{ExpressionId, ExpressionKind, GlobalId, LocalId, Swizzle};
use crate::types::{Scalar, StructId, Type};

/// A place: the base of an access chain with its indices, and what of the value there is meant.
#[derive(Clone, Debug)]
pub(crate) struct Chain {
    /// Type of the whole value of the chain, as expressions have it.
    pub(crate) ty: Type,
    /// Storage class of what it points into.
    pub(crate) class: u32,
    /// Bits of [`flag`] that hold for accesses: coherence, volatility, and so on.
    pub(crate) flags: u32,
    /// SPIR-V `ImageFormat` of the images there.
    pub(crate) format: u32,
    /// Whether an index may differ within a group of invocations that run together.
    pub(crate) is_nonuniform: bool,
    /// Type of the value at base and indices, before components are selected.
    pub(super) pointee: Type,
    pub(super) base: Id,
    pub(super) indices: SmallVec<[Id; 4]>,
    /// How the value lies there; `None` in memory without layout.
    pub(super) memory: Option<Memory>,
    /// Of inputs and outputs that are blocks: the variable, while the value is the block or an array of it.
    pub(super) block: Option<GlobalId>,
    /// Components that are meant, if not all in order.
    pub(super) swizzle: Option<Swizzle>,
    /// Of buffer references: offsets and strides on the way, joined with the alignment of the block.
    pub(super) alignment: u32,
    /// How a built-in variable differs from its form in the language.
    pub(super) forced: Option<Forced>,
    /// Of a heap, or of something in one, whose pointer has no type.
    pub(super) heap: Option<HeapPlace>,
}

/// A built-in variable whose type in SPIR-V is not that of the language.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Forced {
    /// A mask of `uint64_t` that is four 32-bit words.
    Mask,
    /// A matrix with rows and columns exchanged.
    Transposed,
    /// `gl_FragCoord` with whole numbers at the centers of pixels, which Vulkan does not have.
    Centered,
}

/// One step from a value to a part of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Step {
    Member(u32),
    Element(ExpressionId),
    Components(Swizzle),
}

impl Chain {
    /// A whole variable.
    pub(super) fn variable(base: Id, class: u32, ty: Type) -> Chain {
        Chain {
            ty,
            class,
            flags: 0,
            format: 0,
            is_nonuniform: false,
            pointee: ty,
            base,
            indices: SmallVec::new(),
            memory: None,
            block: None,
            swizzle: None,
            alignment: 0,
            forced: None,
            heap: None,
        }
    }
}

impl Emitter<'_> {
    /// The expression that a selection starts from, and the steps from it.
    pub(super) fn path(&self, id: ExpressionId) -> (ExpressionId, SmallVec<[Step; 4]>) {
        let (mut root, mut steps) = (id, SmallVec::new());
        loop {
            let (next, step) = match self.program.expression(root).kind {
                ExpressionKind::Field(base, member) => (base, Step::Member(member)),
                ExpressionKind::Index(base, index) => (base, Step::Element(index)),
                ExpressionKind::Swizzle(base, swizzle) => (base, Step::Components(swizzle)),
                _ => break,
            };
            steps.push(step);
            root = next;
        }
        steps.reverse();
        (root, steps)
    }

    /// Whether an expression names something in memory, so that it has a [`Emitter::place`] of its own.
    pub(crate) fn is_place(&self, id: ExpressionId) -> bool {
        let mut id = id;
        loop {
            let (base, is_member) = match self.program.expression(id).kind {
                ExpressionKind::Field(base, _) => (base, true),
                ExpressionKind::Index(base, _) | ExpressionKind::Swizzle(base, _) => (base, false),
                ExpressionKind::Global(global) => return self.is_variable(global),
                ExpressionKind::Local(local) => return self.frame.has_memory(local),
                _ => return false,
            };
            if is_member && matches!(self.program.expression(base).ty, Type::Reference(_)) {
                return true;
            }
            id = base;
        }
    }

    /// Whether a global is a variable, and not a constant.
    fn is_variable(&self, id: GlobalId) -> bool {
        let is_constant = matches!(self.globals.get(id.0 as usize), Some(Some(Variable::Constant(_))));
        !is_constant && !self.is_workgroup_size(id)
    }

    /// The place that an expression names. Its indices are computed now, once. Of a value that is in no memory, a copy.
    pub(crate) fn place(&mut self, id: ExpressionId) -> Chain {
        let (root, steps) = self.path(id);
        let mut chain = self.root_place(root);
        for step in steps {
            self.extend(&mut chain, step);
        }
        if self.program.expression(id).is_nonuniform {
            chain.is_nonuniform = true;
        }
        chain
    }

    fn root_place(&mut self, root: ExpressionId) -> Chain {
        match self.program.expression(root).kind {
            ExpressionKind::Global(global) if self.is_variable(global) => self.global_place(global),
            ExpressionKind::Local(local) if self.frame.has_memory(local) => self.local_place(local),
            _ => {
                let ty = self.program.expression(root).ty;
                let value = self.value(root);
                if let Type::Reference(id) = ty {
                    return self.reference_place(value, id);
                }
                if self.module.is_constant(value) {
                    return self.table(ty, value);
                }
                self.spilled(ty, value)
            }
        }
    }

    /// A variable of the function that holds a constant from the start.
    fn table(&mut self, ty: Type, value: Id) -> Chain {
        let variable = match self.frame.tables.get(&value) {
            Some(known) => *known,
            None => {
                let pointer = self.pointer_type(storage_class::FUNCTION, ty);
                let variable = self.module.variable_with(pointer, Some(value));
                self.module.name(variable, "indexable");
                self.frame.tables.insert(value, variable);
                variable
            }
        };
        Chain::variable(variable, storage_class::FUNCTION, ty)
    }

    /// A variable of the function that holds a value.
    pub(crate) fn spilled(&mut self, ty: Type, value: Id) -> Chain {
        let variable = self.temporary(ty, "indexable");
        self.module.effect(op::STORE, &[variable, value]);
        Chain::variable(variable, storage_class::FUNCTION, ty)
    }

    /// A new variable of the function.
    pub(crate) fn temporary(&mut self, ty: Type, name: &str) -> Id {
        self.local_variable(ty, name, 0)
    }

    /// A new variable of the function with the flags of its declaration.
    pub(super) fn local_variable(&mut self, ty: Type, name: &str, flags: u32) -> Id {
        let pointer = self.pointer_type(storage_class::FUNCTION, ty);
        let variable = self.module.variable(pointer);
        self.module.name(variable, name);
        self.decorate_pointer(variable, ty, flags);
        variable
    }

    /// A pointer to values of a type, without layout.
    pub(crate) fn pointer_type(&mut self, class: u32, ty: Type) -> Id {
        let ty = self.ty(ty);
        self.module.pointer(class, ty)
    }

    /// The memory of a variable of the function. One whose declaration is never reached begins to exist where it is named.
    fn local_place(&mut self, local: LocalId) -> Chain {
        if let Some(known) = self.frame.place(local) {
            return known.clone();
        }
        let function = self.frame.function.map(|function| self.program.function(function));
        let row = function.and_then(|function| function.locals.get(local.0 as usize));
        let (ty, name, flags) =
            row.map_or((Type::INT, "", 0), |row| (row.ty, &*row.name, row.qualifiers.flags));
        let variable = self.local_variable(ty, name, flags);
        let place = Chain::variable(variable, storage_class::FUNCTION, ty);
        self.frame.bind(local, Binding::Place(place.clone()));
        place
    }

    /// The block that a reference refers to. The type of the chain is that of the reference until a member is taken.
    pub(super) fn reference_place(&mut self, pointer: Id, id: StructId) -> Chain {
        let memory = self.memory_of_reference(id);
        let mut chain = Chain::variable(pointer, storage_class::PHYSICAL_STORAGE_BUFFER, Type::Struct(id));
        chain.memory = Some(memory);
        let layout = self.program.types.reference_layout(id);
        chain.alignment = layout.and_then(|layout| layout.buffer_reference_align).unwrap_or(16);
        self.uses_references = true;
        chain
    }

    /// Goes on from a place to a part of it.
    pub(super) fn extend(&mut self, chain: &mut Chain, step: Step) {
        if chain.forced.is_some() {
            let whole = self.load(chain);
            *chain = self.spilled(chain.ty, whole);
        }
        match step {
            Step::Member(member) => self.extend_by_member(chain, member),
            Step::Element(index) => self.extend_by_index(chain, index),
            Step::Components(swizzle) => self.select(chain, swizzle),
        }
    }

    fn extend_by_member(&mut self, chain: &mut Chain, number: u32) {
        if let Type::Reference(id) = chain.pointee {
            let pointer = self.load(chain);
            *chain = self.reference_place(pointer, id);
        }
        self.enter_buffer(chain);
        let Type::Struct(id) = chain.pointee else { return };
        let program = self.program;
        let Some(member) = program.types.structure(id).members.get(number as usize) else { return };
        let key = StructureKey { id, memory: chain.memory, global: chain.block.take() };
        let place = self.kept_members(key).binary_search(&number).unwrap_or(0);
        let index = self.int(place as i32);
        if chain.class == storage_class::PHYSICAL_STORAGE_BUFFER
            && let Some(memory) = chain.memory
        {
            let layout = self.layouts.of(program, id, memory);
            chain.alignment |= layout.offsets.get(number as usize).copied().unwrap_or(0) as u32;
        }
        chain.indices.push(index);
        chain.memory = chain.memory.map(|memory| memory.with(member.qualifiers.layout().matrix));
        chain.flags |= member.qualifiers.flags;
        if let Some(format) = member.qualifiers.layout().format {
            chain.format = format;
        }
        chain.forced = member.built_in.and_then(|row| self.forced(row, member.ty));
        chain.pointee = member.ty;
        chain.ty = member.ty;
    }

    fn extend_by_index(&mut self, chain: &mut Chain, index: ExpressionId) {
        if let Some(HeapPlace::Array(heap)) = chain.heap {
            let is_nonuniform = chain.is_nonuniform || self.program.expression(index).is_nonuniform;
            let index = self.index_value(index);
            *chain = self.descriptor(heap, index, is_nonuniform);
            return;
        }
        let constant = self.program.constant(index).and_then(|scalars| scalars.first().copied());
        if let (Type::Reference(_), None) = (chain.pointee, chain.swizzle) {
            // Elements of what a reference points to.
            self.extend_reference(chain, index);
            return;
        }
        let mut id = self.index_value(index);
        if self.program.expression(index).is_nonuniform {
            chain.is_nonuniform = true;
        }
        if let Some(swizzle) = chain.swizzle.take() {
            let components = swizzle.components();
            if let Type::Scalar(_) = chain.pointee {
                chain.ty = chain.pointee;
                return;
            }
            id = match constant.and_then(|index| components.get(index as usize)) {
                Some(component) => self.int(i32::from(*component)),
                None => self.swizzled_index(components, id),
            };
        }
        if constant.is_none() && self.is_resource(chain.pointee) {
            self.declare_indexing(chain);
        }
        chain.pointee = self.element_type(chain.pointee);
        self.note_stride(chain);
        chain.indices.push(id);
        chain.ty = chain.pointee;
    }

    /// The value of an index, as signed or unsigned number of at least 32 bits.
    pub(super) fn index_value(&mut self, index: ExpressionId) -> Id {
        let value = self.value(index);
        match self.program.expression(index).ty {
            Type::Scalar(scalar @ (Scalar::Int8 | Scalar::Int16)) => {
                self.convert(value, Type::Scalar(scalar), Type::INT)
            }
            Type::Scalar(scalar @ (Scalar::Uint8 | Scalar::Uint16)) => {
                self.convert(value, Type::Scalar(scalar), Type::UINT)
            }
            _ => value,
        }
    }

    /// The component of the vector that the component of a selection is.
    fn swizzled_index(&mut self, components: &[u8], index: Id) -> Id {
        let table: Vec<u64> = components.iter().map(|component| u64::from(*component)).collect();
        let table = self.constant(Type::vector(Scalar::Uint, components.len() as u8), &table);
        let uint = self.module.uint();
        self.module.value(op::VECTOR_EXTRACT_DYNAMIC, uint, &[table, index])
    }

    /// Type of an element, column or component.
    pub(crate) fn element_type(&self, ty: Type) -> Type {
        match ty {
            Type::Vector(scalar, _) => Type::Scalar(scalar),
            Type::Matrix(scalar, _, rows) => Type::Vector(scalar, rows),
            Type::Array(id) => self.program.types.array_of(id).element,
            Type::Parametric(id) => {
                let component = self
                    .program
                    .types
                    .parametric
                    .get(id.0 as usize)
                    .and_then(|parametric| parametric.component);
                component.map_or(Type::Error, Type::Scalar)
            }
            other => other,
        }
    }

    /// What an index adds to the address of a buffer reference: `chain.pointee` is the element.
    fn note_stride(&mut self, chain: &mut Chain) {
        if chain.class != storage_class::PHYSICAL_STORAGE_BUFFER {
            return;
        }
        let Some(memory) = chain.memory else { return };
        let stride = match chain.pointee {
            Type::Scalar(scalar) => u64::from(scalar.width() / 8),
            element => self.layouts.array_stride(self.program, element, memory),
        };
        chain.alignment |= stride as u32;
    }

    /// Components of a vector. One of them is a place of its own.
    fn select(&mut self, chain: &mut Chain, swizzle: Swizzle) {
        let swizzle = match chain.swizzle {
            Some(earlier) => {
                let of = |component: &u8| earlier.components().get(usize::from(*component)).copied();
                let joined: Vec<u8> = swizzle.components().iter().filter_map(of).collect();
                Swizzle::new(&joined).unwrap_or(swizzle)
            }
            None => swizzle,
        };
        let components = swizzle.components();
        let Some(scalar) = chain.pointee.scalar() else { return };
        chain.ty = Type::vector(scalar, components.len() as u8);
        chain.swizzle = None;
        match (chain.pointee, components) {
            (Type::Vector(..), [component]) => {
                let index = self.int(i32::from(*component));
                chain.indices.push(index);
                chain.pointee = Type::Scalar(scalar);
                self.note_stride(chain);
            }
            (Type::Scalar(_), [_]) => {}
            (Type::Vector(_, count), all) if all.iter().copied().eq(0..count) => {}
            _ => chain.swizzle = Some(swizzle),
        }
    }

    /// The type of what a chain points to, in the module.
    pub(super) fn pointee_type(&mut self, chain: &Chain) -> Id {
        match chain.forced {
            Some(Forced::Mask) => return self.ty(Type::Vector(Scalar::Uint, 4)),
            Some(Forced::Transposed) => return self.ty(transposed(chain.pointee)),
            Some(Forced::Centered) | None => {}
        }
        self.declared_type(chain.pointee, chain.memory, chain.block, chain.format)
    }

    /// The type that a variable is declared with.
    pub(super) fn declared_type(
        &mut self,
        ty: Type,
        memory: Option<Memory>,
        block: Option<GlobalId>,
        format: u32,
    ) -> Id {
        match ty {
            Type::Struct(id) => self.structure_type(StructureKey { id, memory, global: block }),
            Type::Array(id) if format != 0 || block.is_some() || self.is_resource(ty) => {
                let array = self.program.types.array_of(id);
                let element = self.declared_type(array.element, memory, block, format);
                let length = if self.is_resource(ty) { array.length } else { self.stated_length(id) };
                self.array_of(element, length, None)
            }
            _ if ty.is_opaque() => self.opaque_type(ty, format),
            _ => self.type_in(ty, memory),
        }
    }

    /// A pointer to a place that is no selection of components.
    pub(crate) fn pointer(&mut self, place: &Chain) -> Id {
        if let Some(HeapPlace::Block(heap)) = place.heap {
            return self.heap_pointer(heap, place);
        }
        if place.indices.is_empty() {
            return place.base;
        }
        let pointee = self.pointee_type(place);
        let ty = self.module.pointer(place.class, pointee);
        let operands = [place.base].into_iter().chain(place.indices.iter().copied()).map(Id::operand);
        let pointer = self.module.value_of(op::ACCESS_CHAIN, ty, operands);
        if place.is_nonuniform {
            self.decorate_nonuniform(pointer);
        }
        // What marks an array marks its elements.
        for mark in super::TEXTURE_MARKS {
            if self.marked.contains(&(place.base, mark)) && self.marked.insert((pointer, mark)) {
                self.module.decorate(pointer, mark, &[]);
            }
        }
        pointer
    }

    /// The value at a place.
    pub(crate) fn load(&mut self, place: &Chain) -> Id {
        let pointer = self.pointer(place);
        let ty = self.pointee_type(place);
        let operands = self.memory_operands(place, false);
        let loaded = self.module.value_of(op::LOAD, ty, [pointer.operand()].into_iter().chain(operands));
        if place.is_nonuniform {
            self.decorate_nonuniform(loaded);
        }
        let whole = match place.forced {
            Some(forced) => self.unforced(forced, place.pointee, loaded),
            None if place.pointee.is_opaque() => loaded,
            None => self.loaded_value(place.pointee, place.memory, place.block, loaded),
        };
        match place.swizzle {
            Some(swizzle) => self.shuffled(place.pointee, whole, swizzle),
            None => whole,
        }
    }

    /// The value of a built-in variable as the language has it.
    fn unforced(&mut self, forced: Forced, ty: Type, loaded: Id) -> Id {
        match forced {
            Forced::Mask => {
                let pair = self.ty(Type::Vector(Scalar::Uint, 2));
                let low = self.module.value_with(op::VECTOR_SHUFFLE, pair, &[loaded, loaded], &[0, 1]);
                let ty = self.ty(ty);
                self.module.value(op::BITCAST, ty, &[low])
            }
            Forced::Centered => {
                let half = self.constant(ty, &[0.5, 0.5, 0.0, 0.0].map(f64::to_bits));
                let ty = self.ty(ty);
                self.module.value(op::F_SUB, ty, &[loaded, half])
            }
            Forced::Transposed => {
                let ty = self.ty(ty);
                self.module.value(op::TRANSPOSE, ty, &[loaded])
            }
        }
    }

    /// Some components of a vector or scalar, in some order.
    pub(crate) fn shuffled(&mut self, ty: Type, value: Id, swizzle: Swizzle) -> Id {
        let components = swizzle.components();
        let Some(scalar) = ty.scalar() else { return value };
        let result_type = Type::vector(scalar, components.len() as u8);
        let result = self.ty(result_type);
        match (ty, components) {
            (Type::Scalar(_), [_]) => value,
            (Type::Scalar(_), _) => {
                self.module.value(op::COMPOSITE_CONSTRUCT, result, &vec![value; components.len()])
            }
            (_, [component]) => self.extract(value, Type::Scalar(scalar), u32::from(*component)),
            _ => {
                let numbers: Vec<u32> = components.iter().map(|component| u32::from(*component)).collect();
                self.module.value_with(op::VECTOR_SHUFFLE, result, &[value, value], &numbers)
            }
        }
    }

    /// A part of a value, by number; its type is that of the part.
    pub(crate) fn extract(&mut self, value: Id, part: Type, index: u32) -> Id {
        let ty = self.ty(part);
        self.module.value_with(op::COMPOSITE_EXTRACT, ty, &[value], &[index])
    }

    /// Writes a value, of the type of the place, to it.
    pub(crate) fn store(&mut self, place: &Chain, value: Id) {
        let Some(swizzle) = place.swizzle else {
            return self.store_whole(place, value);
        };
        let Some(scalar) = place.pointee.scalar() else { return };
        let components = swizzle.components();
        if components.len() as u32 == place.pointee.components() {
            // The components in the order in which they are stored.
            let mut order = vec![0; components.len()];
            for (from, to) in components.iter().enumerate() {
                if let Some(slot) = order.get_mut(usize::from(*to)) {
                    *slot = from as u8;
                }
            }
            let whole = Swizzle::new(&order).map(|order| self.shuffled(place.pointee, value, order));
            let place = Chain { swizzle: None, ty: place.pointee, ..place.clone() };
            return self.store_whole(&place, whole.unwrap_or(value));
        }
        // Components that are not meant are not touched: others may write them at the same time.
        for (from, to) in components.iter().enumerate() {
            let part = self.extract(value, Type::Scalar(scalar), from as u32);
            let mut place = Chain { swizzle: None, ..place.clone() };
            let index = self.int(i32::from(*to));
            place.indices.push(index);
            place.pointee = Type::Scalar(scalar);
            place.ty = place.pointee;
            self.note_stride(&mut place);
            self.store_whole(&place, part);
        }
    }

    fn store_whole(&mut self, place: &Chain, value: Id) {
        if let Some(HeapPlace::Block(heap)) = place.heap {
            let at = self.program.global(heap).at;
            let message = "found a parameter that stands for a member of this heap and is written";
            return self.fail(at, message, "copy the number to a variable before");
        }
        let stored = if place.pointee.is_opaque() {
            value
        } else {
            self.stored_value(place.pointee, place.memory, place.block, value)
        };
        let pointer = self.pointer(place);
        let operands = self.memory_operands(place, true);
        let operands = [pointer.operand(), stored.operand()].into_iter().chain(operands);
        self.module.effect_of(op::STORE, operands);
    }
}

/// A matrix type with rows and columns exchanged.
pub(super) fn transposed(ty: Type) -> Type {
    match ty {
        Type::Matrix(scalar, columns, rows) => Type::Matrix(scalar, rows, columns),
        other => other,
    }
}
