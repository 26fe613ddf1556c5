//! Checks functions, their attributes and parameters, and global variables.

use super::context::{Validator, a_shader, kind, shown};
use super::{Subject, rules};
use crate::analysis::handles::symbol;
use crate::analysis::program::Kind;
use crate::analysis::sizes::GROUP_SHARED;
use crate::function::Linkage;
use crate::ir::{
    Attribute, Constant, Function, FunctionId, Slot, Type, TypeId, Value, ValueId, Variable, VariableId,
};

/// Nesting of types followed.
const MAX_DEPTH: u32 = 32;

/// Checks a function apart from its code.
pub(super) fn function(validator: &mut Validator<'_>, id: FunctionId) {
    let program = validator.program;
    let Some(function) = program.module.functions.get(id.index()) else { return };
    let kind = program.kind(id);
    if function.is_declaration() {
        declared(validator, id, function, kind);
        if matches!(kind, Kind::Operation | Kind::Intrinsic) {
            return;
        }
    } else {
        parameters(validator, id, function);
    }
    let Some((result, parameters, _)) = validator.types.function(function.ty) else { return };
    let passes = |ty: &TypeId| holds_resource(validator, *ty, MAX_DEPTH);
    if passes(&result) || parameters.iter().any(passes) {
        let message =
            format!("found a resource as value of {}, expected an index", validator.function_name(id));
        validator.report(&rules::RESOURCE_PARAMETER, Subject::Function(id), message);
        return;
    }
    if !validator.shader.is_library() {
        attributes(validator, id, function);
    }
}

/// True for types that hold resources or other objects.
fn holds_resource(validator: &Validator<'_>, ty: TypeId, depth: u32) -> bool {
    let Some(depth) = depth.checked_sub(1) else { return false };
    match validator.types.get(ty) {
        Some(Type::Pointer { pointee: inner, .. } | Type::Array { element: inner, .. }) => {
            holds_resource(validator, inner, depth)
        }
        Some(Type::Named { name, .. }) if validator.types.text(name).starts_with(b"dx.types.") => true,
        Some(Type::Named { .. } | Type::Struct { .. }) => {
            let fields = validator.types.fields(ty).unwrap_or_default();
            // Members that are numbers need no look, so shared structures are followed a few times only.
            fields.iter().any(|&field| {
                let is_nested = matches!(
                    validator.types.get(field),
                    Some(
                        Type::Named { .. } | Type::Struct { .. } | Type::Array { .. } | Type::Pointer { .. }
                    )
                );
                is_nested && holds_resource(validator, field, depth / 2)
            })
        }
        _ => false,
    }
}

fn declared(validator: &mut Validator<'_>, id: FunctionId, function: &Function, kind: Kind) {
    let name = validator.program.module.name(function.value).unwrap_or_default();
    let is_lifetime = name.starts_with(b"llvm.lifetime.start") || name.starts_with(b"llvm.lifetime.end");
    if is_lifetime && validator.model_is(6) {
        return;
    }
    let uses = validator.function_uses.get(id.index()).copied().unwrap_or_default();
    let found = || format!("found {}", shown(name));
    if kind != Kind::Operation && !validator.shader.is_library() {
        let message = format!("{} called by a shader, expected a DXIL operation", found());
        validator.report(&rules::FOREIGN_FUNCTION, Subject::Function(id), message);
    } else if uses.calls == 0 && uses.others == 0 {
        let message = format!("{} without a call, expected one or no declaration", found());
        validator.report(&rules::UNUSED_FUNCTION, Subject::Function(id), message);
    } else if uses.others > 0 {
        let message = format!("{} used as a value, expected calls only", found());
        validator.report(&rules::FUNCTION_VALUE, Subject::Function(id), message);
    }
}

