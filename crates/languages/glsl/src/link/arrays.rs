//! Arrays without a size: sized by what the stage says of primitives, by use, and by what the other stages have.

use foldhash::{HashMap, HashSet};
use glassbox_core::stage::Stage;
use glassbox_syntax::token::Word;

use super::Linker;
use super::ports::is_per_vertex;
use super::walk;
use crate::model::{ExpressionKind, Primitive, Program, Storage, flag};
use crate::types::{ArrayId, Length, Type};

/// `gl_MaxPatchVertices`: as many vertices arrive at tessellation stages, whatever is drawn.
const MOST_PATCH_VERTICES: u32 = 32;

/// How many vertices a primitive has that a geometry shader reads.
fn vertices(primitive: Primitive) -> u32 {
    match primitive {
        Primitive::Points => 1,
        Primitive::Lines | Primitive::LineStrip | Primitive::Isolines => 2,
        Primitive::Triangles | Primitive::TriangleStrip => 3,
        Primitive::LinesAdjacency | Primitive::Quads => 4,
        Primitive::TrianglesAdjacency => 6,
    }
}

/// The size of arrays that have an element for each vertex or primitive of what the stage reads or writes.
fn primitive_size(program: &Program, storage: Storage, is_per_primitive: bool) -> Option<u32> {
    let is_input = storage == Storage::In;
    match program.stage() {
        Stage::Geometry if is_input => {
            program.modes.input_primitive.map(|(primitive, _)| vertices(primitive))
        }
        Stage::TessellationControl | Stage::TessellationEvaluation if is_input => Some(MOST_PATCH_VERTICES),
        Stage::TessellationControl => program.modes.vertices.map(|(count, _)| count),
        Stage::Mesh if is_per_primitive => program.modes.primitives,
        Stage::Mesh => program.modes.vertices.map(|(count, _)| count),
        Stage::Fragment if is_input => Some(3),
        _ => None,
    }
}

impl Linker<'_> {
    /// Sizes what has no size yet.
    pub(super) fn size_arrays(&mut self) {
        let mut largest: HashMap<Word, u32> = HashMap::default();
        let mut unsized_arrays: Vec<(usize, ArrayId, Word)> = Vec::new();
        self.programs.iter_mut().for_each(size_primitives);
        let mut computed_names: HashSet<Word> = HashSet::default();
        for program in self.programs.iter() {
            let computed = indexed_by_variables(program);
            let passed = program.globals.iter().filter(|global| {
                matches!(super::ports::passed_type(program, global), Type::Array(id) if computed.contains(&id))
            });
            computed_names.extend(passed.map(|global| global.name.clone()));
        }
        for (stage, program) in self.programs.iter_mut().enumerate() {
            for global in &program.globals {
                let is_passed = !global.qualifiers.layout().is_heap
                    && matches!(
                        global.storage,
                        Storage::In | Storage::Out | Storage::Uniform | Storage::Buffer
                    );
                let ty = super::ports::passed_type(program, global);
                let Type::Array(id) = ty else { continue };
                let array = program.types.array_of(id);
                // What a computed index chooses, in whatever stage, is sized at run time.
                if !is_passed || computed_names.contains(&global.name) && array.length == Length::Unsized {
                    continue;
                }
                match array.length {
                    Length::Unsized => {
                        let used = program.types.indexed.get(&id).copied().unwrap_or(1).max(1);
                        let known = largest.entry(global.name.clone()).or_default();
                        *known = (*known).max(used);
                        unsized_arrays.push((stage, id, global.name.clone()));
                    }
                    Length::Fixed(count) => {
                        let known = largest.entry(global.name.clone()).or_default();
                        *known = (*known).max(count);
                        // Use has sized it; in another stage it may be larger.
                        if program.types.indexed.contains_key(&id) {
                            unsized_arrays.push((stage, id, global.name.clone()));
                        }
                    }
                    Length::Specialized(_) => {}
                }
            }
        }
        for (stage, id, name) in unsized_arrays {
            let count = largest.get(&name).copied().unwrap_or(1);
            self.programs[stage].types.set_length(id, Length::Fixed(count));
        }
        self.size_members();
    }
}

/// A member of a block without a size: stage, array, name of the block and number of the member, and whether it stays so where no
/// stage has another size.
struct UnsizedMember {
    stage: usize,
    array: ArrayId,
    name: Word,
    member: usize,
    is_sized_late: bool,
}

impl Linker<'_> {
    /// Sizes arrays in blocks: as another stage states it, or by use. The last member of a storage block is sized at run time where
    /// no stage says otherwise.
    fn size_members(&mut self) {
        let mut stated: HashMap<(Word, usize), u32> = HashMap::default();
        let mut used: HashMap<(Word, usize), u32> = HashMap::default();
        let mut open = Vec::new();
        for (stage, program) in self.programs.iter().enumerate() {
            for global in &program.globals {
                let Some(block) = program.block_of(global) else { continue };
                let is_buffer =
                    matches!(global.storage, Storage::Buffer | Storage::ShaderRecord | Storage::Reference);
                for (member, row) in block.members.iter().enumerate() {
                    let Type::Array(array) = row.ty else { continue };
                    let name = program.linked_name(global).clone();
                    let key = (name.clone(), member);
                    let by_use = program.types.indexed.get(&array).copied();
                    match program.types.array_of(array).length {
                        Length::Fixed(count) if by_use.is_none() => {
                            stated.insert(key, count);
                        }
                        Length::Fixed(_) | Length::Unsized => {
                            let count = by_use.unwrap_or(1).max(1);
                            let known = used.entry(key).or_default();
                            *known = (*known).max(count);
                            let is_sized_late = is_buffer && member + 1 == block.members.len();
                            open.push(UnsizedMember { stage, array, name, member, is_sized_late });
                        }
                        Length::Specialized(_) => {}
                    }
                }
            }
        }
        for UnsizedMember { stage, array, name, member, is_sized_late } in open {
            let key = (name, member);
            let own = if is_sized_late { None } else { used.get(&key).copied() };
            if let Some(count) = stated.get(&key).copied().or(own) {
                self.programs[stage].types.set_length(array, Length::Fixed(count));
            }
        }
    }
}

/// Arrays without a size whose elements are chosen by what is computed: only those of resources may be.
fn indexed_by_variables(program: &Program) -> HashSet<ArrayId> {
    let mut found = HashSet::default();
    if program.types.arrays.iter().all(|array| array.length != Length::Unsized) {
        return found;
    }
    for id in walk::all_expressions(program) {
        let ExpressionKind::Index(base, index) = program.expression(id).kind else {
            continue;
        };
        if let Type::Array(array) = program.expression(base).ty
            && program.constant(index).is_none()
            && program.types.array_of(array).length == Length::Unsized
        {
            found.insert(array);
        }
    }
    found
}

/// Sizes arrays with an element for each vertex or primitive.
fn size_primitives(program: &mut Program) {
    for number in 0..program.globals.len() {
        let global = &program.globals[number];
        let Type::Array(id) = global.ty else { continue };
        if !matches!(global.storage, Storage::In | Storage::Out)
            || !is_per_vertex(program, global)
            || program.types.array_of(id).length != Length::Unsized
        {
            continue;
        }
        let is_per_primitive = global.qualifiers.has(flag::PER_PRIMITIVE)
            || program.block_of(global).is_some_and(|block| {
                block.members.iter().any(|member| member.qualifiers.has(flag::PER_PRIMITIVE))
            });
        if let Some(size) = primitive_size(program, global.storage, is_per_primitive) {
            program.types.set_length(id, Length::Fixed(size));
        }
    }
}
