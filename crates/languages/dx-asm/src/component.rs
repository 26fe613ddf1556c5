//! Names of the component types of signatures.

use glassbox_dxcontainer::part::signature::raw::ComponentType;

/// Name of a component type.
pub(crate) fn component_name(component: ComponentType) -> &'static str {
    match component {
        ComponentType::U32 => "uint",
        ComponentType::I32 => "int",
        ComponentType::F32 => "float",
        ComponentType::U16 => "uint16",
        ComponentType::I16 => "int16",
        ComponentType::F16 => "fp16",
        ComponentType::U64 => "uint64",
        ComponentType::I64 => "int64",
        ComponentType::F64 => "double",
        _ => "unknown",
    }
}
