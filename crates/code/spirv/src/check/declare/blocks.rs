//! Checks the layout of memory that is shared with the host: offsets, strides, alignment, overlap.

use std::collections::{BTreeMap, BTreeSet};

use glassbox_core::diagnostic::Rule;

use super::decorations::name;
use super::values::integer;
use super::{Checker, Environment, Relaxation, Vulkan, rules};
use crate::grammar::value::{addressing_model, capability as cap, decoration as dec, storage_class as class};
use crate::grammar::{self, op};
use crate::module::{At, Id, Type};

/// Structures and arrays in each other; deeper ones are not checked.
const MAX_DEPTH: u32 = 300;
/// Largest alignment that is distinguished, a multiple of all alignments of numbers and vectors.
const WHOLE_ALIGNMENT: u32 = 64;
/// An offset or stride that only specialization gives.
const UNKNOWN: u32 = u32::MAX;

/// Rules of alignment; Vulkan, section "Offset and Stride Assignment".
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Rules {
    /// The alignment of scalars.
    Scalar,
    /// As std430.
    Standard,
    /// As std140.
    Extended,
}

/// What a storage class says about layouts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Demand {
    Required,
    Prohibited,
    Allowed,
}

/// Whether vectors may be aligned as their components.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Vectors {
    Relaxed,
    Aligned,
}

/// How a member lays out the matrices in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Matrices {
    stride: u32,
    order: Order,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Order {
    Columns,
    Rows,
}

const UNSTATED: Matrices = Matrices { stride: 0, order: Order::Columns };

/// A member of a structure.
#[derive(Clone, Copy, Debug)]
struct Member {
    index: u32,
    ty: Id,
    offset: Option<u32>,
    matrices: Option<Matrices>,
}

/// Memory that an instruction refers to.
struct Reference {
    ty: Id,
    /// The array of descriptors around it, or 0.
    descriptors: Id,
    class: u32,
    rules: Rules,
    demand: Demand,
}

/// Checks the layouts of all memory that Vulkan shares with the host.
pub(super) fn check(checker: &mut Checker<'_>) {
    if !checker.environment.is_vulkan() {
        return;
    }
    let facts = checker.facts;
    let has_others = refers_to_memory(checker);
    let mut layout = Layout::new(checker);
    // Most modules refer to memory by variables only.
    for &at in if has_others { &facts.order.all } else { &facts.order.variables } {
        if let Some(reference) = layout.reference(at) {
            layout.check(at, &reference);
        }
    }
}

/// True if other instructions than variables may refer to memory whose layout counts.
fn refers_to_memory(checker: &Checker<'_>) -> bool {
    checker.has(cap::UNTYPED_POINTERS_KHR)
        || checker.facts.order.has(op::BUFFER_POINTER_EXT)
        || checker.has_physical_pointers
}

struct Layout<'c, 'm> {
    checker: &'c mut Checker<'m>,
    /// Size of pointers.
    address: u32,
    /// What was checked: type, rules, offset, matrices.
    done: BTreeSet<(Id, Rules, u32, Matrices)>,
    /// Types without layout that were checked.
    plain: BTreeSet<Id>,
    members: BTreeMap<Id, Vec<Member>>,
    alignments: BTreeMap<(Id, Rules, Order, Vectors), u32>,
    sizes: BTreeMap<(Id, Matrices), u32>,
}

impl<'c, 'm> Layout<'c, 'm> {
    fn new(checker: &'c mut Checker<'m>) -> Layout<'c, 'm> {
        let module = checker.module;
        let is_narrow = |at: &At| {
            module.opcode(*at) == op::MEMORY_MODEL && module.word(*at, 0) == addressing_model::PHYSICAL32
        };
        let address = if module.globals.iter().any(is_narrow) { 4 } else { 8 };
        Layout {
            checker,
            address,
            done: BTreeSet::new(),
            plain: BTreeSet::new(),
            members: BTreeMap::new(),
            alignments: BTreeMap::new(),
            sizes: BTreeMap::new(),
        }
    }

