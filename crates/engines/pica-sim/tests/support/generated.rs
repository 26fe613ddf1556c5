//! Random programs with everything that they run on.

use glassbox_pica_sim::{Program, Stage, Uniforms};
use glassbox_testing::pica::{self, Registers};
use glassbox_testing::random::Random;

/// A program, its registers, and those of them that are uniforms.
pub(crate) fn program(random: &mut Random) -> (Program, Registers, Uniforms) {
    let made = pica::program(random);
    let stage = if made.geometry { Stage::Geometry } else { Stage::Vertex };
    let program = Program::new(&made.code, &made.descriptors, made.entry, stage);
    let registers = pica::registers(random);
    let uniforms = Uniforms { float: registers.float, int: registers.int, bool: registers.bool };
    (program, registers, uniforms)
}
