//! Inlines functions within a library, as DXC's linker does.

use glassbox_dxil::ir::{
    AttributesId, Body, Builder, Definition, FunctionId, KindId, MetadataId, Op, Remap, TypeId, ValueId,
};

use super::code::Work;
use super::{ShaderLinkError, each, inline, scalarize, tidy, verify, write};

/// Inlines calls in all functions of a library of shader model 6 with this minor version; `None` if
/// there are none. Unused functions are kept.
pub(in crate::merge) fn inlined(builder: &Builder, minor: u32) -> Result<Option<Builder>, ShaderLinkError> {
    // Opening a library moves constants from bodies to the module, so do not open one that is to
    // stay as it is.
    if !calls(builder) {
        return Ok(None);
    }
    let mut work = Work::open(builder.clone())?;
    let codes = work.codes.iter().enumerate();
    let defined: Vec<FunctionId> =
        codes.filter(|(_, code)| code.is_some()).map(|(place, _)| FunctionId::at(place)).collect();
    let changed = inline::all(&mut work, &defined)?;
    if changed.is_empty() {
        return Ok(None);
    }
    if minor < verify::VECTORS {
        each(&mut work, &changed, scalarize::scalarize);
    }
    tidy(&mut work, &changed);
    let mut bodies = Vec::new();
    for function in changed {
        if let Some(Some(code)) = work.codes.get(function.index()) {
            let mut body = write::body(&work, &mut Same, function, code)?;
            body.arrange(&work.builder.module.types);
            bodies.push((function, body));
        }
    }
    for (function, body) in bodies {
        if let Some(slot) = work.builder.module.functions.get_mut(function.index()) {
            slot.definition = Definition::Body(Box::new(body));
        }
    }
    Ok(Some(work.builder))
}

/// True if any function calls one that is defined.
fn calls(builder: &Builder) -> bool {
    let module = &builder.module;
    let called = |body: &Body| {
        body.instructions.iter().any(|instruction| {
            let callee = body.operands(instruction).first().copied();
            let callee = callee.and_then(|callee| module.function(callee));
            matches!(instruction.op, Op::Call(_))
                && callee.is_some_and(|(_, function)| !function.is_declaration())
        })
    };
    let mut bodies = module.functions.iter().filter_map(|function| match &function.definition {
        Definition::Body(body) => Some(body),
        _ => None,
    });
    bodies.any(|body| called(body))
}

/// Identity mapping of a module.
struct Same;

impl Remap for Same {
    type Error = ShaderLinkError;

    fn ty(&mut self, ty: TypeId) -> Result<TypeId, ShaderLinkError> {
        Ok(ty)
    }

    fn value(&mut self, value: ValueId) -> Result<ValueId, ShaderLinkError> {
        Ok(value)
    }

    fn function(&mut self, function: FunctionId) -> Result<FunctionId, ShaderLinkError> {
        Ok(function)
    }

    fn metadata(&mut self, metadata: MetadataId) -> Result<MetadataId, ShaderLinkError> {
        Ok(metadata)
    }

    fn attributes(&mut self, list: AttributesId) -> Result<AttributesId, ShaderLinkError> {
        Ok(list)
    }

    fn kind(&mut self, kind: KindId) -> Result<KindId, ShaderLinkError> {
        Ok(kind)
    }
}
