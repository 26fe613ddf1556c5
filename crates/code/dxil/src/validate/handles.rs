//! Determines the resource that each handle of a function leads to.

use foldhash::{HashMap, HashSet};

use super::builtins::Builtin;
use super::context::{Call, Validator};
use super::{Subject, rules};
use crate::analysis::handles::symbol;
use crate::analysis::opcode;
use crate::ir::{Body, Constant, FunctionId, InstructionId, Op, Type, TypeId, ValueId};
use crate::shader::resource::{Class, Resource, kind};

/// What is known of the resource of a handle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Properties {
    pub(super) class: Class,
    pub(super) kind: u32,
    /// Component type of typed views; 0 if none.
    pub(super) component: u32,
    /// True for comparison samplers and for buffers with a counter.
    pub(super) compares_or_counts: bool,
    /// Size of a constant buffer in bytes.
    pub(super) size: u32,
    /// True if writes are visible after reordering.
    pub(super) is_reorder_coherent: bool,
    /// Position in the shader's resources, if created from a range.
    pub(super) resource: Option<usize>,
}

/// Bits of the first word of an annotation.
mod bit {
    pub(super) const UAV: u32 = 1 << 12;
    pub(super) const COMPARES_OR_COUNTS: u32 = 1 << 15;
    pub(super) const REORDER_COHERENT: u32 = 1 << 16;
}

/// Kind of comparison samplers.
const COMPARISON: u32 = 1;
/// Steps between a library's handle and its variable.
const MAX_STEPS: u32 = 64;

/// Handles of one function.
#[derive(Debug, Default)]
pub(super) struct Handles {
    known: HashMap<ValueId, Properties>,
    /// Handles that were reported.
    reported: HashSet<ValueId>,
    /// Members taken of each result of `GetDimensions`; `None` for other uses.
    dimensions: Option<HashMap<ValueId, Vec<Option<u32>>>>,
}

/// Resources of a module by what creates handles of them.
#[derive(Debug, Default)]
pub(super) struct Resources {
    /// By class and number in its list.
    ranges: HashMap<(Class, u32), usize>,
    /// By global variable.
    variables: HashMap<ValueId, usize>,
}

impl Resources {
    pub(super) fn of(validator: &Validator<'_>) -> Resources {
        let mut found = Resources::default();
        let mut counts: HashMap<Class, u32> = HashMap::default();
        for (index, resource) in validator.shader.resources.iter().enumerate() {
            let count = counts.entry(resource.class).or_default();
            found.ranges.insert((resource.class, *count), index);
            *count += 1;
            if let Some(symbol) = symbol(validator.program, resource) {
                found.variables.entry(symbol).or_insert(index);
            }
        }
        found
    }
}

impl Handles {
    /// Reads the calls of a body that create handles, and reports wrong ones.
    pub(super) fn of(
        validator: &mut Validator<'_>,
        resources: &Resources,
        function: FunctionId,
        body: &Body,
    ) -> Handles {
        let mut handles = Handles::default();
        let program = validator.program;
        for (index, instruction) in body.instructions.iter().enumerate() {
            let Some(result) = instruction.result.filter(|_| instruction.call().is_some()) else { continue };
            let Some(operation) = program.operation(body, instruction) else { continue };
            let arguments = operation.arguments;
            let id = InstructionId::at(index);
            let found = match operation.code {
                opcode::CREATE_HANDLE => created(validator, resources, (function, id), body, arguments),
                opcode::CREATE_HANDLE_FOR_LIB => loaded(validator, resources, body, arguments),
                opcode::ANNOTATE_HANDLE => annotated(validator, (function, id), body, arguments),
                _ => continue,
            };
            match found {
                Ok(Some(properties)) => {
                    handles.known.insert(result, properties);
                }
                Ok(None) => {}
                Err(()) => {
                    handles.reported.insert(result);
                }
            }
        }
        handles
    }

