//! Rewrites resource handles: libraries load them from global variables, linked shaders create them
//! from register bindings.
//!
//! A library loads the variable that represents a resource and makes a handle from it. In a shader,
//! the handle is created from the resource number and a register; the handle of a non-array
//! resource is created at the start of the function, as in DXC.

use std::collections::{HashMap, HashSet};

use glassbox_dxil::ir::{AttributeKind, BinaryOp, Constant, Detached, FunctionId, Op, Type, TypeId, ValueId};
use glassbox_dxil::operation::opcode;

use super::ShaderLinkError;
use super::annotate;
use super::code::{Code, Replaced, Step, Work};
use super::declare::Operation;
use super::resources::{self, Resource};
use crate::rules;

/// First minor version of shader model 6 with annotated handles created from bindings.
const BINDINGS: u32 = 6;

/// Origin of a handle: the resource and, for arrays, the index.
#[derive(Clone, Copy)]
struct Origin {
    resource: usize,
    /// Array index, and whether it may vary between threads.
    index: Option<(ValueId, bool)>,
}

/// Rewrites the handles of all bodies; returns the resources in use, numbered and with registers.
pub(super) fn lower(
    work: &mut Work,
    functions: &[FunctionId],
    minor: u32,
) -> Result<Vec<Resource>, ShaderLinkError> {
    let mut resources = resources::read(&work.builder.module)?;
    let mut found = Vec::new();
    for function in functions {
        let Some(Some(code)) = work.codes.get(function.index()) else {
            continue;
        };
        let origins = origins(work, code, &resources)?;
        for origin in origins.values() {
            if let Some(resource) = resources.get_mut(origin.resource) {
                resource.used = true;
            }
        }
        found.push((*function, origins));
    }
    // Compacting the list changes indices.
    let mut places: Vec<usize> = Vec::new();
    let mut next = 0;
    for resource in &resources {
        places.push(next);
        next += usize::from(resource.used);
    }
    resources::number(&mut resources);
    super::registers::allocate(&mut resources)?;
    for (function, mut origins) in found {
        for origin in origins.values_mut() {
            origin.resource = places.get(origin.resource).copied().unwrap_or(0);
        }
        let Some(mut code) = work.codes.get_mut(function.index()).and_then(Option::take) else {
            continue;
        };
        let bare = if minor < BINDINGS { HashSet::new() } else { bare(work, &code, &origins) };
        exchange(work, &mut code, &origins, &bare, &resources, minor)?;
        if minor < BINDINGS {
            plain(work, &mut code);
        }
        if let Some(slot) = work.codes.get_mut(function.index()) {
            *slot = Some(code);
        }
    }
    Ok(resources)
}

/// Resource of each handle that a body makes.
fn origins(
    work: &Work,
    code: &Code,
    resources: &[Resource],
) -> Result<HashMap<ValueId, Origin>, ShaderLinkError> {
    let makers = code.makers();
    let mut out = HashMap::new();
    for step in code.blocks.iter().flatten() {
        if work.operation(step) != Some(opcode::CREATE_HANDLE_FOR_LIB) {
            continue;
        }
        let (Some(result), Some(loaded)) = (step.result, step.operands.get(2)) else {
            continue;
        };
        let load = makers.get(loaded).and_then(|place| code.step(*place));
        let pointer = load.filter(|step| matches!(step.op, Op::Load(_)));
        let pointer = pointer.and_then(|step| step.operands.first().copied());
        let step = pointer.and_then(|pointer| makers.get(&pointer)).and_then(|place| code.step(*place));
        let origin = pointer.and_then(|pointer| origin(work, resources, pointer, step));
        let Some(origin) = origin else {
            return Err(ShaderLinkError::new(
                &rules::HANDLE,
                "a handle is created from a resource that is selected at run time, or passed between functions",
            ));
        };
        out.insert(result, origin);
    }
    Ok(out)
}

