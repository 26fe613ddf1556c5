//! Checks a module of naga's: numbers that its validator turns into memory, then what the validator has against it.

use std::ops::Range;

use naga::valid::{Capabilities, ModuleInfo, ValidationFlags, Validator};
use naga::{AddressSpace, Binding, GlobalVariable, Handle, Module, ResourceBinding, Span, TypeInner};

use super::plain::plain;

/// The greatest location. WebGPU guarantees 16, Vulkan devices have 128 at most.
const MAX_LOCATION: u32 = 1023;

/// The greatest group, and the greatest binding in one. Vulkan devices have 32 sets at most.
const MAX_GROUP: u32 = 1023;
const MAX_BINDING: u32 = (1 << 20) - 1;

/// Bytes of immediate data that naga counts, in the bits of one number.
const MAX_COUNTED: u32 = 256;

/// The place of immediate data that is larger, as a uniform block; no module has it, since groups are small numbers.
pub const IMMEDIATE: ResourceBinding = ResourceBinding { group: u32::MAX, binding: u32::MAX };

/// Why a module is none that code is written from.
#[derive(Clone, Debug)]
pub struct Refusal {
    /// The part of the text that it is about, if that is known.
    pub span: Option<Range<usize>>,
    /// What naga says.
    pub message: String,
}

/// Checks a module. It may use all that naga has; whatever a target lacks is refused when that target is written.
///
/// # Errors
/// What is wrong with it.
pub fn check(module: &Module) -> Result<ModuleInfo, Refusal> {
    numbers(module)?;
    validate(module, Capabilities::all())
}

/// What naga's validator says of a module that may use some capabilities.
///
/// # Errors
/// What is wrong with it.
pub fn validate(module: &Module, capabilities: Capabilities) -> Result<ModuleInfo, Refusal> {
    let block = as_block(module);
    let mut validator = Validator::new(ValidationFlags::all(), capabilities);
    validator.validate(block.as_ref().unwrap_or(module)).map_err(|error| {
        // The outermost part comes first; the smallest is the mistake.
        let spans = error.spans().filter_map(|(span, _)| span.to_range());
        let span = spans.min_by_key(|span| span.len());
        Refusal { span, message: chain(error.as_inner()) }
    })
}

/// The module with large immediate data as a uniform block at [`IMMEDIATE`]; `None` where it has none.
#[must_use]
pub fn as_block(module: &Module) -> Option<Module> {
    let size = |variable: &GlobalVariable| module.types[variable.ty].inner.size(module.to_ctx());
    let is_large =
        |variable: &GlobalVariable| variable.space == AddressSpace::Immediate && size(variable) > MAX_COUNTED;
    let handle: Handle<GlobalVariable> =
        module.global_variables.iter().find(|(_, variable)| is_large(variable)).map(|(handle, _)| handle)?;
    let mut module = module.clone();
    let variable = module.global_variables.get_mut(handle);
    variable.space = AddressSpace::Uniform;
    variable.binding = Some(IMMEDIATE);
    Some(module)
}

/// An error with what caused it.
pub fn chain(error: &dyn std::error::Error) -> String {
    let mut text = error.to_string();
    let mut source = error.source();
    while let Some(cause) = source {
        text.push_str(": ");
        text.push_str(&cause.to_string());
        source = cause.source();
    }
    plain(&text)
}

/// Checks locations, groups and bindings.
fn numbers(module: &Module) -> Result<(), Refusal> {
    for (handle, variable) in module.global_variables.iter() {
        let span = module.global_variables.get_span(handle);
        if let Some(resource) = &variable.binding {
            within("group", resource.group, MAX_GROUP, span)?;
            within("binding", resource.binding, MAX_BINDING, span)?;
        }
    }
    for (handle, ty) in module.types.iter() {
        if let TypeInner::Struct { members, .. } = &ty.inner {
            for member in members {
                location(member.binding.as_ref(), module.types.get_span(handle))?;
            }
        }
    }
    for entry in &module.entry_points {
        let function = &entry.function;
        let bindings = function.arguments.iter().map(|argument| argument.binding.as_ref());
        let result = function.result.as_ref().map(|result| result.binding.as_ref());
        for binding in bindings.chain(result) {
            location(binding, Span::UNDEFINED)?;
        }
    }
    Ok(())
}

fn location(binding: Option<&Binding>, span: Span) -> Result<(), Refusal> {
    match binding {
        Some(Binding::Location { location, .. }) => within("location", *location, MAX_LOCATION, span),
        _ => Ok(()),
    }
}

fn within(what: &str, found: u32, limit: u32, span: Span) -> Result<(), Refusal> {
    if found <= limit {
        return Ok(());
    }
    Err(Refusal { span: span.to_range(), message: format!("the {what} is {found}, at most {limit} is read") })
}
