//! Arrays of arrays of resources become arrays: a descriptor has one index.

use super::Linker;
use super::access::{access, expression};
use super::extract::dimensions;
use super::walk;
use crate::model::{
    At, BinaryOperator, ConstantId, ExpressionId, ExpressionKind, GlobalId, Program, Storage,
};
use crate::types::{Length, Type};
use foldhash::HashMap;

impl Linker<'_> {
    /// Flattens the arrays of arrays of resources of a stage.
    pub(super) fn flatten_arrays(&mut self, stage: usize) {
        let program = &mut self.programs[stage];
        let mut flat: HashMap<GlobalId, Vec<u32>> = HashMap::default();
        for number in 0..program.globals.len() {
            let own = &program.globals[number];
            let inner = program.types.innermost(own.ty);
            let is_resource = matches!(own.storage, Storage::Uniform | Storage::Buffer)
                && (inner.is_opaque() || program.block_of(own).is_some());
            let lengths = dimensions(&program.types, own.ty);
            if !is_resource || lengths.len() < 2 {
                continue;
            }
            let sizes: Option<Vec<u32>> = lengths
                .iter()
                .map(|length| if let Length::Fixed(size) = length { Some(*size) } else { None })
                .collect();
            let Some(sizes) = sizes else { continue };
            let count = sizes.iter().fold(1_u32, |count, size| count.saturating_mul(*size));
            let ty = program.types.array(inner, Length::Fixed(count));
            program.globals[number].ty = ty;
            flat.insert(GlobalId(number as u32), sizes);
        }
        if flat.is_empty() {
            return;
        }
        // What holds an index comes before it, so that chains are seen as they were written.
        for id in walk::all_expressions(program) {
            flatten_use(program, id, &flat);
        }
        for id in walk::all_expressions(program) {
            if let ExpressionKind::Global(global) = program.expression(id).kind
                && flat.contains_key(&global)
            {
                program.expressions[id.0 as usize].ty = program.global(global).ty;
            }
        }
    }
}

fn flatten_use(program: &mut Program, id: ExpressionId, flat: &HashMap<GlobalId, Vec<u32>>) {
    let own = program.expression(id);
    if !matches!(own.kind, ExpressionKind::Index(..)) || matches!(own.ty, Type::Array(_)) {
        return;
    }
    let access = access(program, id);
    let ExpressionKind::Global(global) = program.expression(access.root).kind else {
        return;
    };
    let Some(sizes) = flat.get(&global) else { return };
    if !access.path.is_empty() || access.indices.len() != sizes.len() {
        return;
    }
    let at = program.expression(id).at;
    let values: Vec<ExpressionId> = access.indices.iter().map(|index| index.value).collect();
    let index = combined(program, &values, sizes, at);
    let ty = program.global(global).ty;
    program.expressions[access.root.0 as usize].ty = ty;
    program.expressions[id.0 as usize].kind = ExpressionKind::Index(access.root, index);
}

/// The index in the whole array.
fn combined(program: &mut Program, values: &[ExpressionId], sizes: &[u32], at: At) -> ExpressionId {
    let constants: Option<Vec<u64>> =
        values.iter().map(|value| program.constant(*value)?.first().copied()).collect();
    if let Some(constants) = constants {
        let whole = constants.iter().zip(sizes).fold(0_u64, |whole, (index, size)| {
            whole.saturating_mul(u64::from(*size)).saturating_add(*index)
        });
        return constant(program, whole, at);
    }
    let mut whole: Option<ExpressionId> = None;
    for (value, size) in values.iter().zip(sizes) {
        let is_nonuniform = program.expression(*value).is_nonuniform;
        let value = match program.expression(*value).ty {
            Type::INT => *value,
            _ => program.add(expression(ExpressionKind::Convert(*value), Type::INT, at)),
        };
        let sum = match whole {
            None => value,
            Some(before) => {
                let size = constant(program, u64::from(*size), at);
                let product = ExpressionKind::Binary(BinaryOperator::Multiply, before, size);
                let product = program.add(expression(product, Type::INT, at));
                let sum = ExpressionKind::Binary(BinaryOperator::Add, product, value);
                program.add(expression(sum, Type::INT, at))
            }
        };
        let was_nonuniform = whole.is_some_and(|whole| program.expression(whole).is_nonuniform);
        program.expressions[sum.0 as usize].is_nonuniform |= is_nonuniform || was_nonuniform;
        whole = Some(sum);
    }
    whole.unwrap_or_else(|| constant(program, 0, at))
}

fn constant(program: &mut Program, value: u64, at: At) -> ExpressionId {
    let id = ConstantId(program.constants.len() as u32);
    program.constants.push([value].into_iter().collect());
    program.add(expression(ExpressionKind::Constant(id), Type::INT, at))
}
