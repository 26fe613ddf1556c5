//! Scalarises vector arithmetic for shader models without vectors.
//!
//! Each result is reassembled from its elements; [`fold`](super::fold) finds the elements, and
//! unused vectors are removed later.

use std::collections::HashMap;

use glassbox_dxil::ir::{AttributeKind, LabelId, Op, Type, TypeId, ValueId};
use glassbox_dxil::operation::opcode;

use super::code::{Code, Step, Work};

/// Maximum number of elements of a vector to scalarise.
const MOST: u32 = 16;
/// Dot products of scalars: component count, operation and function.
const DOTS: [(u32, u32, &[u8]); 3] =
    [(2, opcode::DOT2, b"dx.op.dot2."), (3, opcode::DOT3, b"dx.op.dot3."), (4, opcode::DOT4, b"dx.op.dot4.")];

/// Element type and count of a vector to scalarise.
fn vector(work: &Work, ty: TypeId) -> Option<(TypeId, u32)> {
    match work.builder.module.types.get(ty)? {
        Type::Vector { element, count } if count <= MOST => Some((element, count)),
        _ => None,
    }
}

/// Scalarises the vectors of a body.
pub(super) fn scalarize(work: &mut Work, code: &mut Code) {
    let mut ends = Ends::default();
    let mut known = Elements::default();
    for block in 0..code.blocks.len() {
        // Values of the first block are available in all others.
        known.begin(block == 0);
        let steps = code.blocks.get_mut(block).map(std::mem::take).unwrap_or_default();
        let mut current = Block { work, code, out: Vec::with_capacity(steps.len()), behind: Vec::new() };
        for step in steps {
            if step.op != Op::Phi {
                current.out.append(&mut current.behind);
            }
            match kind(current.work, current.code, &step) {
                Kind::Other => current.out.push(step),
                Kind::Elements(element, count) => current.elements(&mut known, &step, element, count),
                Kind::Ways(element, count) => current.ways(&mut ends, &step, element, count),
                Kind::Product(element, count) => current.product(step, element, count),
            }
        }
        let out = current.out;
        if let Some(slot) = code.blocks.get_mut(block) {
            *slot = out;
        }
    }
    for (label, steps) in ends.steps {
        if let Some(slot) = code.blocks.get_mut(label.index()) {
            let end = slot.len().saturating_sub(1);
            slot.splice(end..end, steps);
        }
    }
}

/// Scalarisation of an instruction.
enum Kind {
    /// Not at all.
    Other,
    /// Once for each element.
    Elements(TypeId, u32),
    /// As one phi for each element.
    Ways(TypeId, u32),
    /// As a dot product.
    Product(TypeId, u32),
}

fn kind(work: &Work, code: &Code, step: &Step) -> Kind {
    let of = |place: usize| {
        let operand = step.operands.get(place)?;
        vector(work, work.type_of(code, *operand)?)
    };
    if work.operation(step) == Some(opcode::F_DOT) {
        return match of(2) {
            Some((element, count)) if of(3) == Some((element, count)) => Kind::Product(element, count),
            _ => Kind::Other,
        };
    }
    let Some((element, count)) = vector(work, step.ty) else {
        return Kind::Other;
    };
    match step.op {
        Op::Binary { .. } | Op::Compare { .. } | Op::Select => Kind::Elements(element, count),
        // A bit cast between vectors may change the number of elements.
        Op::Cast(_) if of(0).is_some_and(|found| found.1 == count) => Kind::Elements(element, count),
        Op::Phi => Kind::Ways(element, count),
        _ => Kind::Other,
    }
}

/// Extracted elements.
#[derive(Default)]
struct Elements {
    /// Elements extracted in the first block.
    first: HashMap<(ValueId, u32), ValueId>,
    /// Elements extracted in the current block.
    here: HashMap<(ValueId, u32), ValueId>,
}

impl Elements {
    /// Starts the next block.
    fn begin(&mut self, is_first: bool) {
        if !is_first && self.first.is_empty() {
            self.first = std::mem::take(&mut self.here);
        }
        self.here.clear();
    }

    /// Element of an operand; extracted once.
    fn get(
        &mut self,
        work: &mut Work,
        code: &mut Code,
        out: &mut Vec<Step>,
        value: ValueId,
        index: u32,
    ) -> ValueId {
        let key = (value, index);
        if let Some(known) = self.here.get(&key).or_else(|| self.first.get(&key)) {
            return *known;
        }
        let element = element_of(work, code, out, value, index);
        self.here.insert(key, element);
        element
    }
}