    fn has(&self, id: Id, kind: u32) -> bool {
        self.checker.facts.decorations.any(id, kind)
    }

    fn is_struct_with(&self, id: Id, kind: u32) -> bool {
        self.checker.module.opcode_of(id) == op::TYPE_STRUCT && self.has(id, kind)
    }

    /// True if vectors may be aligned as their components.
    fn is_relaxed(&self) -> bool {
        let always =
            matches!(self.checker.environment, Environment::Vulkan(version) if version != Vulkan::V1_0);
        always || self.checker.relaxes(Relaxation::RelaxBlockLayout)
    }

    fn demand(&self, storage: u32, is_block: bool) -> Demand {
        match storage {
            class::WORKGROUP if is_block => Demand::Required,
            class::STORAGE_BUFFER
            | class::UNIFORM
            | class::PUSH_CONSTANT
            | class::PHYSICAL_STORAGE_BUFFER => Demand::Required,
            class::WORKGROUP | class::UNIFORM_CONSTANT => Demand::Prohibited,
            class::FUNCTION | class::PRIVATE if self.checker.minor() > 4 => Demand::Prohibited,
            _ => Demand::Allowed,
        }
    }

    fn rules(&self, storage: u32, ty: Id) -> Rules {
        let relaxes = |one| self.checker.relaxes(one);
        match storage {
            class::WORKGROUP if relaxes(Relaxation::WorkgroupScalarBlockLayout) => Rules::Scalar,
            class::STORAGE_BUFFER
            | class::PUSH_CONSTANT
            | class::UNIFORM_CONSTANT
            | class::PHYSICAL_STORAGE_BUFFER
            | class::UNIFORM
                if relaxes(Relaxation::ScalarBlockLayout) =>
            {
                Rules::Scalar
            }
            class::UNIFORM
                if !self.is_struct_with(ty, dec::BUFFER_BLOCK)
                    && !relaxes(Relaxation::UniformBufferStandardLayout) =>
            {
                Rules::Extended
            }
            _ => Rules::Standard,
        }
    }

    /// The memory that an instruction refers to.
    fn reference(&self, at: At) -> Option<Reference> {
        let module = self.checker.module;
        let instruction = module.get(at);
        let pointer = module.pointer(instruction.ty);
        match (instruction.opcode, pointer) {
            (op::VARIABLE, Some((pointee, storage))) => Some(self.variable(pointee, storage)),
            (_, Some((ty, class::PHYSICAL_STORAGE_BUFFER))) => {
                Some(self.typed(ty, class::PHYSICAL_STORAGE_BUFFER))
            }
            (op::BUFFER_POINTER_EXT, Some((ty, storage))) => Some(self.typed(ty, storage)),
            _ if self.checker.has(cap::UNTYPED_POINTERS_KHR) => self.untyped(at),
            _ => None,
        }
    }

    fn typed(&self, ty: Id, storage: u32) -> Reference {
        let rules = self.rules(storage, ty);
        Reference { ty, descriptors: 0, class: storage, rules, demand: Demand::Required }
    }

    fn variable(&self, pointee: Id, storage: u32) -> Reference {
        let demand = self.demand(storage, self.is_struct_with(pointee, dec::BLOCK));
        let resources = [class::STORAGE_BUFFER, class::UNIFORM, class::UNIFORM_CONSTANT];
        let (ty, descriptors) = match self.checker.module.ty(pointee) {
            Some(Type::Array { element, .. } | Type::RuntimeArray { element })
                if resources.contains(&storage) =>
            {
                (element, pointee)
            }
            _ => (pointee, 0),
        };
        Reference { ty, descriptors, class: storage, rules: self.rules(storage, ty), demand }
    }

