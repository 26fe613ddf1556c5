//! Inlines every function that may be inlined, at all of its calls.
//!
//! Functions are processed bottom-up, so that callees are complete before they are inlined. A block
//! that contains a call is split there; the function's return value replaces the result.

use std::collections::HashMap;

use glassbox_dxil::ir::{
    AttributeKind, FunctionId, LabelId, Op, OwnedAttribute, OwnedGroup, Slot, Tail, ValueId, build::owned,
};

use super::ShaderLinkError;
use super::code::{Code, Replaced, Step, Work};
use crate::rules;

/// Maximum number of instructions of a shader or library.
const MOST: usize = 1 << 20;

/// Inlines in everything reachable from the roots; returns the functions that changed.
pub(super) fn all(work: &mut Work, roots: &[FunctionId]) -> Result<Vec<FunctionId>, ShaderLinkError> {
    let mut budget = MOST;
    let mut changed = Vec::new();
    for function in order(work, roots)? {
        if one(work, function, &mut budget)? {
            changed.push(function);
        }
    }
    Ok(changed)
}

/// Traversal state of a function: callees pending or done.
const OPEN: u8 = 1;
const DONE: u8 = 2;

/// Functions reachable from the roots, callees first.
fn order(work: &Work, roots: &[FunctionId]) -> Result<Vec<FunctionId>, ShaderLinkError> {
    let mut state = vec![0u8; work.codes.len()];
    let mut out = Vec::new();
    for root in roots {
        let mut path: Vec<(FunctionId, Vec<FunctionId>)> = Vec::new();
        enter(work, *root, &mut state, &mut path)?;
        while let Some((function, calls)) = path.last_mut() {
            match calls.pop() {
                Some(callee) => enter(work, callee, &mut state, &mut path)?,
                None => {
                    if let Some(slot) = state.get_mut(function.index()) {
                        *slot = DONE;
                    }
                    out.push(*function);
                    path.pop();
                }
            }
        }
    }
    Ok(out)
}

/// Starts visiting a function, unless already visited.
fn enter(
    work: &Work,
    function: FunctionId,
    state: &mut [u8],
    path: &mut Vec<(FunctionId, Vec<FunctionId>)>,
) -> Result<(), ShaderLinkError> {
    let (Some(slot), Some(Some(code))) = (state.get_mut(function.index()), work.codes.get(function.index()))
    else {
        return Ok(());
    };
    match *slot {
        DONE => return Ok(()),
        OPEN => {
            return Err(ShaderLinkError::new(
                &rules::RECURSION,
                format!("{} calls itself, directly or through others", super::spoken(work.name(function))),
            ));
        }
        _ => *slot = OPEN,
    }
    let mut calls: Vec<FunctionId> =
        code.blocks.iter().flatten().filter_map(|step| work.callee(step)).collect();
    calls.reverse();
    path.push((function, calls));
    Ok(())
}

/// Callee of a call that is to be inlined.
fn inlined(work: &Work, step: &Step) -> Option<FunctionId> {
    let callee = work.callee(step)?;
    work.codes.get(callee.index())?.as_ref()?;
    (!work.states(step, AttributeKind::NO_INLINE)).then_some(callee)
}

/// Inlines the calls of one function; true if there were any.
fn one(work: &mut Work, function: FunctionId, budget: &mut usize) -> Result<bool, ShaderLinkError> {
    let Some(mut code) = work.codes.get_mut(function.index()).and_then(Option::take) else {
        return Ok(false);
    };
    let mut steps = code.blocks.iter().flatten();
    let is_changed = steps.any(|step| inlined(work, step).is_some());
    if is_changed {
        expand(work, &mut code, budget)?;
    }
    if let Some(slot) = work.codes.get_mut(function.index()) {
        *slot = Some(code);
    }
    Ok(is_changed)
}

/// Body assembled from its own blocks and inlined ones.
struct Splice {
    blocks: Vec<Vec<Step>>,
    /// Per block: true if its labels still refer to the original body.
    own: Vec<bool>,
    /// Jumps from blocks that end at a call to the inlined code.
    jumps: Vec<(usize, LabelId)>,
    allocas: Vec<Step>,
    replaced: Replaced,
}

impl Splice {
    fn begin(&mut self, own: bool) -> usize {
        self.blocks.push(Vec::new());
        self.own.push(own);
        self.blocks.len() - 1
    }

    fn push(&mut self, block: usize, step: Step) {
        if let Some(steps) = self.blocks.get_mut(block) {
            steps.push(step);
        }
    }
}

fn expand(work: &mut Work, code: &mut Code, budget: &mut usize) -> Result<(), ShaderLinkError> {
    let void = work.void();
    let mut splice = Splice {
        blocks: Vec::new(),
        own: Vec::new(),
        jumps: Vec::new(),
        allocas: Vec::new(),
        replaced: Replaced::default(),
    };
    // First and last new block of each original block.
    let (mut first, mut last) = (Vec::new(), Vec::new());
    for steps in std::mem::take(&mut code.blocks) {
        let mut here = splice.begin(true);
        first.push(here);
        for step in steps {
            let Some(callee) = inlined(work, &step) else {
                splice.push(here, step);
                continue;
            };
            let Some(Some(body)) = work.codes.get(callee.index()) else {
                splice.push(here, step);
                continue;
            };
            let body = body.clone();
            let Some(left) = budget.checked_sub(body.len()) else {
                return Err(ShaderLinkError::new(
                    &rules::TOO_LARGE,
                    format!("there would be more than {MOST} instructions once calls are inlined"),
                ));
            };
            *budget = left;
            here = put(work, code, &mut splice, here, &step, body, void)?;
        }
        last.push(here);
    }
    let place = |list: &[usize], label: LabelId| LabelId::at(list.get(label.index()).copied().unwrap_or(0));
    for (steps, own) in splice.blocks.iter_mut().zip(&splice.own) {
        if !own {
            continue;
        }
        for step in steps {
            let list = if step.op == Op::Phi { &last } else { &first };
            for label in &mut step.labels {
                *label = place(list, *label);
            }
        }
    }
    for (block, target) in std::mem::take(&mut splice.jumps) {
        let jump = jump(void, target);
        splice.push(block, jump);
    }
    code.blocks = splice.blocks;
    splice.replaced.apply(code);
    if let Some(entry) = code.blocks.first_mut() {
        entry.splice(0..0, splice.allocas);
    }
    Ok(())
}

