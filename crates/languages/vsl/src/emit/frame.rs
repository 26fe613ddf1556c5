//! Declares types, constants and interface variables of a module on first use.

use glassbox_spirv::build::Id;
use glassbox_spirv::build::value::{capability, decoration, storage_class};

use super::Emitter;
use crate::model::{Field, Shader, Stage, StageKind, Variable};
use crate::types::{Scalar, StructId, ValueType};
use crate::vocabulary::variables::BuiltIn;

/// Declarations so far, by index in the model.
pub(super) struct Frame {
    types: [Option<Id>; 64],
    structures: Vec<Option<Id>>,
    privates: Vec<Option<Id>>,
    inputs: Vec<Option<Id>>,
    outputs: Vec<Option<Id>>,
    locals: Vec<Option<Id>>,
    subpass_inputs: Vec<Option<Id>>,
    built_ins: [Option<Id>; 11],
    uniform: Option<Id>,
}

impl Frame {
    pub(super) fn new(shader: &Shader<'_>, stage: &Stage<'_>) -> Frame {
        Frame {
            types: [None; 64],
            structures: vec![None; shader.structures.len()],
            privates: vec![None; stage.variables.len()],
            inputs: vec![None; shader.inputs.len()],
            outputs: vec![None; shader.outputs.len()],
            locals: vec![None; shader.locals.len()],
            subpass_inputs: vec![None; shader.subpass_inputs.len()],
            built_ins: [None; 11],
            uniform: None,
        }
    }
}

impl Emitter<'_, '_> {
    /// The SPIR-V type of a value.
    pub(super) fn ty(&mut self, ty: ValueType) -> Id {
        let place = ty.scalar as usize * 16 + usize::from(ty.rows - 1) * 4 + usize::from(ty.columns - 1);
        if let Some(known) = self.frame.types[place] {
            return known;
        }
        let id = if ty.is_matrix() {
            let column = self.ty(ty.element());
            self.module.matrix(column, ty.columns.into())
        } else if ty.is_vector() {
            let component = self.ty(ty.element());
            self.module.vector(component, ty.rows.into())
        } else {
            match ty.scalar {
                Scalar::Bool => self.module.bool(),
                Scalar::Int => self.module.int(),
                Scalar::Uint => self.module.uint(),
                Scalar::Float => self.module.float(),
            }
        };
        self.frame.types[place] = Some(id);
        id
    }

    /// A scalar constant with these bits.
    pub(super) fn scalar(&mut self, scalar: Scalar, bits: u32) -> Id {
        if scalar == Scalar::Bool {
            return self.module.constant_bool(bits != 0);
        }
        let ty = self.ty(ValueType::scalar(scalar));
        self.module.constant(ty, bits)
    }

    /// An int constant.
    pub(super) fn int(&mut self, value: i32) -> Id {
        self.scalar(Scalar::Int, value as u32)
    }

    /// A scalar or vector constant with these bits in every component.
    pub(super) fn filled(&mut self, ty: ValueType, bits: u32) -> Id {
        let scalar = self.scalar(ty.scalar, bits);
        self.splat(scalar, ty)
    }

    /// A structure type in scalar layout.
    pub(super) fn structure(&mut self, id: StructId) -> Id {
        let place = usize::from(id.0);
        if let Some(known) = self.frame.structures[place] {
            return known;
        }
        let structure = &self.shader.structures[place];
        let members: Vec<Id> = structure.fields.iter().map(|field| self.field_type(field)).collect();
        let id = self.module.new_structure(&members);
        self.name(id, structure.name);
        for (member, field) in structure.fields.iter().enumerate() {
            self.name_member(id, member, field.name);
            let number = member as u32;
            self.module.decorate_member(id, number, decoration::OFFSET, &[field.offset]);
            if field.ty.is_matrix() {
                let stride = field.ty.element().size();
                self.module.decorate_member(id, number, decoration::COL_MAJOR, &[]);
                self.module.decorate_member(id, number, decoration::MATRIX_STRIDE, &[stride]);
            }
        }
        self.frame.structures[place] = Some(id);
        id
    }

    fn field_type(&mut self, field: &Field<'_>) -> Id {
        let element = self.ty(in_memory(field.ty));
        match field.size {
            None => element,
            Some(size) => self.module.array(element, size.max(1).into(), Some(field.ty.size())),
        }
    }

    /// A variable of the function.
    pub(super) fn private(&mut self, place: usize) -> Id {
        if let Some(known) = self.frame.privates[place] {
            return known;
        }
        let private = &self.stage.variables[place];
        let ty = self.ty(private.ty);
        let pointer = self.module.pointer(storage_class::FUNCTION, ty);
        let id = self.module.variable(pointer);
        self.name(id, private.name);
        self.frame.privates[place] = Some(id);
        id
    }