/// Checks the parameters and the result of a defined function.
fn parameters(validator: &mut Validator<'_>, id: FunctionId, function: &Function) {
    let role = validator.role(id);
    let is_shader = role.entry.is_some() || !role.hulls.is_empty();
    let (shader, entry) = (role.kind, role.entry);
    let types = validator.types;
    let Some((result, parameters, _)) = types.function(function.ty) else { return };
    let name = validator.function_name(id);
    let wanted = match shader {
        kind::ANY_HIT | kind::CLOSEST_HIT if entry.is_some() => 2,
        kind::MISS | kind::CALLABLE if entry.is_some() => 1,
        _ => 0,
    };
    let mut messages: Vec<String> = Vec::new();
    if is_shader && wanted != parameters.len() {
        messages.push(format!(
            "found {} parameters of {name}, expected {wanted} of {}",
            parameters.len(),
            a_shader(shader)
        ));
    }
    if is_shader && types.get(result) != Some(Type::Void) {
        messages.push(format!("found the result {} of {name}, expected void", validator.type_name(result)));
    }
    let is_structure = |ty| matches!(types.get(ty), Some(Type::Named { .. } | Type::Struct { .. }));
    for (index, &parameter) in parameters.iter().enumerate() {
        let target = types.pointee(parameter).unwrap_or(parameter);
        if index < wanted && !is_structure(target) {
            messages.push(format!(
                "found {} as parameter {index} of {name}, expected a structure",
                validator.type_name(parameter)
            ));
        }
        let mut inner = target;
        while let Some(Type::Array { element, .. }) = types.get(inner) {
            inner = element;
        }
        if wanted == 0 && !validator.shader.is_library() && is_structure(inner) {
            messages.push(format!("found a structure as parameter {index} of {name}, expected its members"));
            break;
        }
    }
    for message in messages {
        validator.report(&rules::PARAMETERS, Subject::Function(id), message);
    }
    if let Some(entry) = entry.filter(|_| wanted > 0) {
        payload(validator, entry, shader, parameters);
    }
}

/// Compares the sizes that a ray tracing shader states with its parameters.
fn payload(validator: &mut Validator<'_>, entry: usize, shader: u32, parameters: &[TypeId]) {
    let shown_entry = validator.shader.entries.get(entry);
    let Some(properties) = shown_entry.map(|entry| &entry.properties) else { return };
    let size = |index: usize| {
        let ty = parameters.get(index).map(|&ty| validator.types.pointee(ty).unwrap_or(ty));
        ty.map_or(0, |ty| validator.layout.allocation(validator.program.module, ty))
    };
    let has_attributes = matches!(shader, kind::ANY_HIT | kind::CLOSEST_HIT);
    let pairs = [
        ("payload", crate::shader::entry::tag::RAY_PAYLOAD, size(0), properties.payload),
        (
            "attributes",
            crate::shader::entry::tag::RAY_ATTRIBUTES,
            if has_attributes { size(1) } else { 0 },
            properties.attributes,
        ),
    ];
    for (what, tag, size, stated) in pairs {
        if u64::from(stated) < size {
            let message =
                format!("found {stated} bytes of {what}, expected at least the {size} of the parameter");
            validator.report(&rules::PAYLOAD, Subject::Property(entry, tag), message);
        }
    }
}

/// Checks the attributes of a function that are strings.
fn attributes(validator: &mut Validator<'_>, id: FunctionId, function: &Function) {
    let attributes = &validator.program.module.attributes;
    let Some(list) = function.attributes else { return };
    let mut messages: Vec<String> = Vec::new();
    for group in attributes.groups_of(list).filter(|group| group.slot == Slot::FUNCTION) {
        for &attribute in &group.attributes {
            let (name, value) = match attribute {
                Attribute::String(name) => (attributes.text(name), &b""[..]),
                Attribute::Pair(name, value) => (attributes.text(name), attributes.text(value)),
                Attribute::Flag(_) | Attribute::Number(..) => continue,
            };
            let is_known = match name {
                b"fp32-denorm-mode" => matches!(value, b"any" | b"preserve" | b"ftz"),
                b"waveops-include-helper-lanes" => true,
                _ => false,
            };
            if !is_known {
                messages.push(format!(
                    "found attribute \"{}\"=\"{}\" of {}, which DXIL does not have",
                    shown(name),
                    shown(value),
                    validator.function_name(id)
                ));
            }
        }
    }
    for message in messages {
        validator.report(&rules::ATTRIBUTE, Subject::Function(id), message);
    }
}

/// How a function is used.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct FunctionUses {
    /// Calls.
    calls: u32,
    /// Other uses by instructions.
    others: u32,
}

/// How a global variable is used.
#[derive(Clone, Copy, Debug, Default)]
struct VariableUses {
    by_instruction: bool,
    by_constant: bool,
}

