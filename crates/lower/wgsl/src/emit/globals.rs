//! Variables outside of functions.

use glassbox_spirv::build::{Id, value};
use naga::valid::FunctionInfo;
use naga::{
    AddressSpace, GlobalVariable, Handle, ImageClass, ImageDimension, MemoryDecorations, StorageAccess,
    StorageFormat, Type, TypeInner,
};

use super::{Said, Writer, refuse};
use crate::reader::check::IMMEDIATE;

/// A variable of the module.
#[derive(Clone, Copy, Debug)]
pub(super) struct Global {
    pub(super) id: Id,
    pub(super) class: u32,
    /// True where the variable is the only member of its block.
    pub(super) is_wrapped: bool,
    /// True where matrices in it may be kept as their columns.
    pub(super) is_uniform: bool,
}

/// The address space of a variable; the reader keeps large immediate data as a uniform block.
pub(super) fn space_of(variable: &GlobalVariable) -> AddressSpace {
    match variable.binding {
        Some(binding) if binding == IMMEDIATE => AddressSpace::Immediate,
        _ => variable.space,
    }
}

/// The storage class of an address space.
pub(super) const fn class_of(space: AddressSpace) -> u32 {
    use value::storage_class as class;

    match space {
        AddressSpace::Function => class::FUNCTION,
        AddressSpace::Private => class::PRIVATE,
        AddressSpace::WorkGroup => class::WORKGROUP,
        AddressSpace::Uniform => class::UNIFORM,
        AddressSpace::Storage { .. } => class::STORAGE_BUFFER,
        AddressSpace::Handle => class::UNIFORM_CONSTANT,
        AddressSpace::Immediate => class::PUSH_CONSTANT,
        AddressSpace::TaskPayload => class::TASK_PAYLOAD_WORKGROUP_EXT,
        AddressSpace::RayPayload => class::RAY_PAYLOAD_KHR,
        AddressSpace::IncomingRayPayload => class::INCOMING_RAY_PAYLOAD_KHR,
    }
}

