//! Stores clip and cull distances element by element: Direct3D and Metal cannot store the whole array.

use std::collections::HashMap;

use glassbox_spirv::build::op;
use glassbox_spirv::build::value::{built_in, decoration, storage_class as storage};
use glassbox_spirv::module::{Annotations, At, Declarations, Id, Module, Operand, Type};

/// Most distances of a vertex, of both kinds.
const MAX_DISTANCES: u32 = 8;

/// An output that is an array of distances.
struct Distances {
    variable: Id,
    element: Id,
    count: u32,
}

/// Stores the elements of arrays of distances instead of the arrays.
pub(super) fn store_elements(module: &mut Module) {
    let found = arrays(module);
    if found.is_empty() {
        return;
    }
    let found: HashMap<Id, Distances> = found.into_iter().map(|one| (one.variable, one)).collect();
    let mut known = Declarations::of(module);
    let mut functions = std::mem::take(&mut module.functions);
    for block in functions.iter_mut().flat_map(|function| &mut function.blocks) {
        let mut body = Vec::with_capacity(block.body.len());
        for at in std::mem::take(&mut block.body) {
            let place = module.word(at, 0);
            match found.get(&place) {
                Some(one) if module.opcode(at) == op::STORE => {
                    store(module, &mut known, (one, module.word(at, 1)), &mut body);
                }
                _ => body.push(at),
            }
        }
        block.body = body;
    }
    module.functions = functions;
}

fn store(module: &mut Module, known: &mut Declarations, (one, value): (&Distances, Id), body: &mut Vec<At>) {
    let pointer = [Operand::Literal(storage::OUTPUT), Operand::Id(one.element)];
    let pointer = known.get(module, (op::TYPE_POINTER, 0), &pointer);
    let int = known.get(module, (op::TYPE_INT, 0), &[Operand::Literal(32), Operand::Literal(0)]);
    for index in 0..one.count {
        let number = known.get(module, (op::CONSTANT, int), &[Operand::Literal(index)]);
        let (place, part) = (module.new_id(), module.new_id());
        body.push(module.add_ids(op::ACCESS_CHAIN, pointer, place, &[one.variable, number]));
        let operands = [Operand::Id(value), Operand::Literal(index)];
        body.push(module.add(op::COMPOSITE_EXTRACT, one.element, part, operands));
        body.push(module.add_ids(op::STORE, 0, 0, &[place, part]));
    }
}

fn arrays(module: &Module) -> Vec<Distances> {
    let annotations = Annotations::of(module);
    let mut found = Vec::new();
    for &at in &module.globals {
        let variable = module.get(at).result;
        let is_output = module.opcode(at) == op::VARIABLE && module.word(at, 0) == storage::OUTPUT;
        let number = annotations.value(variable, decoration::BUILT_IN);
        if !is_output || !matches!(number, Some(built_in::CLIP_DISTANCE | built_in::CULL_DISTANCE)) {
            continue;
        }
        let Some(Type::Pointer { pointee, .. }) = module.ty(module.get(at).ty) else { continue };
        let Some(Type::Array { element, length }) = module.ty(pointee) else { continue };
        let count = module.constant_u32(length).filter(|count| *count <= MAX_DISTANCES);
        if let (Some(count), Some(Type::Float { .. })) = (count, module.ty(element)) {
            found.push(Distances { variable, element, count });
        }
    }
    found
}
