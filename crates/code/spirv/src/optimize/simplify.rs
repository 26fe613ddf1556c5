//! Replaces redundant values: copies, extracts of known composites, trivial phis, selects with a known
//! condition.

use super::promote::trivial_phi_value;
use super::rewriter::Rewriter;
use crate::control::Graph;
use crate::grammar::op;
use crate::module::{At, Function, Id, Operand};

/// Maximum number of steps when tracing a component.
const MAX_STEPS: usize = 32;

/// Shuffle component with an undefined value.
const ANY: u32 = u32::MAX;

pub(super) fn run(code: &mut Rewriter, function: &mut Function) {
    let graph = Graph::of(code, function);
    let reachable = graph.reverse_postorder().iter().copied();
    let unreachable = (0..function.blocks.len() as u32).filter(|block| !graph.is_reachable(*block));
    // Dominators first, so that operands are already simplified.
    for block in reachable.chain(unreachable) {
        for &at in &function.blocks[block as usize].body {
            code.apply_replacements_at(at);
            let result = code.get(at).result;
            if result == 0 || code.is_decorated(result) {
                continue;
            }
            let same = match code.opcode(at) {
                op::COPY_OBJECT => Some(code.word(at, 0)),
                op::PHI => trivial_phi_value(code, at),
                op::COMPOSITE_EXTRACT => extract(code, at),
                op::COMPOSITE_INSERT => insert(code, at),
                op::COMPOSITE_CONSTRUCT => construct(code, at),
                op::VECTOR_SHUFFLE => shuffle(code, at),
                op::SELECT => select(code, at),
                _ => None,
            };
            if let Some(same) = same
                && code.type_of(same) == code.get(at).ty
                && code.get(at).ty != 0
            {
                code.replace(result, same);
                code.remove(at);
            }
        }
    }
    code.apply_replacements(function);
}

/// Definition of a value, if it may be looked through.
fn transparent_definition(code: &Rewriter, id: Id) -> Option<(At, u16)> {
    let at = code.definition(id)?;
    (!code.is_decorated(id)).then(|| (at, code.opcode(at)))
}

/// Traces an extract through the instructions that built `base`. Returns the source; `path` keeps the indices
/// still to apply, none if the source is the value itself.
fn trace_component(code: &Rewriter, mut base: Id, path: &mut Vec<u32>) -> Id {
    for _ in 0..MAX_STEPS {
        let (Some(&first), Some((at, opcode))) = (path.first(), transparent_definition(code, base)) else {
            break;
        };
        match opcode {
            op::CONSTANT_COMPOSITE | op::SPEC_CONSTANT_COMPOSITE => {
                let Some(&part) = code.operands(at).get(first as usize) else {
                    break;
                };
                base = part;
                path.remove(0);
            }
            op::COMPOSITE_CONSTRUCT => {
                let Some((part, inside)) = constituent(code, at, first) else {
                    break;
                };
                base = part;
                match inside {
                    Some(inside) => path[0] = inside,
                    None => drop(path.remove(0)),
                }
            }
            op::COMPOSITE_EXTRACT => {
                path.splice(0..0, code.operands(at)[1..].iter().copied());
                base = code.word(at, 0);
            }
            op::COMPOSITE_INSERT => {
                let inserted = &code.operands(at)[2..];
                if path.starts_with(inserted) {
                    path.drain(..inserted.len());
                    base = code.word(at, 0);
                } else if inserted.starts_with(path) {
                    break;
                } else {
                    base = code.word(at, 1);
                }
            }
            op::VECTOR_SHUFFLE => {
                let Some((vector, component)) = component(code, at, first) else {
                    break;
                };
                base = vector;
                path[0] = component;
            }
            op::COPY_OBJECT => base = code.word(at, 0),
            _ => break,
        }
    }
    base
}

/// Constituent that supplies component `index` of a construction, and the component within it if it is a
/// vector supplying several.
fn constituent(code: &Rewriter, construct: At, index: u32) -> Option<(Id, Option<u32>)> {
    let ty = code.get(construct).ty;
    let parts = code.operands(construct);
    if code.opcode_of(ty) != op::TYPE_VECTOR {
        return parts.get(index as usize).map(|part| (*part, None));
    }
    let mut left = index;
    for &part in parts {
        let inner = code.type_of(part);
        if code.opcode_of(inner) != op::TYPE_VECTOR {
            if left == 0 {
                return Some((part, None));
            }
            left -= 1;
            continue;
        }
        let count = code.component_count(inner)?;
        if left < count {
            return Some((part, Some(left)));
        }
        left -= count;
    }
    None
}

/// Source vector of a shuffle component, and the component within it.
fn component(code: &Rewriter, shuffle: At, index: u32) -> Option<(Id, u32)> {
    let operands = code.operands(shuffle);
    let &chosen = operands.get(2 + index as usize)?;
    let first = code.component_count(code.type_of(operands[0]))?;
    match chosen {
        ANY => None,
        _ if chosen < first => Some((operands[0], chosen)),
        _ => Some((operands[1], chosen - first)),
    }
}

