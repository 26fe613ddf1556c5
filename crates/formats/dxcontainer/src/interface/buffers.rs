//! Converts constant buffers of `RDEF` to blocks with members.

use std::collections::HashMap;

use glassbox_core::interface::{ArraySize, Block, Interface, Member, Type};

use super::budget::Budget;
use super::entry;
use super::resources::registers;
use crate::context::Context;
use crate::part::rdef::Rdef;
use crate::part::rdef::raw::{BaseType, Buffer, BufferType, Class as TypeClass, InputType, Type36};

/// Maximum number of buffers listed.
const MAX_LISTED: usize = 4096;
/// Maximum nesting depth of structures.
const MAX_DEPTH: u32 = 16;
/// Register size, bytes; array elements and matrix columns of constant buffers are register-aligned.
const REGISTER: u32 = 16;

/// Adds the buffers of a container.
pub(super) fn blocks(context: &Context<'_, '_>, rdef: &Rdef<'_>, budget: &mut Budget, out: &mut Interface) {
    let stages: Vec<String> =
        context.kind.map(|kind| entry::stage_word(kind).to_owned()).into_iter().collect();
    let bindings = rdef.bindings();
    // The last entry of a name wins, as in programs that look up bindings by name.
    let by_name: HashMap<&[u8], usize> = bindings
        .iter()
        .take(MAX_LISTED)
        .enumerate()
        .filter(|(_, binding)| matches!(binding.input_type, InputType::CBUFFER | InputType::TBUFFER))
        .map(|(index, binding)| (rdef.name(binding.name).bytes(), index))
        .collect();
    for buffer in rdef.buffers().iter().take(MAX_LISTED) {
        let name = rdef.name(buffer.name);
        let index = by_name.get(name.bytes()).filter(|_| is_constant(&buffer));
        let bound = index.and_then(|&index| Some((index, bindings.get(index)?)));
        let (set, binding, register) = match bound {
            Some((index, binding)) => {
                let class = super::resources::input_class(binding.input_type);
                let count = (binding.bind_count != 0).then_some(binding.bind_count);
                let register = registers(class, binding.bind_point, count);
                let space = rdef.space(index).map(|(space, _)| space);
                (space, Some(binding.bind_point), Some(register))
            }
            None => (None, None, None),
        };
        out.blocks.push(Block {
            name: budget.text(name),
            kind: Some(buffer.buffer_type.to_string()),
            register,
            set,
            binding,
            size: Some(buffer.size),
            stages: stages.clone(),
            members: members(rdef, &buffer, budget),
        });
    }
}

fn is_constant(buffer: &Buffer) -> bool {
    matches!(buffer.buffer_type, BufferType::CBUFFER | BufferType::TBUFFER)
}

fn members(rdef: &Rdef<'_>, buffer: &Buffer, budget: &mut Budget) -> Vec<Member> {
    let mut out = Vec::new();
    for variable in rdef.variables(buffer).iter() {
        if !budget.member() {
            break;
        }
        let name = budget.text(rdef.name(variable.name));
        let member = member(rdef, name, variable.start, variable.type_offset, is_constant(buffer), budget);
        out.push(member);
    }
    out
}

/// Member with structures expanded to a maximum depth; deeper ones have no members.
fn member(
    rdef: &Rdef<'_>,
    name: String,
    offset: u32,
    type_offset: u32,
    aligned: bool,
    budget: &mut Budget,
) -> Member {
    let mut root = shallow(rdef, name, offset, type_offset, aligned);
    // Structures still to expand: member path from the root, and type offset.
    let mut open: Vec<(Vec<usize>, u32)> = vec![(Vec::new(), type_offset)];
    while let Some((way, type_offset)) = open.pop() {
        let Some(ty) = rdef.ty(type_offset) else { continue };
        let mut inner = Vec::new();
        for (index, part) in rdef.members(&ty).iter().enumerate() {
            if !budget.member() {
                break;
            }
            let name = budget.text(rdef.name(part.name));
            inner.push(shallow(rdef, name, part.offset, part.type_offset, aligned));
            if (way.len() as u32) < MAX_DEPTH {
                let mut next = way.clone();
                next.push(index);
                open.push((next, part.type_offset));
            }
        }
        if let Some(place) = at(&mut root, &way) {
            place.members = inner;
        }
    }
    root
}

/// Type of the member at a path.
fn at<'m>(root: &'m mut Member, way: &[usize]) -> Option<&'m mut Type> {
    let mut ty = root.ty.as_mut()?;
    for &index in way {
        ty = ty.members.get_mut(index)?.ty.as_mut()?;
    }
    Some(ty)
}

/// Member without the members of its structure.
fn shallow(rdef: &Rdef<'_>, name: String, offset: u32, type_offset: u32, aligned: bool) -> Member {
    let Some(ty) = rdef.ty(type_offset) else {
        return Member { name, offset: Some(offset), ..Member::default() };
    };
    let is_matrix = matches!(ty.class, TypeClass::MATRIX_ROWS | TypeClass::MATRIX_COLUMNS);
    Member {
        name,
        offset: Some(offset),
        ty: Some(type_of(&ty)),
        array_stride: array_stride(&ty).filter(|_| aligned && ty.elements > 0),
        matrix_stride: (is_matrix && aligned).then_some(REGISTER),
        row_major: ty.class == TypeClass::MATRIX_ROWS,
        ..Member::default()
    }
}

/// Type without members.
fn type_of(ty: &Type36) -> Type {
    let (rows, columns) = match ty.class {
        TypeClass::MATRIX_ROWS | TypeClass::MATRIX_COLUMNS => (ty.rows, ty.columns),
        TypeClass::VECTOR => (ty.columns, 1),
        _ => (1, 1),
    };
    let scalar = match ty.class {
        TypeClass::STRUCT => "struct".to_owned(),
        TypeClass::INTERFACE_CLASS => "class".to_owned(),
        TypeClass::INTERFACE_POINTER => "interface".to_owned(),
        _ => BaseType::name(ty.base).map_or_else(|| format!("type {}", ty.base.0), str::to_owned),
    };
    Type {
        scalar,
        rows: rows.into(),
        columns: columns.into(),
        array: match ty.elements {
            0 => Vec::new(),
            elements => vec![ArraySize::Fixed(elements.into())],
        },
        members: Vec::new(),
    }
}

/// Array stride of numeric elements; `None` for structures, whose stride depends on their members.
fn array_stride(ty: &Type36) -> Option<u32> {
    match ty.class {
        TypeClass::SCALAR | TypeClass::VECTOR => Some(REGISTER),
        TypeClass::MATRIX_ROWS => Some(REGISTER * u32::from(ty.rows)),
        TypeClass::MATRIX_COLUMNS => Some(REGISTER * u32::from(ty.columns)),
        _ => None,
    }
}
