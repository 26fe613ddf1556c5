//! The operands of naga's expressions and statements, to be replaced.

use naga::{AtomicFunction, Expression, Handle, SampleLevel, Statement};

type Operand = Handle<Expression>;

/// Calls `change` for each operand of an expression.
pub(super) fn of_expression(expression: &mut Expression, change: &mut dyn FnMut(&mut Operand)) {
    use Expression as E;
    match expression {
        E::Literal(_)
        | E::Constant(_)
        | E::Override(_)
        | E::ZeroValue(_)
        | E::FunctionArgument(_)
        | E::GlobalVariable(_)
        | E::LocalVariable(_)
        | E::CallResult(_)
        | E::AtomicResult { .. }
        | E::WorkGroupUniformLoadResult { .. }
        | E::RayQueryProceedResult
        | E::SubgroupBallotResult
        | E::SubgroupOperationResult { .. } => {}
        E::Compose { components, .. } => components.iter_mut().for_each(change),
        E::Access { base, index } => {
            change(base);
            change(index);
        }
        E::AccessIndex { base: one, .. }
        | E::Splat { value: one, .. }
        | E::Swizzle { vector: one, .. }
        | E::Load { pointer: one }
        | E::Unary { expr: one, .. }
        | E::Derivative { expr: one, .. }
        | E::Relational { argument: one, .. }
        | E::As { expr: one, .. }
        | E::ArrayLength(one)
        | E::RayQueryVertexPositions { query: one, .. }
        | E::RayQueryGetIntersection { query: one, .. } => change(one),
        E::ImageSample { image, sampler, coordinate, array_index, offset, level, depth_ref, .. } => {
            change(image);
            change(sampler);
            change(coordinate);
            [array_index, offset, depth_ref].into_iter().flatten().for_each(&mut *change);
            match level {
                SampleLevel::Auto | SampleLevel::Zero => {}
                SampleLevel::Exact(one) | SampleLevel::Bias(one) => change(one),
                SampleLevel::Gradient { x, y } => {
                    change(x);
                    change(y);
                }
            }
        }
        E::ImageLoad { image, coordinate, array_index, sample, level } => {
            change(image);
            change(coordinate);
            [array_index, sample, level].into_iter().flatten().for_each(change);
        }
        E::ImageQuery { image, query } => {
            change(image);
            if let naga::ImageQuery::Size { level: Some(level) } = query {
                change(level);
            }
        }
        E::Binary { left, right, .. } => {
            change(left);
            change(right);
        }
        E::Select { condition, accept, reject } => {
            change(condition);
            change(accept);
            change(reject);
        }
        E::Math { arg, arg1, arg2, arg3, .. } => {
            change(arg);
            [arg1, arg2, arg3].into_iter().flatten().for_each(change);
        }
        E::CooperativeLoad { data, .. } => {
            change(&mut data.pointer);
            change(&mut data.stride);
        }
        E::CooperativeMultiplyAdd { a, b, c } => {
            change(a);
            change(b);
            change(c);
        }
    }
}

/// Calls `change` for each operand of a statement, results and nested blocks left out. `false`, with nothing called, for
/// statements that no target here has.
pub(super) fn of_statement(statement: &mut Statement, change: &mut dyn FnMut(&mut Operand)) -> bool {
    use Statement as S;
    match statement {
        S::Emit(_)
        | S::Block(_)
        | S::Loop { .. }
        | S::Break
        | S::Continue
        | S::Kill
        | S::ControlBarrier(_)
        | S::MemoryBarrier(_) => {}
        S::If { condition: one, .. }
        | S::Switch { selector: one, .. }
        | S::WorkGroupUniformLoad { pointer: one, .. } => change(one),
        S::Return { value } => value.iter_mut().for_each(change),
        S::Store { pointer, value } => {
            change(pointer);
            change(value);
        }
        S::ImageStore { image, coordinate, array_index, value } => {
            change(image);
            change(coordinate);
            array_index.iter_mut().for_each(&mut *change);
            change(value);
        }
        S::Atomic { pointer, fun, value, .. } => {
            change(pointer);
            atomic(fun, change);
            change(value);
        }
        S::ImageAtomic { image, coordinate, array_index, fun, value } => {
            change(image);
            change(coordinate);
            array_index.iter_mut().for_each(&mut *change);
            atomic(fun, change);
            change(value);
        }
        S::Call { arguments, .. } => arguments.iter_mut().for_each(change),
        S::SubgroupBallot { predicate, .. } => predicate.iter_mut().for_each(change),
        S::SubgroupGather { mode, argument, .. } => {
            use naga::GatherMode as G;
            match mode {
                G::BroadcastFirst | G::QuadSwap(_) => {}
                G::Broadcast(one)
                | G::Shuffle(one)
                | G::ShuffleDown(one)
                | G::ShuffleUp(one)
                | G::ShuffleXor(one)
                | G::QuadBroadcast(one) => change(one),
            }
            change(argument);
        }
        S::SubgroupCollectiveOperation { argument, .. } => change(argument),
        S::RayQuery { .. } | S::RayPipelineFunction(_) | S::CooperativeStore { .. } => return false,
    }
    true
}

fn atomic(function: &mut AtomicFunction, change: &mut dyn FnMut(&mut Operand)) {
    if let AtomicFunction::Exchange { compare: Some(compare) } = function {
        change(compare);
    }
}

/// The expression that a statement gives a value to.
pub(super) fn result(statement: &Statement) -> Option<Operand> {
    use Statement as S;
    match statement {
        S::Atomic { result, .. } | S::Call { result, .. } => *result,
        S::WorkGroupUniformLoad { result, .. }
        | S::SubgroupBallot { result, .. }
        | S::SubgroupGather { result, .. }
        | S::SubgroupCollectiveOperation { result, .. } => Some(*result),
        S::RayQuery { fun: naga::RayQueryFunction::Proceed { result }, .. } => Some(*result),
        _ => None,
    }
}
