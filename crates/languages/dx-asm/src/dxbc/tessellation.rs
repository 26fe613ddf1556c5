//! Prints the tessellator settings of hull and domain shaders.

use std::fmt::Write as _;

use glassbox_dxbc::names::{TessellatorDomain, TessellatorOutput, TessellatorPartitioning};
use glassbox_dxbc::{Declaration, Program, declaration};

/// Writes the tables of domain, primitive and partitioning, as far as declared.
pub(super) fn tessellation(out: &mut String, code: &[u8]) {
    let Ok(program) = Program::read(code) else { return };
    let (mut points, mut domain, mut output, mut partitioning) = (None, None, None, None);
    for declared in program.walk().filter_map(|one| declaration(&one, program.has_spaces())) {
        match declared {
            Declaration::InputControlPoints(count) => points = Some(count),
            Declaration::TessellatorDomain(found) => domain = Some(found),
            Declaration::TessellatorOutput(found) => output = Some(found),
            Declaration::TessellatorPartitioning(found) => partitioning = Some(found),
            _ => {}
        }
    }
    if let Some(domain) = domain {
        let name = match domain {
            TessellatorDomain::ISOLINE => "Isoline",
            TessellatorDomain::TRIANGLE => "Triangle",
            TessellatorDomain::QUAD => "Quadrilateral",
            _ => "Undefined",
        };
        let _ = writeln!(
            out,
            "// Tessellation Domain   # of control points\n\
             // -------------------- --------------------\n\
             // {name:<20} {:>20}\n//",
            points.unwrap_or(0)
        );
    }
    if let (Some(output), Some(partitioning)) = (output, partitioning) {
        let primitive = match output {
            TessellatorOutput::POINT => "Points",
            TessellatorOutput::LINE => "Lines",
            TessellatorOutput::TRIANGLE_CW => "Clockwise Triangles",
            TessellatorOutput::TRIANGLE_CCW => "Counter-Clockwise Triangles",
            _ => "Undefined",
        };
        let partitioning = match partitioning {
            TessellatorPartitioning::INTEGER => "Integer",
            TessellatorPartitioning::POW2 => "Integer Power of 2",
            TessellatorPartitioning::FRACTIONAL_ODD => "Odd Fractional",
            TessellatorPartitioning::FRACTIONAL_EVEN => "Even Fractional",
            _ => "Undefined",
        };
        let _ = writeln!(
            out,
            "// Tessellation Output Primitive  Partitioning Type \n\
             // ------------------------------ ------------------\n\
             // {primitive:<30} {partitioning:<18}\n//"
        );
    }
}