impl Writer<'_> {
    /// Declares the variables that an entry point uses.
    pub(super) fn globals(&mut self, info: &FunctionInfo) -> Said {
        self.check_lengths()?;
        for (handle, variable) in self.module.global_variables.iter() {
            if !info[handle].is_empty() {
                self.global(handle, variable)?;
            }
        }
        Ok(())
    }

    fn global(&mut self, handle: Handle<GlobalVariable>, variable: &GlobalVariable) -> Said {
        let span = self.module.global_variables.get_span(handle);
        let space = space_of(variable);
        let class = class_of(space);
        self.needs_of(variable.ty, span)?;
        let (ty, is_wrapped) = self.block(variable.ty, space);
        self.at(span);
        let pointer = self.builder.pointer(class, ty);
        let init = match (space, variable.init) {
            (AddressSpace::Private, Some(init)) => match self.constant(init)? {
                Some(id) => Ok(id),
                None => Err(Some(init)),
            },
            (AddressSpace::Private, None) => Ok(self.builder.constant_null(ty)),
            _ => Err(None),
        };
        let id = match init {
            Ok(init) => self.builder.global_with(pointer, class, init),
            Err(_) => self.builder.global(pointer, class),
        };
        if let Err(Some(init)) = init {
            self.computed.push((id, init));
        }
        self.name(id, variable.name.as_deref());
        self.decorate_global(id, variable, space);
        let is_uniform = space == AddressSpace::Uniform;
        self.globals.insert(handle, Global { id, class, is_wrapped, is_uniform });
        self.interface.push(id);
        Ok(())
    }

    /// The type of a variable, a block where the host sees it; true if the block has the type as its only member.
    fn block(&mut self, handle: Handle<Type>, space: AddressSpace) -> (Id, bool) {
        let module = self.module;
        let is_split = space == AddressSpace::Uniform && self.std140(handle).is_some();
        let ty = match space {
            AddressSpace::Uniform => self.uniform_type(handle),
            _ => self.memory_type(handle, class_of(space)),
        };
        if !super::survey::is_shared(space) {
            return (ty, false);
        }
        match &module.types[handle].inner {
            TypeInner::BindingArray { base, .. } => {
                let element = self.memory_type(*base, class_of(space));
                self.decorate_block(element);
                (ty, false)
            }
            TypeInner::Struct { members, .. }
                if !self.survey.values.contains(&handle)
                    || members.last().is_some_and(|last| {
                        module.types[last.ty].inner.is_dynamically_sized(&module.types)
                    }) =>
            {
                self.decorate_block(ty);
                (ty, false)
            }
            _ => {
                let wrapper = self.builder.new_structure(&[ty]);
                if is_split {
                    self.builder.decorate_member(wrapper, 0, value::decoration::OFFSET, &[0])
                } else {
                    self.place_member(wrapper, 0, 0, handle)
                }
                self.decorate_block(wrapper);
                (wrapper, true)
            }
        }
    }

    fn decorate_block(&mut self, ty: Id) {
        if self.blocks.insert(ty) {
            self.builder.decorate(ty, value::decoration::BLOCK, &[]);
        }
    }

    fn decorate_global(&mut self, id: Id, variable: &GlobalVariable, space: AddressSpace) {
        use value::decoration;

        if let Some(binding) = variable.binding.filter(|binding| *binding != IMMEDIATE) {
            self.builder.decorate(id, decoration::DESCRIPTOR_SET, &[binding.group]);
            self.builder.decorate(id, decoration::BINDING, &[binding.binding]);
        }
        if variable.memory_decorations.contains(MemoryDecorations::COHERENT) {
            self.builder.decorate(id, decoration::COHERENT, &[]);
        }
        if variable.memory_decorations.contains(MemoryDecorations::VOLATILE) {
            self.builder.decorate(id, decoration::VOLATILE, &[]);
        }
        let mut inner = &self.module.types[variable.ty].inner;
        if let TypeInner::BindingArray { base, .. } = *inner {
            inner = &self.module.types[base].inner;
        }
        let access = match (space, inner) {
            (AddressSpace::Storage { access }, _) => Some(access),
            (_, TypeInner::Image { class: ImageClass::Storage { access, .. }, .. }) => Some(*access),
            _ => None,
        };
        if let Some(access) = access {
            if !access.contains(StorageAccess::LOAD) {
                self.builder.decorate(id, decoration::NON_READABLE, &[]);
            }
            if !access.contains(StorageAccess::STORE) {
                self.builder.decorate(id, decoration::NON_WRITABLE, &[]);
            }
        }
    }

    /// Declares what types of resources need and the instructions do not tell, and refuses what SPIR-V has no type for.
    fn needs_of(&mut self, handle: Handle<Type>, span: naga::Span) -> Said {
        use value::capability;

        match self.module.types[handle].inner {
            TypeInner::Image { class: ImageClass::External, .. } => {
                return refuse(
                    span,
                    "found an external texture, expected a texture that SPIR-V has a type for",
                    "declare the planes as `texture_2d<f32>` and convert the colors in the shader",
                );
            }
            TypeInner::Image { dim, arrayed, class } => {
                if let ImageClass::Storage { format: StorageFormat::Bgra8Unorm, access } = class {
                    self.builder.capability(capability::STORAGE_IMAGE_WRITE_WITHOUT_FORMAT);
                    if access.contains(StorageAccess::LOAD) {
                        self.builder.capability(capability::STORAGE_IMAGE_READ_WITHOUT_FORMAT);
                    }
                }
                let is_storage = matches!(class, ImageClass::Storage { .. });
                match (dim, arrayed, is_storage) {
                    (ImageDimension::D1, _, true) => self.builder.capability(capability::IMAGE_1D),
                    (ImageDimension::D1, _, false) => self.builder.capability(capability::SAMPLED_1D),
                    (ImageDimension::Cube, true, true) => {
                        self.builder.capability(capability::IMAGE_CUBE_ARRAY)
                    }
                    (ImageDimension::Cube, true, false) => {
                        self.builder.capability(capability::SAMPLED_CUBE_ARRAY)
                    }
                    _ => {}
                }
            }
            TypeInner::BindingArray { base, size } => {
                if size == naga::ArraySize::Dynamic {
                    self.builder.capability(capability::RUNTIME_DESCRIPTOR_ARRAY);
                    self.builder.extension("SPV_EXT_descriptor_indexing");
                }
                return self.needs_of(base, span);
            }
            TypeInner::AccelerationStructure { .. } => {
                let (capability, extension) = if self.survey.traces_rays {
                    (capability::RAY_TRACING_KHR, "SPV_KHR_ray_tracing")
                } else {
                    (capability::RAY_QUERY_KHR, "SPV_KHR_ray_query")
                };
                self.builder.capability(capability);
                self.builder.extension(extension);
            }
            _ => {}
        }
        Ok(())
    }
}