    fn untyped(&self, at: At) -> Option<Reference> {
        let module = self.checker.module;
        let word = |index| module.word(at, index);
        let (pointer, data) = match module.opcode(at) {
            op::UNTYPED_VARIABLE_KHR => (module.get(at).ty, *module.operands(at).get(1)?),
            op::UNTYPED_ACCESS_CHAIN_KHR
            | op::UNTYPED_IN_BOUNDS_ACCESS_CHAIN_KHR
            | op::UNTYPED_PTR_ACCESS_CHAIN_KHR
            | op::UNTYPED_IN_BOUNDS_PTR_ACCESS_CHAIN_KHR => (module.get(at).ty, word(0)),
            op::LOAD => (module.type_of(word(0)), module.get(at).ty),
            op::STORE => (module.type_of(word(0)), module.type_of(word(1))),
            op::UNTYPED_ARRAY_LENGTH_KHR => (module.type_of(word(1)), word(0)),
            _ => return None,
        };
        let Some(Type::UntypedPointer { class: storage }) = module.ty(pointer) else { return None };
        let (ty, descriptors) = match module.ty(data) {
            Some(Type::Array { element, .. } | Type::RuntimeArray { element })
                if self.has(element, dec::BLOCK) || self.has(element, dec::BUFFER_BLOCK) =>
            {
                (element, data)
            }
            _ => (data, 0),
        };
        let rules = self.rules(storage, ty);
        Some(Reference { ty, descriptors, class: storage, rules, demand: Demand::Required })
    }

    fn check(&mut self, at: At, reference: &Reference) {
        let module = self.checker.module;
        let strides = [dec::ARRAY_STRIDE, dec::ARRAY_STRIDE_ID_EXT];
        let stride = strides.into_iter().find(|kind| self.has(reference.descriptors, *kind));
        if let Some(kind) = stride {
            let message = format!("an array of descriptors has no {}", name(kind));
            self.checker.report(&rules::LAYOUT_FORBIDDEN, at, message);
        }
        let is_shared = reference.class == class::WORKGROUP && module.opcode(at) == op::UNTYPED_VARIABLE_KHR;
        if is_shared && !self.is_struct_with(reference.ty, dec::BLOCK) {
            let message = "an untyped variable in workgroup memory holds a block";
            self.checker.report(&rules::LAYOUT_FORBIDDEN, at, message.into());
        }
        let skips = self.checker.relaxes(Relaxation::SkipBlockLayout);
        match reference.demand {
            Demand::Required if !skips => {
                self.laid_out(reference.ty, reference.rules, (0, UNSTATED), 0);
            }
            Demand::Prohibited => self.plain(at, reference.ty, reference.class),
            _ => {}
        }
    }

    /// Checks that a type has no layout.
    fn plain(&mut self, at: At, ty: Id, storage: u32) {
        let module = self.checker.module;
        let mut stack = vec![ty];
        while let Some(ty) = stack.pop() {
            if self.plain.contains(&ty) {
                continue;
            }
            self.plain.insert(ty);
            let pointer = module.pointer(ty);
            // Pointers that are stored keep the stride of what they point to.
            if pointer.is_some_and(|(_, class)| self.demand(class, true) != Demand::Prohibited) {
                continue;
            }
            let stated =
                self.checker.facts.decorations.of_id(ty).iter().find(|applied| is_layout(applied.kind));
            if let Some(kind) = stated.map(|applied| applied.kind) {
                let storage = grammar::value_name("StorageClass", storage).unwrap_or("?");
                let id = self.checker.id(ty);
                let message = format!("{id} has {}, but {storage} memory has no layout", name(kind));
                self.checker.report(&rules::LAYOUT_FORBIDDEN, at, message);
                return;
            }
            match module.ty(ty) {
                Some(Type::Struct { members }) => stack.extend(members),
                Some(Type::Array { element, .. } | Type::RuntimeArray { element }) => stack.push(element),
                _ => stack.extend(pointer.map(|(pointee, _)| pointee)),
            }
        }
    }