/// Counts the uses of functions and checks those of global variables.
pub(super) fn variables(validator: &mut Validator<'_>) {
    let program = validator.program;
    let module = program.module;
    let mut functions = vec![FunctionUses::default(); module.functions.len()];
    let mut variables = vec![VariableUses::default(); module.variables.len()];
    for (_, body) in program.defined() {
        for instruction in &body.instructions {
            let is_call = instruction.call().is_some();
            for (place, &operand) in body.operands(instruction).iter().enumerate() {
                match module.value(operand) {
                    Some(Value::Function(id)) => {
                        if let Some(uses) = functions.get_mut(id.index()) {
                            if is_call && place == 0 { uses.calls += 1 } else { uses.others += 1 }
                        }
                    }
                    Some(Value::Variable(id)) => {
                        if let Some(uses) = variables.get_mut(id.index()) {
                            uses.by_instruction = true;
                        }
                    }
                    _ => {}
                }
            }
        }
    }
    let mut note = |value: ValueId| {
        if let Some(Value::Variable(id)) = module.value(value)
            && let Some(uses) = variables.get_mut(id.index())
        {
            uses.by_constant = true;
        }
    };
    let mut mistyped = None;
    for &(value, constant) in &module.constants.items {
        module.constants.references(constant, &mut note);
        if let Constant::GetElementPtr { source, operands, .. } = constant {
            let pointer =
                module.constants.operands(operands).first().and_then(|&pointer| module.type_of(pointer));
            let target = pointer.and_then(|pointer| module.types.pointee(pointer));
            if target.is_some_and(|target| target != source) {
                mistyped.get_or_insert((value, source));
            }
        }
    }
    for (_, body) in program.defined() {
        for &(_, constant) in &body.constants.items {
            body.constants.references(constant, &mut note);
        }
    }
    validator.function_uses = functions;
    if let Some((value, source)) = mistyped {
        let bits = module.value_places.get(value.index()).unwrap_or_default();
        let message = format!(
            "found a constant address into {} of another pointer, expected the same type",
            validator.type_name(source)
        );
        validator.report(&rules::OPERAND_TYPE, Subject::Bits(bits, String::new()), message);
    }
    let symbols: foldhash::HashSet<ValueId> =
        validator.shader.resources.iter().filter_map(|resource| symbol(program, resource)).collect();
    for (index, (variable, uses)) in module.variables.iter().zip(variables).enumerate() {
        check_variable(validator, VariableId::at(index), variable, uses, symbols.contains(&variable.value));
    }
}

fn check_variable(
    validator: &mut Validator<'_>,
    id: VariableId,
    variable: &Variable,
    uses: VariableUses,
    is_resource: bool,
) {
    let module = validator.program.module;
    let name = module.name(variable.value).unwrap_or_default();
    let is_static = variable.linkage == Linkage::INTERNAL && variable.address_space == 0;
    let is_own = is_static || variable.address_space == GROUP_SHARED;
    let is_library = validator.shader.is_library();
    let is_allowed = is_own || is_library && (is_resource || name == b"dx.ishelper");
    let subject = Subject::Variable(id);
    if !is_allowed {
        if uses.by_instruction {
            let message =
                format!("found a use of external {}, expected handles or an own variable", shown(name));
            validator.report(&rules::VARIABLE, subject, message);
        }
        return;
    }
    if !uses.by_instruction && !uses.by_constant && !is_resource {
        let message = format!("found {} without a use, expected one or no variable", shown(name));
        validator.report(&rules::VARIABLE, subject.clone(), message);
    }
    if is_own {
        super::types::check(validator, variable.ty, &subject);
    }
}

/// True if a constant is the address of a variable, possibly converted or indexed.
pub(super) fn is_variable(scope: crate::ir::Scope<'_>, value: ValueId) -> bool {
    let mut at = value;
    for _ in 0..MAX_DEPTH {
        at = match (scope.value(at), scope.constant(at)) {
            (Some(Value::Variable(_)), _) => return true,
            (_, Some((Constant::GetElementPtr { operands, .. }, constants))) => {
                match constants.operands(operands).first() {
                    Some(&first) => first,
                    None => return false,
                }
            }
            (_, Some((Constant::Cast { value, .. }, _))) => value,
            _ => return false,
        };
    }
    false
}
