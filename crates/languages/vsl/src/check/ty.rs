//! Resolves the types of declarations.
//!
//! Facts: VSL brief, sections 4 and 15.

use crate::check::finding::{Unreported, did_you_mean, unreported};
use crate::check::globals::Globals;
use crate::check::number;
use crate::rules::declaration as rules;
use crate::syntax::tree::{Bound, Declaration, Name};
use crate::types::{Resource, Scalar, StructId, TexelFormat, ValueType};
use crate::vocabulary::foreign;
use crate::vocabulary::formats;
use crate::vocabulary::resources::{self, Kind, RESOURCES};
use glassbox_core::diagnostic::Diagnostic;

/// Most elements of an array.
const MAX_ARRAY: i128 = 64;

/// A type; the element type for an array.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Type {
    /// A scalar, vector or matrix.
    Value(ValueType),
    /// A structure.
    Structure(StructId),
    /// A resource.
    Resource(Resource),
}

impl Type {
    /// Its kind, for messages.
    pub(crate) fn kind(self) -> &'static str {
        match self {
            Type::Value(ty) if ty.is_matrix() => "a matrix",
            Type::Value(ty) if ty.scalar == Scalar::Bool => "a bool type",
            Type::Value(_) => "a value type",
            Type::Structure(_) => "a structure",
            Type::Resource(_) => "a resource",
        }
    }
}

/// The type of a declaration; the element type if it is an array.
pub(crate) fn element(globals: &Globals<'_>, declaration: &Declaration<'_>) -> Result<Type, Unreported> {
    let name = &declaration.ty;
    let Some(parameter) = &declaration.parameter else {
        return plain(globals, name);
    };
    match resources::named(name.text) {
        Some(Kind::Image(rank)) => Ok(Type::Resource(Resource::Image(rank, format(name, parameter)?))),
        Some(Kind::RwTexels) => Ok(Type::Resource(Resource::RwTexels(format(name, parameter)?))),
        Some(Kind::RoBuffer) => Ok(Type::Resource(Resource::RoBuffer(item(globals, name, parameter)?))),
        Some(Kind::RwBuffer) => Ok(Type::Resource(Resource::RwBuffer(item(globals, name, parameter)?))),
        found => {
            let what =
                if found.is_some() || plain(globals, name).is_ok() { "takes none" } else { "is unknown" };
            let message = format!("found a parameter after `{}`, which {what}", name.text);
            let generic = ["ImageCube", "RWTexels", "ROBuffer", "RWBuffer"];
            let images = RESOURCES.iter().filter(|row| matches!(row.kind, Kind::Image(_)));
            let known = images.map(|row| row.name).chain(generic);
            let help = if found.is_some() {
                "remove the angle brackets".to_owned()
            } else {
                did_you_mean(name.text, known, "images, `RWTexels`, `ROBuffer` and `RWBuffer` take one")
            };
            // The corrected compiler points at the type, the part to fix in either case.
            Err(unreported(Diagnostic::new(&rules::UNKNOWN_GENERIC, name.span, message).help(help)))
        }
    }
}

