//! Gathers what the modules of a program declare, each thing once.

use glassbox_spirv::Reflection;
use glassbox_spirv::grammar::value::execution_model;
use glassbox_spirv::reflect::{
    Descriptor, DescriptorCount, DescriptorKind, Extent, ScalarClass, TypeId, TypeKind,
};

use crate::layout::{LARGEST, Layouts, Room, UNLIMITED, length};
use crate::model::{FieldType, Structure};
use crate::names::{Names, Scope};

/// All that is declared.
pub(crate) struct Program {
    pub(crate) structures: Vec<Structure>,
    pub(crate) blocks: Vec<Block>,
    pub(crate) bindings: Vec<Binding>,
    pub(crate) inputs: Vec<Input>,
    pub(crate) constants: Vec<Constant>,
    /// Size of the workgroups of each entry point that has them.
    pub(crate) workgroups: Vec<(String, [u32; 3])>,
}

/// A block of uniforms, of a storage buffer or of push constants.
pub(crate) struct Block {
    pub(crate) name: String,
    /// Such as `uniform buffer`.
    pub(crate) kind: &'static str,
    /// The structure of its members but for an array without size; `None` if it has no others, or cannot be laid out.
    pub(crate) structure: Option<usize>,
    /// Bytes up to the end of the last member.
    pub(crate) size: u64,
    /// The array without size at its end.
    pub(crate) rest: Option<Rest>,
}

/// An array without size.
pub(crate) struct Rest {
    pub(crate) name: String,
    pub(crate) offset: u64,
    pub(crate) stride: u64,
    /// An element; it may be smaller than the stride.
    pub(crate) element: FieldType,
}

/// A descriptor.
#[derive(PartialEq)]
pub(crate) struct Binding {
    pub(crate) name: String,
    pub(crate) set: u32,
    pub(crate) binding: u32,
    /// Number of descriptors, 0 if the program does not say.
    pub(crate) count: u64,
    pub(crate) kind: &'static str,
}

/// An input of the vertex stage.
pub(crate) struct Input {
    pub(crate) name: String,
    pub(crate) location: u32,
    pub(crate) components: u32,
    /// As in `float32`.
    pub(crate) format: String,
}

/// A specialization constant.
pub(crate) struct Constant {
    pub(crate) name: String,
    pub(crate) id: u32,
    pub(crate) default: Value,
}

/// A value of a specialization constant.
pub(crate) enum Value {
    Bool(bool),
    Int(i64),
    Uint(u64),
    Float(f64),
}

pub(crate) fn gather(modules: &[&Reflection], names: &Names) -> Program {
    let mut gather = Gather {
        layouts: Layouts::new(names),
        blocks: Vec::new(),
        block_names: names.scope(),
        bindings: Vec::new(),
        binding_names: names.scope(),
        inputs: Vec::new(),
        input_names: names.scope(),
        constants: Vec::new(),
        constant_names: names.scope(),
        workgroups: Vec::new(),
        workgroup_names: names.scope(),
    };
    for module in modules {
        gather.module(module);
    }
    gather.bindings.sort_by_key(|binding| (binding.set, binding.binding));
    Program {
        structures: gather.layouts.structures,
        blocks: gather.blocks,
        bindings: gather.bindings,
        inputs: gather.inputs,
        constants: gather.constants,
        workgroups: gather.workgroups,
    }
}

struct Gather<'n> {
    layouts: Layouts<'n>,
    blocks: Vec<Block>,
    block_names: Scope<'n>,
    bindings: Vec<Binding>,
    binding_names: Scope<'n>,
    inputs: Vec<Input>,
    input_names: Scope<'n>,
    constants: Vec<Constant>,
    constant_names: Scope<'n>,
    workgroups: Vec<(String, [u32; 3])>,
    workgroup_names: Scope<'n>,
}

