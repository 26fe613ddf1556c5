//! Builds the program: transform, two lights with diffuse and specular terms, texture coordinates.
//!
//! | registers | hold |
//! | --- | --- |
//! | v0, v1, v2 | position, normal, texture coordinates |
//! | c0-c3 | rows of the projection |
//! | c4-c6 | rows of the model view |
//! | c8, c9 | positions of the lights |
//! | c10, c11 | diffuse colours of the lights |
//! | c12 | ambient colour |
//! | c13 | 0, 1, shininess |
//! | c14, c15 | specular colours of the lights |

use glassbox_pica::opcode::Opcode;
use glassbox_pica_sim::{Inputs, Program, Stage, Uniforms};
use glassbox_testing::random::Random;

use super::assemble::Assembler;

/// Program with or without its specular term, which uses EX2 and LG2.
pub(crate) fn program(specular: bool) -> Program {
    let mut shader = Assembler::default();
    let mut emit = |opcode, destination: &str, sources: &[&str]| shader.emit(opcode, destination, sources);
    for (component, row) in [("o0.x", "c0"), ("o0.y", "c1"), ("o0.z", "c2"), ("o0.w", "c3")] {
        emit(Opcode::DP4, component, &[row, "v0"]);
    }
    for (component, row) in [("r0.x", "c4"), ("r0.y", "c5"), ("r0.z", "c6")] {
        emit(Opcode::DP4, component, &[row, "v0"]);
    }
    for (component, row) in [("r1.x", "c4"), ("r1.y", "c5"), ("r1.z", "c6")] {
        emit(Opcode::DP3, component, &[row, "v1"]);
    }
    emit(Opcode::DP3, "r1.w", &["r1", "r1"]);
    emit(Opcode::RSQ, "r1.w", &["r1.w"]);
    emit(Opcode::MUL, "r1.xyz", &["r1", "r1.w"]);
    if specular {
        emit(Opcode::DP3, "r0.w", &["r0", "r0"]);
        emit(Opcode::RSQ, "r0.w", &["r0.w"]);
        emit(Opcode::MUL, "r3.xyz", &["-r0", "r0.w"]);
    }
    emit(Opcode::MOV, "r6", &["c12"]);
    for (position, diffuse, colour) in [("c8", "c10", "c14"), ("c9", "c11", "c15")] {
        emit(Opcode::ADD, "r4.xyz", &[position, "-r0"]);
        emit(Opcode::DP3, "r4.w", &["r4", "r4"]);
        emit(Opcode::RSQ, "r4.w", &["r4.w"]);
        emit(Opcode::MUL, "r4.xyz", &["r4", "r4.w"]);
        emit(Opcode::DP3, "r5.x", &["r1", "r4"]);
        emit(Opcode::MAX, "r5.x", &["c13.x", "r5.x"]);
        emit(Opcode::MAD, "r6.xyz", &["r5.x", diffuse, "r6"]);
        if specular {
            emit(Opcode::ADD, "r5.xyz", &["r4", "r3"]);
            emit(Opcode::DP3, "r5.w", &["r5", "r5"]);
            emit(Opcode::RSQ, "r5.w", &["r5.w"]);
            emit(Opcode::MUL, "r5.xyz", &["r5", "r5.w"]);
            emit(Opcode::DP3, "r7.x", &["r1", "r5"]);
            emit(Opcode::MAX, "r7.x", &["c13.x", "r7.x"]);
            emit(Opcode::LG2, "r7.x", &["r7.x"]);
            emit(Opcode::MUL, "r7.x", &["c13.z", "r7.x"]);
            emit(Opcode::EX2, "r7.x", &["r7.x"]);
            emit(Opcode::MAD, "r6.xyz", &["r7.x", colour, "r6"]);
        }
    }
    emit(Opcode::MIN, "o1", &["c13.y", "r6"]);
    emit(Opcode::MOV, "o2.xy", &["v2"]);
    shader.code.push(Opcode::END.base_word());
    Program::new(&shader.code, &shader.descriptors, 0, Stage::Vertex)
}

/// Perspective view of an object in front of two lights.
pub(crate) fn uniforms() -> Uniforms {
    let mut uniforms = Uniforms::ZERO;
    uniforms.float[0] = [1.2, 0.0, 0.0, 0.0];
    uniforms.float[1] = [0.0, 1.6, 0.0, 0.0];
    uniforms.float[2] = [0.0, 0.0, -1.02, -0.2];
    uniforms.float[3] = [0.0, 0.0, -1.0, 0.0];
    uniforms.float[4] = [0.8, 0.0, 0.6, 0.1];
    uniforms.float[5] = [0.0, 1.0, 0.0, -0.2];
    uniforms.float[6] = [-0.6, 0.0, 0.8, -4.0];
    uniforms.float[8] = [2.0, 3.0, -1.0, 1.0];
    uniforms.float[9] = [-3.0, 1.0, 0.5, 1.0];
    uniforms.float[10] = [0.6, 0.5, 0.4, 1.0];
    uniforms.float[11] = [0.1, 0.2, 0.5, 1.0];
    uniforms.float[12] = [0.1, 0.1, 0.15, 1.0];
    uniforms.float[13] = [0.0, 1.0, 20.0, 0.5];
    uniforms.float[14] = [0.5, 0.5, 0.5, 1.0];
    uniforms.float[15] = [0.2, 0.2, 0.4, 1.0];
    uniforms
}

/// Vertices around the origin.
pub(crate) fn inputs(count: usize) -> Vec<Inputs> {
    let mut random = Random::new(7);
    let mut number = |low: f32, high: f32| low + (high - low) * (random.below(1 << 16) as f32 / 65536.0);
    (0..count)
        .map(|_| {
            let mut inputs = [[0.0; 4]; 16];
            inputs[0] = [number(-1.0, 1.0), number(-1.0, 1.0), number(-1.0, 1.0), 1.0];
            inputs[1] = [number(-1.0, 1.0), number(-1.0, 1.0), number(0.1, 1.0), 0.0];
            inputs[2] = [number(0.0, 1.0), number(0.0, 1.0), 0.0, 1.0];
            inputs
        })
        .collect()
}