/// Resource that a pointer refers to.
fn origin(work: &Work, resources: &[Resource], pointer: ValueId, step: Option<&Step>) -> Option<Origin> {
    let module = &work.builder.module;
    let (base, index) = match step {
        Some(step) => {
            let Op::GetElementPtr { .. } = step.op else {
                return None;
            };
            let &[base, zero, index] = step.operands.as_slice() else {
                return None;
            };
            let differs = step.attached.iter().any(|item| module.kind(item.kind) == Some(b"dx.nonuniform"));
            (base, Some((zero, index, differs)))
        }
        None => match module.constant(pointer) {
            Some(Constant::GetElementPtr { operands, .. }) => {
                let &[base, zero, index] = module.constants.operands(operands) else {
                    return None;
                };
                (base, Some((zero, index, false)))
            }
            _ => (pointer, None),
        },
    };
    let variable = resources::variable(module, base)?;
    let resource = resources.iter().position(|resource| resource.variable == variable)?;
    let held = module.variables.get(variable.index()).and_then(|found| module.types.get(found.ty));
    let is_array = matches!(held, Some(Type::Array { .. }));
    let index = match index {
        None if !is_array => None,
        Some((zero, index, differs)) if is_array && module.integer(zero) == Some(0) => Some((index, differs)),
        _ => return None,
    };
    Some(Origin { resource, index })
}

/// Creates the handles of a body.
fn exchange(
    work: &mut Work,
    code: &mut Code,
    origins: &HashMap<ValueId, Origin>,
    bare: &HashSet<ValueId>,
    resources: &[Resource],
    minor: u32,
) -> Result<(), ShaderLinkError> {
    if origins.is_empty() {
        return Ok(());
    }
    let annotation = (!bare.is_empty()).then(|| annotate::operation(work));
    let operation = creation(work, minor);
    let mut whole: HashMap<usize, ValueId> = HashMap::new();
    let mut first = Vec::new();
    let mut order: Vec<usize> =
        origins.values().filter(|origin| origin.index.is_none()).map(|origin| origin.resource).collect();
    // Each is inserted before the previous ones: constant buffers, samplers, SRVs, UAVs.
    const TURN: [usize; resources::CLASSES] = [2, 3, 0, 1];
    order.sort_by_key(|place| {
        resources.get(*place).map(|resource| (TURN.get(resource.class).copied(), resource.id))
    });
    order.dedup();
    for place in order {
        let Some(resource) = resources.get(place) else {
            continue;
        };
        let index = work.builder.integer(32, i64::from(resource.lower.unwrap_or(0) as i32));
        let step = make(work, code, operation, resource, index, false, minor);
        whole.extend(step.result.map(|value| (place, value)));
        first.insert(0, step);
    }
    let mut replaced = Replaced::default();
    for block in 0..code.blocks.len() {
        let steps = code.blocks.get_mut(block).map(std::mem::take).unwrap_or_default();
        let mut out = Vec::with_capacity(steps.len());
        // Each handle needs one annotation per block.
        let mut annotated: HashMap<ValueId, ValueId> = HashMap::new();
        for step in steps {
            let origin = step.result.and_then(|result| Some((result, *origins.get(&result)?)));
            let Some((result, origin)) = origin else {
                out.push(step);
                continue;
            };
            let Some(resource) = resources.get(origin.resource) else {
                continue;
            };
            let handle = match origin.index {
                None => whole.get(&origin.resource).copied(),
                Some((index, differs)) => {
                    let index = shifted(work, code, &mut out, index, resource.lower.unwrap_or(0));
                    let made = make(work, code, operation, resource, index, differs, minor);
                    let handle = made.result;
                    out.push(made);
                    handle
                }
            };
            let Some(handle) = handle else { continue };
            let annotation = annotation.filter(|_| bare.contains(&result));
            let Some(annotation) = annotation else {
                replaced.set(result, handle);
                continue;
            };
            if let Some(known) = annotated.get(&handle) {
                replaced.set(result, *known);
                continue;
            }
            let made = annotate::step(work, code, annotation, handle, resource, &step)?;
            if let Some(value) = made.result {
                replaced.set(result, value);
                annotated.insert(handle, value);
            }
            out.push(made);
        }
        if let Some(slot) = code.blocks.get_mut(block) {
            *slot = out;
        }
    }
    if let Some(entry) = code.blocks.first_mut() {
        entry.splice(0..0, first);
    }
    replaced.apply(code);
    Ok(())
}