    /// A global variable of the interface.
    pub(super) fn global(&mut self, class: u32, ty: Id, name: &str) -> Id {
        let pointer = self.module.pointer(class, ty);
        let id = self.module.global(pointer, class);
        self.name(id, name);
        self.interface.push(id);
        id
    }

    /// A vertex input.
    pub(super) fn input(&mut self, place: usize) -> Id {
        if let Some(known) = self.frame.inputs[place] {
            return known;
        }
        let id = self.port(storage_class::INPUT, &self.shader.inputs[place]);
        self.frame.inputs[place] = Some(id);
        id
    }

    /// A fragment output.
    pub(super) fn output(&mut self, place: usize) -> Id {
        if let Some(known) = self.frame.outputs[place] {
            return known;
        }
        let id = self.port(storage_class::OUTPUT, &self.shader.outputs[place]);
        self.frame.outputs[place] = Some(id);
        id
    }

    fn port(&mut self, class: u32, variable: &Variable<'_>) -> Id {
        let mut ty = self.ty(variable.ty);
        if let Some(size) = variable.size {
            ty = self.module.array(ty, size.max(1).into(), None);
        }
        let id = self.global(class, ty, variable.name);
        self.module.decorate(id, decoration::LOCATION, &[variable.location.into()]);
        id
    }

    /// A value passed from the vertex to the fragment stage: an output there, an input here.
    pub(super) fn local(&mut self, place: usize) -> Id {
        if let Some(known) = self.frame.locals[place] {
            return known;
        }
        let local = &self.shader.locals[place];
        let class = match self.kind {
            StageKind::Vertex => storage_class::OUTPUT,
            StageKind::Fragment => storage_class::INPUT,
        };
        let ty = self.ty(local.ty);
        let id = self.global(class, ty, local.name);
        if local.flat {
            self.module.decorate(id, decoration::FLAT, &[]);
        }
        self.module.decorate(id, decoration::LOCATION, &[place as u32]);
        self.frame.locals[place] = Some(id);
        id
    }

    /// A built-in variable.
    pub(super) fn built_in(&mut self, variable: BuiltIn) -> Id {
        let place = variable as usize;
        if let Some(known) = self.frame.built_ins[place] {
            return known;
        }
        let row = variable.row();
        if variable.needs_draw_parameters() {
            self.module.capability(capability::DRAW_PARAMETERS);
        }
        let class = if row.is_written { storage_class::OUTPUT } else { storage_class::INPUT };
        let ty = self.ty(row.ty);
        let id = self.global(class, ty, row.name);
        self.module.decorate(id, decoration::BUILT_IN, &[row.decoration]);
        if variable == BuiltIn::PrimitiveId {
            self.module.capability(capability::GEOMETRY);
            self.module.decorate(id, decoration::FLAT, &[]);
        }
        self.frame.built_ins[place] = Some(id);
        id
    }

    /// The uniform block; the structure is its only member.
    pub(super) fn uniform(&mut self, structure: StructId, name: &str) -> Id {
        if let Some(known) = self.frame.uniform {
            return known;
        }
        let content = self.structure(structure);
        let block = self.module.new_structure(&[content]);
        self.name(block, "Uniform");
        self.name_member(block, 0, name);
        self.module.decorate(block, decoration::BLOCK, &[]);
        self.module.decorate_member(block, 0, decoration::OFFSET, &[0]);
        let id = self.global(storage_class::UNIFORM, block, name);
        self.descriptor(id, 1, 0);
        self.frame.uniform = Some(id);
        id
    }

    /// A subpass input.
    pub(super) fn subpass_variable(&mut self, place: usize, image: Id) -> Id {
        if let Some(known) = self.frame.subpass_inputs[place] {
            return known;
        }
        self.module.capability(capability::INPUT_ATTACHMENT);
        let name = self.shader.subpass_inputs[place].name;
        let id = self.global(storage_class::UNIFORM_CONSTANT, image, name);
        self.descriptor(id, 2, place as u32);
        self.module.decorate(id, decoration::INPUT_ATTACHMENT_INDEX, &[place as u32]);
        self.frame.subpass_inputs[place] = Some(id);
        id
    }

    pub(super) fn descriptor(&mut self, variable: Id, set: u32, binding: u32) {
        self.module.decorate(variable, decoration::DESCRIPTOR_SET, &[set]);
        self.module.decorate(variable, decoration::BINDING, &[binding]);
    }
}

/// The type of a value in externally visible memory: booleans become integers.
pub(super) fn in_memory(ty: ValueType) -> ValueType {
    match ty.scalar {
        Scalar::Bool => ty.of(Scalar::Uint),
        _ => ty,
    }
}