    fn report(&mut self, rule: &'static Rule, ty: Id, message: String) {
        if let Some(at) = self.checker.module.definition(ty) {
            self.checker.report(rule, at, message);
        }
    }

    /// Checks a type that begins at an offset. The offset counts only in so far as it changes alignments.
    fn laid_out(&mut self, ty: Id, rules: Rules, (offset, matrices): (u32, Matrices), depth: u32) {
        let opcode = self.checker.module.opcode_of(ty);
        let matrices = if opcode == op::TYPE_STRUCT { UNSTATED } else { matrices };
        let offset = offset % self.modulus();
        if depth > MAX_DEPTH || !self.done.insert((ty, rules, offset, matrices)) {
            return;
        }
        match opcode {
            op::TYPE_STRUCT => self.structure(ty, rules, offset, depth),
            op::TYPE_ARRAY | op::TYPE_RUNTIME_ARRAY => self.array(ty, rules, (offset, matrices), depth),
            op::TYPE_MATRIX => self.matrix(ty, rules, matrices),
            _ => {}
        }
    }

    /// A multiple of all alignments.
    fn modulus(&self) -> u32 {
        let layouts = self.checker.options.descriptors;
        let descriptors = [layouts.sampler, layouts.image, layouts.buffer];
        let largest = descriptors.iter().flatten().map(|(_, alignment)| *alignment).max().unwrap_or(1);
        largest.checked_next_power_of_two().unwrap_or(1 << 31).max(WHOLE_ALIGNMENT)
    }

    fn structure(&mut self, ty: Id, rules: Rules, incoming: u32, depth: u32) {
        let members = self.members(ty);
        if let Some(message) = members.iter().find_map(|member| self.missing(member)) {
            self.report(&rules::LAYOUT_MISSING, ty, message);
            return;
        }
        let module = self.checker.module;
        let mut next = 0;
        let mut placed = 0;
        for member in &members {
            let Some(offset) = member.offset.filter(|offset| *offset != UNKNOWN) else { continue };
            let index = member.index;
            let opcode = module.opcode_of(member.ty);
            if opcode == op::TYPE_RUNTIME_ARRAY && placed + 1 != members.len() {
                let message = format!("member {index} is a runtime array, but not the last member");
                self.report(&rules::LAYOUT_RUNTIME_ARRAY, ty, message);
                return;
            }
            placed += 1;
            let matrices = member.matrices.unwrap_or(UNSTATED);
            if let Some((rule, message)) = self.misplaced((member, offset), rules, incoming, next) {
                self.report(rule, ty, format!("member {index} at offset {offset} {message}"));
                return;
            }
            self.laid_out(member.ty, rules, (incoming.wrapping_add(offset), matrices), depth + 1);
            next = self.size(member.ty, matrices, 0).wrapping_add(offset);
            if rules != Rules::Scalar && matches!(opcode, op::TYPE_ARRAY | op::TYPE_STRUCT) {
                next = align(next, self.alignment(member.ty, rules, matrices.order, Vectors::Relaxed, 0));
            }
        }
    }

    /// What a member lacks.
    fn missing(&self, member: &Member) -> Option<String> {
        let index = member.index;
        if member.offset.is_none() {
            return Some(format!("member {index} has no Offset"));
        }
        let mut ty = member.ty;
        while let Some(element) = self.checker.module.array_element(ty) {
            ty = element;
        }
        if self.checker.module.opcode_of(ty) != op::TYPE_MATRIX {
            return None;
        }
        match member.matrices {
            None => Some(format!("member {index} is a matrix without RowMajor or ColMajor")),
            Some(Matrices { stride: 0, .. }) => {
                Some(format!("member {index} is a matrix without MatrixStride"))
            }
            Some(_) => None,
        }
    }