/// Register of an array index.
fn shifted(work: &mut Work, code: &mut Code, out: &mut Vec<Step>, index: ValueId, lower: u32) -> ValueId {
    if lower == 0 {
        return index;
    }
    if let Some(number) = work.integer(index) {
        return work.builder.integer(32, i64::from((number as u32).wrapping_add(lower) as i32));
    }
    let int = work.builder.module.types.intern(Type::Integer(32));
    let lower = work.builder.integer(32, i64::from(lower as i32));
    let value = code.reserve(int);
    let op = Op::Binary { op: BinaryOp::Add, flags: glassbox_dxil::ir::Flags::NONE };
    out.push(Step::new(op, int, Some(value), vec![index, lower]));
    value
}

/// Declares the operation that creates handles.
fn creation(work: &mut Work, minor: u32) -> Operation {
    let handle = work.handle();
    let [bit, byte, int] = [1, 8, 32].map(|width| work.builder.module.types.intern(Type::Integer(width)));
    if minor < BINDINGS {
        let attributes = [AttributeKind::NO_UNWIND, AttributeKind::READ_ONLY];
        return work.declare(b"dx.op.createHandle", handle, &[int, byte, int, int, bit], &attributes);
    }
    let binding = binding(work);
    let attributes = [AttributeKind::NO_UNWIND, AttributeKind::READ_NONE];
    let name = b"dx.op.createHandleFromBinding";
    work.declare(name, handle, &[int, binding, int, bit], &attributes)
}

/// Type of bindings.
fn binding(work: &mut Work) -> TypeId {
    let types = &mut work.builder.module.types;
    if let Some(ty) = types.named(b"dx.types.ResBind") {
        return ty;
    }
    let [byte, int] = [8, 32].map(|width| types.intern(Type::Integer(width)));
    types.add_named(b"dx.types.ResBind", Some(&[int, int, int, byte]), false)
}

fn make(
    work: &mut Work,
    code: &mut Code,
    operation: Operation,
    resource: &Resource,
    index: ValueId,
    differs: bool,
    minor: u32,
) -> Step {
    let handle = work.handle();
    let number = if minor < BINDINGS { opcode::CREATE_HANDLE } else { opcode::CREATE_HANDLE_FROM_BINDING };
    let number = work.builder.integer(32, i64::from(number));
    let class = work.builder.integer(8, resource.class as i64);
    let differs = work.builder.integer(1, -i64::from(differs));
    let operands = if minor < BINDINGS {
        let id = work.builder.integer(32, i64::from(resource.id));
        vec![operation.value, number, class, id, index, differs]
    } else {
        let ty = binding(work);
        let [lower, upper, space] =
            [resource.lower.unwrap_or(0), resource.last().unwrap_or(0), resource.space]
                .map(|number| work.builder.integer(32, i64::from(number as i32)));
        let binding = work.builder.constant(ty, Detached::aggregate(&[lower, upper, space, class]));
        vec![operation.value, number, binding, index, differs]
    };
    let value = code.reserve(handle);
    Step::new(Op::Call(operation.call), handle, Some(value), operands)
}

/// Removes annotations, which models before 6.6 do not have.
fn plain(work: &Work, code: &mut Code) {
    let mut replaced = Replaced::default();
    for step in code.blocks.iter().flatten() {
        if work.operation(step) == Some(opcode::ANNOTATE_HANDLE)
            && let (Some(result), Some(handle)) = (step.result, step.operands.get(2))
        {
            replaced.set(result, *handle);
        }
    }
    for steps in &mut code.blocks {
        steps.retain(|step| step.result.is_none_or(|result| replaced.get(result) == result));
    }
    replaced.apply(code);
}

/// Handles without annotation, as made by libraries of models before 6.6.
fn bare(work: &Work, code: &Code, origins: &HashMap<ValueId, Origin>) -> HashSet<ValueId> {
    let steps = code.blocks.iter().flatten();
    let said = steps.filter(|step| work.operation(step) == Some(opcode::ANNOTATE_HANDLE));
    let said: HashSet<ValueId> = said.filter_map(|step| step.operands.get(2).copied()).collect();
    origins.keys().copied().filter(|handle| !said.contains(handle)).collect()
}
