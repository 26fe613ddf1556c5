//! Lists the builtin variables of the modules.
//!
//! Source: the list of builtin variables of the language; the modules' binaries agree.

use crate::raw::ModifierFlags;

use super::types::{BOOL, FLOAT, FLOAT4, HALF4, INT, Type};

/// A builtin variable.
#[derive(Debug)]
pub struct Variable {
    /// Name.
    pub name: &'static str,
    /// Type.
    pub ty: Type,
    /// `layout(builtin = n)`.
    pub builtin: i16,
    /// `layout(location = n)`.
    pub location: Option<i8>,
    /// `layout(index = n)`.
    pub index: Option<i8>,
    /// `in`, `out` or none; for a field, those of its block.
    pub modifiers: ModifierFlags,
    /// Block name and field index, for a field visible by its own name.
    pub field: Option<(&'static str, u8)>,
}

impl Variable {
    const fn new(name: &'static str, ty: Type, builtin: i16, modifiers: ModifierFlags) -> Variable {
        Variable { name, ty, builtin, location: None, index: None, modifiers, field: None }
    }

    const fn at(self, location: i8, index: i8) -> Variable {
        Variable { location: Some(location), index: Some(index), ..self }
    }

    const fn of(self, block: &'static str, field: u8) -> Variable {
        Variable { field: Some((block, field)), ..self }
    }
}

const NONE: ModifierFlags = ModifierFlags(0);

/// Variables of fragment programs.
pub(super) static FRAG: &[Variable] = &[
    Variable::new("sk_FragCoord", FLOAT4, 15, ModifierFlags::IN),
    Variable::new("sk_Clockwise", BOOL, 17, ModifierFlags::IN),
    Variable::new("sk_FragColor", HALF4, 10001, ModifierFlags::OUT).at(0, 0),
    Variable::new("sk_LastFragColor", HALF4, 10008, NONE),
    Variable::new("sk_SecondaryFragColor", HALF4, 10012, ModifierFlags::OUT),
];

/// Variables of vertex programs; the first two are fields of an anonymous block.
pub(super) static VERT: &[Variable] = &[
    Variable::new("sk_Position", FLOAT4, 0, ModifierFlags::OUT).of(PER_VERTEX_NAME, 0),
    Variable::new("sk_PointSize", FLOAT, 1, ModifierFlags::OUT).of(PER_VERTEX_NAME, 1),
    Variable::new("sk_VertexID", INT, 42, ModifierFlags::IN),
    Variable::new("sk_InstanceID", INT, 43, ModifierFlags::IN),
];

/// Variable of runtime shaders.
pub(super) static SHADER: &[Variable] = &[Variable::new("sk_FragCoord", FLOAT4, 15, NONE)];

/// Variable of a vertex program's output block. It has no name to look up; its type is the block, whose
/// members are the field variables.
pub static PER_VERTEX: Variable = Variable::new(PER_VERTEX_NAME, Type::Invalid, -1, ModifierFlags::OUT);

const PER_VERTEX_NAME: &str = "sk_PerVertex";