    /// What is wrong with the offset of a member; `next` is the end of the one before.
    fn misplaced(
        &mut self,
        (member, offset): (&Member, u32),
        rules: Rules,
        incoming: u32,
        next: u32,
    ) -> Option<(&'static Rule, String)> {
        let matrices = member.matrices.unwrap_or(UNSTATED);
        let alignment = self.alignment(member.ty, rules, matrices.order, Vectors::Relaxed, 0);
        let absolute = offset.wrapping_add(incoming);
        if !is_aligned(offset, alignment) || !is_aligned(absolute, alignment) {
            return Some((&rules::LAYOUT_ALIGNMENT, format!("is not aligned to {alignment}")));
        }
        if offset < next {
            return Some((&rules::LAYOUT_OVERLAP, format!("overlaps the one before, which ends at {next}")));
        }
        let is_vector =
            matches!(self.checker.module.opcode_of(member.ty), op::TYPE_VECTOR | op::TYPE_VECTOR_ID_EXT);
        if rules != Rules::Scalar && is_vector && self.is_relaxed() {
            let size = self.size(member.ty, UNSTATED, 0);
            if straddles(absolute, size) {
                return Some((&rules::LAYOUT_ALIGNMENT, "crosses a boundary of 16 bytes".into()));
            }
        }
        None
    }

    fn array(&mut self, ty: Id, rules: Rules, (incoming, matrices): (u32, Matrices), depth: u32) {
        let module = self.checker.module;
        let (element, length) = match module.ty(ty) {
            Some(Type::Array { element, length }) => (element, integer(module, length).unwrap_or(1)),
            Some(Type::RuntimeArray { element }) => (element, 1),
            _ => return,
        };
        let Some(stride) = self.stride(ty) else {
            self.report(&rules::LAYOUT_MISSING, ty, "the array has no ArrayStride".into());
            return;
        };
        if stride == UNKNOWN {
            return;
        }
        let size = self.size(element, matrices, 0);
        let alignment = self.alignment(ty, rules, matrices.order, Vectors::Relaxed, 0);
        if stride == 0 || !is_aligned(stride, alignment) || stride < size {
            let message =
                format!("stride {stride} of elements of {size} bytes that are aligned to {alignment}");
            self.report(&rules::LAYOUT_STRIDE, ty, message);
            return;
        }
        let mut seen = [false; 16];
        for index in 0..(length as u32).max(1) {
            let offset = index.wrapping_mul(stride).wrapping_add(incoming);
            if std::mem::replace(&mut seen[offset as usize % 16], true) {
                break;
            }
            self.laid_out(element, rules, (offset, matrices), depth + 1);
        }
    }

    fn matrix(&mut self, ty: Id, rules: Rules, matrices: Matrices) {
        // The stride is stated by the structure that holds the matrix.
        if matrices.stride == 0 {
            return;
        }
        let Some(Type::Matrix { column, count }) = self.checker.module.ty(ty) else { return };
        let alignment = self.alignment(ty, rules, matrices.order, Vectors::Relaxed, 0);
        let size = match (matrices.order, self.checker.module.ty(column)) {
            (Order::Rows, Some(Type::Vector { component, .. })) => {
                self.size(component, UNSTATED, 0).wrapping_mul(count)
            }
            _ => self.size(column, UNSTATED, 0),
        };
        let stride = matrices.stride;
        if !is_aligned(stride, alignment) || stride < size {
            let message =
                format!("matrix stride {stride} of vectors of {size} bytes that are aligned to {alignment}");
            self.report(&rules::LAYOUT_STRIDE, ty, message);
        }
    }

    /// Stride of an array; [`UNKNOWN`] if specialization gives it.
    fn stride(&self, ty: Id) -> Option<u32> {
        let kinds = [dec::ARRAY_STRIDE, dec::ARRAY_STRIDE_ID_EXT];
        let stated =
            self.checker.facts.decorations.of_id(ty).iter().find(|applied| kinds.contains(&applied.kind))?;
        Some(match stated.kind {
            dec::ARRAY_STRIDE => stated.value,
            _ => self.known(stated.value),
        })
    }

    fn known(&self, id: Id) -> u32 {
        self.checker.integer(id).map_or(UNKNOWN, |value| value as u32)
    }