    /// Resource of a handle; reports it once if there is none.
    pub(super) fn resource(
        &mut self,
        validator: &mut Validator<'_>,
        call: &Call<'_>,
        handle: ValueId,
    ) -> Option<Properties> {
        if let Some(&found) = self.known.get(&handle) {
            if found.is_reorder_coherent && !validator.model_is(9) && self.reported.insert(handle) {
                let message = format!(
                    "found a reorder-coherent resource in shader model {}, expected 6.9 or later",
                    validator.shader.model
                );
                validator.report(&rules::TOO_NEW, call.subject(), message);
            }
            return Some(found);
        }
        if self.reported.insert(handle) {
            let message = "found a handle that no creation of one resource makes, expected that of CreateHandle, \
                           CreateHandleForLib or AnnotateHandle";
            let mut subject = call.subject();
            if let Some(id) = validator.program.maker(call.body, handle) {
                subject = Subject::Instruction(call.function, id);
            }
            validator.report(&rules::HANDLE, subject, message);
        }
        None
    }

    /// Members that are taken of a result of `GetDimensions`, each once; `None` for other uses.
    pub(super) fn dimension_uses(
        &mut self,
        validator: &Validator<'_>,
        body: &Body,
        result: ValueId,
    ) -> Vec<Option<u32>> {
        let uses = self.dimensions.get_or_insert_with(|| dimension_uses(validator, body));
        let mut found = uses.get(&result).cloned().unwrap_or_default();
        found.sort_unstable();
        found.dedup();
        found
    }

    /// Resource of a handle, without a report.
    pub(super) fn known(&self, handle: ValueId) -> Option<Properties> {
        self.known.get(&handle).copied()
    }
}

fn dimension_uses(validator: &Validator<'_>, body: &Body) -> HashMap<ValueId, Vec<Option<u32>>> {
    let mut uses: HashMap<ValueId, Vec<Option<u32>>> = HashMap::default();
    for instruction in &body.instructions {
        for &operand in body.operands(instruction) {
            let is_dimensions = body
                .local(operand)
                .is_some_and(|local| validator.builtins.get(local.ty) == Some(Builtin::Dimensions));
            if !is_dimensions {
                continue;
            }
            let found = uses.entry(operand).or_default();
            match instruction.op {
                Op::ExtractValue { indices } => found.extend(body.indices(indices).iter().copied().map(Some)),
                Op::Phi => {}
                _ => found.push(None),
            }
        }
    }
    uses
}

fn properties(resource: &Resource, index: usize) -> Properties {
    let is_sampler = resource.class == Class::Sampler;
    Properties {
        class: resource.class,
        kind: resource.kind,
        component: resource.element_type.unwrap_or(0),
        compares_or_counts: if is_sampler {
            resource.sampler == Some(COMPARISON)
        } else {
            resource.has_counter
        },
        size: resource.size.unwrap_or(0),
        is_reorder_coherent: resource.is_reorder_coherent,
        resource: Some(index),
    }
}

/// Result of `CreateHandle`.
fn created(
    validator: &mut Validator<'_>,
    resources: &Resources,
    (function, id): (FunctionId, InstructionId),
    body: &Body,
    arguments: &[ValueId],
) -> Result<Option<Properties>, ()> {
    let (scope, shader, types) = (validator.program.scope(body), validator.shader, validator.types);
    let integer = |index: usize| arguments.get(index).and_then(|&value| scope.integer(value));
    let mut wrong = |message: String| {
        validator.report(&rules::HANDLE, Subject::Instruction(function, id), message);
        Err(())
    };
    let (Some(class), Some(range)) = (integer(1), integer(2)) else {
        return wrong("found a computed class or range of a handle, expected constants".to_owned());
    };
    let Some(&class) = usize::try_from(class).ok().and_then(|class| Class::ALL.get(class)) else {
        return wrong(format!("found resource class {class}, expected 0 to 3"));
    };
    let place = u32::try_from(range).ok().and_then(|range| resources.ranges.get(&(class, range)));
    let resource = place.and_then(|&place| Some((place, shader.resources.get(place)?)));
    let Some((place, resource)) = resource else {
        return wrong(format!("found range {range} of {}, which is not declared", class.name()));
    };
    let index = integer(3);
    let pointee = resource.symbol_type.and_then(|ty| types.pointee(TypeId(u32::try_from(ty).ok()?)));
    let is_array = pointee.is_none_or(|ty| matches!(types.get(ty), Some(Type::Array { .. })));
    match index.map(|index| index as u32) {
        None if !is_array => {
            wrong("found a computed register of a single resource, expected its number".to_owned())
        }
        Some(index) if !(resource.lower..=resource.upper()).contains(&index) => {
            wrong(format!("found register {index}, expected {} to {}", resource.lower, resource.upper()))
        }
        _ => Ok(Some(properties(resource, place))),
    }
}