/// A type without parameter.
fn plain(globals: &Globals<'_>, name: &Name<'_>) -> Result<Type, Unreported> {
    if let Some(ty) = ValueType::named(name.text) {
        return Ok(Type::Value(ty));
    }
    if let Some((id, _)) = globals.structure(name.text) {
        return id.map(Type::Structure).ok_or(None);
    }
    let unknown = |message: String| Diagnostic::new(&rules::UNKNOWN_TYPE, name.span, message);
    match resources::named(name.text) {
        Some(Kind::Sampler(rank, scalar)) => Ok(Type::Resource(Resource::Sampler(rank, scalar))),
        Some(Kind::RoTexels(scalar)) => Ok(Type::Resource(Resource::RoTexels(scalar))),
        Some(Kind::Image(_) | Kind::RwTexels) => {
            let message = format!("found `{}` without a texel format", name.text);
            Err(unreported(unknown(message).help(format!("write `{}<float4>` or another format", name.text))))
        }
        Some(Kind::RoBuffer | Kind::RwBuffer) => {
            let message = format!("found `{}` without a structure", name.text);
            Err(unreported(unknown(message).help(format!("write `{}<S>` with a structure `S`", name.text))))
        }
        None if globals.is_wrong(name.text) => Err(None),
        None => {
            let message = format!("found the unknown type `{}`", name.text);
            let help = match foreign::here(&foreign::TYPES, name.text) {
                Some(here) => format!("write `{here}`"),
                None => {
                    let names = values();
                    let known = names.iter().map(String::as_str);
                    let known =
                        known.chain(RESOURCES.iter().map(|row| row.name)).chain(globals.structure_names());
                    did_you_mean(name.text, known, "structures are declared above their use")
                }
            };
            Err(unreported(unknown(message).help(help)))
        }
    }
}

/// The names of the value types.
fn values() -> Vec<String> {
    let mut all = Vec::new();
    for scalar in Scalar::ALL {
        all.extend((1..=4).map(|rows| ValueType::vector(scalar, rows).to_string()));
    }
    for columns in 2..=4 {
        all.extend((2..=4).map(|rows| ValueType::matrix(columns, rows).to_string()));
    }
    all
}

/// The texel format in angle brackets after an image or texel buffer.
fn format(ty: &Name<'_>, parameter: &Name<'_>) -> Result<TexelFormat, Unreported> {
    if let Some(row) = formats::named(parameter.text) {
        return Ok(row.format);
    }
    let message = format!("found the texel format `{}`, which is unknown", parameter.text);
    let known = formats::FORMATS.iter().map(|row| row.name);
    let help = match parameter.text {
        "int3" | "uint3" | "float3" => "texels have 1, 2 or 4 components".to_owned(),
        other => did_you_mean(other, known, "write `float4`, `u8norm4` or the like"),
    };
    let fault = Diagnostic::new(&rules::UNKNOWN_FORMAT, ty.span.to(parameter.span), message);
    Err(unreported(fault.help(help)))
}

/// The structure in angle brackets after a buffer.
fn item(globals: &Globals<'_>, ty: &Name<'_>, parameter: &Name<'_>) -> Result<StructId, Unreported> {
    if let Some((id, _)) = globals.structure(parameter.text) {
        return id.ok_or(None);
    }
    if globals.is_wrong(parameter.text) {
        return Err(None);
    }
    let message = format!("found `{}` as the element of a buffer, expected a structure", parameter.text);
    let otherwise = "declare a structure with the value as its field, above";
    let help = did_you_mean(parameter.text, globals.structure_names(), otherwise);
    let fault = Diagnostic::new(&rules::BUFFER_ELEMENT, ty.span.to(parameter.span), message);
    Err(unreported(fault.help(help)))
}

/// Number of elements; `None` if the declaration is not an array.
pub(crate) fn size(globals: &Globals<'_>, declaration: &Declaration<'_>) -> Result<Option<u8>, Unreported> {
    let Some(bound) = &declaration.size else {
        return Ok(None);
    };
    let (value, span) = number::bound(globals, bound)?;
    let (rule, found, help) = match value {
        1..=MAX_ARRAY => return Ok(Some(value as u8)),
        ..=0 => (&rules::EMPTY_ARRAY, value.to_string(), "state how many elements there are"),
        _ => (&rules::LARGE_ARRAY, shown(bound).to_owned(), "use a smaller array, or a buffer"),
    };
    let message = format!("found an array of {found} elements, expected 1 to {MAX_ARRAY}");
    Err(unreported(Diagnostic::new(rule, span, message).help(help)))
}

fn shown<'s>(bound: &Bound<'s>) -> &'s str {
    match bound {
        Bound::Literal(literal) => literal.text,
        Bound::Name(name) => name.text,
    }
}