    /// Members by offset.
    fn members(&mut self, ty: Id) -> Vec<Member> {
        if let Some(known) = self.members.get(&ty) {
            return known.clone();
        }
        let Some(Type::Struct { members }) = self.checker.module.ty(ty) else { return Vec::new() };
        let mut members: Vec<Member> = members
            .iter()
            .enumerate()
            .map(|(index, member)| self.member(ty, index as u32, *member))
            .collect();
        members.sort_by_key(|member| member.offset.unwrap_or(UNKNOWN));
        self.members.insert(ty, members.clone());
        members
    }

    fn member(&self, structure: Id, index: u32, ty: Id) -> Member {
        let mut member = Member { index, ty, offset: None, matrices: None };
        let mut stride = 0;
        for applied in self.checker.facts.decorations.of_member(structure, index) {
            match applied.kind {
                dec::OFFSET => member.offset = Some(applied.value),
                dec::OFFSET_ID_EXT => member.offset = Some(self.known(applied.value)),
                dec::MATRIX_STRIDE => stride = applied.value,
                dec::COL_MAJOR => member.matrices = Some(Matrices { stride: 0, order: Order::Columns }),
                dec::ROW_MAJOR => member.matrices = Some(Matrices { stride: 0, order: Order::Rows }),
                _ => {}
            }
        }
        if let Some(matrices) = &mut member.matrices {
            matrices.stride = stride;
        }
        member
    }

    /// Size and alignment of descriptors and pointers.
    fn opaque(&self, opcode: u16) -> Option<(u32, u32)> {
        let layouts = self.checker.options.descriptors;
        match opcode {
            op::TYPE_SAMPLER => layouts.sampler.or(Some((0, 1))),
            op::TYPE_IMAGE => layouts.image.or(Some((0, 1))),
            op::TYPE_BUFFER_EXT | op::TYPE_ACCELERATION_STRUCTURE_KHR => layouts.buffer.or(Some((0, 1))),
            op::TYPE_POINTER | op::TYPE_UNTYPED_POINTER_KHR => Some((self.address, self.address)),
            _ => None,
        }
    }

    fn alignment(&mut self, ty: Id, rules: Rules, order: Order, vectors: Vectors, depth: u32) -> u32 {
        let module = self.checker.module;
        let key = (ty, rules, order, vectors);
        if let Some(known) = self.alignments.get(&key) {
            return *known;
        }
        if depth > MAX_DEPTH {
            return 1;
        }
        let extended =
            |alignment: u32| if rules == Rules::Extended { align(alignment, 16) } else { alignment };
        let alignment = match module.ty(ty) {
            Some(Type::Int { width, .. } | Type::Float { width, .. }) => width / 8,
            Some(Type::Vector { component, count }) => {
                let scalar = self.alignment(component, rules, order, vectors, depth + 1);
                let is_loose = vectors == Vectors::Relaxed && self.is_relaxed();
                if rules == Rules::Scalar || is_loose { scalar } else { scalar.wrapping_mul(padded(count)) }
            }
            Some(Type::Matrix { column, count }) => {
                let Some(Type::Vector { component, .. }) = module.ty(column) else { return 1 };
                let scalar = self.alignment(component, rules, order, vectors, depth + 1);
                match (rules, order) {
                    (Rules::Scalar, _) => scalar,
                    (_, Order::Columns) => {
                        extended(self.alignment(column, rules, order, Vectors::Aligned, depth + 1))
                    }
                    (_, Order::Rows) => extended(scalar.wrapping_mul(if count == 3 { 4 } else { count })),
                }
            }
            Some(Type::Array { element, .. } | Type::RuntimeArray { element }) => {
                extended(self.alignment(element, rules, order, Vectors::Aligned, depth + 1))
            }
            Some(Type::Struct { .. }) => {
                let members = self.members(ty);
                members.iter().fold(1, |most, member| {
                    let order = member.matrices.map_or(Order::Columns, |matrices| matrices.order);
                    let own = self.alignment(member.ty, rules, order, Vectors::Relaxed, depth + 1);
                    extended(most.max(own))
                })
            }
            _ => self.opaque(module.opcode_of(ty)).map_or(1, |(_, alignment)| alignment),
        };
        self.alignments.insert(key, alignment);
        alignment
    }

