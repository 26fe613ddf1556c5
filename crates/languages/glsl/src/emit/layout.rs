//! Where the members of blocks lie: offsets, sizes, alignments and strides in bytes.

use std::rc::Rc;

use crate::model::{ExpressionKind, MatrixLayout, Packing, Program};
use crate::types::{Array, Length, Scalar, StructId, Type};
use foldhash::HashMap;
use glassbox_spirv::layout::{Extent, Structure, aligned};

pub(crate) use glassbox_spirv::layout::Packing as Rules;

/// The layout that a word of `layout(…)` chooses; `default` where there is none.
pub(crate) fn rules_of(packing: Option<Packing>, default: Rules) -> Rules {
    match packing {
        None => default,
        Some(Packing::Shared | Packing::Packed | Packing::Std140) => Rules::Std140,
        Some(Packing::Std430) => Rules::Std430,
        Some(Packing::Scalar) => Rules::Scalar,
    }
}

/// The rules that hold somewhere in a block.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct Memory {
    pub(crate) rules: Rules,
    /// Whether matrices are stored row by row, where nothing closer says otherwise.
    pub(crate) is_row_major: bool,
    /// Whether it is a heap, where descriptors lie among the numbers.
    pub(crate) is_heap: bool,
}

impl Memory {
    /// The rules for a member, which may state its own order of matrices.
    pub(crate) fn with(self, matrix: Option<MatrixLayout>) -> Memory {
        let is_row_major = matrix.map_or(self.is_row_major, |matrix| matrix == MatrixLayout::RowMajor);
        Memory { is_row_major, ..self }
    }
}

/// Where the members of a structure lie.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct StructureLayout {
    /// By member.
    pub(crate) offsets: Vec<u64>,
    /// Of the whole; an array that is sized at run time counts as one element.
    pub(crate) extent: Extent,
}

/// Layouts of the structures of a stage, each computed once.
#[derive(Debug, Default)]
pub(crate) struct Layouts {
    known: HashMap<(StructId, Memory), Rc<StructureLayout>>,
}

impl Layouts {
    /// Where the members of a structure or block lie.
    pub(crate) fn of(&mut self, program: &Program, id: StructId, memory: Memory) -> Rc<StructureLayout> {
        if let Some(known) = self.known.get(&(id, memory)) {
            return known.clone();
        }
        let structure = program.types.structure(id);
        let mut whole = Structure::new(memory.rules);
        let mut offsets = Vec::with_capacity(structure.members.len());
        for member in &structure.members {
            let layout = member.qualifiers.layout();
            let extent = self.extent(program, member.ty, memory.with(layout.matrix));
            let stated = layout.align.map_or(1, u64::from);
            let start = layout.offset.map_or(whole.next(), u64::from);
            let offset = aligned(start, extent.align.max(stated));
            whole.add_at(offset, extent);
            offsets.push(offset);
        }
        let layout = Rc::new(StructureLayout { offsets, extent: whole.extent() });
        self.known.insert((id, memory), layout.clone());
        layout
    }

    /// Size and alignment of a type in a block.
    pub(crate) fn extent(&mut self, program: &Program, ty: Type, memory: Memory) -> Extent {
        match ty {
            Type::Scalar(scalar) => memory.rules.vector(bytes(scalar), 1),
            Type::Vector(scalar, count) => memory.rules.vector(bytes(scalar), u64::from(count)),
            Type::Matrix(scalar, columns, rows) => {
                let counts = if memory.is_row_major { [rows, columns] } else { [columns, rows] };
                memory.rules.matrix(bytes(scalar), counts.map(u64::from))
            }
            Type::Array(id) => self.array(program, program.types.array_of(id), memory),
            Type::Struct(id) => self.of(program, id, memory).extent,
            Type::Reference(_) => Extent { size: 8, align: 8 },
            Type::Parametric(_) => long_vector(program, ty, memory),
            _ => Extent { size: 4, align: 4 },
        }
    }

    fn array(&mut self, program: &Program, array: Array, memory: Memory) -> Extent {
        let element = self.extent(program, array.element, memory);
        let count = u64::from(length(program, array.length).unwrap_or(1));
        memory.rules.array(element, count)
    }

    /// Bytes from an element of an array to the next.
    pub(crate) fn array_stride(&mut self, program: &Program, element: Type, memory: Memory) -> u64 {
        memory.rules.array_stride(self.extent(program, element, memory))
    }
}

/// A vector of any length is laid out as shorter ones are: beyond two components as one of four.
fn long_vector(program: &Program, ty: Type, memory: Memory) -> Extent {
    let component = program.types.parametric_component(ty);
    let count =
        program.types.parametric_length(ty).and_then(|count| length(program, Length::Specialized(count)));
    let (Some(component), Some(count)) = (component, count) else { return Extent { size: 4, align: 4 } };
    memory.rules.vector(bytes(component), u64::from(count))
}

/// Bytes of a scalar.
fn bytes(scalar: Scalar) -> u64 {
    u64::from(scalar.width().div_ceil(8))
}

/// Bytes from a column of a matrix to the next, or from a row to the next if rows are what is stored together; 0 of others.
pub(crate) fn matrix_stride(ty: Type, memory: Memory) -> u64 {
    let Type::Matrix(scalar, columns, rows) = ty else { return 0 };
    let count = if memory.is_row_major { columns } else { rows };
    memory.rules.matrix_stride(bytes(scalar), u64::from(count))
}

/// Number of elements; that of a specialized length is its default, or 1 where the length is computed. `None` without a
/// length.
pub(crate) fn length(program: &Program, length: Length) -> Option<u32> {
    match length {
        Length::Fixed(count) => Some(count),
        Length::Unsized => None,
        Length::Specialized(id) => {
            let mut id = id;
            if let ExpressionKind::Global(global) = program.expression(id).kind {
                id = program.global(global).initializer.unwrap_or(id);
            }
            Some(program.constant(id).and_then(|scalars| scalars.first()).map_or(1, |count| *count as u32))
        }
    }
}