/// Element of an operand; a scalar serves for all elements.
fn element_of(work: &mut Work, code: &mut Code, out: &mut Vec<Step>, value: ValueId, index: u32) -> ValueId {
    let Some((element, _)) = work.type_of(code, value).and_then(|ty| vector(work, ty)) else {
        return value;
    };
    let place = work.builder.integer(32, i64::from(index));
    let result = code.reserve(element);
    out.push(Step::new(Op::ExtractElement, element, Some(result), vec![value, place]));
    result
}

/// Assembles a vector.
fn whole(work: &mut Work, code: &mut Code, out: &mut Vec<Step>, step: &Step, parts: &[ValueId]) {
    let mut base = work.undefined(step.ty);
    for (index, part) in parts.iter().enumerate() {
        let place = work.builder.integer(32, index as i64);
        let result = match (index + 1 == parts.len(), step.result) {
            (true, Some(result)) => result,
            _ => code.reserve(step.ty),
        };
        let operands = vec![base, *part, place];
        out.push(Step::new(Op::InsertElement, step.ty, Some(result), operands));
        base = result;
    }
}

/// Elements extracted at the ends of blocks, for the phis of their successors.
#[derive(Default)]
struct Ends {
    steps: HashMap<LabelId, Vec<Step>>,
    known: HashMap<(LabelId, ValueId, u32), ValueId>,
}

/// A block while its steps are rewritten.
struct Block<'b> {
    work: &'b mut Work,
    code: &'b mut Code,
    /// Its new steps.
    out: Vec<Step>,
    /// Steps that assemble the vectors of phis, which follow the last phi.
    behind: Vec<Step>,
}

impl Block<'_> {
    /// Repeats a step for each element of its result.
    fn elements(&mut self, known: &mut Elements, step: &Step, element: TypeId, count: u32) {
        let mut parts = Vec::new();
        for index in 0..count {
            let mut operands = Vec::new();
            for operand in &step.operands {
                operands.push(known.get(self.work, self.code, &mut self.out, *operand, index));
            }
            let result = self.code.reserve(element);
            self.out.push(Step {
                attached: step.attached.clone(),
                ..Step::new(step.op, element, Some(result), operands)
            });
            parts.push(result);
        }
        whole(self.work, self.code, &mut self.out, step, &parts);
    }

    /// Makes a phi for each element of its result.
    fn ways(&mut self, ends: &mut Ends, step: &Step, element: TypeId, count: u32) {
        let mut parts = Vec::new();
        for index in 0..count {
            let mut operands = Vec::new();
            for (value, label) in step.operands.iter().zip(&step.labels) {
                let key = (*label, *value, index);
                let part = match ends.known.get(&key) {
                    Some(part) => *part,
                    None => {
                        let steps = ends.steps.entry(*label).or_default();
                        element_of(self.work, self.code, steps, *value, index)
                    }
                };
                ends.known.insert(key, part);
                operands.push(part);
            }
            let result = self.code.reserve(element);
            self.out.push(Step {
                labels: step.labels.clone(),
                ..Step::new(Op::Phi, element, Some(result), operands)
            });
            parts.push(result);
        }
        whole(self.work, self.code, &mut self.behind, step, &parts);
    }

    /// Replaces the dot product of two vectors by one of scalars.
    fn product(&mut self, step: Step, element: TypeId, count: u32) {
        let known = DOTS.iter().find(|item| item.0 == count);
        let suffix: &[u8] = match self.work.builder.module.types.get(element) {
            Some(Type::Float) => b"f32",
            Some(Type::Half) => b"f16",
            _ => return self.out.push(step),
        };
        let (Some((_, number, name)), &[_, _, left, right]) = (known, step.operands.as_slice()) else {
            return self.out.push(step);
        };
        let int = self.work.builder.module.types.intern(Type::Integer(32));
        let mut parameters = vec![int];
        parameters.extend((0..2 * count).map(|_| element));
        let attributes = [AttributeKind::NO_UNWIND, AttributeKind::READ_NONE];
        let operation = self.work.declare(&[*name, suffix].concat(), step.ty, &parameters, &attributes);
        let mut operands = vec![operation.value, self.work.builder.integer(32, i64::from(*number))];
        for vector in [left, right] {
            for index in 0..count {
                operands.push(element_of(self.work, self.code, &mut self.out, vector, index));
            }
        }
        self.out.push(Step {
            attached: step.attached.clone(),
            ..Step::new(Op::Call(operation.call), step.ty, step.result, operands)
        });
    }
}