    fn size(&mut self, ty: Id, matrices: Matrices, depth: u32) -> u32 {
        let module = self.checker.module;
        let matrices = if module.opcode_of(ty) == op::TYPE_STRUCT { UNSTATED } else { matrices };
        if let Some(known) = self.sizes.get(&(ty, matrices)) {
            return *known;
        }
        if depth > MAX_DEPTH {
            return 0;
        }
        let size = match module.ty(ty) {
            Some(Type::Int { width, .. } | Type::Float { width, .. }) => width / 8,
            Some(Type::Vector { component, count }) => {
                self.size(component, UNSTATED, depth + 1).wrapping_mul(count)
            }
            Some(Type::Matrix { column, count }) => self.matrix_size((column, count), matrices, depth),
            Some(Type::Array { element, length }) => match (self.checker.integer(length), self.stride(ty)) {
                (None, _) => 0,
                (Some(_), None | Some(UNKNOWN)) => self.size(element, matrices, depth + 1),
                (Some(count), Some(stride)) => {
                    let last = (count as u32).wrapping_sub(1).wrapping_mul(stride);
                    last.wrapping_add(self.size(element, matrices, depth + 1))
                }
            },
            Some(Type::Struct { .. }) => match self.members(ty).last() {
                Some(Member { offset: Some(offset), ty, matrices, .. }) if *offset != UNKNOWN => {
                    let matrices = matrices.unwrap_or(UNSTATED);
                    offset.wrapping_add(self.size(*ty, matrices, depth + 1))
                }
                _ => 0,
            },
            _ => self.opaque(module.opcode_of(ty)).map_or(0, |(size, _)| size),
        };
        self.sizes.insert((ty, matrices), size);
        size
    }

    fn matrix_size(&mut self, (column, count): (Id, u32), matrices: Matrices, depth: u32) -> u32 {
        let Some(Type::Vector { component, count: rows }) = self.checker.module.ty(column) else { return 0 };
        match matrices.order {
            Order::Columns => count.wrapping_mul(matrices.stride),
            Order::Rows => {
                let row = self.size(component, UNSTATED, depth + 1).wrapping_mul(count);
                rows.wrapping_sub(1).wrapping_mul(matrices.stride).wrapping_add(row)
            }
        }
    }
}

/// True for decorations that lay a type out.
fn is_layout(kind: u32) -> bool {
    matches!(
        kind,
        dec::BLOCK
            | dec::BUFFER_BLOCK
            | dec::OFFSET
            | dec::OFFSET_ID_EXT
            | dec::ARRAY_STRIDE
            | dec::ARRAY_STRIDE_ID_EXT
            | dec::MATRIX_STRIDE
            | dec::ROW_MAJOR
            | dec::COL_MAJOR
    )
}

/// Components that a vector is aligned to.
fn padded(count: u32) -> u32 {
    if count == 3 || count > 4 { 4 } else { count }
}

fn is_aligned(value: u32, alignment: u32) -> bool {
    value.checked_rem(alignment).unwrap_or(value) == 0
}

/// Rounds up to a multiple of a power of two.
fn align(value: u32, alignment: u32) -> u32 {
    let mask = alignment.wrapping_sub(1);
    value.wrapping_add(mask) & !mask
}

/// True if a vector crosses a boundary of 16 bytes, or is larger and does not begin at one.
fn straddles(offset: u32, size: u32) -> bool {
    if size > 16 {
        return !offset.is_multiple_of(16);
    }
    offset >> 4 != offset.wrapping_add(size).wrapping_sub(1) >> 4
}