fn jump(void: glassbox_dxil::ir::TypeId, target: LabelId) -> Step {
    Step { labels: vec![target], ..Step::new(Op::Branch, void, None, Vec::new()) }
}

/// Inlines a body; returns the block in which the caller continues.
fn put(
    work: &mut Work,
    code: &mut Code,
    splice: &mut Splice,
    here: usize,
    call: &Step,
    body: Code,
    void: glassbox_dxil::ir::TypeId,
) -> Result<usize, ShaderLinkError> {
    let mut values: HashMap<ValueId, ValueId> = HashMap::new();
    for index in 0..body.arguments {
        let argument = call.operands.get(index + 1).copied();
        let Some(argument) = argument else {
            return Err(ShaderLinkError::new(
                &rules::RESIDUE,
                "a call has fewer arguments than its callee has parameters",
            ));
        };
        values.insert(ValueId::local(index as u32), splice.replaced.get(argument));
    }
    for step in body.blocks.iter().flatten() {
        if let Some(result) = step.result {
            values.insert(result, code.reserve(step.ty));
        }
    }
    let nounwind = work.states(call, AttributeKind::NO_UNWIND);
    let tail = call.call().map_or(Tail::NONE, |call| call.tail);
    let base = splice.blocks.len();
    let label = |label: LabelId| LabelId::at(base + label.index());
    splice.jumps.push((here, LabelId::at(base)));
    let count = body.blocks.len();
    let next = LabelId::at(base + count);
    let mut returns: Vec<(ValueId, LabelId)> = Vec::new();
    for (index, steps) in body.blocks.into_iter().enumerate() {
        let block = splice.begin(false);
        for mut step in steps {
            step.result = step.result.and_then(|result| values.get(&result).copied());
            for operand in &mut step.operands {
                *operand = values.get(operand).copied().unwrap_or(*operand);
            }
            for target in &mut step.labels {
                *target = label(*target);
            }
            match &mut step.op {
                Op::Return => {
                    returns.extend(step.operands.first().map(|value| (*value, label(LabelId::at(index)))));
                    step = jump(void, next);
                }
                Op::Alloca { .. } => {
                    let constant = step.operands.first().is_none_or(|count| work.integer(*count).is_some());
                    if index != 0 || !constant {
                        return Err(ShaderLinkError::new(
                            &rules::RESIDUE,
                            "memory is allocated in the middle of a function, or with an unknown size",
                        ));
                    }
                    splice.allocas.push(step);
                    continue;
                }
                Op::Call(inner) => {
                    inner.tail = if tail == Tail::NONE { Tail::NONE } else { inner.tail };
                    if nounwind {
                        inner.attributes = with_nounwind(work, inner.attributes);
                    }
                }
                _ => {}
            }
            splice.push(block, step);
        }
    }
    let block = splice.begin(true);
    if let Some(result) = call.result {
        let value = match returns.as_slice() {
            [] => work.undefined(call.ty),
            [(value, _)] => *value,
            several => {
                let value = code.reserve(call.ty);
                let mut phi = Step::new(Op::Phi, call.ty, Some(value), Vec::new());
                phi.operands = several.iter().map(|pair| pair.0).collect();
                phi.labels = several.iter().map(|pair| pair.1).collect();
                // Its labels refer to the new body, so it goes to a block of that kind.
                let head = block;
                if let Some(own) = splice.own.get_mut(head) {
                    *own = false;
                }
                splice.push(head, phi);
                let rest = splice.begin(true);
                splice.jumps.push((head, LabelId::at(rest)));
                splice.replaced.set(result, value);
                return Ok(rest);
            }
        };
        splice.replaced.set(result, value);
    }
    Ok(block)
}

/// Adds `nounwind` to an attribute list, as known from the call.
fn with_nounwind(
    work: &mut Work,
    list: Option<glassbox_dxil::ir::AttributesId>,
) -> Option<glassbox_dxil::ir::AttributesId> {
    let flag = OwnedAttribute::Flag(AttributeKind::NO_UNWIND);
    let module = &work.builder.module;
    let mut groups: Vec<OwnedGroup> = match list {
        Some(list) => module.attributes.groups_of(list).map(|group| owned(module, group)).collect(),
        None => Vec::new(),
    };
    match groups.iter_mut().find(|group| group.0 == Slot::FUNCTION) {
        Some((_, attributes)) if attributes.contains(&flag) => {}
        Some((_, attributes)) => {
            let number = |attribute: &OwnedAttribute| match attribute {
                OwnedAttribute::Flag(kind) | OwnedAttribute::Number(kind, _) => kind.0,
                _ => u32::MAX,
            };
            let own = number(&flag);
            let place = attributes.iter().position(|attribute| number(attribute) > own);
            attributes.insert(place.unwrap_or(attributes.len()), flag);
        }
        None => groups.push((Slot::FUNCTION, vec![flag])),
    }
    work.builder.attributes(&groups)
}
