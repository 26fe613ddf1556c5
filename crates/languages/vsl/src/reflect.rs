//! Builds the reflection data of a VBC file: everything except the modules.
//!
//! Facts: VSL brief, section 13.6; VBC brief, sections 2 and 3. Declarations are recorded in source order,
//! used or not.

use std::borrow::Cow;

use glassbox_vbc::program::{Member, Program, Uniform};
use glassbox_vbc::raw::{Binding, InterfaceRecord, Rank, SubpassInput, TexelType};

use crate::Options;
use crate::model::{self, Field, Shader, Variable};
use crate::types::{Resource, Scalar};

/// The program without its modules.
pub fn reflect(shader: &Shader<'_>, options: &Options) -> Program<'static> {
    Program {
        tables: options.tables,
        inputs: shader.inputs.iter().map(interface).collect(),
        outputs: shader.outputs.iter().map(interface).collect(),
        bindings: shader.bindings.iter().map(|found| binding(shader, found)).collect(),
        uniform: shader.uniform.as_ref().and_then(|found| uniform(shader, found)),
        subpass_inputs: shader.subpass_inputs.iter().map(subpass_input).collect(),
        ..Program::default()
    }
}

fn interface(variable: &Variable<'_>) -> InterfaceRecord {
    let ty = variable.ty;
    InterfaceRecord::new(
        variable.location,
        ty.scalar.base_type(),
        ty.rows,
        ty.columns,
        variable.size.unwrap_or(1),
    )
}

fn binding(shader: &Shader<'_>, binding: &model::Binding<'_>) -> Binding {
    let base_type = binding.resource.base_type();
    let texel = |rank, format| Binding::texel(binding.slot, base_type, binding.stages, rank, format);
    match binding.resource {
        Resource::Sampler(rank, scalar) => texel(rank, whole(scalar)),
        Resource::Image(rank, format) => {
            texel(rank, (format.class, format.component_size, format.components))
        }
        Resource::RoTexels(scalar) => texel(Rank::BUFFER, whole(scalar)),
        Resource::RwTexels(format) => {
            texel(Rank::BUFFER, (format.class, format.component_size, format.components))
        }
        Resource::RoBuffer(id) | Resource::RwBuffer(id) => {
            let structure = shader.structures.get(usize::from(id.0));
            // Structures have at most 1024 bytes.
            let size = structure.map_or(0, |structure| structure.size as u16);
            Binding::buffer(binding.slot, base_type, binding.stages, size)
        }
    }
}

/// The texel of a sampled or fetched resource: four 32-bit components.
fn whole(scalar: Scalar) -> (TexelType, u8, u8) {
    (texel_type(scalar), 4, 4)
}

fn texel_type(scalar: Scalar) -> TexelType {
    match scalar {
        Scalar::Int => TexelType::SIGNED,
        Scalar::Uint => TexelType::UNSIGNED,
        Scalar::Bool | Scalar::Float => TexelType::FLOAT,
    }
}

fn uniform(shader: &Shader<'_>, uniform: &model::Uniform<'_>) -> Option<Uniform<'static>> {
    let structure = shader.structures.get(usize::from(uniform.structure.0))?;
    Some(Uniform {
        // Structures have at most 1024 bytes.
        size: structure.size as u16,
        stages: uniform.stages,
        members: structure.fields.iter().map(member).collect(),
    })
}

fn member(field: &Field<'_>) -> Member<'static> {
    Member {
        name: Cow::Owned(field.name.as_bytes().to_vec()),
        offset: field.offset as u16,
        base_type: field.ty.scalar.base_type(),
        rows: field.ty.rows,
        columns: field.ty.columns,
        array_size: field.size.unwrap_or(1),
    }
}

fn subpass_input(input: &model::SubpassInput<'_>) -> SubpassInput {
    SubpassInput { texel_type: texel_type(input.scalar), components: 4, padding: [0; 2] }
}