impl Gather<'_> {
    fn module(&mut self, module: &Reflection) {
        for descriptor in &module.descriptors {
            self.descriptor(module, descriptor);
        }
        for variable in module.push_constants() {
            self.block(module, variable.ty, "push constants", variable.name.as_deref());
        }
        for constant in &module.spec_constants {
            let Some(id) = constant.spec_id else { continue };
            if self.constants.iter().any(|known| known.id == id) {
                continue;
            }
            let bits = constant.default;
            let default = match module.ty(constant.ty) {
                TypeKind::Bool => Value::Bool(bits != 0),
                TypeKind::Int { width, signed: true } => {
                    let unused = 64 - (*width).clamp(1, 64);
                    Value::Int((bits << unused) as i64 >> unused)
                }
                TypeKind::Float { width: 32 } => Value::Float(f64::from(f32::from_bits(bits as u32))),
                TypeKind::Float { width: 64 } => Value::Float(f64::from_bits(bits)),
                _ => Value::Uint(bits),
            };
            let name = constant.name.as_deref().unwrap_or_default();
            let name = self.constant_names.add(name, &format!("constant{id}"));
            self.constants.push(Constant { name, id, default });
        }
        for entry in &module.entry_points {
            if entry.model == execution_model::VERTEX {
                for input in module.input_locations(entry) {
                    let class = match input.class {
                        ScalarClass::Float => "float",
                        ScalarClass::Int => "sint",
                        ScalarClass::Uint => "uint",
                        _ => "other",
                    };
                    let name = input.name.as_deref().unwrap_or_default();
                    let name = self.input_names.add(name, &format!("input{}", input.location));
                    let format = format!("{class}{}", input.width);
                    let (location, components) = (input.location, input.components);
                    self.inputs.push(Input { name, location, components, format });
                }
            }
            if let Some(size) = &entry.local_size {
                let size = size.map(|extent| match extent {
                    Extent::Fixed(size) => size,
                    Extent::Constant(_, size) => size.and_then(|size| size.try_into().ok()).unwrap_or(1),
                });
                let name = self.workgroup_names.add(&entry.name, "main");
                self.workgroups.push((name, size));
            }
        }
    }

    fn descriptor(&mut self, module: &Reflection, descriptor: &Descriptor) {
        let kind = descriptor.kind.name();
        let name = module.variable(descriptor.variable).and_then(|variable| variable.name.as_deref());
        let name = name.filter(|name| !name.is_empty());
        if matches!(descriptor.kind, DescriptorKind::UniformBuffer | DescriptorKind::StorageBuffer) {
            self.block(module, descriptor.element, kind, name);
        }
        let (set, binding) = (descriptor.set.unwrap_or(0), descriptor.binding.unwrap_or(0));
        let ty = module.types.get(descriptor.element.0 as usize).and_then(|ty| ty.name.as_deref());
        let name = name.or(ty).unwrap_or_default();
        let is_known = |known: &Binding| (known.set, known.binding, known.kind) == (set, binding, kind);
        if self.bindings.iter().any(is_known) {
            return;
        }
        let name = self.binding_names.add(name, &format!("binding{binding}"));
        let count = match descriptor.count {
            DescriptorCount::One => 1,
            DescriptorCount::Array(count) => length(count).unwrap_or(0),
            DescriptorCount::Runtime => 0,
        };
        self.bindings.push(Binding { name, set, binding, count, kind });
    }

    fn block(&mut self, module: &Reflection, ty: TypeId, kind: &'static str, variable: Option<&str>) {
        let members = module.members(ty);
        let inner = match module.ty(ty) {
            TypeKind::Array { element, .. } | TypeKind::RuntimeArray { element, .. } => *element,
            _ => ty,
        };
        let last = members.iter().find_map(|member| match module.ty(member.ty) {
            TypeKind::RuntimeArray { element, stride: Some(stride) } => {
                Some((member, *element, u64::from(member.offset?), u64::from(*stride)))
            }
            _ => None,
        });
        let size = last.map_or(UNLIMITED, |(_, _, offset, _)| offset);
        let structure = if size == 0 {
            None
        } else {
            // A structure that ends where the array begins, if C++ can have it so.
            let room = Room { size, align: LARGEST, is_exact: last.is_some() };
            let structure = self.layouts.structure(module, inner, room);
            structure.or_else(|| {
                let room = Room { is_exact: false, size: UNLIMITED, ..room };
                self.layouts.structure(module, inner, room)
            })
        };
        let rest = last.map(|(member, element, offset, stride)| {
            let align = if stride == 0 { 1 } else { (1 << stride.trailing_zeros()).min(LARGEST) };
            let room = Room { size: stride, align, is_exact: true };
            Rest {
                name: member.name.clone().unwrap_or_default(),
                offset,
                stride,
                element: self.layouts.element(module, element, member, room),
            }
        });
        let own = module.types.get(inner.0 as usize).and_then(|ty| ty.name.as_deref());
        let own = own.filter(|name| !name.is_empty()).or(variable).unwrap_or_default();
        let size = module.sizes().get(inner.0 as usize).copied().flatten().unwrap_or(0);
        let is_known = |known: &Block| {
            known.structure.is_some()
                && known.structure == structure
                && known.kind == kind
                && known.size == size
        };
        if self.blocks.iter().any(is_known) {
            return;
        }
        let name = match structure {
            Some(number) => self.block_names.add(&self.layouts.structures[number].name, "Block"),
            None => self.block_names.add(own, "Block"),
        };
        self.blocks.push(Block { name, kind, structure, size, rest });
    }
}
