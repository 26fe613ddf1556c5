//! Built-in variables.
//!
//! Facts: VSL brief, section 11.

use crate::types::{Scalar, ValueType};

/// A built-in variable.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum BuiltIn {
    /// Number of the vertex, the base included.
    VertexIndex,
    /// Number of the instance, the base included.
    InstanceIndex,
    /// Number of the draw; needs shaderDrawParameters.
    DrawIndex,
    /// First vertex of the draw; needs shaderDrawParameters.
    VertexBase,
    /// First instance of the draw; needs shaderDrawParameters.
    InstanceBase,
    /// Position of the vertex in clip space.
    Position,
    /// Size of a point.
    PointSize,
    /// Position of the pixel.
    FragCoord,
    /// Whether the triangle shows its front.
    FrontFacing,
    /// Place in a point, 0 to 1.
    PointCoord,
    /// Number of the primitive; needs geometryShader.
    PrimitiveId,
}

/// What is known of a built-in variable.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    /// Which.
    pub variable: BuiltIn,
    /// Its name, the `$` included.
    pub name: &'static str,
    /// Its type.
    pub ty: ValueType,
    /// Whether it belongs to the fragment stage rather than to the vertex stage.
    pub is_fragment: bool,
    /// Whether it is written rather than read.
    pub is_written: bool,
    /// SPIR-V `BuiltIn`.
    pub decoration: u32,
}

const fn row(
    variable: BuiltIn,
    name: &'static str,
    ty: ValueType,
    is_fragment: bool,
    is_written: bool,
    decoration: u32,
) -> Row {
    Row {
        variable,
        name,
        ty,
        is_fragment,
        is_written,
        decoration,
    }
}

/// Every built-in variable.
pub const VARIABLES: [Row; 11] = {
    use BuiltIn::*;
    let float2 = ValueType::vector(Scalar::Float, 2);
    let float4 = ValueType::vector(Scalar::Float, 4);
    [
        row(VertexIndex, "$VertexIndex", ValueType::INT, false, false, 42),
        row(InstanceIndex, "$InstanceIndex", ValueType::INT, false, false, 43),
        row(DrawIndex, "$DrawIndex", ValueType::INT, false, false, 4426),
        row(VertexBase, "$VertexBase", ValueType::INT, false, false, 4424),
        row(InstanceBase, "$InstanceBase", ValueType::INT, false, false, 4425),
        row(Position, "$Position", float4, false, true, 0),
        row(PointSize, "$PointSize", ValueType::FLOAT, false, true, 1),
        row(FragCoord, "$FragCoord", float4, true, false, 15),
        row(FrontFacing, "$FrontFacing", ValueType::BOOL, true, false, 17),
        row(PointCoord, "$PointCoord", float2, true, false, 16),
        row(PrimitiveId, "$PrimitiveID", ValueType::INT, true, false, 7),
    ]
};

impl BuiltIn {
    /// What is known of it.
    pub fn row(self) -> &'static Row {
        &VARIABLES[self as usize]
    }

    /// The variable of a name, the `$` included.
    pub fn named(name: &str) -> Option<BuiltIn> {
        let row = VARIABLES.iter().find(|row| row.name == name)?;
        Some(row.variable)
    }

    /// Whether reading it needs the capability DrawParameters, which the runtime does not switch on.
    pub const fn needs_draw_parameters(self) -> bool {
        matches!(
            self,
            BuiltIn::DrawIndex | BuiltIn::VertexBase | BuiltIn::InstanceBase
        )
    }
}

#[cfg(test)]
mod tests {
    use super::VARIABLES;

    #[test]
    fn rows_stand_at_their_variables() {
        for (at, row) in VARIABLES.iter().enumerate() {
            assert_eq!(row.variable as usize, at, "{}", row.name);
        }
    }
}