/// Result of `CreateHandleForLib`.
fn loaded(
    validator: &Validator<'_>,
    resources: &Resources,
    body: &Body,
    arguments: &[ValueId],
) -> Result<Option<Properties>, ()> {
    let scope = validator.program.scope(body);
    let found = || -> Option<Properties> {
        let load = body.instruction(validator.program.maker(body, *arguments.get(1)?)?)?;
        let Op::Load(_) = load.op else { return None };
        let mut at = *body.operands(load).first()?;
        for _ in 0..MAX_STEPS {
            if let Some(&index) = resources.variables.get(&at) {
                return Some(properties(validator.shader.resources.get(index)?, index));
            }
            at = match (scope.constant(at), validator.program.maker(body, at)) {
                (Some((Constant::GetElementPtr { operands, .. }, constants)), _) => {
                    *constants.operands(operands).first()?
                }
                (Some((Constant::Cast { value, .. }, _)), _) => value,
                (_, Some(maker)) => match body.instruction(maker)? {
                    address if matches!(address.op, Op::GetElementPtr { .. } | Op::Cast(_)) => {
                        *body.operands(address).first()?
                    }
                    _ => return None,
                },
                _ => return None,
            };
        }
        None
    };
    Ok(found())
}

/// Result of `AnnotateHandle`.
fn annotated(
    validator: &mut Validator<'_>,
    (function, id): (FunctionId, InstructionId),
    body: &Body,
    arguments: &[ValueId],
) -> Result<Option<Properties>, ()> {
    let words = arguments.get(2).and_then(|&value| words(validator.program.scope(body), value));
    let [first, second] = words.unwrap_or_default();
    let found = first & 0xFF;
    if found == 0 || found > kind::FEEDBACK_TEXTURE_2D_ARRAY {
        let message = format!("found an annotation of resource kind {found}, expected 1 to 18");
        validator.report(&rules::HANDLE, Subject::Instruction(function, id), message);
        return Err(());
    }
    let class = match found {
        kind::CBUFFER => Class::Cbv,
        kind::SAMPLER => Class::Sampler,
        _ if first & bit::UAV != 0 => Class::Uav,
        _ => Class::Srv,
    };
    let is_typed = matches!(found, 1..=kind::TYPED_BUFFER | kind::TBUFFER);
    Ok(Some(Properties {
        class,
        kind: found,
        component: if is_typed { second & 0xFF } else { 0 },
        compares_or_counts: first & bit::COMPARES_OR_COUNTS != 0,
        size: if class == Class::Cbv { second } else { 0 },
        is_reorder_coherent: first & bit::REORDER_COHERENT != 0,
        resource: None,
    }))
}

/// Two words of a constant structure.
fn words(scope: crate::ir::Scope<'_>, value: ValueId) -> Option<[u32; 2]> {
    let (constant, constants) = scope.constant(value)?;
    let parts = match constant {
        Constant::Aggregate(parts) => constants.operands(parts),
        _ => return None,
    };
    let word = |index: usize| scope.integer(*parts.get(index)?).map(|word| word as u32);
    Some([word(0)?, word(1)?])
}
