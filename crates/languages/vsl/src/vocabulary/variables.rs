//! Built-in variables.
//!
//! Facts: VSL brief, section 11.

use crate::types::{Scalar, ValueType};

/// A built-in variable.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum BuiltIn {
    /// Vertex index, including the base.
    VertexIndex,
    /// Instance index, including the base.
    InstanceIndex,
    /// Draw index; requires shaderDrawParameters.
    DrawIndex,
    /// First vertex of the draw; requires shaderDrawParameters.
    VertexBase,
    /// First instance of the draw; requires shaderDrawParameters.
    InstanceBase,
    /// Position of the vertex in clip space.
    Position,
    /// Size of a point.
    PointSize,
    /// Position of the pixel.
    FragCoord,
    /// True for front-facing triangles.
    FrontFacing,
    /// Coordinate within a point, 0 to 1.
    PointCoord,
    /// Primitive index; requires geometryShader.
    PrimitiveId,
}

/// A row of the table of built-in variables.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    /// Variable described.
    pub variable: BuiltIn,
    /// Name, including the `$`.
    pub name: &'static str,
    /// Type of its value.
    pub ty: ValueType,
    /// True for the fragment stage, false for the vertex stage.
    pub is_fragment: bool,
    /// True if written, false if read.
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
    Row { variable, name, ty, is_fragment, is_written, decoration }
}

/// All built-in variables.
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
    /// Its row.
    pub fn row(self) -> &'static Row {
        &VARIABLES[self as usize]
    }

    /// The variable with this name, including the `$`.
    pub fn named(name: &str) -> Option<BuiltIn> {
        let row = VARIABLES.iter().find(|row| row.name == name)?;
        Some(row.variable)
    }

    /// True if reading it requires the capability DrawParameters, which the runtime does not enable.
    pub(crate) const fn needs_draw_parameters(self) -> bool {
        matches!(self, BuiltIn::DrawIndex | BuiltIn::VertexBase | BuiltIn::InstanceBase)
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