fn extract(code: &mut Rewriter, at: At) -> Option<Id> {
    let base = code.word(at, 0);
    let mut path = code.operands(at)[1..].to_vec();
    let source = trace_component(code, base, &mut path);
    if path.is_empty() {
        return Some(source);
    }
    if source != base {
        let parts = path.into_iter().map(Operand::Literal);
        code.rewrite(at, op::COMPOSITE_EXTRACT, [Operand::Id(source)].into_iter().chain(parts));
    }
    None
}

fn insert(code: &mut Rewriter, at: At) -> Option<Id> {
    let operands = code.operands(at);
    let (object, composite) = (operands[0], operands[1]);
    let path = operands[2..].to_vec();
    if path.is_empty() {
        return Some(object);
    }
    // A component inserted where it already is.
    if let Some((from, op::COMPOSITE_EXTRACT)) = transparent_definition(code, object)
        && code.word(from, 0) == composite
        && code.operands(from)[1..] == path
    {
        return Some(composite);
    }
    // An insert that is overwritten by this one can be skipped.
    if let Some((under, op::COMPOSITE_INSERT)) = transparent_definition(code, composite)
        && code.operands(under)[2..] == path
    {
        let base = code.word(under, 1);
        let parts = path.into_iter().map(Operand::Literal);
        code.rewrite(
            at,
            op::COMPOSITE_INSERT,
            [Operand::Id(object), Operand::Id(base)].into_iter().chain(parts),
        );
        return None;
    }
    let [_] = path[..] else { return None };
    let ty = code.get(at).ty;
    let count = code.component_count(ty).filter(|count| *count <= 4)?;
    // A chain of inserts that sets every component is a construction.
    let mut found = vec![0; count as usize];
    let mut value = at;
    for _ in 0..MAX_STEPS {
        let [object, below, index] = *code.operands(value) else {
            break;
        };
        let slot = found.get_mut(index as usize)?;
        if *slot == 0 {
            *slot = object;
        }
        match transparent_definition(code, below) {
            Some((next, op::COMPOSITE_INSERT)) => value = next,
            _ => break,
        }
    }
    if !found.contains(&0) {
        code.rewrite(at, op::COMPOSITE_CONSTRUCT, found.into_iter().map(Operand::Id));
    }
    None
}

/// Replaces a construction from all components of one value, in order, by that value.
fn construct(code: &mut Rewriter, at: At) -> Option<Id> {
    let mut whole = None;
    let parts = code.operands(at);
    for (index, &part) in (0..).zip(parts) {
        let (from, opcode) = transparent_definition(code, part)?;
        let [base, path] = *code.operands(from) else {
            return None;
        };
        if opcode != op::COMPOSITE_EXTRACT || path != index || whole.is_some_and(|whole| whole != base) {
            return None;
        }
        whole = Some(base);
    }
    let whole = whole?;
    let complete = code.component_count(code.type_of(whole)) == Some(parts.len() as u32);
    complete.then_some(whole)
}

/// Folds shuffles of shuffles while at most two vectors are involved.
fn shuffle(code: &mut Rewriter, at: At) -> Option<Id> {
    let operands = code.operands(at).to_vec();
    let count = operands.len().checked_sub(2)?;
    let mut vectors: Vec<Id> = Vec::new();
    let mut chosen = Vec::with_capacity(count);
    for index in 0..count as u32 {
        let Some(mut source) = component(code, at, index) else {
            chosen.push(None);
            continue;
        };
        for _ in 0..MAX_STEPS {
            let Some((inner, op::VECTOR_SHUFFLE)) = transparent_definition(code, source.0) else {
                break;
            };
            let Some(next) = component(code, inner, source.1) else {
                break;
            };
            source = next;
        }
        if !vectors.contains(&source.0) {
            vectors.push(source.0);
        }
        chosen.push(Some(source));
    }
    let (first, second) = match vectors[..] {
        [only] => (only, only),
        [first, second] => (first, second),
        _ => return None,
    };
    let size = code.component_count(code.type_of(first))?;
    let same = |(index, source): (u32, &Option<(Id, u32)>)| *source == Some((first, index));
    if first == second && size as usize == count && (0..).zip(&chosen).all(same) {
        return Some(first);
    }
    let mut new = vec![Operand::Id(first), Operand::Id(second)];
    new.extend(chosen.into_iter().map(|source| match source {
        None => Operand::Literal(ANY),
        Some((vector, component)) if vector == first => Operand::Literal(component),
        Some((_, component)) => Operand::Literal(size + component),
    }));
    if !new.iter().map(|operand| operand.word()).eq(operands.iter().copied()) {
        code.rewrite(at, op::VECTOR_SHUFFLE, new);
    }
    None
}

fn select(code: &Rewriter, at: At) -> Option<Id> {
    let [condition, yes, no] = *code.operands(at) else {
        return None;
    };
    match code.constant_bool(condition) {
        _ if yes == no => Some(yes),
        Some(true) => Some(yes),
        Some(false) => Some(no),
        None => None,
    }
}
