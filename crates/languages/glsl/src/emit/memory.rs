//! Memory: operands of reads and writes, and values that are stored in another form.

use glassbox_spirv::build::{Id, op, value};
use glassbox_spirv::module::Operand;

use super::layout::Memory;
use super::{Chain, Emitter};
use crate::model::{GlobalId, flag};
use crate::types::{Length, Scalar, Type};

/// Parts of a value that are copied one by one, at most.
const MAX_PARTS: u32 = 4096;
/// Qualifiers that make what others write visible.
const ANY_COHERENT: u32 = flag::COHERENT
    | flag::VOLATILE
    | flag::DEVICE_COHERENT
    | flag::QUEUE_FAMILY_COHERENT
    | flag::WORKGROUP_COHERENT
    | flag::SUBGROUP_COHERENT
    | flag::SHADER_CALL_COHERENT;

impl Emitter<'_> {
    /// Operands behind those of a read or write of a place: alignment, and what the memory model asks for. Nothing if there are
    /// none.
    pub(crate) fn memory_operands(&mut self, place: &Chain, is_write: bool) -> Vec<Operand> {
        use value::{memory_access as access, storage_class as class};
        let mut mask = 0;
        let mut operands = Vec::new();
        if place.flags & flag::VOLATILE != 0 {
            mask |= access::VOLATILE;
        }
        if place.class == class::PHYSICAL_STORAGE_BUFFER {
            mask |= access::ALIGNED;
            let alignment = place.alignment.max(1);
            let alignment = alignment & alignment.wrapping_neg();
            operands.push(Operand::Literal(alignment.max(self.largest_scalar(place.pointee))));
        }
        if self.uses_vulkan_memory() {
            let flags = self.memory_flags(place);
            if place.flags & flag::NON_TEMPORAL != 0 {
                mask |= access::NONTEMPORAL;
            }
            let is_shared = matches!(
                place.class,
                class::UNIFORM | class::WORKGROUP | class::STORAGE_BUFFER | class::PHYSICAL_STORAGE_BUFFER
            );
            if is_shared && flags & (ANY_COHERENT | flag::NON_PRIVATE) != 0 {
                mask |= access::NON_PRIVATE_POINTER;
                if flags & ANY_COHERENT != 0 {
                    mask |=
                        if is_write { access::MAKE_POINTER_AVAILABLE } else { access::MAKE_POINTER_VISIBLE };
                    let scope = self.memory_scope(flags);
                    operands.push(self.module.constant_uint(scope).operand());
                }
            }
        }
        if mask == 0 {
            return Vec::new();
        }
        operands.insert(0, Operand::Literal(mask));
        operands
    }

    /// Bytes of the largest number in a type: what is less aligned cannot be read at once.
    fn largest_scalar(&self, ty: Type) -> u32 {
        let types = &self.program.types;
        let has = |bytes: u32| {
            types.contains(ty, &|ty| match ty {
                Type::Reference(_) => bytes == 8,
                Type::Parametric(_) => {
                    types.parametric_component(ty).is_some_and(|scalar| scalar.width() == bytes * 8)
                }
                ty => ty.scalar().is_some_and(|scalar| scalar.width() == bytes * 8),
            })
        };
        [8, 4, 2].into_iter().find(|bytes| has(*bytes)).unwrap_or(1)
    }

    /// Qualifiers of accesses to a place, with those that its storage implies.
    pub(crate) fn memory_flags(&self, place: &Chain) -> u32 {
        let is_shared = place.class == value::storage_class::WORKGROUP;
        place.flags | if is_shared { flag::WORKGROUP_COHERENT } else { 0 }
    }

    /// The scope in which qualifiers make writes visible.
    pub(crate) fn memory_scope(&mut self, flags: u32) -> u32 {
        use value::scope;
        let has = |one: u32| flags & one != 0;
        let scope = if has(flag::VOLATILE | flag::COHERENT) {
            if self.uses_vulkan_memory() { scope::QUEUE_FAMILY } else { scope::DEVICE }
        } else if has(flag::DEVICE_COHERENT) {
            scope::DEVICE
        } else if has(flag::QUEUE_FAMILY_COHERENT) {
            scope::QUEUE_FAMILY
        } else if has(flag::WORKGROUP_COHERENT) {
            scope::WORKGROUP
        } else if has(flag::SUBGROUP_COHERENT) {
            scope::SUBGROUP
        } else if has(flag::SHADER_CALL_COHERENT) {
            scope::SHADER_CALL_KHR
        } else {
            scope::DEVICE
        };
        if scope == scope::DEVICE && self.uses_vulkan_memory() {
            self.module.capability(value::capability::VULKAN_MEMORY_MODEL_DEVICE_SCOPE);
        }
        scope
    }

    /// Whether the module has the Vulkan memory model.
    pub(crate) fn uses_vulkan_memory(&self) -> bool {
        self.survey.uses_vulkan_memory
    }

    /// A value that was read from memory, as instructions compute with it.
    pub(super) fn loaded_value(
        &mut self,
        ty: Type,
        memory: Option<Memory>,
        block: Option<GlobalId>,
        loaded: Id,
    ) -> Id {
        if memory.is_some()
            && let Some(Scalar::Bool) = ty.scalar()
        {
            let zero = self.number(ty.with_scalar(Scalar::Uint), 0);
            let ty = self.ty(ty);
            return self.module.value(op::I_NOT_EQUAL, ty, &[loaded, zero]);
        }
        self.copied(ty, (memory, block), (None, None), loaded)
    }

    /// A value as memory has it.
    pub(super) fn stored_value(
        &mut self,
        ty: Type,
        memory: Option<Memory>,
        block: Option<GlobalId>,
        value: Id,
    ) -> Id {
        if memory.is_some()
            && let Some(Scalar::Bool) = ty.scalar()
        {
            return self.convert(value, ty, ty.with_scalar(Scalar::Uint));
        }
        self.copied(ty, (None, None), (memory, block), value)
    }

    /// A structure or array in another layout; what has the same type in both is itself.
    fn copied(
        &mut self,
        ty: Type,
        from: (Option<Memory>, Option<GlobalId>),
        to: (Option<Memory>, Option<GlobalId>),
        value: Id,
    ) -> Id {
        if !matches!(ty, Type::Struct(_) | Type::Array(_)) {
            return value;
        }
        let before = self.declared_type(ty, from.0, from.1, 0);
        let after = self.declared_type(ty, to.0, to.1, 0);
        if before == after {
            return value;
        }
        let has_bool = self.program.types.contains(ty, &|ty| ty.scalar() == Some(Scalar::Bool));
        if self.minor >= 4 && !has_bool {
            return self.module.value(op::COPY_LOGICAL, after, &[value]);
        }
        let parts = self.part_types(ty);
        if parts.len() as u32 > MAX_PARTS {
            let main =
                self.program.main.map_or(crate::model::At::NONE, |main| self.program.function(main).at);
            self.fail(
                main,
                format!("found a copy of {} elements between memory of different layouts", parts.len()),
                "copy the elements in a loop, or choose an environment with SPIR-V 1.4",
            );
            return value;
        }
        let mut copies = Vec::with_capacity(parts.len());
        for (number, (part, matrix)) in parts.into_iter().enumerate() {
            let of = |side: (Option<Memory>, Option<GlobalId>)| {
                (side.0.map(|memory| memory.with(matrix)), if part_of_block(ty) { None } else { side.1 })
            };
            let (before, after) = (of(from), of(to));
            let ty = self.declared_type(part, before.0, before.1, 0);
            let extracted = self.module.value_with(op::COMPOSITE_EXTRACT, ty, &[value], &[number as u32]);
            copies.push(self.copied_part(part, before, after, extracted));
        }
        self.module.value(op::COMPOSITE_CONSTRUCT, after, &copies)
    }

    fn copied_part(
        &mut self,
        ty: Type,
        from: (Option<Memory>, Option<GlobalId>),
        to: (Option<Memory>, Option<GlobalId>),
        value: Id,
    ) -> Id {
        match ty.scalar() {
            Some(Scalar::Bool) if from.0.is_some() != to.0.is_some() => match from.0 {
                Some(_) => self.loaded_value(ty, from.0, None, value),
                None => self.stored_value(ty, to.0, None, value),
            },
            _ => self.copied(ty, from, to, value),
        }
    }

    /// Types of the members or elements, with the order of matrices that members state.
    fn part_types(&self, ty: Type) -> Vec<(Type, Option<crate::model::MatrixLayout>)> {
        match ty {
            Type::Struct(id) => {
                let members = &self.program.types.structure(id).members;
                members.iter().map(|member| (member.ty, member.qualifiers.layout().matrix)).collect()
            }
            Type::Array(id) => {
                let element = self.program.types.array_of(id).element;
                let count = match self.stated_length(id) {
                    Length::Fixed(count) => count,
                    length => super::layout::length(self.program, length).unwrap_or(1),
                };
                // One more than is allowed is enough to see that there are too many.
                vec![(element, None); count.min(MAX_PARTS + 1) as usize]
            }
            _ => Vec::new(),
        }
    }
}

/// Whether the parts of a value are members: a block's members do not depend on its variable.
fn part_of_block(ty: Type) -> bool {
    matches!(ty, Type::Struct(_))
}
